/// What a dump would put on a tag, and what of it was asked for.
public struct Restoration: Equatable, Sendable {
    /// The tag that the dump was taken of, as the dump knows it: chip, memory or files.
    public var source: TagReport
    /// PWD and PACK (where `password` is given) and the configuration pages are written too, AUTH0 last.
    public var withConfiguration: Bool
    /// Lock bits, and with them the CC's write right, are written too; they can never be undone.
    public var withLocks: Bool
    /// PWD for the tag, four bytes; a tag never gives its own, so a dump has none to be trusted.
    public var password: [UInt8]?
    /// PACK for the tag, two bytes.
    public var pack: [UInt8]?
    /// A restoration of these parts.
    public init(
        source: TagReport, withConfiguration: Bool = false, withLocks: Bool = false, password: [UInt8]? = nil,
        pack: [UInt8]? = nil
    ) {
        self.source = source
        self.withConfiguration = withConfiguration
        self.withLocks = withLocks
        self.password = password
        self.pack = pack
    }
}
