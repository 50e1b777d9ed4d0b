import Tags

/// Changing the bytes that a deck shows: of the tag on its reader, or of a dump.
extension Deck {
    /// What may be changed.
    var rules: EditRules? { report.map { EditRules(report: $0, isDump: isDump) } }

    /// The byte at an offset of the shown memory; `nil` in the heading of a file and outside.
    func place(at offset: Int) -> MemoryEdit.Place? {
        guard let sheet else {
            guard let image, (0..<image.byteCount).contains(offset) else { return nil }
            return .memory(offset)
        }
        guard let (file, place) = sheet.place(of: offset), let place else { return nil }
        return .file(file, place)
    }

    /// Where a byte is in the shown memory.
    func offset(of place: MemoryEdit.Place) -> Int? {
        switch place.area {
        case .memory: image.flatMap { (0..<$0.byteCount).contains(place.offset) ? place.offset : nil }
        case .file(let id): sheet?.offset(of: place.offset, in: id)
        }
    }

    /// What the tag itself holds at a place, as it was read.
    func base(_ place: MemoryEdit.Place) -> UInt8? { Self.base(of: report)(place) }

    /// The same without the rest of the deck, whose edits have one owner while they change.
    private static func base(of report: TagReport?) -> MemoryEdit.Base {
        { place in
            switch place.area {
            case .memory: report?.image?.byte(at: place.offset)
            case .file(let id): report?.file(id)?.content.byte(at: place.offset)
            }
        }
    }

    /// What is there with the edits.
    func value(at place: MemoryEdit.Place) -> UInt8? { edit.value(at: place) ?? base(place) }

    /// The place under the cursor of the Memory pane.
    var cursorPlace: MemoryEdit.Place? { image.flatMap { place(at: memory.offset(in: $0)) } }

    /// Puts bytes there, all of them or none.
    /// - Parameter joining: Part of the step before where that was about the same byte.
    /// - Returns: Why they cannot be put there.
    mutating func put(_ bytes: [UInt8], at place: MemoryEdit.Place, joining: Bool = false) -> String? {
        guard let rules else { return "no memory was read" }
        if let reason = rules.refusal(of: bytes, at: place, in: edit) { return reason }
        let base = Self.base(of: report)
        edit.put(bytes, at: place, joining: joining, over: base)
        showEdit(place, bytes.count)
        return nil
    }

    /// Takes the last step back, or makes it again.
    /// - Returns: Where it was.
    mutating func stepEdit(back: Bool) -> (place: MemoryEdit.Place, count: Int)? {
        let base = Self.base(of: report)
        guard let step = back ? edit.undo(over: base) : edit.redo(over: base) else { return nil }
        showEdit(step.place, step.count)
        return step
    }

    /// Throws all edits away, or takes others in their place.
    mutating func replaceEdit(with edit: MemoryEdit = MemoryEdit()) {
        self.edit = edit
        showEdit()
    }

    /// Compares the edits with what was just read.
    /// - Returns: The edited bytes under which the tag holds something else by now.
    mutating func rebaseEdit() -> [MemoryEdit.Place] {
        guard !edit.isEmpty else { return [] }
        let base = Self.base(of: report)
        let moved = edit.rebase(over: base)
        showEdit()
        return moved
    }

    /// Lets go of edits that a plan wrote.
    mutating func forgetWritten(_ wish: Wish) {
        let rules = rules
        switch wish {
        case .edit(let pages):
            let size = report?.image?.pageSize ?? 4
            for page in pages.keys {
                let secret = rules?.isSecret(at: page * size) == true
                edit.forget(page * size..<(page + 1) * size, of: .memory, history: secret)
            }
        case .editFiles(let files):
            for (id, content) in files {
                for range in content.ranges { edit.forget(range, of: .file(id), history: false) }
            }
        default: return
        }
        showEdit()
    }

    // MARK: - What is shown

    /// Brings memory, report and tree up to date after all edits changed.
    mutating func showEdit() {
        editedImage = nil
        editedFiles = [:]
        edited = nil
        for area in edit.changes.keys {
            for range in edit.ranges(of: area) { patch(area, range) }
        }
        analyse()
    }

    /// The same after these bytes changed.
    private mutating func showEdit(_ place: MemoryEdit.Place, _ count: Int) {
        // A byte of a file that nobody has read is not known again when its edit is gone.
        let isKnown = (0..<count).allSatisfy { value(at: place.advanced(by: $0)) != nil }
        guard !edit.isEmpty, isKnown || place.area == .memory else { return showEdit() }
        patch(place.area, place.offset..<place.offset + count)
        analyse()
    }

    /// Puts edited bytes into the shown memory.
    private mutating func patch(_ area: MemoryEdit.Area, _ range: Range<Int>) {
        if case .file(let id) = area {
            let bytes = range.compactMap { value(at: .file(id, $0)) }
            if bytes.count == range.count {
                editedFiles[id, default: report?.file(id)?.content ?? FileContent()].set(bytes, at: range.lowerBound)
            }
        }
        guard var image = editedImage ?? report?.image ?? sheet?.image, image.pageSize > 0 else { return }
        editedImage = nil
        let places = range.compactMap { offset(of: MemoryEdit.Place(area: area, offset: $0)) }
        if let first = places.first, let last = places.last {
            for page in first / image.pageSize...last / image.pageSize { patch(page, of: &image) }
        }
        editedImage = image
    }

    private func patch(_ page: Int, of image: inout TagImage) {
        let base = report?.image ?? sheet?.image
        let rules = rules
        let start = page * image.pageSize
        let bytes = (start..<start + image.pageSize).map { offset -> UInt8? in
            // A password is masked wherever it is shown, and is therefore in no memory that is.
            guard let place = place(at: offset), isDump || rules?.isSecret(place) != true else {
                return base?.byte(at: offset)
            }
            return edit.value(at: place) ?? base?.byte(at: offset)
        }
        guard bytes.contains(where: { $0 != nil }) else {
            if case .unread(let reason) = base?.state(of: page) { image.markUnread(page: page, reason) }
            return
        }
        image.set(page: page, to: bytes.map { $0 ?? 0 })
        for (index, byte) in bytes.enumerated() where byte == nil { image.markHole(at: start + index) }
    }

    /// What the tag would say of itself if it held the edits.
    private mutating func analyse() {
        edited = edit.isEmpty || image == nil ? nil : applied()
        followMessage()
        memory.refresh(for: image)
    }

    /// The report with the edits in it, as the tag would be read then; of a dump also what is masked.
    func applied() -> TagReport? {
        guard let report, !edit.isEmpty else { return report }
        if report.image != nil { return editedImage.map { report.with(image: $0) } }
        return report.with(files: editedFiles)
    }
}

extension MemoryEdit {
    /// The changed bytes of files.
    var changedFiles: [UInt16: FileContent] {
        var files: [UInt16: FileContent] = [:]
        for area in changes.keys {
            guard case .file(let id) = area else { continue }
            var content = FileContent()
            for range in ranges(of: area) {
                content.set(range.compactMap { value(at: Place(area: area, offset: $0)) }, at: range.lowerBound)
            }
            files[id] = content
        }
        return files
    }
}

extension Deck {
    /// The edits as a wish for a plan, or why they cannot be one yet.
    func editWish() -> Result<Wish, EditProblem> {
        if edit.isEmpty { return .failure(EditProblem(words: "nothing was changed")) }
        guard let report, let rules else { return .failure(EditProblem(words: "no memory was read")) }
        guard let size = report.image?.pageSize else { return .success(.editFiles(edit.changedFiles)) }
        var pages: [Int: [UInt8]] = [:]
        for page in Set(edit.changes[.memory]?.keys.map { $0 / max(1, size) } ?? []) {
            guard let bytes = rules.page(page, in: edit) else {
                let words = "page \(Words.page(page)) was not read: give all \(size) bytes of it, or take them back"
                return .failure(EditProblem(words: words, place: .memory(page * size)))
            }
            pages[page] = bytes
        }
        return .success(.edit(pages: pages))
    }
}

/// Why edits cannot be planned.
struct EditProblem: Error, Equatable {
    var words: String
    /// Where.
    var place: MemoryEdit.Place?
}
