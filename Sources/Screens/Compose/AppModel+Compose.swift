import Engine
import NDEF
import Tags
import Terminal

/// What a choice on the compose screen is about.
enum ComposeChoice: Equatable, Sendable {
    /// The kind of record to add.
    case kind
    /// What a draft begins with.
    case start
    /// The chip to count the room by.
    case chip
}

/// What a draft begins with.
enum ComposeStart: Equatable, Sendable {
    case tag, empty, file
    case template(String)
}

extension AppModel {
    /// Goes to the compose screen. A draft that is not changed begins anew with the message of the tag.
    mutating func openCompose() {
        screen = .compose
        guard !compose.draft.isChanged, messageOnTag != nil else { return }
        switch compose.draft.origin {
        case .tag, .empty: beginWithTag()
        case .file, .template: break
        }
    }

    /// The records of the tag shown and whether they are all of its message.
    private var messageOnTag: [NDEFRecord]? {
        guard let ndef = tagDeck.report?.ndef, ndef.state == .message || ndef.state == .empty || ndef.state == .invalid
        else { return nil }
        return ndef.decoding?.message.records ?? []
    }

    private mutating func beginWithTag() {
        guard let records = messageOnTag, let identity = tagDeck.identity else { return }
        // A draft that shows this very message already keeps its cursor.
        let fresh = Draft(records, origin: .tag(uid: identity.uid))
        guard fresh.records != compose.draft.records || fresh.origin != compose.draft.origin else { return }
        compose.draft = fresh
        if tagDeck.report?.ndef?.decoding?.isMalformed == true {
            hint("the message on the tag is broken: what could be read is here")
        }
    }

    /// Begins a draft, the one there is being lost.
    mutating func begin(_ start: ComposeStart) -> [Intent] {
        compose.detailTop = 0
        screen = .compose
        switch start {
        case .empty: compose.draft = Draft()
        case .tag:
            compose.draft = Draft()
            beginWithTag()
        case .file:
            dialogs.append(
                .form(
                    FormDialog(
                        .openFile, title: "Begin with a file",
                        form: Form([.text("path", "File", help: "The path; ~ is your home")]))))
        case .template(let name): return [.openTemplate(name)]
        }
        return []
    }

    /// The items of a choice on the compose screen.
    func composeItems(_ choice: ComposeChoice) -> [ChoiceItem] {
        switch choice {
        case .kind:
            return RecordForm.menu.map {
                ChoiceItem(label: $0.title, detail: $0.unavailable ?? $0.summary, disabled: $0.unavailable)
            }
        case .start:
            let onTag = messageOnTag.map { records in
                records.isEmpty ? "no record yet" : Words.count(records.count, "record")
            }
            return [
                ChoiceItem(
                    label: "The tag's message", detail: onTag ?? "no message was read",
                    disabled: onTag == nil ? "no message was read" : nil),
                ChoiceItem(label: "Nothing", detail: "an empty message"),
                ChoiceItem(label: "A file", detail: ".ndef or .vcf"),
            ] + compose.templates.map { ChoiceItem(label: Words.safe($0, limit: 100), detail: "template") }
        case .chip:
            let here = tagDeck.report.map { MessageRoom(of: $0) }
            let tag = ChoiceItem(
                label: "This tag",
                detail: here.flatMap { room in room.maximum.map { "\(room.name), \($0) bytes" } }
                    ?? "no tag, or its room is not known", marked: compose.assumed == nil)
            return [tag]
                + MessageRoom.assumable.map { chip, maximum in
                    ChoiceItem(
                        label: chip.name, detail: Words.count(maximum, "byte"), marked: compose.assumed == chip.name)
                }
        }
    }

    /// Takes the item of a choice on the compose screen.
    mutating func choose(_ index: Int, of choice: ComposeChoice) -> [Intent] {
        switch choice {
        case .kind:
            guard RecordForm.menu.indices.contains(index) else { return [] }
            let form = RecordForm.menu[index]
            if let reason = form.unavailable {
                hint("\(form.title): \(reason)")
                return []
            }
            // A kind without fields needs no form.
            if form.fields().isEmpty, let record = try? form.record(RecordForm.Values(form: form.blank())) {
                compose.draft.add(record)
                return []
            }
            dialogs.append(
                .form(
                    FormDialog(.record(form.kind, index: nil), title: "New record: \(form.title)", form: form.blank())))
            return []
        case .start:
            let fixed: [ComposeStart] = [.tag, .empty, .file]
            let starts = fixed + compose.templates.map { ComposeStart.template($0) }
            guard starts.indices.contains(index) else { return [] }
            if index == 0, messageOnTag == nil {
                hint("no message was read")
                return []
            }
            guard compose.draft.isChanged else { return begin(starts[index]) }
            dialogs.append(.question(QuestionDialog(subject: .startOver(starts[index]))))
            return []
        case .chip:
            let names: [String?] = [nil] + MessageRoom.assumable.map(\.chip.name)
            if names.indices.contains(index) { compose.assumed = names[index] }
            return []
        }
    }

    /// The room to count by: that of the chip assumed, else of the tag at hand.
    var composeRoom: MessageRoom? {
        if let assumed = compose.assumed.flatMap(Type2Chip.named) { return MessageRoom(assumed: assumed) }
        return tagDeck.report.map { MessageRoom(of: $0) }
    }

    /// Opens the form of the record under the cursor.
    private mutating func editRecord() {
        guard let record = compose.draft.selected else { return openChoice(.compose(.kind)) }
        guard let form = RecordForm.fitting(record), let (fields, attachment) = form.filled(from: record) else {
            hint("no form shows this record whole: it is kept as it is")
            return
        }
        guard !form.fields().isEmpty else { return hint("an empty record has nothing to edit") }
        dialogs.append(
            .form(
                FormDialog(
                    .record(form.kind, index: compose.draft.list.cursor), title: "Record: \(form.title)", form: fields,
                    attachment: attachment)))
    }

    mutating func openTemplateName() {
        let name: String =
            if case .template(let name) = compose.draft.origin { name } else { "" }
        dialogs.append(
            .form(
                FormDialog(
                    .templateName, title: "Save as template",
                    form: Form([
                        .text(
                            "name", "Name", offering: name, help: "Under this name it is listed when a message begins")
                    ]))))
    }

    /// Does an action on the compose screen; `nil` where it means nothing there.
    mutating func performInCompose(_ id: Action.ID) -> [Intent]? {
        if let move = Self.listMove(id) {
            let geometry = ComposeGeometry(body: WorkbenchLayout(size: size, focus: focus, maximised: false).body)
            compose.draft.list.move(move, count: compose.draft.records.count, height: geometry.listRows)
            compose.detailTop = 0
            return []
        }
        switch id {
        case .open: editRecord()
        case .addRecord: openChoice(.compose(.kind))
        case .duplicateRecord: compose.draft.duplicate()
        case .deleteRecord:
            compose.draft.delete()
            hint("deleted; u brings it back")
        case .moveRecordUp: if !compose.draft.move(by: -1) { hint("it is the first already") }
        case .moveRecordDown: if !compose.draft.move(by: 1) { hint("it is the last already") }
        case .undoEdit: compose.draft.undo()
        case .redoEdit: compose.draft.redo()
        case .saveTemplate: openTemplateName()
        case .startFrom: return [.listTemplates]
        case .assumeChip: openChoice(.compose(.chip))
        case .writeMessage: return propose(Proposal(.write(message: compose.draft.encoded), title: "Write"))
        case .back:
            screen = .workbench
            if compose.draft.isChanged { hint("the draft is kept; F3 goes back to it") }
        case .leave:
            if compose.draft.isChanged {
                dialogs.append(.question(QuestionDialog(subject: .leaveCompose)))
            } else {
                screen = .workbench
            }
        default: return nil
        }
        return []
    }

    /// Why an action of the compose screen cannot be done.
    func reasonInCompose(against id: Action.ID) -> String? {
        if screen != .compose { return "only on the screen Compose" }
        let none = compose.draft.records.isEmpty ? "the message has no record" : nil
        switch id {
        case .duplicateRecord, .deleteRecord: return none
        case .moveRecordUp, .moveRecordDown:
            return compose.draft.records.count < 2 ? "there is one record at most" : nil
        case .undoEdit: return compose.draft.canUndo ? nil : "nothing was changed"
        case .redoEdit: return compose.draft.canRedo ? nil : "nothing was taken back"
        case .saveTemplate: return none
        case .writeMessage: return reasonAgainstWriting
        default: return nil
        }
    }

    /// Why the draft cannot be written to the tag at hand.
    private var reasonAgainstWriting: String? {
        if let reason = reasonAgainstChanging ?? reasonAgainstUserMemory { return reason }
        guard let report = tagDeck.report else { return "no memory was read" }
        return MessageRoom(of: report).complaint(about: compose.draft)
    }
}
