import Tags

/// Takes a plan that everybody agreed to from the journal's first line to the verified end.
struct PlanExecution {
    let context: ChangeContext
    let plan: Plan
    /// The tag as it was read just now.
    let report: TagReport
    /// The memory that putting back means; that of `report` unless an earlier operation began the change.
    let before: ContentsBefore
    /// What finishing means; the plan's unless an earlier operation began the change.
    let after: ContentsAfter
    let person: String

    private var mirror: MirroredBytes { MirroredBytes(of: report) }
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
                let found = try verify(plan, record)
                record.end(.done, readBack: found, verified: true)
                outcome = self.outcome(.done, runner, record, found)
                if context.wantsEnd() {
                    outcome.remarks.append(
                        "Cancelling came too late: the change was finished, so that the tag is whole.")
                }
                return outcome
            case .notBegun:
                record.end(.cancelled, verified: false)
                outcome = self.outcome(.failed, runner, record, report)
                outcome.verified = false
            case .stopped:
                let (found, more) = try putBack(runner, record)
                record.end(.putBack, readBack: found, verified: true)
                outcome = self.outcome(.failed, runner, record, found)
                outcome.written += more
                outcome.remarks.append("Cancelled on the way: what had been written was put back and verified.")
            }
        } catch {
            // What failed before the first write leaves nothing to recover.
            record.end(runner.hasWritten ? error.journalResult : .left, verified: false)
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
            started: context.now(), before: before.pages, after: after.pages, beforeFiles: before.files,
            afterFiles: after.files, steps: plan.steps.map { JournalEntry.Step(step: $0) })
    }

    /// What there is to say of a run; with the tag as it was verified.
    private func outcome(
        _ result: ChangeOutcome.Result, _ runner: PlanRunner, _ record: OperationRecord, _ found: TagReport?
    ) -> ChangeOutcome {
        var outcome = ChangeOutcome(
            result: result, plan: plan, sent: runner.sent, written: runner.written, verified: found != nil,
            report: found,
            journalNumber: record.number,
            remarks: record.trouble.map { ["The journal failed on the way: \($0.headline)."] } ?? [])
        if result == .done {
            outcome.unseen = mirror.unseen(in: plan)
            if let remark = outcome.unseen.remark { outcome.remarks.append(remark) }
        }
        return outcome
    }

    // MARK: - Reading back

    /// Reads what a plan wrote again and compares.
    /// - Returns: The tag as it now is: what was read before, with the places of the plan as they were read back.
    private func verify(_ plan: Plan, _ record: OperationRecord) throws(EngineError) -> TagReport {
        context.tell(
            OperationProgress(activity: "reading back", done: plan.steps.count, total: plan.steps.count))
        let found: TagReport
        let differences: [PageDifference]
        do throws(TagError) {
            switch context.writer {
            case .pages(let writer): (found, differences) = try readBack(plan, by: writer)
            case .files(let writer): (found, differences) = try readBack(plan, by: writer)
            }
        } catch {
            throw context.error(error, during: "reading back what was written")
        }
        guard differences.isEmpty else {
            record.end(.differs, readBack: found, verified: false)
            throw .differs(pages: differences)
        }
        return found
    }

    private func readBack(
        _ plan: Plan, by writer: Type2Writer
    ) throws(TagError) -> (TagReport, [PageDifference]) {
        var image = report.pages
        let found = try writer.read(pages: plan.after.keys)
        var differences: [PageDifference] = []
        for (page, wanted) in plan.after.sorted(by: { $0.key < $1.key }) {
            if let bytes = found[page] { image.set(page: page, to: bytes) }
            if !mirror.equal(found[page], wanted, page: page) {
                differences.append(PageDifference(page: page, expected: wanted, found: found[page]))
            }
        }
        return (report.with(image: image, authenticated: writer.isAuthenticated), differences)
    }

    private func readBack(
        _ plan: Plan, by writer: Type4Writer
    ) throws(TagError) -> (TagReport, [PageDifference]) {
        let chunk = report.container?.readChunk ?? CapabilityContainer.leastChunk
        let found = try writer.read(plan.afterFiles.mapValues(\.ranges), chunk: chunk)
        var differences: [PageDifference] = []
        for (id, wanted) in plan.afterFiles.sorted(by: { $0.key < $1.key }) {
            for run in wanted.runs {
                let bytes = found[id]?.bytes(in: run.range)
                if mirror.equal(bytes, run.bytes, file: id, offset: run.offset) { continue }
                differences.append(Self.difference(run, bytes, of: id))
            }
        }
        return (report.with(files: found), differences)
    }

    /// The part of a run that differs, from its first such byte to its last.
    private static func difference(_ run: FileContent.Run, _ found: [UInt8]?, of file: UInt16) -> PageDifference {
        let places = found.map { bytes in run.bytes.indices.filter { run.bytes[$0] != bytes[$0] } } ?? []
        guard let first = places.first, let last = places.last else {
            return PageDifference(file: file, page: run.offset, expected: run.bytes, found: found)
        }
        return PageDifference(
            file: file, page: run.offset + first, expected: Array(run.bytes[first...last]),
            found: found.map { Array($0[first...last]) })
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
    /// - Returns: The verified tag, and the pages or parts of files written for it.
    private func putBack(
        _ runner: PlanRunner, _ record: OperationRecord
    ) throws(EngineError) -> (found: TagReport, written: Int) {
        let sent = zip(plan.steps, runner.sent).filter(\.1).map(\.0)
        let back: Plan
        do throws(Refusal) {
            switch context.writer {
            case .pages: back = try wayBack(from: sent)
            case .files: back = try wayBackOfFiles(from: sent)
            }
        } catch {
            throw EngineError(error)
        }
        var undoing = PlanRunner(
            context: context, plan: back, mirror: mirror, limit: limit, mayStop: false, keep: { _ in })
        _ = try undoing.run()
        return (try verify(back, record), undoing.written)
    }

    private func wayBack(from sent: [PlanStep]) throws(Refusal) -> Plan {
        var image = report.pages
        var old: [Int: [UInt8]] = [:]
        for step in sent {
            guard case .page(let page) = step.target, let bytes = step.readsBack else { continue }
            image.set(page: page, to: bytes)
            old[page] = report.pages.page(page)
        }
        let now = report.with(image: image, authenticated: context.writer.isAuthenticated)
        return try Planner.plan(.bring(to: old, like: plan.kind), for: now)
    }

    private func wayBackOfFiles(from sent: [PlanStep]) throws(Refusal) -> Plan {
        var present: [UInt16: FileContent] = [:]
        for step in sent {
            guard case .file(let id, let offset) = step.target, let bytes = step.readsBack else { continue }
            present[id, default: FileContent()].set(bytes, at: offset)
        }
        let contents = report.fileContents
        let old = present.reduce(into: [UInt16: FileContent]()) { old, file in
            old[file.key] = contents[file.key]?.restricted(to: file.value.ranges)
        }
        return try Planner.plan(.bringFiles(to: old, like: plan.kind), for: report.with(files: present))
    }
}

/// What a tag held before a change: all that is known of it.
struct ContentsBefore {
    /// The pages; none for a card with files.
    var pages: TagImage
    /// The files; none for a tag with pages.
    var files: [UInt16: FileContent] = [:]

    init(pages: TagImage, files: [UInt16: FileContent]) {
        self.pages = pages
        self.files = files
    }

    /// What a report knows.
    init(of report: TagReport) { self.init(pages: report.pages, files: report.fileContents) }
}

/// What a change must leave.
struct ContentsAfter {
    /// The pages that change.
    var pages: [Int: [UInt8]]
    /// The parts of files that change.
    var files: [UInt16: FileContent]

    init(pages: [Int: [UInt8]], files: [UInt16: FileContent]) {
        self.pages = pages
        self.files = files
    }

    /// What a plan leaves.
    init(of plan: Plan) { self.init(pages: plan.after, files: plan.afterFiles) }
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
