import Dumps
import Tags

extension JSONValue {
    /// An opened dump: as `read` answers, with the format, what is wrong, and what only dumps hold.
    init(opened: OpenedDump) {
        var object: JSONObject = [
            "format": .string(opened.format.rawValue), "problems": JSONValue(strings: opened.problems),
        ]
        object.add(opened.dump.report)
        object["origin"] = JSONValue(origin: opened.dump.origin)
        if !opened.dump.values.isEmpty {
            object["values"] = .array(
                opened.dump.values.map { value in
                    var object: JSONObject = ["name": .string(value.name), "value": .string(value.value)]
                    if value.isSecret { object["secret"] = true }
                    object["meaning"] = value.meaning.map { .string($0) }
                    return .object(object)
                })
        }
        if !opened.dump.applications.isEmpty {
            object["applications"] = .array(opened.dump.applications.map(JSONValue.init(application:)))
        }
        self = .object(object)
    }

    private init(origin: DumpOrigin) {
        self = [
            "reader": JSONValue(origin.reader),
            "taken": JSONValue(origin.taken.flatMap { Timestamp.text(Int64(clamping: $0 / 1000)) }),
            "program": JSONValue(origin.program),
        ]
    }

    private init(application: CardApplication) {
        self = [
            "aid": .string(Hex.string(application.id)), "settings": JSONValue(strings: application.settings),
            "explained": JSONValue(strings: application.settingLines),
            "files": .array(
                application.files.map { file in
                    [
                        "number": .integer(file.number), "kind": .string(file.kind),
                        "settings": JSONValue(strings: file.settings),
                        "explained": JSONValue(strings: file.settingLines), "size": JSONValue(file.size),
                        "bytes": JSONValue(hex: file.content), "why": JSONValue(file.refusal),
                    ]
                }),
        ]
    }

    /// A comparison: whether the two are the same, each difference with its place, the records, and what was not compared.
    init(comparison: Comparison) {
        self = [
            "same": .bool(comparison.same),
            "differences": .array(comparison.differences.map(JSONValue.init(difference:))),
            "records": .array(comparison.records.map(JSONValue.init(recordDifference:))),
            "notices": JSONValue(strings: comparison.notices),
        ]
    }

    private init(difference: Difference) {
        var object = JSONObject()
        switch difference.place {
        case .page(let page): object["page"] = .integer(page)
        case .block(let block): object["block"] = .integer(block)
        case .file(let id, let offset):
            object["file"] = .string(Hex.file(id))
            object["offset"] = .integer(offset)
        case .applicationFile(let application, let file, let offset):
            object["application"] = .string(Hex.string(application))
            object["file"] = .integer(file)
            object["offset"] = .integer(offset)
        case .value(let name): object["place"] = .string(name)
        }
        object["region"] = .string(difference.region)
        object["a"] = JSONValue(hex: difference.a)
        object["b"] = JSONValue(hex: difference.b)
        object["meaning"] = .string(difference.meaning)
        self = .object(object)
    }

    private init(recordDifference difference: RecordDifference) {
        self = [
            "change": .string(difference.kind.rawValue),
            // Records are counted from 1, as people do.
            "a": JSONValue(difference.a.map { $0 + 1 }), "b": JSONValue(difference.b.map { $0 + 1 }),
            "meaning": .string(difference.meaning),
        ]
    }

    /// What a tool found.
    init(tool: Tool, _ result: ToolResult) {
        var object: JSONObject = ["kind": .string(tool.rawValue)]
        object.add(result.fields)
        object["lines"] = .array(
            result.lines.map {
                [
                    "label": .string($0.label), "value": .string($0.value), "explanation": .string($0.explanation),
                    "depth": .integer($0.depth),
                ]
            })
        if !result.problems.isEmpty { object["problems"] = JSONValue(strings: result.problems) }
        self = .object(object)
    }

    fileprivate init(tool value: ToolResult.Value) {
        switch value {
        case .text(let text): self = .string(text)
        case .number(let number): self = .integer(number)
        case .truth(let truth): self = .bool(truth)
        case .list(let values): self = .array(values.map(JSONValue.init(tool:)))
        case .object(let fields):
            var object = JSONObject()
            object.add(fields)
            self = .object(object)
        }
    }
}

extension JSONObject {
    fileprivate mutating func add(_ fields: [ToolResult.Field]) {
        for field in fields { self[field.name] = JSONValue(tool: field.value) }
    }
}
