import Engine
import NDEF
import Tags

/// `tagdesk trace show`.
enum TraceShowCommand {
    static func run(_ context: CommandContext) throws(UsageError) -> ShellStatus {
        let trace: Trace
        if let file = context.invocation.operands.first {
            trace = try TraceInput.open(file)
        } else if let last = TraceInput.last(in: context.paths.traces) {
            trace = last
        } else {
            return TraceInput.nothingKept.tell(context.output, json: context.options.json)
        }
        if context.options.json {
            context.output.print(JSONValue(trace))
            return .done
        }
        for problem in trace.problems { context.output.failure("warning: " + problem) }
        let paint = Paint(enabled: context.output.colour)
        for entry in trace.entries {
            for line in entry.lines.drop(while: \.isEmpty) {
                if case .exchange(let exchange) = entry, exchange.isFailure, line == entry.lines.last {
                    context.output.print(paint(.bad, line))
                } else {
                    context.output.print(line)
                }
            }
        }
        let count = trace.exchanges.count
        context.output.remark("\(count) exchange\(count == 1 ? "" : "s")")
        return .done
    }
}

extension JSONValue {
    /// A trace as one document.
    init(_ trace: Trace) {
        self = [
            "program": JSONValue(trace.program), "problems": JSONValue(strings: trace.problems),
            "tags": .array(
                trace.tags.map { tag in
                    [
                        "reader": .string(tag.reader), "profile": JSONValue(tag.profile),
                        "uid": tag.uid.isEmpty ? .null : .string(Hex.string(tag.uid, separator: ":")),
                        "chip": tag.chip.isEmpty ? .null : .string(tag.chip), "atr": .string(Hex.string(tag.atr)),
                        "exchanges": .integer(tag.exchanges.count),
                    ]
                }),
            "exchanges": .array(trace.exchanges.map(JSONValue.init(exchange:))),
        ]
    }

    /// One exchange, as in a line of a trace file.
    init(exchange: Exchange) {
        var object: JSONObject = [
            "number": .integer(Int(clamping: exchange.number)), "time": .integer(Int(clamping: exchange.time)),
            "duration": .integer(Int(clamping: exchange.duration)), "reader": .string(exchange.reader),
            "layer": .string(exchange.layer.rawValue),
        ]
        switch exchange.kind {
        case .transmit: object["kind"] = "transmit"
        case .reconnect: object["kind"] = "reconnect"
        case .control(let code):
            object["kind"] = "control"
            object["code"] = .string(Hex.string(withUnsafeBytes(of: code.bigEndian) { Array($0) }))
        }
        object["command"] = .string(Hex.string(exchange.command))
        object["response"] = exchange.response.map { .string(Hex.string($0)) }
        object["nativeCommand"] = exchange.nativeCommand.map { .string(Hex.string($0)) }
        object["nativeResponse"] = exchange.nativeResponse.map { .string(Hex.string($0)) }
        object["failed"] = .bool(exchange.isFailure)
        object["meaning"] = .string(exchange.meaning)
        for (key, ranges) in [
            ("maskedCommand", exchange.maskedCommand), ("maskedResponse", exchange.maskedResponse),
        ] where !ranges.isEmpty {
            object[key] = .array(ranges.map { JSONValue(integers: [$0.lowerBound, $0.upperBound]) })
        }
        self = .object(object)
    }
}
