import NDEF
import Tags

/// A setting of `tagdesk configure`: its name, what it takes, and the change it stands for.
struct SettingWord: Sendable {
    /// The name before the `=`.
    var name: String
    /// What stands after it, as help shows it.
    var form: String
    /// What it does, for help.
    var summary: String
    /// The change; `nil` where the value is none.
    var change: @Sendable (String) -> Wish.ConfigurationChange?
}

extension SettingWord {
    /// Every setting, in the order in which help lists them.
    static let all: [SettingWord] = [
        SettingWord(name: "mirror", form: "none|uid|counter|both", summary: "ASCII mirror of UID or counter") { text in
            switch text {
            case "none": .mirror(nil)
            case "uid": .mirror(.uid)
            case "counter": .mirror(.counter)
            case "both": .mirror(.both)
            default: nil
            }
        },
        SettingWord(name: "mirrorPage", form: "PAGE", summary: "where the mirror begins") {
            PageNumber.parse($0).map { .mirrorPage($0) }
        },
        SettingWord(name: "mirrorByte", form: "0-3", summary: "the byte in that page") {
            number($0, 0...3).map { .mirrorByte($0) }
        },
        SettingWord(name: "counter", form: "on|off", summary: "the NFC counter") { truth($0).map { .counter($0) } },
        SettingWord(name: "counterProtected", form: "on|off", summary: "reading the counter needs the password") {
            truth($0).map { .counterProtected($0) }
        },
        SettingWord(name: "strongModulation", form: "on|off", summary: "strong load modulation") {
            truth($0).map { .strongModulation($0) }
        },
        SettingWord(name: "auth0", form: "PAGE", summary: "the first page that needs the password; FF = none") {
            PageNumber.parse($0).map { .auth0($0) }
        },
        SettingWord(name: "prot", form: "write|readwrite", summary: "what needs the password (0 and 1 are taken too)") {
            switch $0 {
            case "write", "0", "off": .guardsReading(false)
            case "readwrite", "1", "on": .guardsReading(true)
            default: nil
            }
        },
        SettingWord(name: "authLimit", form: "0-7", summary: "wrong passwords until it refuses for ever; 0 = no limit")
        {
            number($0, 0...7).map { .authLimit($0) }
        },
        SettingWord(name: "configLock", form: "on", summary: "freeze the configuration for ever") {
            truth($0) == true ? .configurationLock : nil
        },
    ]

    /// The list for help, a line each.
    static var helpLines: [String] { all.map { "  " + Columns.pad($0.name + "=" + $0.form, 29) + $0.summary } }

    /// The changes that the operands `KEY=VALUE` stand for; each key once.
    static func changes(_ operands: [String]) throws(UsageError) -> [Wish.ConfigurationChange] {
        var changes: [Wish.ConfigurationChange] = []
        var seen: Set<String> = []
        for operand in operands {
            let parts = operand.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else {
                throw .badValue(of: "a setting", value: operand, wanted: "it has the form KEY=VALUE")
            }
            guard let word = all.first(where: { $0.name.lowercased() == parts[0].lowercased() }) else {
                let near = Spelling.nearest(to: parts[0], among: all.map(\.name))
                let names = all.map(\.name).joined(separator: ", ")
                throw .badValue(
                    of: "a setting", value: parts[0], wanted: near.map { "did you mean \($0)?" } ?? "there are \(names)"
                )
            }
            guard seen.insert(word.name).inserted else {
                throw .badValue(of: word.name, value: parts[1], wanted: "it was given before")
            }
            guard let change = word.change(parts[1].lowercased()) else {
                throw .badValue(of: word.name, value: parts[1], wanted: "it takes " + word.form)
            }
            changes.append(change)
        }
        return changes
    }

    private static func truth(_ text: String) -> Bool? {
        switch text {
        case "on", "1", "yes", "true": true
        case "off", "0", "no", "false": false
        default: nil
        }
    }

    private static func number(_ text: String, _ range: ClosedRange<Int>) -> Int? {
        Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
}
