import Tags

extension Comparison {
    /// Compares two dumps: their reports, and what only dumps hold, applications with their files and named values.
    /// - Parameter names: What the two sides are called in the sentences.
    public init(a: Dump, b: Dump, names: (a: String, b: String) = ("A", "B")) {
        self.init(
            a: a.report, b: b.report, names: names,
            hasApplications: (!a.applications.isEmpty, !b.applications.isEmpty))
        if obstacle != nil, !a.applications.isEmpty, !b.applications.isEmpty {
            // A card of applications holds neither memory nor files of its own.
            obstacle = nil
        }
        guard obstacle == nil else { return }
        let pair = ComparedApplications(a: a.applications, b: b.applications, names: names)
        differences += pair.differences
        notices += pair.notices
        let values = ComparedNamedValues(a: a.values, b: b.values, names: names)
        differences += values.differences
        notices += values.notices
    }
}

/// Applications side by side, by their AID; where an AID stands twice, the first with the first.
private struct ComparedApplications {
    private(set) var differences: [Difference] = []
    private(set) var notices: [String] = []
    private let names: (a: String, b: String)

    init(a: [CardApplication], b: [CardApplication], names: (a: String, b: String)) {
        self.names = names
        if a.isEmpty != b.isEmpty {
            notices.append("applications are in \(a.isEmpty ? names.b : names.a) only")
            return
        }
        var rest = b
        for application in a {
            guard let place = rest.firstIndex(where: { $0.id == application.id }) else {
                tellMissing(application, in: names.a)
                continue
            }
            compare(application, rest.remove(at: place))
        }
        for application in rest { tellMissing(application, in: names.b) }
    }

    private mutating func tellMissing(_ application: CardApplication, in name: String) {
        let id = Hex.string(application.id)
        let files = Words.count(application.files.count, "file")
        tell("application \(id)", id, "application \(id) with \(files) is in \(name) only")
    }

    private mutating func tell(_ place: String, _ region: String, _ meaning: String) {
        differences.append(
            Difference(place: .value(place), region: "application \(region)", a: nil, b: nil, meaning: meaning))
    }

    private mutating func compare(_ old: CardApplication, _ new: CardApplication) {
        let id = Hex.string(old.id)
        if let words = change(old.settings, new.settings) { tell("application \(id) settings", id, words) }
        var rest = new.files
        for file in old.files {
            guard let place = rest.firstIndex(where: { $0.number == file.number }) else {
                tell("application \(id) file \(file.number)", id, "file \(file.number) is in \(names.a) only")
                continue
            }
            compare(file, rest.remove(at: place), of: old.id)
        }
        for file in rest {
            tell("application \(id) file \(file.number)", id, "file \(file.number) is in \(names.b) only")
        }
    }

    private mutating func compare(_ old: ApplicationFile, _ new: ApplicationFile, of application: [UInt8]) {
        let id = Hex.string(application)
        let name = "file \(old.number)"
        if old.kind != new.kind { tell("application \(id) \(name) kind", id, "\(name): \(old.kind) -> \(new.kind)") }
        if let words = change(old.settings, new.settings) {
            tell("application \(id) \(name) settings", id, "\(name): \(words)")
        }
        switch (old.content, new.content) {
        case (let first?, let second?):
            differences += FileDifference.all(from: FileContent(first), to: FileContent(second)).map { run in
                Difference(
                    place: .applicationFile(application: application, file: old.number, offset: run.offset),
                    region: "application \(id)", a: run.a, b: run.b, meaning: "\(name), \(old.kind) data")
            }
            if first.count != second.count {
                tell(
                    "application \(id) \(name) size", id, "\(name): \(first.count) -> \(second.count) bytes")
            }
        case (nil, _?): tellUnread(old, id, "was not read in \(names.a)")
        case (_?, nil): tellUnread(new, id, "was not read in \(names.b)")
        case (nil, nil): tellUnread(old.refusal == nil ? new : old, id, "was read in neither")
        }
    }

    private mutating func tellUnread(_ file: ApplicationFile, _ id: String, _ words: String) {
        let why = file.refusal.map { " (\($0))" } ?? ""
        notices.append("file \(file.number) of application \(id) \(words)\(why)")
    }

    /// What lines are other ones; `nil` where they are the same.
    private func change(_ old: [String], _ new: [String]) -> String? {
        guard old != new else { return nil }
        let (gone, come) = (old.filter { !new.contains($0) }, new.filter { !old.contains($0) })
        if gone.isEmpty, come.isEmpty { return "the same settings in another order" }
        return "settings \(gone.isEmpty ? "" : "were " + gone.joined(separator: ", ") + "; ")now "
            + (come.isEmpty ? "without these" : come.joined(separator: ", "))
    }
}

/// Named values side by side; secrets are said to differ and not shown.
private struct ComparedNamedValues {
    private(set) var differences: [Difference] = []
    private(set) var notices: [String] = []

    init(a: [NamedValue], b: [NamedValue], names: (a: String, b: String)) {
        var rest = b
        var onlyA: [String] = []
        for value in a {
            guard let place = rest.firstIndex(where: { $0.name == value.name }) else {
                onlyA.append(value.name)
                continue
            }
            let other = rest.remove(at: place)
            guard value.value != other.value else { continue }
            let meaning =
                value.isSecret || other.isSecret
                ? "\(value.name) differs" : "\(value.name) \(value.value) -> \(other.value)"
            differences.append(
                Difference(place: .value(value.name), region: "values", a: nil, b: nil, meaning: meaning))
        }
        if !onlyA.isEmpty { notices.append("only \(names.a) says: \(onlyA.joined(separator: ", "))") }
        if !rest.isEmpty { notices.append("only \(names.b) says: \(rest.map(\.name).joined(separator: ", "))") }
    }
}
