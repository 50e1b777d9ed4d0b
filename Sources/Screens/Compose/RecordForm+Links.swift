import NDEF

/// Links, and the kinds of link that have fields of their own.
extension RecordForm {
    static let links: [RecordForm] = [mail, phone, sms, geo, uri, smartPoster, text, absoluteURI]

    /// The link of a URI record of a scheme, without the scheme.
    private static func rest(of record: NDEFRecord, scheme: String) -> String? {
        guard case .uri(let uri) = record.content, uri.lowercased().hasPrefix(scheme) else { return nil }
        return String(uri.dropFirst(scheme.count))
    }

    private static let uri = RecordForm(
        kind: .uri, title: "Link (URI)", summary: "a web address or any other link",
        fields: {
            [
                .text(
                    "uri", "Link",
                    help: "With its scheme, such as https://example.com; the usual beginnings take one byte")
            ]
        },
        read: { record in
            guard case .uri(let uri) = record.content else { return nil }
            return ["uri": uri]
        },
        build: { values throws(FormProblem) in
            guard !values["uri"].isEmpty else { throw FormProblem(field: "uri", sentence: "The link is empty") }
            return try built("uri") { () throws(RecordError) in try .uri(values["uri"]) }
        })

    private static let absoluteURI = RecordForm(
        kind: .absoluteURI, title: "Absolute URI", summary: "a link as the type of a record (TNF 3), for few uses",
        fields: { [.text("uri", "URI", help: "Phones do not open it: take the kind Link for that")] },
        read: { record in
            guard case .absoluteURI(let uri) = record.content, record.payload.isEmpty else { return nil }
            return ["uri": uri]
        },
        build: { values throws(FormProblem) in
            try built("uri") { () throws(RecordError) in try .absoluteURI(values["uri"]) }
        })

    private static let mail = RecordForm(
        kind: .mail, title: "Mail", summary: "opens a new mail (mailto:)",
        fields: {
            [
                .text("to", "To", help: "The address, such as post@example.com; several apart by commas"),
                .text("subject", "Subject", help: "Optional"),
                .text("body", "Text", help: "Optional; a line end is typed \\n"),
            ]
        },
        read: { record in
            guard let rest = rest(of: record, scheme: "mailto:") else { return nil }
            let halves = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            guard let to = PercentText.decoded(halves[0]),
                let query = PercentText.fields(halves.count > 1 ? halves[1] : "")
            else { return nil }
            var values = ["to": to]
            for (name, value) in query {
                guard ["subject", "body"].contains(name), values[name] == nil, let shown = LineText.shown(value) else {
                    return nil
                }
                values[name] = name == "body" ? shown : value
            }
            return values
        },
        build: { values throws(FormProblem) in
            let to = values["to"].filter { $0 != " " }
            guard to.contains("@") else {
                throw FormProblem(field: "to", sentence: "An address has an @, such as post@example.com")
            }
            let body = values.lines("body").split(separator: "\n", omittingEmptySubsequences: false).joined(
                separator: "\r\n")
            let query = [("subject", values["subject"]), ("body", body)].filter { !$0.1.isEmpty }
            return try link("to", "mailto:" + PercentText.encoded(to, keeping: "@,+"), query)
        })

    private static let phone = RecordForm(
        kind: .phone, title: "Phone number", summary: "offers to call (tel:)",
        fields: { [.text("number", "Number", help: "With the country, such as +49 30 1234567; blanks are left out")] },
        read: { record in rest(of: record, scheme: "tel:").map { ["number": $0] } },
        build: { values throws(FormProblem) in
            try link("number", "tel:" + number(values["number"], field: "number"), [])
        })

    private static let sms = RecordForm(
        kind: .sms, title: "SMS", summary: "opens a new text message (sms:)",
        fields: {
            [
                .text("number", "Number", help: "With the country, such as +49 30 1234567; blanks are left out"),
                .text("body", "Text", help: "Optional; a line end is typed \\n"),
            ]
        },
        read: { record in
            guard let rest = rest(of: record, scheme: "sms:") else { return nil }
            let halves = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            guard let query = PercentText.fields(halves.count > 1 ? halves[1] : "") else { return nil }
            guard query.allSatisfy({ $0.name == "body" }), query.count <= 1 else { return nil }
            let body = LineText.shown(query.first?.value ?? "")
            return body.map { ["number": String(halves[0]), "body": $0] }
        },
        build: { values throws(FormProblem) in
            let body = values.lines("body")
            return try link(
                "number", "sms:" + number(values["number"], field: "number"), body.isEmpty ? [] : [("body", body)])
        })

    private static let geo = RecordForm(
        kind: .geo, title: "Place", summary: "shows a place on the map (geo:)",
        fields: {
            [
                .text(
                    "latitude", "Latitude", takes: .characters("+-.0123456789"),
                    help: "Degrees north, -90 to 90, such as 52.5163"),
                .text(
                    "longitude", "Longitude", takes: .characters("+-.0123456789"),
                    help: "Degrees east, -180 to 180, such as 13.3777"),
                .text("query", "Search for", help: "Optional: what map programs look for there (?q=)"),
            ]
        },
        read: { record in
            guard let rest = rest(of: record, scheme: "geo:") else { return nil }
            let halves = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            let place = halves[0].split(separator: ",", omittingEmptySubsequences: false)
            guard place.count == 2, let query = PercentText.fields(halves.count > 1 ? halves[1] : ""),
                query.count <= 1, query.allSatisfy({ $0.name == "q" })
            else { return nil }
            return ["latitude": String(place[0]), "longitude": String(place[1]), "query": query.first?.value ?? ""]
        },
        build: { values throws(FormProblem) in
            let place =
                try degrees(values["latitude"], 90, "latitude") + "," + degrees(values["longitude"], 180, "longitude")
            return try link("latitude", "geo:" + place, values["query"].isEmpty ? [] : [("q", values["query"])])
        })

    private static let text = RecordForm(
        kind: .text, title: "Text", summary: "text with its language",
        fields: {
            [
                .text("text", "Text", help: "A line end is typed \\n, a backslash \\\\"),
                .text("language", "Language", "en", help: "A language tag, such as en, de or pt-BR"),
                .choice("encoding", "Encoding", ["UTF-8", "UTF-16"], help: "UTF-8, unless a device reads only UTF-16"),
            ]
        },
        read: { record in
            guard case .text(let text) = record.content, let shown = LineText.shown(text.text) else { return nil }
            return ["text": shown, "language": text.language, "encoding": text.encoding.rawValue]
        },
        build: { values throws(FormProblem) in
            try built("language") { () throws(RecordError) in
                try .text(
                    values.lines("text"), language: values["language"],
                    encoding: values["encoding"] == "UTF-16" ? .utf16 : .utf8)
            }
        })

    private static let actions = ["not said", "do it", "save it for later", "open it to edit"]

    private static let smartPoster = RecordForm(
        kind: .smartPoster, title: "Smart Poster", summary: "a link with a title",
        fields: {
            [
                .text("uri", "Link", help: "With its scheme, such as https://example.com"),
                .text("title", "Title", help: "What a person reads"),
                .text("language", "Language", "en", help: "The title's language tag, such as en or de"),
                .choice("action", "Action", actions, help: "What a phone is advised to do with the link"),
                .text("type", "Points to", help: "Optional: the MIME type of what the link leads to"),
                .text("size", "Size", help: "Optional: its size in bytes"),
            ]
        },
        read: { record in
            guard case .smartPoster(let poster) = record.content, let uri = poster.uri, poster.titles.count <= 1 else {
                return nil
            }
            let title = poster.titles.first
            guard let shown = LineText.shown(title?.text ?? "") else { return nil }
            let action = poster.action.flatMap { actions.indices.contains(Int($0) + 1) ? actions[Int($0) + 1] : nil }
            return [
                "uri": uri, "title": shown, "language": title?.language ?? "en", "action": action ?? actions[0],
                "type": poster.mediaType ?? "", "size": poster.size.map { "\($0)" } ?? "",
            ]
        },
        build: { values throws(FormProblem) in
            let title = values.lines("title")
            let size = UInt32(values["size"])
            guard values["size"].isEmpty || size != nil else {
                throw FormProblem(field: "size", sentence: "The size is a number of bytes")
            }
            let action = actions.firstIndex(of: values["action"]).flatMap { $0 > 0 ? UInt8($0 - 1) : nil }
            return try built("uri") { () throws(RecordError) in
                try .smartPoster(
                    uri: values["uri"],
                    titles: title.isEmpty ? [] : [TextContent(text: title, language: values["language"])],
                    action: action, mediaType: values["type"].isEmpty ? nil : values["type"], size: size)
            }
        })

    /// A URI record of a link with a query.
    private static func link(
        _ field: String, _ base: String, _ query: [(String, String)]
    ) throws(FormProblem) -> NDEFRecord {
        let fields = query.map { "\($0.0)=" + PercentText.encoded($0.1) }.joined(separator: "&")
        return try built(field) { () throws(RecordError) in try .uri(fields.isEmpty ? base : base + "?" + fields) }
    }

    /// A telephone number without the blanks and brackets people write.
    private static func number(_ text: String, field: String) throws(FormProblem) -> String {
        let number = text.filter { !" ()/".contains($0) }
        let isNumber =
            number.contains(where: \.isNumber)
            && number.allSatisfy { $0.isASCII && ($0.isNumber || "+-.*#;=".contains($0)) }
        guard isNumber else {
            throw FormProblem(field: field, sentence: "A number has digits, such as +49 30 1234567")
        }
        return number
    }

    private static func degrees(_ text: String, _ limit: Double, _ field: String) throws(FormProblem) -> String {
        guard let value = Double(text), value.magnitude <= limit else {
            throw FormProblem(field: field, sentence: "This is a number from -\(Int(limit)) to \(Int(limit))")
        }
        return text
    }
}
