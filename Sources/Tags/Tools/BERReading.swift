/// One BER element.
struct BERElement: Equatable {
    let tag: [UInt8]
    /// What its length field says.
    let length: Int
    /// The bytes that are there of it.
    let value: [UInt8]
    /// Its elements, where it is constructed.
    let children: [BERElement]?
}

/// Takes BER elements one after the other; ends where one is not whole. Source: ISO/IEC 7816-4, 5.2.2.
struct BERReading {
    private let bytes: [UInt8]
    private var position = 0
    private var count = 0
    /// Why the reading ended before the bytes did.
    private(set) var problem: String?

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The elements from where the reading stands up to `end`.
    mutating func elements(to end: Int, depth: Int) -> [BERElement] {
        var elements: [BERElement] = []
        while position < end, problem == nil {
            // 00 and FF before, between and behind elements mean nothing.
            if bytes[position] == 0x00 || bytes[position] == 0xFF {
                position += 1
                continue
            }
            guard count < TLVTool.mostElements else {
                problem = "more than \(TLVTool.mostElements) elements: the rest is left out"
                break
            }
            guard let element = element(to: end, depth: depth) else { break }
            elements.append(element)
        }
        return elements
    }

    private mutating func element(to end: Int, depth: Int) -> BERElement? {
        let place = position
        guard let tag = tag(to: end) else {
            problem = "the tag at byte \(place) is cut off or longer than four bytes"
            return nil
        }
        guard let length = length(to: end) else {
            problem = "the length of \(Hex.string(tag)) at byte \(place) is cut off, indefinite or over four bytes"
            return nil
        }
        count += 1
        let valueEnd = length <= end - position ? position + length : end
        let value = Array(bytes[position..<valueEnd])
        if value.count < length {
            problem = "\(Hex.string(tag)) at byte \(place) claims \(length) bytes, \(value.count) are left"
        }
        var children: [BERElement]?
        if tag[0] & 0x20 != 0, depth + 1 < TLVTool.mostDepth, problem == nil {
            children = elements(to: valueEnd, depth: depth + 1)
        }
        position = valueEnd
        return BERElement(tag: tag, length: length, value: value, children: children)
    }

    private mutating func byte(to end: Int) -> UInt8? {
        guard position < end else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    private mutating func tag(to end: Int) -> [UInt8]? {
        guard let first = byte(to: end) else { return nil }
        var tag = [first]
        guard first & 0x1F == 0x1F else { return tag }
        repeat {
            guard tag.count < 4, let next = byte(to: end) else { return nil }
            tag.append(next)
        } while (tag.last ?? 0) & 0x80 != 0
        return tag
    }

    private mutating func length(to end: Int) -> Int? {
        guard let first = byte(to: end) else { return nil }
        guard first & 0x80 != 0 else { return Int(first) }
        let size = Int(first & 0x7F)
        guard (1...4).contains(size) else { return nil }
        var length = 0
        for _ in 0..<size {
            guard let next = byte(to: end) else { return nil }
            length = length << 8 | Int(next)
        }
        return length
    }
}

/// Tags with a meaning in the answers of cards. Sources: ISO/IEC 7816-4, tables 10 and 12; ISO/IEC 7816-6.
enum BERNames {
    static func name(of tag: [UInt8]) -> String? {
        guard let number = tag.count <= 2 ? tag.reduce(0, { $0 << 8 | Int($1) }) : nil else { return nil }
        return table[number]
    }

    private static let table: [Int: String] = [
        0x42: "issuer number", 0x4F: "application identifier (AID)", 0x50: "application label", 0x51: "path",
        0x52: "command to perform", 0x53: "discretionary data", 0x54: "offset", 0x57: "track 2 data",
        0x5A: "account number (PAN)", 0x5F20: "cardholder name", 0x5F24: "expiry date", 0x5F2D: "language preference",
        0x61: "application template", 0x62: "file control parameters (FCP)", 0x64: "file management data (FMD)",
        0x65: "cardholder data", 0x66: "card data", 0x67: "authentication data", 0x6F: "file control information (FCI)",
        0x70: "record template", 0x73: "discretionary data template", 0x77: "response template",
        0x7C: "dynamic authentication data", 0x7F21: "certificate", 0x7F49: "public key",
        0x80: "number of data bytes in the file", 0x81: "number of bytes in the file", 0x82: "file descriptor",
        0x83: "file identifier", 0x84: "DF name (AID)", 0x85: "proprietary", 0x86: "security attributes, proprietary",
        0x87: "file with more control information", 0x88: "short file identifier", 0x8A: "life cycle status",
        0x8B: "security attributes, referring", 0x8C: "security attributes, compact", 0xA5: "proprietary template",
        0xAB: "security attributes, expanded", 0xBF0C: "issuer's discretionary data",
    ]
}

/// The TLV blocks of an NFC Forum tag, out of a memory. Source: NFC Forum Type 2 Tag.
struct TagBlocks {
    struct Block: Equatable {
        let tag: UInt8
        let value: [UInt8]
        let name: String
        let hasLength: Bool
    }

    private(set) var blocks: [Block] = []
    /// Why the walk ended before the bytes did.
    private(set) var problem: String?

    init(_ bytes: [UInt8]) {
        var position = 0
        while position < bytes.count, blocks.count < TLVTool.mostElements {
            let tag = bytes[position]
            position += 1
            if tag == TLVWalk.Tag.null || tag == TLVWalk.Tag.terminator {
                blocks.append(Block(tag: tag, value: [], name: Self.name(tag, []), hasLength: false))
                if tag == TLVWalk.Tag.terminator {
                    if position < bytes.count, bytes[position...].contains(where: { $0 != 0 }) {
                        problem = "\(bytes.count - position) bytes stand behind the terminator"
                    }
                    return
                }
                continue
            }
            guard position < bytes.count else {
                problem = "the length of block \(Hex.byte(tag)) is cut off"
                return
            }
            var length = Int(bytes[position])
            position += 1
            if length == 0xFF {
                guard position + 2 <= bytes.count else {
                    problem = "the length of block \(Hex.byte(tag)) is cut off"
                    return
                }
                length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
                position += 2
            }
            let value = Array(bytes[position...].prefix(length))
            blocks.append(Block(tag: tag, value: value, name: Self.name(tag, value), hasLength: true))
            if value.count < length {
                problem = "block \(Hex.byte(tag)) claims \(length) bytes, \(value.count) are left"
                return
            }
            position += length
        }
    }

    /// It begins as a tag's memory does, and every block is one that tags have.
    var isPlausible: Bool {
        let known: Set<UInt8> = [
            TLVWalk.Tag.null, TLVWalk.Tag.lockControl, TLVWalk.Tag.memoryControl, TLVWalk.Tag.message,
            TLVWalk.Tag.proprietary, TLVWalk.Tag.terminator,
        ]
        return blocks.contains { $0.hasLength } && blocks.allSatisfy { known.contains($0.tag) }
    }

    private static func name(_ tag: UInt8, _ value: [UInt8]) -> String {
        if let control = ControlTLV(tag, value) { return control.words }
        return switch tag {
        case TLVWalk.Tag.null: "NULL"
        case TLVWalk.Tag.lockControl: "Lock Control"
        case TLVWalk.Tag.memoryControl: "Memory Control"
        case TLVWalk.Tag.message: "NDEF message"
        case TLVWalk.Tag.proprietary: "Proprietary"
        case TLVWalk.Tag.terminator: "Terminator"
        default: "unknown"
        }
    }
}
