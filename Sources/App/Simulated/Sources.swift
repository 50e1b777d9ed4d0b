import Engine
import NDEF
import Simulator
import Tags

/// Which readers a command works with.
enum Sources {
    /// For a list of readers: pcscd's, and the built-in one where it is asked for.
    static func all(_ context: CommandContext) throws(UsageError) -> [any ReaderSource] {
        if let replay = try replay(context) { return [replay] }
        let simulator = try builtIn(context, complain: context.output.complaint)
        return simulator.map { [PCSCSource(), $0] } ?? [PCSCSource()]
    }

    /// For one tag: the built-in reader alone where it is asked for, else pcscd's.
    static func one(_ context: CommandContext) throws(UsageError) -> [any ReaderSource] {
        if let replay = try replay(context) { return [replay] }
        let simulator = try builtIn(context, complain: context.output.complaint)
        return simulator.map { [$0] } ?? [PCSCSource()]
    }

    /// The recorded readers as `--replay` asks for them; `nil` without.
    static func replay(_ context: CommandContext) throws(UsageError) -> ReplaySource? {
        guard let path = context.options.replay else { return nil }
        let trace = try TraceInput.open(path)
        for problem in trace.problems { context.output.complaint("\(path.visible): \(problem)") }
        guard let source = ReplaySource(trace) else {
            throw .content(
                path, reason: "no tag was spoken to in this trace", advice: "Record one with a tag on the reader.")
        }
        return source
    }

    /// The built-in reader as `--simulate` asks for it; `nil` without.
    static func builtIn(
        _ context: CommandContext, complain: @escaping @Sendable (String) -> Void
    ) throws(UsageError) -> SimulatorSource? {
        switch context.options.simulate {
        case nil: nil
        case .bench?: .bench(folder: context.paths.simulator, complain: complain)
        case .tag(let spec)?:
            if let name = spec.benchName {
                .bench(folder: context.paths.simulator, placing: name, complain: complain)
            } else {
                SimulatorSource(tag: try spec.simulatedTag(option: .simulate))
            }
        }
    }
}

extension TagSpec {
    /// The tag it describes, as delivered or with its image's memory.
    func simulatedTag(option: OptionName, seed: UInt64 = 1) throws(UsageError) -> SimulatedTag {
        if let benchName, let model = SimulatorBench.defaultTags().first(where: { $0.name == benchName }),
            let tag = SimulatedTag(name: name, encodedState: model.tag.encodedState())
        {
            return tag
        }
        if let delivered = SimulatedChipName.card(chip, name: name, seed: seed) {
            guard let image else { return delivered }
            return try ImageFile.card(image, delivered: delivered, seed: seed)
        }
        let chip = try simulatedChip(option: option)
        // A UID whose signature was published, where the bench has one of this chip, makes the originality check real.
        let uid = SimulatorBench.defaultTags().first { $0.tag.chip == chip }?.tag.uid
        let delivered = SimulatedTag(chip: chip, name: name, uid: uid, seed: seed)
        guard let image else { return delivered }
        return try ImageFile.tag(image, chip: chip, name: name, delivered: delivered.image, seed: seed)
    }
}

extension TagSpec {
    /// The words of the chips and cards there are, for help and suggestions.
    static var chipWords: [String] { SimulatedChipName.all.map(\.word) + SimulatedChipName.cards.map(\.word) }

    /// The names of the bench's tags.
    static var benchNames: [String] { SimulatorBench.defaultTags().map(\.name) }

    /// The bench's tag that is meant, where this is no chip but one of its names.
    var benchName: String? {
        guard image == nil, SimulatedChipName.chip(chip) == nil, SimulatedChipName.card(chip) == nil else { return nil }
        return TagSpec.benchNames.first { $0 == chip }
    }

    private func simulatedChip(option: OptionName) throws(UsageError) -> Type2Chip {
        if let known = SimulatedChipName.chip(chip) { return known }
        let wanted: String
        if let near = Spelling.nearest(to: chip, among: TagSpec.chipWords + TagSpec.benchNames) {
            wanted = "there is no such chip or tag, did you mean \(near)?"
        } else {
            wanted = "there is no such chip; there are " + TagSpec.chipWords.joined(separator: ", ")
        }
        throw .badValue(of: option.dashed, value: chip, wanted: wanted)
    }
}
