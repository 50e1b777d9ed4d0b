/// Makes the exact writes that fulfil a wish on the tag that a report describes.
///
/// Pure: screens preview with it, the engine plans with it again on what it has just read. Only pages that change are
/// written; the order is such that a write torn at any step leaves the tag readable as before, empty, or, only while the
/// length itself is being written, undefined.
public enum Planner {
    /// The plan for a wish.
    ///
    /// - Parameters:
    ///   - wish: What is to be done.
    ///   - report: The tag as read; `protection.authenticated` says whether its password was accepted.
    ///   - credential: What the user gave to open the tag; only whether it is there matters here.
    /// - Throws: `Refusal` where the wish cannot be fulfilled. Nothing is ever sent by planning.
    public static func plan(
        _ wish: Wish, for report: TagReport, credential: Credential = Credential()
    ) throws(Refusal) -> Plan {
        if report.identity.type == .type4 { return try filePlan(wish, for: report, credential) }
        var made = try PlanDraft(kind: wish.kind, report: report, credential: credential)
        switch wish {
        case .write(let message): try made.planMessage(message)
        case .format: try made.planFormat()
        case .erase: try made.planErase()
        case .protect(let protection): try made.planProtection(protection)
        case .unprotect: try made.planUnprotection()
        case .lock(let locks): try made.planLocks(locks)
        case .configure(let changes): try made.planConfiguration(changes)
        case .writeKey(let key): try made.planKey(key)
        case .bring(let pages, _, let secret): try made.planTransition(to: pages, secret)
        case .bringFiles:
            throw .notPossible("\(made.chip.name) has pages and no files", "Put the tag on that this was made for.")
        case .dna: throw plannedWithTheTag
        case .edit(let pages): try made.planEdit(pages)
        case .editFiles:
            throw .notPossible("\(made.chip.name) has pages and no files", "Change its pages.")
        case .restore(let restoration): try made.planRestoration(restoration)
        }
        return try made.finished()
    }

    private static let plannedWithTheTag = Refusal.notPossible(
        "keys, rights and links of an NTAG 424 DNA are planned with the tag at hand",
        "Put the tag on and let the engine plan it.")

    /// The plan for a card with files.
    private static func filePlan(
        _ wish: Wish, for report: TagReport, _ credential: Credential
    ) throws(Refusal) -> Plan {
        var made = try FilePlanDraft(
            kind: wish.kind, report: report, hasKey: credential.key != nil || !credential.keys.isEmpty)
        switch wish {
        case .write(let message): try made.planMessage(message)
        case .format: try made.planEmpty(why: "factory content")
        case .erase: try made.planEmpty(why: "clear the file")
        case .lock(let locks): try made.planReadOnly(locks)
        case .bringFiles(let files, _): try made.planTransition(to: files)
        case .protect, .unprotect, .configure, .writeKey:
            let keyed = report.identity.version.flatMap(NativeVersion.init)?.family == .ntag424
            throw .notPossible(
                "\(report.identity.chipName) has \(keyed ? "keys" : "files") and no password",
                keyed
                    ? "Set its keys with `tagdesk key`, and who may do what with `tagdesk access`."
                    : "Mark it read-only instead, or use a tag with a password.")
        case .bring:
            throw .notPossible(
                "\(report.identity.chipName) has files and no pages", "Put the tag on that this was made for.")
        case .dna: throw plannedWithTheTag
        case .edit:
            throw .notPossible(
                "\(report.identity.chipName) has files and no pages", "Change the bytes of its files.")
        case .editFiles(let files): try made.planEdit(files)
        case .restore(let restoration): try made.planRestoration(restoration)
        }
        return made.finished()
    }
}

extension Wish {
    /// The word for it.
    public var kind: Plan.Kind {
        switch self {
        case .write: .write
        case .format: .format
        case .erase: .erase
        case .protect: .protect
        case .unprotect: .unprotect
        case .lock: .lock
        case .configure: .configure
        case .writeKey: .key
        case .bring(_, let kind, _), .bringFiles(_, let kind): kind
        case .edit, .editFiles: .edit
        case .restore: .restore
        case .dna(let wish): wish.kind
        }
    }
}

/// A plan while it is made: the tag it is for, and the steps so far.
struct PlanDraft {
    let report: TagReport
    let chip: Type2Chip
    let image: TagImage
    let protection: ProtectionState
    let writeGuard: WriteGuard
    let credential: Credential
    var plan: Plan

    init(kind: Plan.Kind, report: TagReport, credential: Credential) throws(Refusal) {
        guard let chip = report.identity.chip else {
            throw Refusal(
                .unknownChip,
                reason: "\(report.identity.chipName) is no chip whose memory map is known, so no write to it is safe",
                advice: "Only read this tag, or use one that is listed in the chip documentation.")
        }
        guard let image = report.image, let protection = report.protection else {
            throw Refusal(
                .unread(pages: []), reason: "the tag's memory was not read", advice: "Read the tag again.")
        }
        self.report = report
        self.chip = chip
        self.image = image
        self.protection = protection
        writeGuard = WriteGuard(chip: chip)
        self.credential = credential
        plan = Plan(kind: kind, uid: report.identity.uid, chipName: chip.name)
    }

    /// Adds a write unless the page already reads so.
    /// - Parameters:
    ///   - extra: A consequence that the guard cannot know, such as a password that nobody may know.
    mutating func write(
        _ new: [UInt8], to page: Int, _ phase: PlanStep.Phase, why: String, secret: Bool = false, extra: String? = nil
    ) throws(Refusal) {
        let old = current(page)
        let effect = try writeGuard.effect(ofWriting: new, to: page, over: old)
        // What lies under a mirror is not known, whatever the tag shows there.
        if let old, effect.readsBack == old, plan.after[page] != nil || !isMirrored(page) { return }
        if let readsBack = effect.readsBack { plan.after[page] = readsBack }
        let consequences = effect.consequences + (extra.map { [$0] } ?? [])
        plan.steps.append(
            PlanStep(
                target: .page(page), phase: phase, old: old, new: new, readsBack: effect.readsBack, why: why,
                reversible: consequences.isEmpty,
                consequence: consequences.isEmpty ? nil : consequences.joined(separator: "; "), secret: secret))
    }

    /// The tag shows other bytes than it holds in some place of the page.
    func isMirrored(_ page: Int) -> Bool {
        guard let mirror = protection.mirror, mirror.length > 0 else { return false }
        return (mirror.offset..<mirror.offset + mirror.length).overlaps(
            page * image.pageSize..<(page + 1) * image.pageSize)
    }

    /// What a page reads after the steps so far.
    func current(_ page: Int) -> [UInt8]? { plan.after[page] ?? image.page(page) }

    /// A command that must succeed before the plan goes on.
    mutating func prove(_ command: String, with secret: [UInt8]) {
        plan.steps.append(
            PlanStep(
                target: .command(command), phase: .prove, old: nil, new: secret, readsBack: nil,
                why: "prove the new password before anything asks for it", secret: true))
    }

    /// A password that is on the tag already is proved before anything is written: a wrong one then leaves the tag untouched.
    private var inOrder: Plan {
        var plan = plan
        guard !plan.steps.contains(where: { $0.secret && $0.phase != .prove }) else { return plan }
        let proofs = plan.steps.filter { $0.phase == .prove }
        plan.steps = proofs + plan.steps.filter { $0.phase != .prove }
        for index in proofs.indices {
            plan.steps[index].why = "prove the \(chip.secretWord) before anything asks for it"
        }
        return plan
    }

    /// The finished plan, after the checks that hold for every plan.
    func finished() throws(Refusal) -> Plan {
        var plan = inOrder
        let pages = plan.steps.compactMap { if case .page(let page) = $0.target { page } else { nil } }
        // Lock bits themselves may be written while other pages are locked; locked pages never.
        let locked = Set(pages).intersection(protection.lockedPages).sorted()
        guard locked.isEmpty else { throw .locked(locked) }
        try refuseUndecidedLocks(of: pages)
        if let note = mirrorNote(over: pages) { plan.notices.append(note) }
        plan.needsAuthentication = isGuarded && pages.contains { $0 >= (protection.auth0 ?? .max) }
        if plan.needsAuthentication, !protection.authenticated, !hasCredential { throw .needsPassword }
        return plan
    }

    /// Bytes under a mirror cannot be seen after they were written.
    private func mirrorNote(over pages: [Int]) -> String? {
        guard let mirror = protection.mirror, let hidden = Hex.pageWords(pages.filter(isMirrored)) else { return nil }
        return
            "the tag shows its \(mirror.content.words) in place of bytes of \(hidden): what is written there can neither be "
            + "seen nor read back while that is on, and what lies there now cannot be put back"
    }

    /// A page whose lock bits were not read may be locked: a plan must not find that out halfway.
    private func refuseUndecidedLocks(of pages: [Int]) throws(Refusal) {
        let undecided = Set(pages).intersection(protection.undecidedPages)
        guard !undecided.isEmpty else { return }
        if isGuarded, !protection.authenticated, !hasCredential { throw .needsPassword }
        throw Refusal(
            .unread(pages: protection.unreadLockPages),
            reason:
                "whether pages \(Hex.pageList(undecided)) are locked is not known: page "
                + "\(Hex.pageList(protection.unreadLockPages)) was not read",
            advice: "Read the tag again, with its password if it has one.")
    }

    /// The user gave something to open the tag with.
    var hasCredential: Bool { credential.password != nil || credential.key != nil }

    /// A password or key guards pages of this tag at present.
    var isGuarded: Bool {
        protection.isGuarded(chip)
    }
}

extension ProtectionState {
    /// A password or key guards pages of a tag of this chip.
    public func isGuarded(_ chip: Type2Chip) -> Bool {
        switch passwordProtects {
        case .write, .readWrite: (auth0 ?? .max) < chip.guardEnd
        case .nothing, nil: false
        }
    }
}
