import NDEF
import Tags
import Terminal

// MARK: - The form

extension AppModel {
    /// Opens the check of a link, with the one on the tag where there is one.
    mutating func openLinkCheck() {
        var dialog = FormDialog(.card(.checkLink), title: CardForm.checkLink.title, form: Form(checkFields(Form([]))))
        dialog.form.set(["link": linkOfTag ?? ""])
        dialogs.append(.form(dialog))
    }

    /// The link on the tag shown: the selected one, else the first.
    private var linkOfTag: String? {
        if let selectedLink { return selectedLink }
        for record in tagDeck.report?.ndef?.decoding?.message.records ?? [] {
            if case .uri(let uri) = record.content { return uri }
        }
        return nil
    }

    func checkFields(_ now: Form) -> [FormField] {
        [
            .text("link", "Link", help: "As a phone or a service shows it: paste it, or take the one of the tag"),
            .choice(
                "suite", "Made with", ["AES", "LRP"], now["suite"],
                help: "What the tag's chip works with; LRP only where it was set to that for good"),
            .key(
                "meta", "Key for UID", help: "Decrypts UID and counter (SDMMetaRead); empty where they are in plain"),
            .key(
                "file", "Key for MAC",
                help: "Checks the MAC and decrypts data of the file (SDMFileRead); empty tries the factory's"),
            .text(
                "template", "Template",
                help: "Where the parts are, with {uid} {ctr} {picc} {mac} {file:32}; empty: they are looked for"),
        ]
    }

    /// The check as the form is filled.
    func check(_ form: Form) throws(FormProblem) -> SUNCheck {
        let link = form["link"]
        guard !link.isEmpty else { throw FormProblem(field: "link", sentence: "Paste a link first") }
        func key(_ name: String) throws(FormProblem) -> [UInt8]? {
            guard let secret = form.secret(name), !secret.isEmpty else { return nil }
            return try Self.key(secret, name)
        }
        var template: SDMTemplate?
        if !form["template"].isEmpty {
            do throws(Refusal) { template = try SDMTemplate(form["template"]) } catch {
                throw Self.problem(error, "template")
            }
        }
        return SUNCheck(
            link: link, suite: form["suite"] == "LRP" ? .lrp : .aes,
            metaKey: try key("meta") ?? sessionKey(card?.files[2]?.sdm?.metaRead, link),
            fileKey: try key("file") ?? sessionKey(card?.files[2]?.sdm?.fileRead, link), template: template)
    }

    /// The key that the tag at hand took in this session, where the link is the one on it.
    private func sessionKey(_ condition: AccessCondition?, _ link: String) -> [UInt8]? {
        guard link == linkOfTag, case .key(let number)? = condition else { return nil }
        return rememberedKeys[number]
    }

    func checkNotes(_ form: Form, columns: Int) -> [StyledLine] {
        do throws(FormProblem) {
            let check = try check(form)
            return check.lines.flatMap { $0.wrapped(columns: columns) }
        } catch {
            return StyledLine.wrapped(
                form["link"].isEmpty
                    ? "What the link says, and whether it can be believed, is told as you type." : error.sentence,
                .dim, columns: columns)
        }
    }

    /// The result stays on the screen, to be copied; the form stays beneath it.
    mutating func acceptCheck(_ dialog: FormDialog) throws(FormProblem) -> [Intent] {
        let check = try check(dialog.form)
        dialogs.append(.form(dialog))
        let lines = check.lines
        dialogs.append(
            .text(
                TextDialog(
                    title: "What the link says",
                    lines: [TextDialog.Line("Link", check.link, .text)] + lines)))
        return []
    }
}

// MARK: - The result in words

/// One link, checked.
struct SUNCheck {
    let link: String
    let suite: SecureSession.Suite
    let metaKey: [UInt8]?
    let fileKey: [UInt8]?
    let template: SDMTemplate?

    /// What it says. Where no key for the MAC was given, the factory's is tried: a link made with it proves nothing.
    private var result: (result: SUNResult, isOfFactory: Bool)? {
        let factory = NTAG424.factoryKey
        guard let checker = SUNChecker(suite: suite, metaKey: metaKey, fileKey: fileKey) else { return nil }
        let result = checker.check(link, template: template)
        if let fileKey { return (result, fileKey == factory) }
        guard let second = SUNChecker(suite: suite, metaKey: metaKey ?? factory, fileKey: factory) else {
            return (result, false)
        }
        let tried = second.check(link, template: template)
        return tried.isGenuine ? (tried, true) : (result, false)
    }

    /// The result, a line for each thing.
    var lines: [TextDialog.Line] {
        guard let (result, isOfFactory) = result else {
            return [TextDialog.Line("!", "These keys cannot be used", .error)]
        }
        var lines = [mac(result)]
        if isOfFactory, result.isGenuine {
            lines.append(
                TextDialog.Line("!", "The key is the factory's, which everybody knows: it proves nothing", .warning))
        }
        if let uid = result.uid { lines.append(TextDialog.Line("UID", Words.uid(uid), .value)) }
        if let counter = result.counter {
            lines.append(TextDialog.Line("Counter", "\(counter): this reading, counted by the tag", .value))
        }
        if let data = result.fileData {
            let text = String(validating: data, as: UTF8.self).map { " = \(Words.safe($0, limit: 200))" } ?? ""
            lines.append(TextDialog.Line("Data", Words.bytes(data, limit: 64) + text, .value))
        }
        if let tamper = result.tamperState {
            let words = DNAState(tamper: Array(tamper.utf8)).tamperWords ?? ""
            lines.append(TextDialog.Line("Tamper", "\(Words.safe(tamper, limit: 8)): \(words)", .value))
        }
        if result.isGenuine, let start = result.macInputStart, let end = result.macStart {
            let words = start == end ? "no part of the link" : "bytes \(start) to \(end - 1) of the link"
            lines.append(TextDialog.Line("MAC over", words, .dim))
        }
        lines += result.problems.map {
            TextDialog.Line("!", $0.prefix(1).uppercased() + $0.dropFirst(), .warning)
        }
        return lines
    }

    private func mac(_ result: SUNResult) -> TextDialog.Line {
        let name = suite == .lrp ? "MAC (LRP)" : "MAC (AES)"
        return switch result.mac {
        case .valid: TextDialog.Line(name, "holds: a tag with this key made the link", .success)
        case .invalid:
            TextDialog.Line(name, "DOES NOT HOLD: another key made it, or somebody changed the link", .error)
        case .missing: TextDialog.Line(name, "there is none: whoever copies the link can show it again", .warning)
        case .unchecked:
            TextDialog.Line(name, "not checked: no key was given for it, or for what it is made of", .warning)
        }
    }
}
