/// Tag, length and value taken apart: BER (ISO/IEC 7816-4, 8825-1) and the blocks of NFC Forum tags.
enum TLVTool {
    /// Deeper nesting is shown as bytes.
    static let mostDepth = 16
    /// More elements than these are not listed.
    static let mostElements = 4096

    static func evaluate(_ bytes: [UInt8]) -> ToolResult {
        let blocks = TagBlocks(bytes)
        var ber = BERReading(bytes)
        let elements = ber.elements(to: bytes.count, depth: 0)
        var result = ToolResult()
        // `03 0B D1 01 ..` is a valid BIT STRING in BER, and nobody means that.
        let isBlocks = blocks.isPlausible
        if isBlocks { add(blocks, &result, isFirst: true) }
        if !isBlocks || ber.problem == nil {
            add(elements, problem: ber.problem, &result, isFirst: !isBlocks)
        }
        result.set("encoding", .text(isBlocks ? "ndef" : "ber"))
        return result
    }

    private static func add(_ blocks: TagBlocks, _ result: inout ToolResult, isFirst: Bool) {
        result.add("Tag blocks", "", "as in the memory of Type 2 and Type 5 tags")
        for block in blocks.blocks {
            let length = block.hasLength ? "\(block.value.count) bytes" : "no length"
            result.add(
                Hex.byte(block.tag), shown(block.value), [block.name, length].joined(separator: ", "), depth: 1)
        }
        if let problem = blocks.problem { result.problems.append(problem) }
        result.set(
            "items",
            .list(
                blocks.blocks.map {
                    .object([
                        .init("tag", .hex([$0.tag])), .init("length", .number($0.value.count)),
                        .init("value", .hex($0.value)), .init("name", .text($0.name)),
                    ])
                }))
    }

    private static func add(
        _ elements: [BERElement], problem: String?, _ result: inout ToolResult, isFirst: Bool
    ) {
        result.add(isFirst ? "BER-TLV" : "As BER-TLV", "", isFirst ? "" : "the same bytes read otherwise")
        list(elements, depth: 1, &result)
        if isFirst {
            if let problem { result.problems.append(problem) }
            result.set("items", .list(elements.map(value)))
        } else {
            result.set("ber", .list(elements.map(value)))
        }
    }

    private static func list(_ elements: [BERElement], depth: Int, _ result: inout ToolResult) {
        for element in elements {
            let what = [BERNames.name(of: element.tag), "\(element.length) bytes"].compactMap { $0 }
            result.add(
                Hex.string(element.tag), element.children == nil ? shown(element.value) : "",
                what.joined(separator: ", "), depth: depth)
            if let children = element.children { list(children, depth: depth + 1, &result) }
        }
    }

    private static func value(_ element: BERElement) -> ToolResult.Value {
        var fields: [ToolResult.Field] = [
            .init("tag", .hex(element.tag)), .init("length", .number(element.length)),
            .init("value", .hex(element.value)),
        ]
        if let name = BERNames.name(of: element.tag) { fields.append(.init("name", .text(name))) }
        if let children = element.children { fields.append(.init("items", .list(children.map(value)))) }
        return .object(fields)
    }

    /// The first bytes of a value; all of them where they are printable and few.
    private static func shown(_ bytes: [UInt8]) -> String {
        let most = 32
        let hex = Hex.string(bytes.prefix(most), separator: " ")
        return bytes.count > most ? hex + " ... (\(bytes.count) bytes)" : hex
    }
}
