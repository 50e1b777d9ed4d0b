import NDEF
import Tags
import Terminal

// MARK: - The dynamic link

extension AppModel {
    private static let stay = "stay as they are"
    private static let publicRead = "public read, keyed write"

    /// The parts of the link that are filled in while it is typed; `nil` where the template is none yet.
    private static func mirrors(_ form: Form) -> [SDMSettings.Mirror] {
        (try? SDMTemplate(form["url"]))?.mirrors ?? []
    }

    func linkFields(_ now: Form) -> [FormField] {
        let mirrors = Self.mirrors(now)
        let metaWords = mirrors.contains(.picc) ? CardWords.keys : [CardWords.free]
        let usesFileKey = mirrors.contains(.mac)
        var fields: [FormField] = [
            .text(
                "url", "Link", Self.exampleLink,
                help:
                    "{uid} {ctr} {mac} {picc} {file:32} {tt} stand for what the chip puts in; {mac-from} begins the MAC's input"
            ),
            .choice(
                "meta", "UID, counter", metaWords, now["meta"],
                help: "The key that encrypts UID and counter in {picc}; plain {uid} and {ctr} need none"
            ).disabled(because: mirrors.contains(.picc) ? nil : "only {picc} is encrypted"),
            .choice(
                "file", "MAC", CardWords.keys, now["file"], help: "The key that makes the MAC and encrypts {file:..}"
            ).disabled(because: usesFileKey ? nil : "the link has no {mac}"),
            .choice(
                "counter", "Counter told to", [CardWords.never, CardWords.free] + CardWords.keys, now["counter"],
                help: "Who may ask the tag for its reading counter, beside reading the link"),
            .text(
                "limit", "Last reading", takes: .characters("0123456789"),
                help: "The counter after which the link is not read any more; empty: no limit"),
            .choice(
                "rights", "Rights", [Self.publicRead, Self.stay], now["rights"],
                help: "Who may read and write the message: everybody reads, key 0 writes; or what is set now"),
        ]
        var keys: [UInt8] = [card?.changeKey(of: 2) ?? 0]
        if mirrors.contains(.picc) { keys.append(CardWords.number(now["meta"])) }
        if usesFileKey { keys.append(CardWords.number(now["file"])) }
        if now["rights"] != Self.stay { keys.append(0) }
        fields += keysNow(keys) + diversificationFields(now, hasNew: false)
        return fields
    }

    private static let exampleLink = "https://"

    /// The link that is asked for.
    func link(_ form: Form) throws(FormProblem) -> DNALink {
        let template: SDMTemplate
        do throws(Refusal) { template = try SDMTemplate(form["url"]) } catch { throw Self.problem(error, "url") }
        var limit: Int?
        if !form["limit"].isEmpty {
            guard let number = Int(form["limit"]), (1...0xFF_FFFF).contains(number) else {
                throw FormProblem(field: "limit", sentence: "The last reading is 1 to 16777215")
            }
            limit = number
        }
        let link = DNALink(
            template: template, rights: Self.rights(form, template), counterLimit: limit,
            access: form["rights"] == Self.stay
                ? AccessChange() : AccessPreset.publicRead.changes[2] ?? AccessChange())
        _ = try layout(link, field: "url")
        return link
    }

    private static func rights(_ form: Form, _ template: SDMTemplate) -> SDMTemplate.Rights {
        let mirrors = template.mirrors
        return SDMTemplate.Rights(
            meta: mirrors.contains(.picc) ? .key(CardWords.number(form["meta"])) : nil,
            file: mirrors.contains(.mac) ? .key(CardWords.number(form["file"])) : nil,
            counter: CardWords.condition(form["counter"]))
    }

    /// The file as it will be written; what the chip would refuse is said of the field.
    func layout(_ link: DNALink, field: String) throws(FormProblem) -> SDMTemplate.Layout {
        do throws(Refusal) {
            return try link.template.layout(
                suite: .aes, rights: link.rights, fileSize: card?.settings(of: 2).size ?? 256,
                counterLimit: link.counterLimit, tamper: tagDeck.identity?.chipName.hasSuffix("TT") == true)
        } catch {
            throw Self.problem(error, field)
        }
    }

    static func problem(_ refusal: Refusal, _ field: String) -> FormProblem {
        let reason = refusal.reason.prefix(1).uppercased() + refusal.reason.dropFirst()
        return FormProblem(field: field, sentence: "\(reason). \(refusal.advice)")
    }

    func linkNotes(_ form: Form, columns: Int) -> [StyledLine] {
        guard form["url"].count > Self.exampleLink.count else {
            return StyledLine.wrapped(
                "Such as https://example.com/t?uid={uid}&ctr={ctr}&mac={mac} in plain, or "
                    + "https://example.com/t?p={picc}&m={mac} encrypted.", .dim, columns: columns)
        }
        do throws(FormProblem) {
            let link = try link(form)
            let layout = try layout(link, field: "url")
            var lines = LinkText.lines(layout, fileSize: card?.settings(of: 2).size ?? 256, columns: columns)
            for warning in layout.settings.warnings {
                lines += StyledLine.wrapped(
                    warning.prefix(1).uppercased() + warning.dropFirst() + ".", .warning, columns: columns)
            }
            if layout.settings.piccOffset != nil {
                lines += StyledLine.wrapped(
                    "Counted for AES; on a tag that speaks LRP PICCData takes 48 characters, and the plan shows the places.",
                    .dim, columns: columns)
            }
            return lines
        } catch {
            return StyledLine.wrapped("Refused here: " + error.sentence, .error, columns: columns)
        }
    }
}

/// Where in the file the parts of a dynamic link are.
enum LinkText {
    /// The link as it stands in the file with what is put in marked, each part with its place, and the sum.
    static func lines(_ layout: SDMTemplate.Layout, fileSize: Int, columns: Int) -> [StyledLine] {
        var lines = link(layout, columns: columns)
        let places = layout.settings.places(.aes).sorted { $0.bytes.lowerBound < $1.bytes.lowerBound }
        let width = places.map { $0.mirror.name.count }.max() ?? 0
        for place in places {
            let start = place.bytes.lowerBound
            var words = "byte \(start) (\(Hex.address(start))h), \(Words.count(place.bytes.count, "character"))"
            if place.mirror == .mac, let input = layout.settings.macInputOffset {
                words +=
                    input == start
                    ? ", over no bytes of the file" : ", over bytes \(input) to \(start - 1)"
            }
            if place.mirror == .encryption {
                words += ", of which the first \(place.bytes.count / 2) hold the plaintext"
            }
            lines.append(
                StyledLine([Span(HelpText.pad(place.mirror.name, width) + "  ", .label), Span(words, .value)]))
        }
        let sum =
            "\(layout.file.count) of \(Words.count(fileSize, "byte")) of file 02, the link from byte \(layout.textOffset)"
        return lines + StyledLine.wrapped(sum, .dim, columns: columns)
    }

    /// The text of the link from its first byte in the file, the mirrored parts marked.
    private static func link(_ layout: SDMTemplate.Layout, columns: Int) -> [StyledLine] {
        let text = Array(layout.file.dropFirst(layout.textOffset))
        let places = layout.settings.places(.aes).map(\.bytes)
        var lines: [StyledLine] = []
        for start in stride(from: 0, to: text.count, by: max(8, columns)) {
            var spans: [Span] = []
            for index in start..<min(text.count, start + max(8, columns)) {
                let offset = layout.textOffset + index
                let role: Role = places.contains { $0.contains(offset) } ? .changed : .text
                let character = String(decoding: [text[index]], as: UTF8.self).visible
                if spans.last?.role == role {
                    spans[spans.count - 1].text += character
                } else {
                    spans.append(Span(character, role))
                }
            }
            lines.append(StyledLine(spans))
        }
        return lines
    }
}

// MARK: - Bolt cards

extension AppModel {
    func boltFields(_ now: Form) -> [FormField] {
        let others = (1..<NTAG424.keyCount).filter { card?.isTakenForFactory($0) != true }
        return [
            .text(
                "url", "Service", "lnurlw://",
                help: "The address of the service: lnurlw:// or https://; p and c are added"),
            .key("issuer", "Issuer's key", help: "All five keys of the card follow from it and from the UID"),
            .text(
                "card", "Card version", "1", takes: .characters("0123456789"),
                help: "Counts on each time this card is set up anew"),
        ] + keysNow([0] + others) + diversificationFields(now, hasNew: false)
    }

    func boltLink(_ form: Form) throws(FormProblem) -> DNALink {
        let issuer = try Self.key(form.secret("issuer"), "issuer")
        var link = try boltTemplate(form)
        guard let version = UInt32(form["card"]) else {
            throw FormProblem(field: "card", sentence: "The card's version is a number, 1 for the first time")
        }
        link.issuer = DNALink.Issuer(key: issuer, version: version)
        return link
    }

    private func boltTemplate(_ form: Form) throws(FormProblem) -> DNALink {
        let url = form["url"]
        guard url.hasPrefix("lnurlw://") || url.hasPrefix("https://"), url.split(separator: "/").count > 1 else {
            throw FormProblem(field: "url", sentence: "A service begins with lnurlw:// or https://, and a host follows")
        }
        let template: SDMTemplate
        do throws(Refusal) { template = try SDMTemplate(BoltCard.template(url: url)) } catch {
            throw Self.problem(error, "url")
        }
        let link = DNALink(
            template: template,
            rights: SDMTemplate.Rights(meta: .key(BoltCard.metaKey), file: .key(BoltCard.fileKey)),
            access: AccessPreset.publicRead.changes[2] ?? AccessChange())
        _ = try layout(link, field: "url")
        return link
    }

    func boltNotes(_ form: Form, columns: Int) -> [StyledLine] {
        do throws(FormProblem) {
            let layout = try layout(try boltTemplate(form), field: "url")
            var lines = LinkText.lines(layout, fileSize: card?.settings(of: 2).size ?? 256, columns: columns)
            lines += StyledLine.wrapped(
                "Key 1 encrypts UID and counter, key 2 makes the MAC; all five keys get version "
                    + "\(Words.byte(BoltCard.keyVersion)).", .text, columns: columns)
            if let issuer = form.secret("issuer")?.bytes, let uid = tagDeck.identity?.uid,
                let version = UInt32(form["card"]),
                let keys = BoltCard.keys(issuer: issuer, uid: uid, version: version)
            {
                lines += StyledLine.wrapped(
                    "The card's name at its issuer: \(Hex.string(keys.cardID))", .value, columns: columns)
            }
            return lines
        } catch {
            let began = form["url"].count > "lnurlw://".count
            return StyledLine.wrapped(error.sentence, began ? .error : .dim, columns: columns)
        }
    }
}
