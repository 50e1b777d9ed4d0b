import Tags

/// A comparison as plain text, to be copied.
enum CompareText {
    /// One difference: where, what it means, and the bytes of both sides.
    static func lines(of difference: Difference) -> [String] {
        let head = "\(difference.placeWords): \(difference.meaning)"
        guard !difference.isSecret else { return [head] }
        return [head]
            + [("A", difference.a), ("B", difference.b)].compactMap { side, bytes in
                bytes.map { "  \(side)  \(Hex.string($0, separator: " "))" }
            }
    }

    /// Both sides, all that differs by its region, and what was not compared.
    static func whole(_ shown: CompareScreen) -> String {
        guard let comparison = shown.comparison else { return "" }
        var lines = [("A", shown.first), ("B", shown.second)].map { letter, side in
            let identity = side.report?.identity
            return "\(letter)  \(side.name)  \(identity?.chipName ?? "")  \(Words.uid(identity?.uid ?? []))"
        }
        lines.append(shown.sum.words)
        if let obstacle = comparison.obstacle { lines.append(obstacle) }
        if !comparison.records.isEmpty { lines += ["", "records of the message"] }
        lines += comparison.records.map(\.meaning)
        var region: String?
        for difference in comparison.differences {
            if difference.region != region { lines += ["", difference.region] }
            region = difference.region
            lines += Self.lines(of: difference)
        }
        if !comparison.notices.isEmpty { lines += ["", "not compared"] + comparison.notices }
        return lines.map { Words.safe($0, limit: 4096) }.joined(separator: "\n")
    }
}

extension Difference {
    /// Passwords and keys are masked, wherever a dump has them.
    static let secretKinds: Set<MemoryRegion.Kind> = [.password, .passwordAcknowledge, .key]

    /// Its bytes must not be shown.
    var isSecret: Bool { kind.map(Self.secretKinds.contains) ?? false }
}
