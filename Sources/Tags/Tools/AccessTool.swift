/// Access rights in their bits: DESFire and NTAG 424 DNA (16 bits), MIFARE Classic (three bytes or a whole sector trailer).
enum AccessTool {
    static func evaluate(_ input: String) throws(ToolError) -> ToolResult {
        // One digit is one right.
        if let nibble = input.count == 1 ? UInt8(input, radix: 16) : nil { return single(nibble) }
        let bytes = try Tool.bytes(input)
        switch bytes.count {
        case 2: return native(bytes)
        case 3, 4: return ClassicAccess(bytes).result
        case 16: return ClassicAccess(Array(bytes[6..<10])).result
        default:
            throw ToolError(
                "it takes one digit, two bytes (DESFire, NTAG 424 DNA), three or four (MIFARE Classic) or a sector trailer of 16"
            )
        }
    }

    private static func single(_ nibble: UInt8) -> ToolResult {
        var result = ToolResult()
        let condition = FileAccess.Condition(native: nibble)
        result.add("Right", String(nibble, radix: 16, uppercase: true), condition.words)
        result.set("right", .text(condition.words))
        return result
    }

    private static func native(_ bytes: [UInt8]) -> ToolResult {
        var result = ToolResult()
        result.add("Family", "DESFire, NTAG 424 DNA", "E is free, F is never, 0 to D are key numbers")
        result.set("family", .text("desfire"))
        list(wire: bytes, "as sent", "least significant byte first, as GetFileSettings answers", &result)
        result.fields += fields(wire: bytes)
        if bytes[0] != bytes[1] {
            let other = Array(bytes.reversed())
            list(wire: other, "as a number", "the same two bytes with the most significant first", &result)
            result.set("asNumber", .object(fields(wire: other)))
        }
        return result
    }

    private static func list(wire: [UInt8], _ title: String, _ order: String, _ result: inout ToolResult) {
        result.add("Read \(title)", Hex.string(wire, separator: " "), order)
        for right in rights(wire: wire) {
            let digit = String(right.nibble, radix: 16, uppercase: true)
            result.add(right.label, digit, FileAccess.Condition(native: right.nibble).words, depth: 1)
        }
    }

    private static func fields(wire: [UInt8]) -> [ToolResult.Field] {
        rights(wire: wire).map { .init($0.key, .text(FileAccess.Condition(native: $0.nibble).words)) }
    }

    /// Source: NT4H2421Gx data sheet, 8.2.3.3.
    private static func rights(wire: [UInt8]) -> [(label: String, key: String, nibble: UInt8)] {
        [
            ("Read", "read", wire[1] >> 4), ("Write", "write", wire[1] & 0x0F),
            ("Read and write", "readWrite", wire[0] >> 4), ("Change", "change", wire[0] & 0x0F),
        ]
    }
}

/// The access bits of a MIFARE Classic sector: three bits a block, each stored once as it is and once inverted.
///
/// Source: MF1S50YYX data sheet rev 3.2, 8.7, tables 6 to 8.
struct ClassicAccess {
    private let bytes: [UInt8]

    /// Bytes 6 to 8 of a sector trailer, byte 9 where it is given.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var result: ToolResult {
        var result = ToolResult()
        result.add("Family", "MIFARE Classic", "bytes 6 to 8 of a sector trailer, C1 C2 C3 a block")
        result.set("family", .text("classic"))
        let inconsistent = inconsistentBits
        if !inconsistent.isEmpty {
            result.problems.append(
                "\(inconsistent.joined(separator: ", ")) and the inverted copy do not match: a card locks such a sector for ever"
            )
        }
        result.set("consistent", .truth(inconsistent.isEmpty))
        let trailer = Self.trailers[bits(of: 3)]
        var blocks: [ToolResult.Value] = []
        for block in 0..<3 {
            let data = Self.blocks[bits(of: block)]
            let words = data.words(keyBIsReadable: trailer.keyBIsReadable)
            result.add(
                "Block \(block)", digits(of: block),
                words + (block == 0 ? " (in 4K cards' large sectors blocks 0-4)" : ""))
            blocks.append(
                .object([
                    .init("block", .number(block)), .init("bits", .text(digits(of: block))),
                    .init("words", .text(words)),
                ]))
        }
        result.add("Trailer", digits(of: 3), trailer.words)
        blocks.append(
            .object([
                .init("block", .text("trailer")), .init("bits", .text(digits(of: 3))),
                .init("words", .text(trailer.words)),
            ]))
        result.set("blocks", .list(blocks))
        if bytes.count > 3 {
            result.add("User byte", Hex.byte(bytes[3]), "byte 9; in sector 0 the general purpose byte of a MAD")
        }
        return result
    }

    /// C1 of the blocks is the high half of byte 7, C2 the low half of byte 8, C3 its high half.
    private var halves: (c1: UInt8, c2: UInt8, c3: UInt8) { (bytes[1] >> 4, bytes[2] & 0x0F, bytes[2] >> 4) }

    private var inconsistentBits: [String] {
        let inverted = (c1: bytes[0] & 0x0F, c2: bytes[0] >> 4, c3: bytes[1] & 0x0F)
        return [
            ("C1", halves.c1 ^ inverted.c1), ("C2", halves.c2 ^ inverted.c2), ("C3", halves.c3 ^ inverted.c3),
        ].filter { $0.1 & 0x0F != 0x0F }.map(\.0)
    }

    /// C1 C2 C3 of a block as one number, C1 the highest.
    private func bits(of block: Int) -> Int {
        func bit(_ half: UInt8) -> Int { Int(half >> UInt8(block) & 1) }
        return bit(halves.c1) << 2 | bit(halves.c2) << 1 | bit(halves.c3)
    }

    private func digits(of block: Int) -> String {
        let text = String(bits(of: block), radix: 2)
        return String(repeating: "0", count: 3 - text.count) + text
    }

    /// What a data block allows, and to whom.
    struct Block {
        var read: String
        var write: String
        var increment: String
        var decrement: String

        /// A key B that can be read opens nothing.
        func words(keyBIsReadable: Bool) -> String {
            func who(_ keys: String) -> String {
                guard keyBIsReadable else { return keys }
                return switch keys {
                case "A or B": "A"
                case "B": "nobody"
                default: keys
                }
            }
            return "read \(who(read)), write \(who(write)), increment \(who(increment)), decrement \(who(decrement))"
                + (keyBIsReadable ? "; key B can be read, so it opens nothing" : "")
        }
    }

    /// What a trailer allows.
    struct Trailer {
        var words: String
        var keyBIsReadable: Bool
    }

    /// By C1 C2 C3 as a number.
    private static let blocks: [Block] = [
        Block(read: "A or B", write: "A or B", increment: "A or B", decrement: "A or B"),
        Block(read: "A or B", write: "nobody", increment: "nobody", decrement: "A or B"),
        Block(read: "A or B", write: "nobody", increment: "nobody", decrement: "nobody"),
        Block(read: "B", write: "B", increment: "nobody", decrement: "nobody"),
        Block(read: "A or B", write: "B", increment: "nobody", decrement: "nobody"),
        Block(read: "B", write: "nobody", increment: "nobody", decrement: "nobody"),
        Block(read: "A or B", write: "B", increment: "B", decrement: "A or B"),
        Block(read: "nobody", write: "nobody", increment: "nobody", decrement: "nobody"),
    ]

    private static let trailers: [Trailer] = [
        Trailer(
            words: "key A written by A; access bits read by A, never written; key B read and written by A",
            keyBIsReadable: true),
        Trailer(
            words: "key A written by A; access bits read and written by A; key B read and written by A (as delivered)",
            keyBIsReadable: true),
        Trailer(
            words: "key A never written; access bits read by A, never written; key B read by A, never written",
            keyBIsReadable: true),
        Trailer(
            words: "key A written by B; access bits read by A or B, written by B; key B written by B, never read",
            keyBIsReadable: false),
        Trailer(
            words: "key A written by B; access bits read by A or B, never written; key B written by B, never read",
            keyBIsReadable: false),
        Trailer(
            words: "key A never written; access bits read by A or B, written by B; key B never written or read",
            keyBIsReadable: false),
        Trailer(
            words: "key A never written; access bits read by A or B, never written; key B never written or read",
            keyBIsReadable: false),
        Trailer(
            words: "key A never written; access bits read by A or B, never written; key B never written or read",
            keyBIsReadable: false),
    ]
}
