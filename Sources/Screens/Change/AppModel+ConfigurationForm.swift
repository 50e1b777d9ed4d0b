import NDEF
import Tags
import Terminal

/// The settings of a chip's configuration pages as a form: one table for reading, showing and changing them.
struct ConfigurationForm {
    let chip: Type2Chip
    let image: TagImage
    let protection: ProtectionState

    init?(_ report: TagReport?) {
        guard let report, let chip = report.identity.chip, let image = report.image, let state = report.protection
        else {
            return nil
        }
        self.chip = chip
        self.image = image
        protection = state
    }

    private static let mirrors: [(word: String, content: MirrorState.Content?)] = [
        ("none", nil), ("UID", .uid), ("counter", .counter), ("UID and counter", .both),
    ]
    private static let off = "off"
    private static let on = "on"
    private static let open = "open"
    private static let frozen = "frozen for good"

    /// Why the chip has no such setting, `nil` where it has.
    private func missing(_ settings: ConfigurationSetting..., words: String) -> String? {
        settings.contains { chip.configuration?.field($0) != nil } ? nil : "\(chip.name) has no \(words)"
    }

    private func value(_ setting: ConfigurationSetting) -> Int? {
        chip.configuration?.value(of: setting, in: image).map(Int.init)
    }

    private func flag(_ setting: ConfigurationSetting) -> String { value(setting) == 1 ? Self.on : Self.off }

    private var mirrorWord: String {
        if chip.configuration?.field(.mirrorContent) == nil {
            return (value(.mirrorPage) ?? 0) > Type2Chip.capabilityPage ? Self.mirrors[1].word : Self.mirrors[0].word
        }
        let content = value(.mirrorContent) ?? 0
        return Self.mirrors.indices.contains(content) ? Self.mirrors[content].word : Self.mirrors[0].word
    }

    private var guardsReading: String {
        if let protects = value(.readProtection) { return protects == 1 ? Self.on : Self.off }
        return value(.writeOnlyProtection) == 0 ? Self.on : Self.off
    }

    /// The fields with the present values; what the chip does not have is greyed with the reason.
    var fields: [FormField] {
        let mirror = missing(.mirrorPage, words: "mirror")
        let counter = missing(.counterEnable, words: "counter that can be switched")
        return [
            .choice(
                "mirror", "Mirror",
                chip.configuration?.field(.mirrorContent) == nil
                    ? Self.mirrors.prefix(2).map(\.word) : Self.mirrors.map(\.word), mirrorWord,
                help: "MIRROR_CONF: what the tag shows as ASCII in place of memory bytes, such as in a link"
            ).disabled(because: mirror),
            .text(
                "mirrorPage", "  from page", Words.page(value(.mirrorPage) ?? 0),
                takes: .characters("0123456789abcdefx"),
                help: "MIRROR_PAGE, in hex: where the mirror begins; 00 to 03 switch it off"
            ).disabled(because: mirror),
            .choice(
                "mirrorByte", "  from byte", (0...3).map { "\($0)" }, "\(value(.mirrorByte) ?? 0)",
                help: "MIRROR_BYTE: the byte of that page"
            ).disabled(because: mirror),
            .choice(
                "counter", "Counter", [Self.off, Self.on], flag(.counterEnable),
                help: "NFC_CNT_EN: counts the first reading after each time the tag is put on"
            ).disabled(because: counter),
            .choice(
                "counterProtected", "  needs password", [Self.off, Self.on], flag(.counterProtection),
                help: "NFC_CNT_PWD_PROT: the counter is read only with the password"
            ).disabled(because: counter),
            .choice(
                "strongModulation", "Strong modulation", [Self.off, Self.on], flag(.strongModulation),
                help: "STRG_MOD_EN: a stronger signal; off only helps where a reader is overdriven"
            ).disabled(because: missing(.strongModulation, words: "modulation setting")),
            .text(
                "auth0", "Password from page", Words.page(value(.auth0) ?? 0xFF),
                takes: .characters("0123456789abcdefx"),
                help: "AUTH0, in hex: this page and those behind it need the password; beyond the memory none does"
            ).disabled(because: missing(.auth0, words: "password")),
            .choice(
                "prot", "Reading needs it", [Self.off, Self.on], guardsReading,
                help: "PROT (AUTH1 on Ultralight C): on, reading needs the password too"
            ).disabled(because: missing(.readProtection, .writeOnlyProtection, words: "read protection")),
            .choice(
                "authLimit", "Tries", (0...7).map { $0 == 0 ? "no limit" : "\($0)" },
                (value(.authLimit) ?? 0) == 0 ? "no limit" : "\(value(.authLimit) ?? 0)",
                help: "AUTHLIM: wrong passwords in all before the guarded pages are closed for good"
            ).disabled(because: missing(.authLimit, words: "limit of tries")),
            .choice(
                "configLock", "Configuration", [Self.open, Self.frozen],
                value(.configurationLock) == 1 ? Self.frozen : Self.open,
                help: "CFGLCK: these settings can never be changed again, by nobody"
            ).disabled(because: missing(.configurationLock, words: "configuration lock")),
        ]
    }

    /// The settings that the form changes; those that stay are not in it.
    func changes(_ form: Form) throws(FormProblem) -> [Wish.ConfigurationChange] {
        let before = Form(fields)
        func changed(_ name: String) -> Bool { before[name].uppercased() != form[name].uppercased() }
        var changes: [Wish.ConfigurationChange] = []
        let content = Self.mirrors.first { $0.word == form["mirror"] }?.content
        if changed("mirror") { changes.append(.mirror(content)) }
        // NTAG210 and 212 switch their mirror by its page alone.
        if changed("mirrorPage"), !(content == nil && changed("mirror")) {
            changes.append(.mirrorPage(try HexText.page(form["mirrorPage"], field: "mirrorPage")))
        }
        if changed("mirrorByte") { changes.append(.mirrorByte(Int(form["mirrorByte"]) ?? 0)) }
        if changed("counter") { changes.append(.counter(form["counter"] == Self.on)) }
        if changed("counterProtected") { changes.append(.counterProtected(form["counterProtected"] == Self.on)) }
        if changed("strongModulation") { changes.append(.strongModulation(form["strongModulation"] == Self.on)) }
        if changed("auth0") { changes.append(.auth0(try HexText.page(form["auth0"], field: "auth0"))) }
        if changed("prot") { changes.append(.guardsReading(form["prot"] == Self.on)) }
        if changed("authLimit") { changes.append(.authLimit(Int(form["authLimit"]) ?? 0)) }
        if changed("configLock"), form["configLock"] == Self.frozen { changes.append(.configurationLock) }
        return changes
    }
}

extension AppModel {
    /// Opens the form of the configuration.
    mutating func openConfigurationForm() {
        guard let settings = ConfigurationForm(tagDeck.report) else { return }
        if let place = settings.chip.configuration,
            settings.image.page(place.cfg0) == nil || settings.image.page(place.cfg1) == nil
        {
            complain(
                "Refused before anything was sent: the configuration was not read.",
                advice: "Read the tag with its password first (p).")
            return
        }
        dialogs.append(
            .form(FormDialog(.configure, title: "Configuration of \(settings.chip.name)", form: Form(settings.fields))))
    }

    mutating func acceptConfiguration(_ dialog: FormDialog) throws(FormProblem) -> [Intent] {
        guard let settings = ConfigurationForm(tagDeck.report) else { return [] }
        let wanted = try settings.changes(dialog.form)
        guard !wanted.isEmpty else { throw FormProblem(field: "", sentence: "No setting is changed") }
        return propose(Proposal(.configure(wanted), title: "Configure"))
    }

    /// The two pages as they would become, and the link that the mirror would show.
    func configureNotes(_ dialog: FormDialog, columns: Int) -> [StyledLine] {
        guard let settings = ConfigurationForm(tagDeck.report), let report = tagDeck.report,
            let place = settings.chip.configuration
        else { return [] }
        do {
            let wanted = try settings.changes(dialog.form)
            guard !wanted.isEmpty else { return [StyledLine("nothing is changed", .dim)] }
            // Only how it would look: whether the tag asks for a password is asked later.
            let plan = try Planner.plan(
                .configure(wanted), for: report, credential: Credential(password: [0, 0, 0, 0], key: []))
            var lines: [StyledLine] = []
            for (name, page) in [("CFG0", place.cfg0), ("CFG1", place.cfg1)] {
                guard let old = settings.image.page(page), let new = plan.after[page] else { continue }
                lines.append(
                    StyledLine([
                        Span("\(name) \(Words.page(page))  ", .label), Span(Words.bytes(old), .dim), Span(" -> "),
                        Span(Words.bytes(new), .changed),
                    ]))
            }
            if let link = MirrorPreview.link(report, after: plan.after) {
                lines += StyledLine.wrapped(
                    "the tag then shows \(Words.safe(link, limit: 300))", .value, columns: columns)
            }
            return lines
        } catch let refusal as Refusal {
            return StyledLine.wrapped(refusal.reason, .error, columns: columns)
        } catch let problem as FormProblem {
            return StyledLine.wrapped(problem.sentence, .error, columns: columns)
        } catch {
            return []
        }
    }
}

/// What a tag would show with another mirror, without writing anything.
enum MirrorPreview {
    /// The first link of the message with the mirror's characters in place; `nil` where nothing is mirrored or there is no
    /// link.
    static func link(_ report: TagReport, after pages: [Int: [UInt8]]) -> String? {
        guard var image = report.image else { return nil }
        for (page, bytes) in pages { image.set(page: page, to: bytes) }
        let planned = TagReader.report(identity: report.identity, image: image, authenticated: true)
        guard let mirror = planned.protection?.mirror, mirror.length > 0 else { return nil }
        for (index, byte) in text(mirror.content, report).prefix(mirror.length).enumerated() {
            let offset = mirror.offset + index
            guard var page = image.page(offset / image.pageSize) else { return nil }
            page[offset % image.pageSize] = byte
            image.set(page: offset / image.pageSize, to: page)
        }
        let shown = TagReader.report(identity: report.identity, image: image, authenticated: true)
        for record in shown.ndef?.decoding?.message.records ?? [] {
            if case .uri(let uri) = record.content { return uri }
        }
        return nil
    }

    /// The characters that are mirrored: 14 of the UID, 6 of the counter, an `x` between both.
    /// Source: NTAG213/215/216 data sheet rev 3.2, 8.7.
    private static func text(_ content: MirrorState.Content, _ report: TagReport) -> [UInt8] {
        let uid = Array(Hex.string(report.identity.uid).utf8)
        let value = report.counters.first { $0.number == 2 }?.value ?? report.counters.first?.value ?? 0
        let counter = Array(
            Hex.string([
                UInt8(truncatingIfNeeded: value >> 16), UInt8(truncatingIfNeeded: value >> 8),
                UInt8(truncatingIfNeeded: value),
            ]).utf8)
        return switch content {
        case .uid: uid
        case .counter: counter
        case .both: uid + Array("x".utf8) + counter
        case .tamper: []
        }
    }
}
