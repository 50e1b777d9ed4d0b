import Engine
import NDEF
import Tags

/// A plan for a person: a line a step, old bytes and new, those that change in brackets.
///
///       05   34  03  10  D1  ->   34  03 [00] D1   hide the present message: length 0
///     ! 02   04  48  00  00  ->   04  48 [FF][FF]  lock 03-0F
///            can never be undone: ...
struct PlanText {
    let plan: Plan
    /// For each step whether it was done; `nil` for a plan that was not begun.
    var sent: [Bool]?
    let paint: Paint

    /// All lines; none for a plan without steps.
    var lines: [String] {
        plan.steps.enumerated().flatMap { index, step in
            var lines = [line(step, done: sent.map { $0.indices.contains(index) && $0[index] })]
            if case .file(_, let offset) = step.target, !step.secret { lines += rows(step, at: offset) }
            if let consequence = step.consequence {
                lines.append("       " + paint(.warning, "can never be undone: " + consequence.visible))
            }
            return lines
        } + plan.notices.map { Columns.row("Note", $0.visible) }
    }

    private func line(_ step: PlanStep, done: Bool?) -> String {
        let mark = step.reversible ? "  " : paint(.warning, "! ")
        let state =
            switch done {
            case nil: ""
            case true?: paint(.good, "done") + "  "
            case false?: paint(.bad, "not done") + "  "
            }
        guard case .page(let page) = step.target else {
            return mark + Columns.pad(PlanText.name(of: step.target), PlanText.bytesWidth + 4) + state
                + step.why.visible
        }
        let old: [UInt8?] = step.old ?? Array(repeating: nil, count: step.new.count)
        return mark + paint(.address, Hex.address(page)) + "  " + cells(step.old, step.secret, against: nil) + " -> "
            + cells(step.secret ? nil : step.new, step.secret, against: old) + "  " + state + step.why.visible
    }

    /// The bytes of a part of a file, eight a row; rows in which nothing changes are left out.
    private func rows(_ step: PlanStep, at offset: Int) -> [String] {
        stride(from: 0, to: step.new.count, by: 8).compactMap { start in
            let range = start..<min(start + 8, step.new.count)
            let old: [UInt8?] = range.map { index in
                step.old.flatMap { $0.indices.contains(index) ? $0[index] : nil }
            }
            let new = Array(step.new[range])
            guard zip(old, new).contains(where: { $0 != $1 }) else { return nil }
            let before = old.map { $0.map { " \(Hex.byte($0)) " } ?? " ·· " }.joined()
            return "       " + paint(.address, FileText.offset(offset + start)) + "  " + Columns.pad(before, 32)
                + " -> "
                + cells(new, false, against: old)
        }
    }

    /// Old cells, the arrow and new cells of a four-byte page.
    private static let bytesWidth = 16 + 4 + 16 + 2

    /// The bytes, four columns each; in brackets where they differ from those they replace.
    private func cells(_ bytes: [UInt8]?, _ secret: Bool, against old: [UInt8?]?) -> String {
        guard let bytes else {
            return Columns.pad(secret && old != nil ? " " + JSONValue.secret : "  ··  ··  ··  ··", 16)
        }
        return bytes.enumerated().map { index, byte in
            let same = old.map { $0.indices.contains(index) && $0[index] == byte } ?? true
            return same ? " \(Hex.byte(byte)) " : paint(.title, "[\(Hex.byte(byte))]")
        }.joined()
    }

    /// What a step acts on.
    static func name(of target: PlanStep.Target) -> String {
        switch target {
        case .page(let page): "page " + Hex.address(page)
        case .block(let block): "block " + Hex.address(block)
        case .file(let id, let offset): "file " + Hex.file(id) + " at " + String(offset)
        case .command(let name): name
        }
    }
}
