import Tags

/// Sends a plan step by step, each acknowledged, in doubt read back, and kept in the journal.
struct PlanRunner {
    /// How a run ended, short of an error.
    enum End: Equatable {
        case finished
        /// Somebody wanted an end, and nothing had been sent yet.
        case notBegun
        /// Somebody wanted an end while only the message was being exchanged: it can be put back.
        case stopped
    }

    let context: ChangeContext
    let plan: Plan
    let mirror: MirroredBytes
    /// AUTHLIM as it acts now.
    let limit: Int?
    /// Keeps a step that was done.
    let keep: (Int) -> Void
    /// Stops where the user wants an end; not while something is put back.
    let mayStop: Bool

    private(set) var sent: [Bool]
    private(set) var written = 0

    /// How often a step is sent before it counts as refused: a disturbed frame is no refusal.
    private static let tries = 2

    init(
        context: ChangeContext, plan: Plan, mirror: MirroredBytes, limit: Int?, mayStop: Bool,
        keep: @escaping (Int) -> Void
    ) {
        self.context = context
        self.plan = plan
        self.mirror = mirror
        self.limit = limit
        self.mayStop = mayStop
        self.keep = keep
        sent = Array(repeating: false, count: plan.steps.count)
    }

    mutating func run() throws(EngineError) -> End {
        for (index, step) in plan.steps.enumerated() {
            if mayStop, context.wantsEnd() {
                if index == 0 { return .notBegun }
                if isBetweenMessages(index) { return .stopped }
            }
            context.tell(
                OperationProgress(activity: Self.activity(step), done: index, total: plan.steps.count))
            try run(step)
            sent[index] = true
            keep(index)
        }
        return .finished
    }

    /// Only the message is in the making so far, so that the one before can be put back as it was.
    private func isBetweenMessages(_ index: Int) -> Bool {
        plan.steps[..<index].allSatisfy { [.hide, .data, .show, .prove].contains($0.phase) }
    }

    /// A step that changes the tag was sent, whatever became of it.
    var hasWritten: Bool {
        let begun = (sent.firstIndex(of: false) ?? sent.count - 1) + 1
        return plan.steps.prefix(begun).contains { $0.phase != .prove }
    }

    private mutating func run(_ step: PlanStep) throws(EngineError) {
        switch step.target {
        case .page(let page): try write(step, to: page)
        case .file(let id, let offset): try write(step, to: id, at: offset)
        case .command(let name): try prove(name, step)
        case .block: throw Self.otherTag
        }
    }

    /// A plan that is run on a tag of another type than it was made for.
    private static let otherTag = EngineError.refusedHere(
        reason: "the plan has a step for another type of tag", advice: "Plan the change for this tag.")

    /// Writes a page. Whatever comes back but ACK is settled by reading the page: readers report a failure for writes that
    /// the tag obeyed.
    private mutating func write(_ step: PlanStep, to page: Int) throws(EngineError) {
        guard case .pages(let writer) = context.writer else { throw Self.otherTag }
        var tries = Self.tries
        while true {
            let answer: Type2Writer.Answer
            let found: [UInt8]?
            do throws(TagError) {
                answer = try writer.write(step.new, page: page)
                written += 1
                if answer == .acknowledged { return }
                // A password that may be half written proves nothing any more, and each try with it would count.
                if step.readsBack == nil, step.phase == .password { writer.forgetAuthentication() }
                found = try writer.read(pages: [page])[page]
            } catch {
                throw context.error(error, during: "writing page \(Hex.address(page))")
            }
            if let wanted = step.readsBack, mirror.tells(found, wanted: wanted, old: step.old, page: page) { return }
            tries -= 1
            guard tries > 0 else {
                let isHidden = step.readsBack.map { mirror.equal(found, $0, page: page) } == true
                throw isHidden ? Self.unseen(page) : refusal(answer, page)
            }
        }
    }

    /// Reading cannot tell either: the tag shows something else in place of the page.
    private static func unseen(_ page: Int) -> EngineError {
        .badAnswer(
            "it did not acknowledge the write of page \(Hex.address(page)), and shows something else (a mirror) in place of "
                + "what it holds there, so that nobody can tell whether it was written")
    }

    private func refusal(_ answer: Type2Writer.Answer, _ page: Int) -> EngineError {
        switch answer {
        case .acknowledged, .unclear(.silence): .refusedByTag(command: 0xA2, page: page, raw: [])
        case .refused(let code): .refusedByTag(command: 0xA2, page: page, raw: code.map { [$0] } ?? [])
        case .unclear(let error):
            EngineError(error, reader: context.reader, during: "writing page \(Hex.address(page))")
        }
    }

    /// Writes a part of a file. Whatever comes back but 9000 is settled by reading that part.
    private mutating func write(_ step: PlanStep, to file: UInt16, at offset: Int) throws(EngineError) {
        guard case .files(let writer) = context.writer else { throw Self.otherTag }
        let range = offset..<offset + step.new.count
        let work = "writing file \(Hex.file(file)) at \(offset)"
        var tries = Self.tries
        while true {
            let answer: Type4Writer.Answer
            let found: [UInt8]?
            do throws(TagError) {
                answer = try writer.write(step.new, file: file, offset: offset)
                written += 1
                if answer == .acknowledged { return }
                found = try writer.read([file: [range]], chunk: CapabilityContainer.leastChunk)[file]?.bytes(in: range)
            } catch {
                throw context.error(error, during: work)
            }
            if let wanted = step.readsBack,
                mirror.tells(found, wanted: wanted, old: step.old, file: file, offset: offset)
            {
                return
            }
            tries -= 1
            switch answer {
            case .acknowledged: return
            // What the card itself refused it refuses again; a reader that got no answer may get one now.
            case .refused(let status) where tries == 0 || !status.isOfReader:
                throw .refusedByCard(CardRefusal(command: "UPDATE BINARY", file: file, status: status))
            case .unclear(let error) where tries == 0: throw context.error(error, during: work)
            case .refused, .unclear: continue
            }
        }
    }

    /// Proves that the tag took the new password or key, before anything asks for it.
    private func prove(_ name: String, _ step: PlanStep) throws(EngineError) {
        guard case .pages(let writer) = context.writer else { throw Self.otherTag }
        switch name {
        case "PWD_AUTH":
            try context.attempts.prove(
                step.new, pack: plannedPack, limit: limit, by: writer, on: context.reader)
        case "AUTHENTICATE":
            do throws(TagError) {
                try writer.authenticate(key: step.new)
            } catch {
                throw context.error(error, during: "proving the new key")
            }
        default:
            throw .refusedHere(
                reason: "the plan has a step that this tag does not know: \(name)",
                advice: "Plan the change for this tag."
            )
        }
    }

    /// The two bytes that the plan writes to the page of PACK.
    private var plannedPack: [UInt8]? {
        guard let page = context.identity.chip?.configuration?.pack else { return nil }
        return plan.steps.last { $0.target == .page(page) }.map { Array($0.new.prefix(2)) }
    }

    private static func activity(_ step: PlanStep) -> String {
        switch step.target {
        case .page(let page): "writing page \(Hex.address(page)): \(step.why)"
        case .file(let id, let offset): "writing file \(Hex.file(id)) at \(offset): \(step.why)"
        default: step.why
        }
    }
}
