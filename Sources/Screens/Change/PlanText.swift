import Tags
import Terminal

/// A plan in words and bytes: what a person sees before saying yes.
enum PlanText {
    /// The lines of a plan: its sum, its steps with old and new bytes, what can never be undone, and what is worth knowing.
    static func lines(_ plan: Plan, columns: Int, glyphs: Glyphs) -> [StyledLine] {
        var lines = StyledLine.wrapped(sum(plan), .value, columns: columns)
        for (index, step) in plan.steps.enumerated() {
            lines += self.lines(step, number: index + 1, of: plan.steps.count, columns: columns, glyphs: glyphs)
        }
        for notice in plan.notices { lines += StyledLine.wrapped("note: \(notice)", .warning, columns: columns) }
        if plan.needsAuthentication {
            let isOfCard = plan.steps.contains { $0.target.isOfDNA }
            lines += StyledLine.wrapped(
                isOfCard ? "the keys that it takes are proved on the way" : "the password is given to the tag first",
                .dim,
                columns: columns)
        }
        if let time = plan.takesEffect { lines += StyledLine.wrapped(time, .dim, columns: columns) }
        return lines
    }

    /// `4 steps, about 132 ms; all of it can be undone`.
    static func sum(_ plan: Plan) -> String {
        let never = plan.irreversibleSteps.count
        let undo =
            never == 0
            ? "all of it can be undone"
            : "\(never == plan.steps.count ? "none" : "\(never)") of them can"
                + (never == plan.steps.count ? " be undone" : " never be undone")
        return "\(Words.count(plan.steps.count, "step")), about \(plan.estimatedMilliseconds) ms; \(undo)"
    }

    /// The lines of one step.
    static func lines(
        _ step: PlanStep, number: Int, of count: Int, columns: Int, glyphs: Glyphs
    ) -> [StyledLine] {
        if case .file(let id, let offset) = step.target, !step.secret {
            return fileLines(step, id, offset, number: number, of: count, columns: columns, glyphs: glyphs)
        }
        let width = String(count).count
        let counted = String(repeating: " ", count: max(0, width - String(number).count)) + String(number)
        var spans = [Span(counted, .dim), Span(step.reversible ? "  " : " !", .warning)]
        spans += target(step)
        spans += bytes(step, glyphs: glyphs)
        let used = DisplayWidth.of(StyledLine(spans).text) + 2
        let indent = width + 3
        var lines: [StyledLine] = []
        if columns - used >= 24 {
            let why = StyledLine.wrapped(step.why, .text, columns: columns - used)
            for (row, line) in why.enumerated() {
                let head = row == 0 ? spans + [Span("  ")] : [Span(String(repeating: " ", count: used))]
                lines.append(StyledLine(head + line.spans))
            }
        } else {
            lines.append(StyledLine(spans))
            lines += indented(step.why, .text, by: indent, columns: columns)
        }
        if let back = step.readsBack, back != step.new, !step.secret {
            lines += indented("then reads \(Hex.string(back, separator: " "))", .dim, by: indent, columns: columns)
        }
        if let consequence = step.consequence {
            // A lock page closes many pages at once: its reason names them together.
            let words = step.phase == .lock ? step.why : consequence
            lines += indented("can never be undone: \(words)", .warning, by: indent, columns: columns)
        }
        return lines
    }

    /// A step on a file: what and why in one line, then the rows in which bytes change, old and new.
    private static func fileLines(
        _ step: PlanStep, _ id: UInt16, _ offset: Int, number: Int, of count: Int, columns: Int, glyphs: Glyphs
    ) -> [StyledLine] {
        let width = String(count).count
        let counted = String(repeating: " ", count: max(0, width - String(number).count)) + String(number)
        let head = "file \(Hex.file(id)) at \(offset), \(Words.count(step.new.count, "byte")): \(step.why)"
        var lines = StyledLine.wrapped(head, .text, columns: max(8, columns - width - 3)).enumerated().map {
            row, line in
            let lead = row == 0 ? counted : String(repeating: " ", count: width)
            return StyledLine(
                [Span(lead, .dim), Span(row == 0 && !step.reversible ? " ! " : "   ", .warning)] + line.spans)
        }
        let perRow = columns >= 70 ? 8 : 4
        for start in stride(from: 0, to: step.new.count, by: perRow) {
            let places = start..<min(start + perRow, step.new.count)
            let old = places.map { index in step.old.flatMap { $0.indices.contains(index) ? $0[index] : nil } }
            guard zip(old, places).contains(where: { $0 != step.new[$1] }) else { continue }
            var spans = [
                Span(String(repeating: " ", count: width + 3)), Span(FileSheet.digits(offset + start), .address),
            ]
            spans += old.map { Span(" " + ($0.map(Words.byte) ?? glyphs.unreadByte), $0 == nil ? .unread : .text) }
            spans.append(Span(String(repeating: " ", count: (perRow - old.count) * 3) + " \(glyphs.arrowRight)", .dim))
            for (place, before) in zip(places, old) {
                let same = before == step.new[place]
                spans.append(Span(" " + Words.byte(step.new[place]), same ? .text : .changed))
                spans.append(Span(same ? " " : "*", .changed))
            }
            lines.append(StyledLine(spans))
        }
        if let consequence = step.consequence {
            lines += indented("can never be undone: \(consequence)", .warning, by: width + 3, columns: columns)
        }
        return lines
    }

    private static func indented(_ text: String, _ role: Role, by indent: Int, columns: Int) -> [StyledLine] {
        StyledLine.wrapped(text, role, columns: max(8, columns - indent)).map {
            StyledLine([Span(String(repeating: " ", count: indent))] + $0.spans)
        }
    }

    private static func target(_ step: PlanStep) -> [Span] {
        switch step.target {
        case .page(let page): [Span(Words.page(page), .address)]
        case .block(let block): [Span(Words.page(block), .address)]
        case .file(let id, let offset): [Span("\(Words.page(Int(id))) +\(offset)", .address)]
        case .command(let name): [Span(name, .address)]
        }
    }

    /// Old bytes, an arrow, and the new ones, those that change marked.
    private static func bytes(_ step: PlanStep, glyphs: Glyphs) -> [Span] {
        if case .command = step.target { return [] }
        let old: [Span] =
            (0..<max(step.new.count, step.old?.count ?? 0)).map { index in
                let byte = step.old.flatMap { $0.indices.contains(index) ? Words.byte($0[index]) : nil }
                return Span(" " + (byte ?? glyphs.unreadByte), byte == nil ? .unread : .text)
            }
        let arrow = Span(" \(glyphs.arrowRight)", .dim)
        if step.secret { return [Span(" ")] + old + [arrow, Span(" " + String(repeating: "*", count: 8), .changed)] }
        let new: [Span] = step.new.enumerated().flatMap { index, byte -> [Span] in
            let same = step.old.flatMap { $0.indices.contains(index) ? $0[index] : nil } == byte
            return [Span(" " + Words.byte(byte), same ? .text : .changed), Span(same ? " " : "*", .changed)]
        }
        return [Span(" ")] + old + [arrow] + new
    }
}
