import Tags
import Testing

@testable import Engine
@testable import Simulator

/// Random parts of random memories, put on tags in random states.
@Suite("restoring random partial dumps") struct RestorePropertyTests {
    private static let password: [UInt8] = [0x95, 0x3F, 0x52, 0xFF]
    private static let other: [UInt8] = [0x11, 0x22, 0x33, 0x44]
    private static let pack: [UInt8] = [0x80, 0x81]
    private static let key = hex("000102030405060708090A0B0C0D0E0F")
    private static let transportKey = hex("49454D4B41455242214E4143554F5946")

    /// One dump and one tag.
    private struct Trial {
        var operation: TornOperation
        /// Pages that the dump knows.
        var known: Set<Int>
        var source: TagReport
        var wish: Restoration
    }

    private static func trial(_ seed: UInt64) throws -> Trial {
        var random = SeededNumbers(seed: seed)
        let name = writableChips[Int.random(in: 0..<writableChips.count, using: &random)]
        let tag = try SimulatedTag.holding(
            message(String(repeating: "d", count: Int.random(in: 1...24, using: &random))), chip: name,
            uid: "04AABBCC112280")
        let chip = tag.table
        let isKeyed = chip.authentication == .tripleDES
        // Behind the message anything may lie.
        for page in chip.dataPages where page > 13 && Bool.random(using: &random) {
            tag.with { $0.store((0..<4).map { _ in UInt8.random(in: 0...255, using: &random) }, page: page) }
        }
        if Bool.random(using: &random) {
            let bench = ChangeBench(tag)
            let open = isKeyed ? Credential(key: transportKey) : Credential()
            let secret = isKeyed ? key : password
            let protection = Wish.Protection(
                password: secret, guardsReading: Bool.random(using: &random),
                firstPage: Int.random(in: 4..<chip.userPages.upperBound, using: &random))
            try #require(bench.change(.protect(protection), open).isDone)
            let locked = Int.random(in: 14...15, using: &random)
            try #require(
                bench.change(
                    .lock(.init(pages: [locked])), isKeyed ? Credential(key: key) : Credential(password: password)
                ).isDone)
        }
        let (source, known) = try partial(tag, &random)
        var wish = Restoration(
            source: source, withConfiguration: Bool.random(using: &random), withLocks: Bool.random(using: &random))
        if wish.withConfiguration, Bool.random(using: &random) {
            wish.password = isKeyed ? key : other
            wish.pack = isKeyed ? nil : pack
        }
        var operation = TornOperation(chip: name, name: "random restoration \(seed)", wish: .restore(wish))
        operation.locks = wish.withLocks
        operation.present = isKeyed ? Credential(key: transportKey) : Credential(password: [0xFF, 0xFF, 0xFF, 0xFF])
        if Bool.random(using: &random) {
            operation.first = [
                .protect(.init(password: isKeyed ? key : password, guardsReading: Bool.random(using: &random)))
            ]
            operation.present = isKeyed ? Credential(key: key) : Credential(password: password)
        }
        operation.afterwards = wish.password.map {
            isKeyed ? Credential(key: $0) : Credential(password: $0, pack: wish.pack)
        }
        return Trial(operation: operation, known: known, source: source, wish: wish)
    }

    /// What somebody read of it: some pages are missing.
    private static func partial(
        _ tag: SimulatedTag, _ random: inout SeededNumbers
    ) throws -> (source: TagReport, known: Set<Int>) {
        let whole = tag.report
        var image = try #require(whole.image)
        let holes = [0, 0, 10, 40].randomElement(using: &random) ?? 0
        for page in 0..<image.pageCount where Int.random(in: 0..<100, using: &random) < holes {
            image.markUnread(page: page, .protected)
        }
        let known = Set((0..<image.pageCount).filter { image.page($0) != nil })
        return (TagReader.report(identity: whole.identity, image: image, authenticated: true), known)
    }

    /// Pages that a restoration may write besides data.
    private static func settings(_ trial: Trial, _ chip: Type2Chip) -> Set<Int> {
        var pages: Set<Int> = []
        if trial.wish.withConfiguration {
            pages.insert(Type2Chip.capabilityPage)
            pages.formUnion([chip.configuration?.cfg0, chip.configuration?.cfg1].compactMap { $0 })
            if trial.wish.password != nil { pages.formUnion(chip.writeOnlyPages) }
        }
        if trial.wish.withLocks {
            pages.formUnion([Type2Chip.staticLockPage, Type2Chip.capabilityPage])
            if let lock = chip.dynamicLock { pages.insert(lock.page) }
        }
        return pages
    }

    @Test(
        "only what the dump knows is written, the end is the plan's, and torn at any step both ways back end verified",
        arguments: 0..<32)
    func trials(number: Int) throws {
        let seed = UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15 | 1
        let trial = try Self.trial(seed)
        let note = "trial \(number): \(trial.operation.testDescription)"
        guard let torn = try Self.done(trial, note) else { return }
        let chip = torn.start.table
        let allowed = Self.settings(trial, chip)
        for step in torn.plan.steps {
            guard case .page(let page) = step.target else { continue }
            // The head of the present message is hidden while its bytes change, whoever knows the rest of its page.
            let isKnown = trial.known.contains(page) && chip.dataPages.contains(page)
            #expect(
                isKnown || allowed.contains(page) || step.phase == .hide || step.phase == .show, "\(note), page \(page)"
            )
        }
        for page in 0..<chip.pageCount where !allowed.contains(page) {
            let isData = chip.dataPages.contains(page) && trial.known.contains(page)
            let wanted = isData ? trial.source.image?.page(page) : torn.start.page(page)
            #expect(torn.end.page(page) == wanted, "\(note), page \(page)")
        }
        var random = SeededNumbers(seed: seed)
        for frame in 0..<torn.frames {
            let manner = TearManner.allCases.randomElement(using: &random) ?? .mix
            try Self.tear(torn, at: frame, manner, "\(note), frame \(frame), torn \(manner.rawValue)")
        }
    }

    /// The uninterrupted change; `nil` where it is refused, which must leave the tag as it was, or there is nothing to do.
    private static func done(_ trial: Trial, _ note: String) throws -> Torn? {
        let tag = try SimulatedTag.holding(message("old"), chip: trial.operation.chip)
        let bench = ChangeBench(tag)
        for wish in trial.operation.first { try #require(bench.change(wish).isDone) }
        bench.put(tag.twin())
        let before = bench.memory
        let change = bench.change(trial.operation.wish, trial.operation.present)
        if change.isDone { return try Torn(trial.operation) }
        #expect(bench.memory == before, "\(note): changed, and not done: \(String(describing: change.error))")
        #expect(bench.writes.isEmpty, "\(note)")
        #expect(
            change.outcome?.result == .nothingToDo || change.error?.jsonKind == "refusedHere",
            "\(note): \(String(describing: change.error))")
        return nil
    }

    private static func tear(_ torn: Torn, at frame: Int, _ manner: TearManner, _ note: String) throws {
        let tag = torn.start.twin()
        let bench = ChangeBench(tag)
        let reader = bench.reader
        bench.source.watchFrames { number in
            guard number == frame else { return }
            reader.tear = manner
            reader.pull(afterFrames: 1)
        }
        let change = bench.change(torn.operation.wish, torn.operation.present)
        guard case .tagLost? = change.error else {
            Issue.record("\(note): \(String(describing: change.error))")
            return
        }
        let sent = change.outcome?.sent.prefix { $0 }.count
        torn.checkUnrecovered(tag, step: sent.map { torn.plan.steps[$0] }, note)
        // Whatever the tag has lost is in the journal.
        let entry = try bench.engine.journal().first.flatMap { try bench.engine.journalEntry($0.id) }
        for page in 0..<tag.table.pageCount where tag.page(page) != torn.start.page(page) {
            guard !torn.secretPages.contains(page) else { continue }
            #expect(entry?.before.page(page) == torn.start.page(page), "\(note): page \(page) is lost")
        }
        for action in [RecoveryRequest.Action.finish, .putBack] {
            let journal = try bench.folder.copy(named: action.rawValue)
            torn.recover(tag.twin(), action, folder: bench.folder, journal: journal, note + ", " + action.rawValue)
        }
    }
}
