import Engine
import NDEF
import Simulator
import Tags

/// `tagdesk trace replay`: the recorded commands, sent to a simulated tag.
enum TraceReplayCommand {
    static func run(_ context: CommandContext) throws(UsageError) -> ShellStatus {
        let path = context.invocation.operands.first ?? "-"
        let trace = try TraceInput.open(path)
        for problem in trace.problems { context.output.failure("warning: " + problem) }
        let tags = trace.tags
        guard !tags.isEmpty else {
            throw .content(
                path, reason: "no tag was spoken to in this trace", advice: "Record one with a tag on the reader.")
        }
        var results: [(tag: RecordedTag, simulated: String, comparison: TraceComparison)] = []
        for recorded in tags {
            let tag = try simulated(context, recorded, path)
            let reader = SimulatedReader(profile: profile(of: recorded), seed: 1)
            reader.insert(tag)
            let channel: any CardChannel
            do throws(ChannelError) { channel = try reader.connect() } catch { continue }
            results.append((recorded, tag.kind.name, TraceComparison(recorded, over: channel)))
            channel.disconnect(reset: true)
        }
        let same = results.allSatisfy { $0.comparison.differences.isEmpty }
        if context.options.json {
            context.output.print([
                "same": .bool(same), "tags": .array(results.map { document($0.tag, $0.simulated, $0.comparison) }),
            ])
        } else {
            for result in results { tell(result.tag, result.simulated, result.comparison, context.output) }
        }
        return same ? .done : .failed
    }

    private static func profile(of tag: RecordedTag) -> SimulatedProfile {
        SimulatedProfile.all.first { $0.name == tag.profile } ?? .acr1252
    }

    /// The tag that `--simulate` names, or one made of what the trace says.
    private static func simulated(
        _ context: CommandContext, _ recorded: RecordedTag, _ path: String
    ) throws(UsageError) -> SimulatedTag {
        if case .tag(let spec)? = context.options.simulate { return try spec.simulatedTag(option: .simulate) }
        if let tag = recorded.model { return tag }
        throw .content(
            path, reason: "what kind of tag it was cannot be simulated from the trace alone (\(recorded.words))",
            advice: "Name the tag to compare with: --simulate=CHIP[:IMAGE].")
    }

    private static func tell(
        _ tag: RecordedTag, _ simulated: String, _ comparison: TraceComparison, _ output: Output
    ) {
        var notes = ["\(comparison.sent) sent"]
        if comparison.secrets > 0 { notes.append("\(comparison.secrets) with a secret in them left out") }
        if !comparison.dependent.isEmpty {
            notes.append("\(comparison.dependent.count) more depend on a secret that the trace does not hold")
        }
        if comparison.random > 0 { notes.append("\(comparison.random) random answers not compared") }
        output.print(
            "\(tag.words.visible), against a simulated \(simulated): \(comparison.differences.count) "
                + "answers differ (" + notes.joined(separator: ", ") + ")")
        for difference in comparison.differences {
            output.print("")
            for line in difference.recorded.lines { output.print(line) }
            if let answer = difference.answer { output.print("  now < " + Hex.string(answer, separator: " ")) }
            output.print("    " + difference.words)
        }
    }

    private static func document(
        _ tag: RecordedTag, _ simulated: String, _ comparison: TraceComparison
    ) -> JSONValue {
        [
            "reader": .string(tag.reader), "uid": .string(Hex.string(tag.uid, separator: ":")),
            "chip": .string(tag.chip), "against": .string(simulated), "sent": .integer(comparison.sent),
            "secrets": .integer(comparison.secrets), "random": .integer(comparison.random),
            "differences": .array(comparison.differences.map(JSONValue.init(difference:))),
            "dependent": .array(comparison.dependent.map(JSONValue.init(difference:))),
        ]
    }
}

extension JSONValue {
    fileprivate init(difference: TraceComparison.Difference) {
        self = [
            "number": .integer(Int(clamping: difference.recorded.number)),
            "command": .string(Hex.string(difference.recorded.command)),
            "recorded": JSONValue(difference.recorded.response.map { Hex.string($0) }),
            "now": JSONValue(difference.answer.map { Hex.string($0) }), "meaning": .string(difference.words),
        ]
    }
}

extension RecordedTag {
    /// The tag as far as the trace tells it: the chip by its name, the UID, and the pages that were read, the last reading of each.
    ///
    /// Pages that were not read are as delivered. `nil` for what is no Type 2 chip that can be simulated.
    var model: SimulatedTag? {
        guard let chip = Type2Chip.named(chip) else { return nil }
        let name = words
        let uid = uid.count == 7 ? uid : nil
        var image = SimulatedTag(chip: chip, name: name, uid: uid, seed: 1).image
        var known = Set<Int>()
        // The first reading is what the tag held before anything was written.
        for exchange in exchanges {
            guard let frame = exchange.nativeCommand, let answer = exchange.nativeResponse, frame.count > 1,
                frame.first == 0x30 && answer.count == 16 || frame.first == 0x3A && answer.count >= 4
            else { continue }
            for (offset, start) in stride(from: 0, to: answer.count - 3, by: 4).enumerated() {
                let page = (Int(frame[1]) + offset) % max(1, chip.pageCount)
                // What never reads back answers 00 and is left as it is.
                guard !known.contains(page), !chip.writeOnlyPages.contains(page), image.count >= 4 * page + 4 else {
                    continue
                }
                known.insert(page)
                image.replaceSubrange(4 * page..<4 * page + 4, with: answer[start..<start + 4])
            }
        }
        return SimulatedTag(chip: chip, name: name, image: image, seed: 1)
    }
}
