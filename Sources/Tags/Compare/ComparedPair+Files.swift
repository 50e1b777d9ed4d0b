/// Files, byte by byte.
extension ComparedPair {
    /// The runs of bytes that differ, what files one side alone has, and what could not be compared.
    func files() -> Part {
        guard !a.files.isEmpty, !b.files.isEmpty else {
            guard a.files.isEmpty != b.files.isEmpty else { return Part() }
            return Part(
                notices: ["only \(a.files.isEmpty ? names.b : names.a) has files; the messages were compared"])
        }
        var part = Part()
        for file in a.files {
            guard let other = b.file(file.id) else {
                part.differences.append(missing(file, from: names.b, onlyIn: names.a))
                continue
            }
            part.differences += settings(file, other)
            let runs = FileDifference.all(from: file.content, to: other.content)
            part.differences += runs.map { run in
                Difference(
                    place: .file(file.id, offset: run.offset), region: file.name, a: run.a, b: run.b,
                    meaning: meaning(of: run, in: file))
            }
            part.notices += unread(file, other)
        }
        part.differences += b.files.filter { a.file($0.id) == nil }.map {
            missing($0, from: names.a, onlyIn: names.b)
        }
        return part
    }

    private func missing(_ file: TagFile, from absent: String, onlyIn present: String) -> Difference {
        Difference(
            place: .value("\(file.name) file"), region: file.name, a: nil, b: nil,
            meaning: "file \(file.name) of \(file.size) bytes is in \(present) only")
    }

    /// Size, rights and settings of one file in both.
    private func settings(_ file: TagFile, _ other: TagFile) -> [Difference] {
        func value(_ name: String, _ meaning: String) -> Difference {
            Difference(
                place: .value("\(Hex.file(file.id)) \(name)"), region: file.name, a: nil, b: nil, meaning: meaning)
        }
        var differences: [Difference] = []
        if file.size != other.size {
            differences.append(value("size", "size \(file.size) -> \(other.size) bytes"))
        }
        if file.access != other.access {
            differences.append(value("access", "rights were \(file.access.words); now \(other.access.words)"))
        }
        // Only what both were asked for.
        if !file.settings.isEmpty, !other.settings.isEmpty, file.settings != other.settings {
            let gone = file.settings.filter { !other.settings.contains($0) }.joined(separator: ", ")
            let come = other.settings.filter { !file.settings.contains($0) }.joined(separator: ", ")
            differences.append(
                value(
                    "settings", "settings were \(gone.isEmpty ? "fewer" : gone); now \(come.isEmpty ? "fewer" : come)"))
        }
        return differences
    }

    private func meaning(of run: FileDifference, in file: TagFile) -> String {
        switch file.role {
        case .capabilityContainer: return "capability container"
        case .proprietary: return "content"
        case .message:
            guard run.offset < file.lengthBytes else { return "NDEF message" }
            return run.offset + run.a.count > file.lengthBytes ? "NDEF message and its length" : "length of the message"
        }
    }

    private func unread(_ file: TagFile, _ other: TagFile) -> [String] {
        let size = min(max(file.size, file.content.end), max(other.size, other.content.end))
        func sentence(_ file: TagFile, _ other: FileContent, _ name: String) -> String? {
            let gaps = file.content.unread(below: size)
            let missing = other.restricted(to: gaps).count
            guard missing > 0 else { return nil }
            return "\(missing == 1 ? "1 byte" : "\(missing) bytes") of \(file.name) not read in \(name)"
                + " (\(file.unreadWords))"
        }
        return [sentence(file, other.content, names.a), sentence(other, file.content, names.b)].compactMap { $0 }
    }
}

/// Bytes of a file that differ.
public struct FileDifference: Equatable, Sendable {
    /// Where the first one lies.
    public var offset: Int
    /// The bytes of the first side.
    public var a: [UInt8]
    /// As many of the second.
    public var b: [UInt8]

    /// Equal bytes between two differences that are told with them.
    private static let bridged = 3

    /// The runs of bytes that both know and that differ, in order.
    public static func all(from first: FileContent, to second: FileContent) -> [FileDifference] {
        var differences: [FileDifference] = []
        var rest = second.runs[...]
        for run in first.runs {
            while let next = rest.first, next.range.upperBound <= run.offset { rest.removeFirst() }
            for other in rest {
                let common = run.range.clamped(to: other.range)
                if other.offset >= run.range.upperBound { break }
                guard !common.isEmpty else { continue }
                collect(run, other, common, into: &differences)
            }
        }
        return differences
    }

    private static func collect(
        _ run: FileContent.Run, _ other: FileContent.Run, _ common: Range<Int>, into differences: inout [FileDifference]
    ) {
        let (left, right) = (common.lowerBound - run.offset, common.lowerBound - other.offset)
        var start: Int?
        var last = 0
        func close() {
            guard let begin = start else { return }
            differences.append(
                FileDifference(
                    offset: common.lowerBound + begin, a: Array(run.bytes[left + begin...left + last]),
                    b: Array(other.bytes[right + begin...right + last])))
        }
        for index in 0..<common.count where run.bytes[left + index] != other.bytes[right + index] {
            if start != nil, index - last > bridged + 1 {
                close()
                start = nil
            }
            start = start ?? index
            last = index
        }
        close()
    }
}
