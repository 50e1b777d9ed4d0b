import NDEF
import Tags

/// `tagdesk sdm check URL`: no reader is needed.
enum SDMCheckCommand {
    static func run(_ context: CommandContext) throws(UsageError) -> ShellStatus {
        let invocation = context.invocation
        let link = invocation.operands.first ?? ""
        let options = KeyOptions(secrets: SecretReader(context))
        var meta = try invocation.value(of: .meta).map { spec throws(UsageError) in
            try options.secret(spec, .meta, "Key for UID and counter: ")
        }
        var file = try invocation.value(of: .file).map { spec throws(UsageError) in
            try options.secret(spec, .file, "Key for the MAC: ")
        }
        let assumed = meta == nil && file == nil
        if assumed { (meta, file) = (NTAG424.factoryKey, NTAG424.factoryKey) }
        let template = try invocation.value(of: .template).map { text throws(UsageError) in
            try SDMTemplate.parsed(text, .template)
        }
        let check = LinkCheck(link: link, meta: meta, file: file, template: template, assumesFactory: assumed)
        let verdict = check.verdict(lrp: invocation.has(.lrp) ? true : nil)
        if context.options.json {
            context.output.print(verdict.json)
        } else {
            for (name, text) in verdict.rows { context.output.print(Columns.row(name, text.visible)) }
        }
        return verdict.result.isGenuine ? .done : .failed
    }
}

/// One link with the keys to check it.
struct LinkCheck {
    var link: String
    var meta: [UInt8]?
    var file: [UInt8]?
    var template: SDMTemplate?
    /// No key was given, so the factory's were taken.
    var assumesFactory: Bool

    /// The outcome.
    /// - Parameter lrp: The tag speaks LRP; `nil` tries AES, and then LRP where that finds nothing that holds.
    func verdict(lrp: Bool?) -> LinkVerdict {
        let first = result(lrp == true ? .lrp : .aes, meta, file)
        var verdict = LinkVerdict(check: self, result: first, suite: lrp == true ? .lrp : .aes)
        if lrp == nil, !first.isGenuine {
            let second = result(.lrp, meta, file)
            if second.isGenuine || (first.uid == nil && second.uid != nil) {
                verdict = LinkVerdict(check: self, result: second, suite: .lrp)
            }
        }
        if verdict.result.mac == .invalid { verdict.otherKey = otherKey(verdict.suite) }
        return verdict
    }

    private func result(_ suite: SecureSession.Suite, _ meta: [UInt8]?, _ file: [UInt8]?) -> SUNResult {
        SUNChecker(suite: suite, metaKey: meta, fileKey: file)?.check(link, template: template) ?? SUNResult()
    }

    /// The key under which the MAC holds instead: a service that uses the wrong number is a common fault.
    private func otherKey(_ suite: SecureSession.Suite) -> String? {
        if let meta, meta != file, result(suite, meta, meta).isGenuine { return "the key given with --meta" }
        let zero = NTAG424.factoryKey
        if file != zero, result(suite, meta, zero).isGenuine { return "the factory's key (zero)" }
        return nil
    }
}

/// What came of checking a link.
struct LinkVerdict {
    var check: LinkCheck
    var result: SUNResult
    var suite: SecureSession.Suite
    /// The key under which the MAC holds, where it is another than the one given.
    var otherKey: String?

    private var macWord: String {
        switch result.mac {
        case .valid: "valid"
        case .invalid: "invalid"
        case .missing: "missing"
        case .unchecked: "unchecked"
        }
    }

    /// The part of the link that the MAC covers; `nil` where it does not hold.
    private var covered: String? {
        let bytes = Array(check.link.utf8)
        guard let start = result.macInputStart, let end = result.macStart, start <= end, end <= bytes.count else {
            return nil
        }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    private var fileText: String? {
        result.fileData.flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// One sentence on the whole.
    private var sentence: String {
        switch result.mac {
        case .valid: "The MAC holds: a tag with this key made the link."
        case .invalid:
            otherKey.map { "The MAC does not hold under the key given, but under \($0)." }
                ?? "The MAC does not hold: another key made it, or the link was changed."
        case .missing: "The link has no MAC: whoever copies it can show it again."
        case .unchecked: "The MAC was not checked."
        }
    }

    /// For a person, a line each.
    var rows: [(String, String)] {
        var rows: [(String, String)] = []
        if let uid = result.uid { rows.append(("UID", Hex.string(uid, separator: ":"))) }
        if let counter = result.counter { rows.append(("Reading", String(counter))) }
        if let data = result.fileData {
            rows.append(("File data", fileText ?? Hex.string(data, separator: " ")))
        }
        if let state = result.tamperState { rows.append(("Tamper loop", state)) }
        rows.append(("MAC", sentence))
        if let covered {
            rows.append(("", covered.isEmpty ? "It covers nothing but UID and counter." : "It covers " + covered))
        }
        rows.append(("Cipher", suite == .lrp ? "LRP" : "AES"))
        if check.assumesFactory { rows.append(("Keys", "none was given: the factory's (zero) were taken (assumed)")) }
        for problem in result.problems { rows.append(("Problem", problem)) }
        return rows
    }

    /// For a script.
    var json: JSONValue {
        var object = JSONObject()
        object["uid"] = result.uid.map { .string(Hex.string($0, separator: ":")) }
        object["counter"] = result.counter.map { .integer($0) }
        object["mac"] = .string(macWord)
        object["macValid"] = result.mac == .unchecked || result.mac == .missing ? .null : .bool(result.isGenuine)
        object["verdict"] = .string(sentence)
        object["suite"] = .string(suite.rawValue)
        object["fileData"] = result.fileData.map { JSONValue(hex: $0) }
        object["fileText"] = fileText.map { .string($0) }
        object["tamper"] = result.tamperState.map { .string($0) }
        object["macInput"] = covered.map { .string($0) }
        object["sessionVector"] = result.sessionVector.map { JSONValue(hex: $0) }
        object["piccData"] = result.piccData.map { JSONValue(hex: $0) }
        if check.assumesFactory { object["keys"] = "assumed" }
        if let otherKey { object["holdsUnder"] = .string(otherKey) }
        object["problems"] = JSONValue(strings: result.problems)
        return .object(object)
    }
}
