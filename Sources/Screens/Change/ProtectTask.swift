import Tags
import Terminal

/// What the screen Protect offers, in its order.
enum ProtectTask: CaseIterable, Equatable, Sendable {
    case setPassword, removePassword, changeKey, resetKeys, rights, preset, link, boltCard, linkOff, configure, lock,
        format,
        erase

    /// The action it is.
    var action: Action.ID {
        switch self {
        case .setPassword: .setPassword
        case .removePassword: .removePassword
        case .configure: .configureTag
        case .changeKey: .changeKey
        case .resetKeys: .resetKeys
        case .rights: .fileRights
        case .preset: .usualRights
        case .link: .dynamicLink
        case .boltCard: .boltCard
        case .linkOff: .dynamicLinkOff
        case .lock: .lockPages
        case .format: .formatTag
        case .erase: .eraseTag
        }
    }

    /// The form for an NTAG 424 DNA, where it has one for that.
    var card: CardForm? {
        switch self {
        case .changeKey: .key
        case .resetKeys: .resetKeys
        case .rights: .rights
        case .preset: .preset
        case .link: .link
        case .boltCard: .boltCard
        case .linkOff: .linkOff
        case .configure: .configure
        case .setPassword, .removePassword, .lock, .format, .erase: nil
        }
    }

    /// What it means, with what can and cannot be undone.
    var explanation: String {
        switch self {
        case .setPassword:
            "Sets or changes the password, from which page on it is needed, whether reading needs it too, PACK and the limit "
                + "of tries. The password is proved before anything asks for it. It can be removed again by whoever knows it."
        case .removePassword:
            "Takes the guard off: no page needs the password any more, and password and PACK go back to what the chip is "
                + "delivered with. Needs the present password."
        case .configure:
            "Every setting of the configuration in words: mirror, counter, modulation, first guarded page, limit of tries, "
                + "and the lock of the configuration, which is for good; on an NTAG 424 DNA wrong tries, random UID and LRP."
        case .changeKey:
            "Replaces the 3DES key of an Ultralight C, or one of the five AES keys of an NTAG 424 DNA: typed, from a key file, "
                + "or made from a master key and the UID (AN10922). The tag proves that it took the key."
        case .resetKeys:
            "Puts sixteen zeros with version 00 in place of every key, key 0 last. Needs the present keys. Everybody can change "
                + "the tag then."
        case .rights:
            "Who may read, write and change one file, in words, and whether its data travel plain, with a MAC or encrypted. "
                + "Needs the key that may change the file's settings."
        case .preset:
            "The usual sets: everybody reads and key 0 writes, so that phones read in the background; private; or as delivered, "
                + "with the capability container restored."
        case .link:
            "A link in which the chip puts UID, counter and MAC each time it is read: every place and length is computed and "
                + "shown as you type, and what the chip would refuse is said before. Tapped once and checked afterwards."
        case .boltCard:
            "A link that pays (LNURL-withdraw): encrypted UID and counter, a MAC, and five keys that follow from the issuer's "
                + "key and the UID."
        case .linkOff:
            "Switches the mirrors off; the link stays in the file as it was written."
        case .lock:
            "Closes pages for writing, for good: one by one or all of them (make read-only). Nobody can undo it, not even the "
                + "chip's maker."
        case .format:
            "Brings user memory back to what the chip is delivered with: its control TLVs, an empty message, zeros. Locks, "
                + "password and configuration stay."
        case .erase:
            "Clears user memory and leaves an empty message. Control TLVs, locks, password and configuration stay."
        }
    }
}

/// The screen Protect: what can be done to guard or clear the tag, and what that means.
struct ProtectScreen: Equatable, Sendable {
    var list = ListState()

    /// The task under the cursor.
    var task: ProtectTask { ProtectTask.allCases[min(max(0, list.cursor), ProtectTask.allCases.count - 1)] }
}

extension AppModel {
    /// Why the tag cannot be changed now, `nil` where it can.
    var reasonAgainstChanging: String? {
        if options.readOnly { return "started with --read-only" }
        if reader == nil { return "no reader is connected" }
        if !tagDeck.present { return "no tag is on the reader" }
        guard let identity = tagDeck.identity else { return "the tag could not be identified" }
        if tagDeck.running != nil { return "the reader is at work" }
        guard identity.chip != nil || identity.type == .type4 else {
            return "the memory map of this chip is not known, so no write to it is safe"
        }
        if identity.uid.isEmpty { return "the tag has no UID that a change could be recovered by" }
        return tagDeck.image == nil ? "no memory was read" : nil
    }

    /// Why user memory cannot be written.
    var reasonAgainstUserMemory: String? {
        if tagDeck.identity?.type == .type4 { return reasonAgainstFile }
        guard let report = tagDeck.report, let state = report.protection else { return "no memory was read" }
        if state.permanentlyReadOnly == true { return "every page of user memory is locked for good" }
        if state.ccReadOnly == true { return "the CC says read-only, and its bits cannot be cleared" }
        return report.ndef?.state == .unformatted ? "the tag is not formatted for NDEF: format it first (F4)" : nil
    }

    /// Why the message's file of a card cannot be written.
    private var reasonAgainstFile: String? {
        guard let report = tagDeck.report, let ndef = report.ndef else { return "no file was read" }
        guard let file = report.messageFile else { return ndef.problems.first ?? "the card has no file for a message" }
        return file.access.write == .never && (file.access.readWrite ?? .never) == .never
            ? "file \(Hex.file(file.id)) can never be written" : nil
    }

    private func reason(against task: ProtectTask, onCard identity: TagIdentity) -> String? {
        switch task {
        case .setPassword, .removePassword: "\(identity.chipName) has no password"
        case .configure: "\(identity.chipName) has no configuration that can be changed here"
        case .changeKey, .resetKeys, .rights, .preset, .link, .boltCard, .linkOff: reasonAgainstCard
        case .lock, .format, .erase: reasonAgainstFile
        }
    }

    /// Why a task for an NTAG 424 DNA cannot be done now.
    private func reason(against task: ProtectTask, on card: CardView) -> String? {
        if let reason = reasonAgainstCard { return reason }
        if task == .linkOff, !card.hasLink { return "no dynamic link is set up" }
        if let file = [.link: 2, .boltCard: 2, .linkOff: 2][task] as UInt8?, card.changeKey(of: file) == nil {
            return "nobody may change the settings of the NDEF file any more"
        }
        return nil
    }

    /// Why a task of the screen Protect cannot be done now.
    func reason(against task: ProtectTask) -> String? {
        if let card, task.card != nil { return self.reason(against: task, on: card) }
        if let reason = reasonAgainstChanging { return reason }
        if let identity = tagDeck.identity, identity.type == .type4 {
            return self.reason(against: task, onCard: identity)
        }
        guard let chip = tagDeck.identity?.chip, let state = tagDeck.report?.protection else {
            return "no memory was read"
        }
        let frozen = state.configurationLocked == true ? "the configuration is locked for good (CFGLCK)" : nil
        let native = readerState?.native == false ? "this reader cannot send the command that proves a password" : nil
        switch task {
        case .setPassword:
            if chip.authentication == .none { return "\(chip.name) has no password" }
            if chip.authentication == .aes { return "AES keys are not set here" }
            return frozen ?? native
        case .removePassword:
            if chip.authentication == .none { return "\(chip.name) has no password" }
            if state.passwordProtects == .nothing { return "no page needs a password" }
            return frozen ?? native
        case .configure:
            let hasSettings = chip.configuration != nil && chip.authentication != .none && chip.authentication != .aes
            return hasSettings ? frozen : "\(chip.name) has no configuration that can be changed here"
        case .changeKey:
            return chip.authentication == .tripleDES ? native : "\(chip.name) has no 3DES key"
        case .resetKeys, .rights, .preset, .link, .boltCard, .linkOff: return reasonAgainstCard
        case .lock:
            let open = chip.lockBits.contains { held in
                held.bit.kind == .locks && !held.bit.pages.allSatisfy { state.lockedPages.contains($0) }
            }
            return open ? nil : "every page that has a lock bit is locked already"
        case .format, .erase:
            return state.permanentlyReadOnly == true ? "every page of user memory is locked for good" : nil
        }
    }

    /// Does an action on the screen Protect; `nil` where it means nothing there.
    mutating func performInProtect(_ id: Action.ID) -> [Intent]? {
        if let move = Self.listMove(id) {
            changes.protect.list.move(move, count: ProtectTask.allCases.count, height: ProtectTask.allCases.count)
            return []
        }
        switch id {
        case .open: return perform(changes.protect.task.action)
        case .back, .leave: screen = .workbench
        default: return nil
        }
        return []
    }

    /// Begins a task of the screen Protect.
    mutating func begin(_ task: ProtectTask) -> [Intent] {
        if CardView.isCard(tagDeck.identity), let form = task.card {
            openCard(form)
            return []
        }
        switch task {
        case .resetKeys, .rights, .preset, .link, .boltCard, .linkOff: break
        case .setPassword: openProtectionForm()
        case .configure: openConfigurationForm()
        case .changeKey: openKeyForm()
        case .lock where tagDeck.identity?.type == .type4:
            return propose(Proposal(.lock(Wish.Locks(pages: nil)), title: "Make read-only"))
        case .lock: openLocks()
        case .removePassword: return propose(Proposal(.unprotect, title: "Remove the password"))
        case .format: return propose(Proposal(.format, title: "Format"))
        case .erase: return propose(Proposal(.erase, title: "Erase"))
        }
        return []
    }

    /// Draws the screen Protect.
    func drawProtect(_ canvas: inout Canvas, in body: Rect) {
        let boxed = body.size.columns >= 100 && body.size.rows >= 16
        let frame = boxed ? 2 : 1
        let tasks = ProtectTask.allCases
        let meaning = protectMeaning(columns: body.size.columns - (boxed ? 4 : 0))
        // What a task means and how the tag is now come before the tail of a list that scrolls.
        let least = min(tasks.count, Self.fewestTasks)
        let spare = max(least, body.size.rows - meaning.count - 2 * frame)
        let (upper, lower) = body.split(rows: min(body.size.rows, min(tasks.count, spare) + frame))
        let inside = boxed ? upper.inset(by: 1).insetColumns(1) : upper.split(rows: 1).rest
        var list = changes.protect.list
        list.settle(count: tasks.count, height: inside.size.rows)
        let shown = list.top..<min(tasks.count, list.top + inside.size.rows)
        let part =
            shown.count < tasks.count && !shown.isEmpty
            ? "  \(shown.lowerBound + 1)-\(shown.upperBound) of \(tasks.count)" : ""
        self.part(
            upper, "Protect", note: StyledLine((tagDeck.identity?.chipName ?? "") + part, .value), focused: true,
            boxed: boxed, on: &canvas)
        canvas.cursor = inside.isEmpty ? nil : inside.origin
        let titles = tasks.map { Action.named($0.action)?.title ?? "" }
        let width = titles.map { DisplayWidth.of($0) }.max() ?? 0
        for row in 0..<inside.size.rows where tasks.indices.contains(list.top + row) {
            let index = list.top + row
            let reason = reason(against: tasks[index])
            let key = Action.named(tasks[index].action)?.keys.first?.name ?? ""
            let line = inside.split(rows: row).rest.split(rows: 1).top
            canvas.put(
                StyledLine([
                    Span(HelpText.pad(key, 2), reason == nil ? .key : .keyDisabled),
                    Span(HelpText.pad(titles[index], width) + "  ", reason == nil ? .text : .keyDisabled),
                    Span(reason.map { "not now: \($0)" } ?? "", .warning),
                ]), at: line.origin, columns: line.size.columns)
            guard index == list.cursor else { continue }
            canvas.setRole(line, role: dialogs.isEmpty ? .cursor : .cursorUnfocused)
            canvas.cursor = line.origin
        }
        guard lower.size.rows > 1 else { return }
        self.part(lower, "What it means", note: StyledLine(), focused: false, boxed: boxed, on: &canvas)
        let room = boxed ? lower.inset(by: 1).insetColumns(1) : lower.split(rows: 1).rest
        canvas.put(meaning, in: room)
    }

    /// The tasks that stay in sight however much there is to say of one.
    private static let fewestTasks = 5

    /// What the task under the cursor means, and how the tag is now.
    private func protectMeaning(columns: Int) -> [StyledLine] {
        var lines = StyledLine.wrapped(changes.protect.task.explanation, .text, columns: columns)
        lines.append(StyledLine())
        lines.append(StyledLine("The tag now:", .label))
        for fact in card?.facts ?? tagDeck.report?.protectionLines ?? ["no memory was read"] {
            lines += StyledLine.wrapped(fact, .dim, columns: columns)
        }
        return lines
    }
}
