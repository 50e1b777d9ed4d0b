/// Who may do one thing with a file: the holder of a key, everybody, or nobody.
public enum AccessCondition: Equatable, Hashable, Sendable {
    /// After authentication with the key of this number, 0-4.
    case key(UInt8)
    /// Without authentication.
    case free
    /// Nobody.
    case never
    /// A value the data sheet reserves (5-13).
    case reserved(UInt8)

    /// The condition of a nibble. Source: NT4H2421Gx data sheet, 8.2.3.3.
    public init(nibble: UInt8) {
        switch nibble & 0x0F {
        case 0...4: self = .key(nibble & 0x0F)
        case 0x0E: self = .free
        case 0x0F: self = .never
        default: self = .reserved(nibble & 0x0F)
        }
    }

    /// The nibble.
    public var nibble: UInt8 {
        switch self {
        case .key(let number), .reserved(let number): number & 0x0F
        case .free: 0x0E
        case .never: 0x0F
        }
    }

    /// The condition of a word on the command line: `0` to `4`, `free` (also `E`) or `never` (also `F`).
    public init?(word: String) {
        switch word.lowercased() {
        case "0", "1", "2", "3", "4": self = .key(UInt8(word) ?? 0)
        case "free", "e": self = .free
        case "never", "f": self = .never
        default: return nil
        }
    }

    /// The word in JSON and on the command line.
    public var word: String {
        switch self {
        case .key(let number): String(number)
        case .free: "free"
        case .never: "never"
        case .reserved(let nibble): "reserved (\(Hex.byte(nibble).suffix(1)))"
        }
    }

    /// Who that is, to end a sentence with: `everybody`.
    public var whom: String {
        switch self {
        case .key(let number): "who has key \(number)"
        case .free: "everybody"
        case .never: "nobody"
        case .reserved: "nobody knows whom (a reserved value)"
        }
    }

    /// A reserved value is no condition that can be set.
    public var isReserved: Bool { if case .reserved = self { true } else { false } }
}

/// The four access rights of a file.
///
/// On the wire two bytes, the least significant first: `00 E0` is read free, write, read-write and change with key 0. Source:
/// NT4H2421Gx data sheet, 8.2.3.3.
public struct AccessRights: Equatable, Sendable {
    /// May read.
    public var read: AccessCondition
    /// May write.
    public var write: AccessCondition
    /// May read and write.
    public var readWrite: AccessCondition
    /// May change these settings.
    public var change: AccessCondition

    /// Rights of these parts.
    public init(read: AccessCondition, write: AccessCondition, readWrite: AccessCondition, change: AccessCondition) {
        self.read = read
        self.write = write
        self.readWrite = readWrite
        self.change = change
    }

    /// The rights of two bytes as they travel.
    public init(wire first: UInt8, _ second: UInt8) {
        read = AccessCondition(nibble: second >> 4)
        write = AccessCondition(nibble: second)
        readWrite = AccessCondition(nibble: first >> 4)
        change = AccessCondition(nibble: first)
    }

    /// The two bytes as they travel.
    public var wire: [UInt8] { [readWrite.nibble << 4 | change.nibble, read.nibble << 4 | write.nibble] }

    /// What may be done with a file.
    public enum Deed: Sendable {
        case reading
        case writing
    }

    /// The conditions of which one is enough.
    public func conditions(for deed: Deed) -> [AccessCondition] {
        switch deed {
        case .reading: [read, readWrite]
        case .writing: [write, readWrite]
        }
    }

    /// What nobody may undo again where these rights come after `before`: the settings can never be changed any more.
    public var closesForGood: Bool { change == .never }

    /// The rights in one sentence.
    public var sentence: String {
        func who(_ deed: Deed) -> String {
            let conditions = conditions(for: deed)
            if conditions.contains(.free) { return "everybody" }
            let keys = conditions.filter { $0 != .never }
            let names = keys.enumerated().filter { !keys[..<$0.offset].contains($0.element) }.map(\.element.whom)
            return names.isEmpty ? "nobody" : names.joined(separator: " or ")
        }
        return "read by \(who(.reading)), written by \(who(.writing)), settings changed by \(change.whom)"
    }
}
