import Tags

/// Takes a plan that everybody agreed to from the journal's first line to the verified end.
struct PlanExecution {
    let context: ChangeContext
    let plan: Plan
    /// The tag as it was read just now.
    let report: TagReport
    /// The memory that putting back means; that of `report` unless an earlier operation began the change.
    let before: TagImage
    /// What finishing means; the plan's unless an earlier operation began the change.
    let after: [Int: [UInt8]]
    let person: String

    private var mirror: MirroredBytes { MirroredBytes(report.protection?.mirror) }
    private var limit: Int? { report.protection?.authLimit }

    /// Writes and verifies.
    /// - Returns: An outcome with `done`; every other end is a failure, with what was sent and what the tag now holds.
    func run() throws(ChangeFailure) -> ChangeOutcome {
        let record: OperationRecord
        do throws(JournalError) {
            record = try OperationRecord(beginning: entry, in: try context.keeper.journal(), now: context.now)
        } catch {
            throw ChangeFailure(EngineError(error), ChangeOutcome(result: .failed, plan: plan, report: report))
        }
        context.holdGate()
        var runner = PlanRunner(
            context: context, plan: plan, mirror: mirror, limit: limit, mayStop: true, keep: record.acknowledge)
        var outcome: ChangeOutcome
        do throws(EngineError) {
            switch try runner.run() {
            case .finished:
                let image = try verify(plan, record)
                record.end(.done, readBack: image, verified: true)
                outcome = self.outcome(.done, runner, record, image)
                if context.wantsEnd() {
                    outcome.remarks.append(
                        "Cancelling came too late: the change was finished, so that the tag is whole.")
                }
                return outcome
            case .notBegun:
                record.end(.cancelled, verified: false)
                outcome = self.outcome(.failed, runner, record, report.image)
                outcome.verified = false
            case .stopped:
                let (image, more) = try putBack(runner, record)
                record.end(.putBack, readBack: image, verified: true)
                outcome = self.outcome(.failed, runner, record, image)
                outcome.written += more
                outcome.remarks.append("Cancelled on the way: what had been written was put back and verified.")
            }
        } catch {
            record.end(error.journalResult, verified: false)
            outcome = self.outcome(.failed, runner, record, nil)
            outcome.report = stillThere(after: error)
            if case .differs(let pages) = error { outcome.differences = pages }
            throw ChangeFailure(error, outcome)
        }
        throw ChangeFailure(.cancelled, outcome)
    }

    private var entry: JournalEntry {
        JournalEntry(
            uid: plan.uid, chipName: plan.chipName, kind: plan.kind, person: person, reader: context.reader,
            started: context.now(), before: before, after: after, steps: plan.steps.map { JournalEntry.Step(step: $0) })
    }

    /// What there is to say of a run; with an image that was verified.
    private func outcome(
        _ result: ChangeOutcome.Result, _ runner: PlanRunner, _ record: OperationRecord, _ image: TagImage?
    ) -> ChangeOutcome {
        ChangeOutcome(
            result: result, plan: plan, sent: runner.sent, written: runner.written, verified: image != nil,
            report: image.map { report.with(image: $0, authenticated: context.writer.isAuthenticated) },
            journalNumber: record.number,
            remarks: record.trouble.map { ["The journal failed on the way: \($0.headline)."] } ?? [])
    }

    // MARK: - Reading back

    /// Reads the pages of a plan again and compares.
    /// - Returns: The memory as it now is: what was read before, with the pages of the plan as they were read back.
    private func verify(_ plan: Plan, _ record: OperationRecord) throws(EngineError) -> TagImage {
        context.tell(
            OperationProgress(activity: "reading back", done: plan.steps.count, total: plan.steps.count))
        guard var image = report.image else {
            throw .refusedHere(reason: "the tag's memory was not read", advice: "Read the tag again.")
        }
        let found: [Int: [UInt8]]
        do throws(TagError) {
            found = try context.writer.read(pages: plan.after.keys)
        } catch {
            throw context.error(error, during: "reading back what was written")
        }
        var differences: [PageDifference] = []
        for (page, wanted) in plan.after.sorted(by: { $0.key < $1.key }) {
            if let bytes = found[page] { image.set(page: page, to: bytes) }
            if !mirror.equal(found[page], wanted, page: page) {
                differences.append(PageDifference(page: page, expected: wanted, found: found[page]))
            }
        }
        guard differences.isEmpty else {
            record.end(.differs, readBack: image, verified: false)
            throw .differs(pages: differences)
        }
        return image
    }

    /// The tag as it is after an error that left it on the reader; `nil` where it cannot be read any more.
    private func stillThere(after error: EngineError) -> TagReport? {
        switch error {
        case .refusedByTag, .refusedByCard, .badAnswer, .differs:
            let reading = context.writer.read()
            return reading.failure == nil ? reading.report : nil
        default: return nil
        }
    }

    // MARK: - Cancelling

    /// Brings the old message back, after the change was stopped half way to the new one.
    /// - Returns: The verified memory, and the pages written for it.
    private func putBack(
        _ runner: PlanRunner, _ record: OperationRecord
    ) throws(EngineError) -> (image: TagImage, written: Int) {
        guard let start = report.image else { throw .cancelled }
        var image = start
        var old: [Int: [UInt8]] = [:]
        for (step, sent) in zip(plan.steps, runner.sent) where sent {
            guard case .page(let page) = step.target, let bytes = step.readsBack else { continue }
            image.set(page: page, to: bytes)
            old[page] = start.page(page)
        }
        let back: Plan
        do throws(Refusal) {
            let now = report.with(image: image, authenticated: context.writer.isAuthenticated)
            back = try Planner.plan(.bring(to: old, like: plan.kind), for: now)
        } catch {
            throw EngineError(error)
        }
        var undoing = PlanRunner(
            context: context, plan: back, mirror: mirror, limit: limit, mayStop: false, keep: { _ in })
        _ = try undoing.run()
        return (try verify(back, record), undoing.written)
    }
}

extension TagReport {
    /// The same tag with another memory; what was not read from memory (signature, counters) stays.
    func with(image: TagImage, authenticated: Bool) -> TagReport {
        var report = TagReader.report(identity: identity, image: image, authenticated: authenticated)
        report.signature = signature
        report.counters = counters
        if let old = self.image {
            let ofMemory = TagReader.report(
                identity: identity, image: old, authenticated: protection?.authenticated ?? false
            ).findings
            report.findings += findings.filter { !ofMemory.contains($0) && !report.findings.contains($0) }
        }
        return report
    }
}

extension EngineError {
    /// The word in the journal for an operation that ended so.
    var journalResult: JournalEntry.Result {
        switch self {
        case .tagLost, .noTag: .tagLost
        case .refusedByTag, .refusedByCard: .refusedByTag
        case .differs: .differs
        case .cancelled: .cancelled
        case .readerFailed, .readerBusy, .service, .noReader, .badAnswer: .readerFailed
        case .refusedHere, .needsPassword, .needsConfirmation: .interrupted
        }
    }
}
