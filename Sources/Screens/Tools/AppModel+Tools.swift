import Engine
import Tags
import Terminal

extension AppModel {
    /// Goes to the tools. What the cursor is on, and what the tag told, stands on the lines nobody typed into.
    mutating func openTools() {
        let selected = screen == .workbench && focus == .memory && deck.memory.mark != nil
        for tool in Tool.allCases {
            guard let value = toolValue(tool), tools.offer(value, to: tool) else { continue }
            if selected, tool == .convert { tools.tool = .convert }
        }
        screen = .tools
        tools.focus = .input
    }

    /// What the tag on the reader, or the bytes under the cursor, give a tool to begin with.
    func toolValue(_ tool: Tool) -> String? {
        switch tool {
        case .atr:
            guard let atr = readerState?.atr, !atr.isEmpty else { return nil }
            return Hex.string(atr, separator: " ")
        case .ats: return deck.identity?.ats.map { Hex.string($0, separator: " ") }
        case .sak: return nil
        case .convert, .crc, .tlv, .access:
            guard let image = deck.image else { return nil }
            let bytes = deck.memory.selection(in: image).compactMap(image.byte(at:))
            return bytes.isEmpty ? nil : Hex.string(bytes, separator: " ")
        }
    }

    /// Gives a key to the tools where it means something to what has the keys there; `nil` where not.
    mutating func handleInTools(_ key: Key) -> [Intent]? {
        if key.code == .tab {
            tools.focus = tools.focus == .input ? .results : .input
            return []
        }
        guard tools.focus == .input else { return nil }
        switch (key.code, key.control) {
        case (.escape, _), (.enter, _): tools.focus = .results
        case (.up, _): tools.step(-1)
        case (.down, _): tools.step(1)
        default:
            var line = tools.input
            guard line.handle(key) else { return nil }
            tools.input = line
        }
        return []
    }

    /// Does an action on the tools; `nil` where it means nothing there.
    mutating func performInTools(_ id: Action.ID) -> [Intent]? {
        if let move = Self.listMove(id) {
            tools.list.move(move, count: tools.answer.lines.count, height: ToolsGeometry(body: screenBody).rows)
            return []
        }
        switch id {
        case .open: tools.focus = .input
        case .nextTool, .right: tools.step(1)
        case .previousTool, .left: tools.step(-1)
        case .takeValue: if let value = toolValue(tools.tool) { tools.input = InputLine(value) }
        case .back, .leave: screen = .workbench
        default: return nil
        }
        return []
    }

    /// Why an action of the tools cannot be done.
    func reasonInTools(against id: Action.ID) -> String? {
        if screen != .tools { return "only on the screen Tools" }
        guard id == .takeValue, toolValue(tools.tool) == nil else { return nil }
        return switch tools.tool {
        case .atr: "no tag is on the reader"
        case .ats: "this tag gave no ATS"
        case .sak: "readers do not tell the ATQA"
        case .crc, .tlv, .convert, .access: "no memory was read"
        }
    }

    mutating func pasteInTools(_ line: String) {
        tools.focus = .input
        var input = tools.input
        input.insert(line)
        tools.input = input
    }

    /// The result under the cursor, and all of them.
    var toolsCopyItems: [CopyItem] {
        let lines = tools.answer.lines
        guard lines.indices.contains(tools.list.cursor) else { return [] }
        let line = lines[tools.list.cursor]
        return [
            CopyItem(label: "Value", text: line.value),
            CopyItem(label: "Line", text: line.text),
            CopyItem(
                label: "All lines",
                text: lines.map { String(repeating: "  ", count: $0.depth) + $0.text }.joined(separator: "\n"),
                words: Words.count(lines.count, "line")),
        ].filter { !$0.text.isEmpty }
    }

    /// Brings the results into bounds.
    mutating func settleTools() {
        tools.list.settle(count: tools.answer.lines.count, height: ToolsGeometry(body: screenBody).rows)
    }

    mutating func clickInTools(_ mouse: Mouse) -> [Intent] {
        let geometry = ToolsGeometry(body: screenBody)
        let row = mouse.position.row - geometry.tools.origin.row
        if geometry.tools.contains(mouse.position), Tool.allCases.indices.contains(row) {
            tools.tool = Tool.allCases[row]
            tools.focus = .input
        } else if geometry.input.contains(mouse.position) {
            tools.focus = .input
        } else if geometry.results.contains(mouse.position) {
            let place = mouse.position.row - geometry.results.origin.row + tools.list.top
            guard tools.answer.lines.indices.contains(place) else { return [] }
            tools.focus = .results
            tools.list.cursor = place
        }
        return []
    }
}
