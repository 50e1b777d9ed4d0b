/// One place at which two tags, dumps or states of a tag differ, and what that means.
public struct Difference: Equatable, Sendable {
    /// Where it is.
    public enum Place: Hashable, Sendable {
        /// A page of a Type 2 memory.
        case page(Int)
        /// A block of another memory.
        case block(Int)
        /// Bytes of a file from an offset on.
        case file(UInt16, offset: Int)
        /// Bytes of a file of an application from an offset on; the AID in the order people write it.
        case applicationFile(application: [UInt8], file: Int, offset: Int)
        /// What lies in no memory, by its name: `chip`, `uid`, `counter 2`, `signature`, `E104 access`.
        case value(String)
    }

    /// Where it is.
    public var place: Place
    /// What the place is for, to group by: `user memory`, `CFG0`, `static lock bytes`, `E104 NDEF`, `identity`.
    public var region: String
    /// What the purpose is, where it is a part of a memory.
    public var kind: MemoryRegion.Kind?
    /// The bytes of the first side; `nil` where it is nothing of bytes, or is not there.
    public var a: [UInt8]? {
        get { first?.array }
        set { first = newValue.map { ShortBytes($0) } }
    }
    /// The bytes of the second side.
    public var b: [UInt8]? {
        get { second?.array }
        set { second = newValue.map { ShortBytes($0) } }
    }
    private var first: ShortBytes?
    private var second: ShortBytes?
    /// What the step from the first to the second means, one sentence without a full stop.
    public var meaning: String

    /// A difference of these parts.
    public init(
        place: Place, region: String, kind: MemoryRegion.Kind? = nil, a: [UInt8]?, b: [UInt8]?, meaning: String
    ) {
        self.init(
            place: place, region: region, kind: kind, first: a.map { ShortBytes($0) }, second: b.map { ShortBytes($0) },
            meaning: meaning)
    }

    init(
        place: Place, region: String, kind: MemoryRegion.Kind?, first: ShortBytes?, second: ShortBytes?,
        meaning: String
    ) {
        self.place = place
        self.region = region
        self.kind = kind
        self.first = first
        self.second = second
        self.meaning = meaning
    }

    /// The place in words: `page 29`, `block 04`, `file E104 at 0010`.
    public var placeWords: String {
        switch place {
        case .page(let page): "page " + Hex.address(page)
        case .block(let block): "block " + Hex.address(block)
        case .file(let id, let offset): "file \(Hex.file(id)) at \(Self.fileOffset(offset))"
        case .applicationFile(let application, let file, let offset):
            "application \(Hex.string(application)) file \(file) at \(Self.fileOffset(offset))"
        case .value(let name): name
        }
    }

    /// An offset in a file: at least four hex digits.
    private static func fileOffset(_ offset: Int) -> String {
        let digits = Hex.address(offset)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
