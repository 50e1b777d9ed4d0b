/// What a dump would put on a tag, and what of it was asked for.
///
/// User memory alone unless more is asked for: a dump of another tag must change nothing for good by itself.
public struct Restoration: Equatable, Sendable {
    /// The tag that the dump was taken of, as the dump knows it: chip, memory or files.
    public var source: TagReport
    /// PWD and PACK (where `password` is given) and the configuration pages are written too, AUTH0 last.
    public var withConfiguration: Bool
    /// Lock bits, and with them the CC's write right, are written too; they can never be undone.
    public var withLocks: Bool
    /// PWD for the tag, four bytes, or the 3DES key of an Ultralight C, 16 bytes; a tag never gives its own, so a dump has
    /// none to be trusted (but see `TagReport.keptPassword`).
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

extension Restoration {
    /// What a dump holds that could go onto a tag.
    enum Contents: Equatable {
        /// A message without a tag around it.
        case message([UInt8])
        /// Pages of four bytes.
        case pages(TagImage)
        /// Files of a card.
        case files
    }

    /// What the dump holds.
    /// - Throws: For kinds of tags that nothing is restored to.
    func contents() throws(Refusal) -> Contents {
        let name = source.identity.chipName
        if source.identity.type == .type5 {
            throw .notPossible(
                "the dump is of a Type 5 tag (\(name)), and Type 5 tags are not written by this program",
                "Compare or convert it; to write its message, save that as .ndef and restore it to another tag.")
        }
        if let image = source.image {
            guard image.pageSize == 4 else {
                throw .notPossible(
                    "the dump is of \(name), whose memory is \(image.pageSize) bytes a block: no tag that this program "
                        + "writes has such a memory",
                    "Compare or convert it.")
            }
            return .pages(image)
        }
        if source.messageFile != nil { return .files }
        if let message = source.ndef?.raw { return .message(message) }
        throw .notPossible(
            "the dump (\(name)) holds neither pages nor an NDEF file nor a message that could be written",
            "Use a dump that was taken of a tag of the same chip.")
    }

    /// Only a message, or files: configuration and locks are in no such dump.
    func refuseMoreThanData(of what: String) throws(Refusal) {
        guard withConfiguration || withLocks else { return }
        throw .notPossible(
            "\(what) holds no configuration and no lock bits", "Restore its data alone, and set the rest up by hand.")
    }
}
