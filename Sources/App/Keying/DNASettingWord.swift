import NDEF
import Tags

/// A setting of `tagdesk configure` on an NTAG 424 DNA: its name, what it takes, and what it stands for.
struct DNASettingWord: Sendable {
    /// The name before the `=`.
    var name: String
    /// What stands after it, as help shows it.
    var form: String
    /// What it does, for help.
    var summary: String
    /// The setting; `nil` where the value is none.
    var setting: @Sendable (String) -> DNAConfiguration?
}

extension DNASettingWord {
    /// Every setting, in the order in which help lists them.
    static let all: [DNASettingWord] = [
        DNASettingWord(name: "randomUID", form: "on", summary: "another UID at every power-up, for ever") {
            $0 == "on" ? .randomID : nil
        },
        DNASettingWord(name: "lrp", form: "on", summary: "LRP in place of AES, for ever") { $0 == "on" ? .lrp : nil },
        DNASettingWord(
            name: "failures", form: "off|LIMIT:BACK", summary: "wrong keys that close one; what a right one gives back"
        ) { text in
            if text == "off" { return .failures(enabled: false, limit: 1000, decrement: 10) }
            let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { UInt16($0) }
            guard parts.count == 2, let limit = parts[0], let back = parts[1] else { return nil }
            return .failures(enabled: true, limit: limit, decrement: back)
        },
        DNASettingWord(name: "chainedWriting", form: "off", summary: "no WriteData in several frames with a MAC") {
            $0 == "off" ? .chainedWritingOff : nil
        },
        DNASettingWord(
            name: "tamper", form: "free|0-4", summary: "watch the loop of a TagTamper, for ever; who may ask for it"
        ) {
            AccessCondition(word: $0).map { .tamper(statusRight: $0) }
        },
        DNASettingWord(name: "strongModulation", form: "on|off", summary: "strong back modulation") {
            $0 == "on" ? .strongModulation(true) : $0 == "off" ? .strongModulation(false) : nil
        },
    ]

    /// The list for help, a line each.
    static var helpLines: [String] { all.map { "  " + Columns.pad($0.name + "=" + $0.form, 29) + $0.summary } }

    /// One of the operands names what only this chip has.
    static func isMeant(by operands: [String]) -> Bool {
        let own = Set(all.map { $0.name.lowercased() }).subtracting(SettingWord.all.map { $0.name.lowercased() })
        return operands.contains { own.contains($0.prefix { $0 != "=" }.lowercased()) }
    }

    /// The settings that the operands `KEY=VALUE` stand for.
    static func settings(_ operands: [String]) throws(UsageError) -> [DNAConfiguration] {
        var settings: [DNAConfiguration] = []
        for operand in operands {
            let parts = operand.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else {
                throw .badValue(of: "a setting", value: operand, wanted: "it has the form KEY=VALUE")
            }
            guard let word = all.first(where: { $0.name.lowercased() == parts[0].lowercased() }) else {
                throw .badValue(
                    of: "a setting of NTAG 424 DNA", value: parts[0],
                    wanted: "there are " + all.map(\.name).joined(separator: ", "))
            }
            guard let setting = word.setting(parts[1].lowercased()) else {
                throw .badValue(of: word.name, value: parts[1], wanted: "it takes " + word.form)
            }
            guard !settings.contains(where: { $0.option == setting.option }) else {
                throw .badValue(of: word.name, value: parts[1], wanted: "it was given before")
            }
            settings.append(setting)
        }
        return settings
    }
}
