import Tags
import Terminal

/// Draws one page of a memory as a row.
struct MemoryPainter {
    let deck: Deck
    let image: TagImage
    let focused: Bool
    private let linked: [Range<Int>]
    private let rules: EditRules?
    private let selection: Range<Int>?
    private let locked: Set<Int>
    /// The kinds of the records that begin on a page.
    private let records: [Int: [String]]

    init(deck: Deck, image: TagImage, focused: Bool) {
        self.deck = deck
        self.image = image
        self.focused = focused
        linked = deck.linkedRanges
        rules = deck.rules
        selection = deck.memory.mark == nil ? nil : deck.memory.selection(in: image)
        locked = Set(deck.shown?.protection?.lockedPages ?? [])
        var records: [Int: [String]] = [:]
        for node in deck.tree.nodes.prefix(200) where node.depth == 0 {
            guard let range = node.range, let start = deck.map.memory(of: range).first?.lowerBound else { continue }
            records[start / image.pageSize, default: []].append(RecordText.title(node.record).kind)
        }
        self.records = records
    }

    /// Where the columns of a row are.
    struct Columns {
        var address, bytes, ascii, marks, label: Int

        init(start: Int, image: TagImage, sheet: FileSheet?) {
            let addressWidth = sheet?.addressColumns ?? Words.page(max(0, image.pageCount - 1)).count
            address = start + 1
            bytes = address + addressWidth + 2
            ascii = bytes + image.pageSize * 3 + 1
            marks = ascii + image.pageSize + 2
            label = marks + 3
        }

        /// The byte of the page at a column of the screen, and the side it is on.
        func byte(at column: Int, pageSize: Int) -> (byte: Int, side: MemoryPane.Side)? {
            if (bytes..<bytes + pageSize * 3).contains(column) { return ((column - bytes) / 3, .hex) }
            if (ascii..<ascii + pageSize).contains(column) { return (column - ascii, .ascii) }
            return nil
        }
    }

    /// Draws a page; the first row also names a region that began above.
    func draw(page: Int, isFirst: Bool, in rect: Rect, on canvas: inout Canvas) {
        if drawHeading(page, in: rect, on: &canvas) { return }
        let row = rect.origin.row
        let columns = Columns(start: rect.origin.column, image: image, sheet: deck.sheet)
        let span = page * image.pageSize..<(page + 1) * image.pageSize
        if linked.contains(where: { $0.overlaps(span) }) {
            canvas.put(
                canvas.glyphs.isASCII ? "|" : "▎", at: Point(column: rect.origin.column, row: row), role: .linked)
        }
        canvas.put(
            deck.sheet?.address(ofRow: page) ?? Words.page(page), at: Point(column: columns.address, row: row),
            role: .address)
        for index in 0..<image.pageSize { drawByte(index, of: page, columns, in: rect, on: &canvas) }
        drawMarks(page, at: Point(column: columns.marks, row: row), on: &canvas)
        let label = label(of: page, span, isFirst: isFirst)
        canvas.put(
            label, at: Point(column: columns.label, row: row), columns: max(0, rect.right - columns.label))
    }

    /// The heading of a file where the row is one.
    private func drawHeading(_ page: Int, in rect: Rect, on canvas: inout Canvas) -> Bool {
        guard let sheet = deck.sheet, sheet.rows.indices.contains(page), case .heading(let id) = sheet.rows[page]
        else { return false }
        let text = deck.shown?.file(id)?.heading ?? Hex.file(id)
        canvas.put(
            text, at: Point(column: rect.origin.column + 1, row: rect.origin.row), role: .title,
            columns: max(0, rect.size.columns - 1))
        if page == deck.memory.list.cursor {
            canvas.setRole(rect, role: focused ? .cursor : .cursorUnfocused)
            if focused { canvas.cursor = rect.origin }
        }
        return true
    }

    private func drawByte(_ index: Int, of page: Int, _ columns: Columns, in rect: Rect, on canvas: inout Canvas) {
        let row = rect.origin.row
        let offset = page * image.pageSize + index
        let byte = image.byte(at: offset)
        let look = look(at: offset, byte, canvas.glyphs)
        let role = look.role
        let hexPoint = Point(column: columns.bytes + index * 3, row: row)
        let asciiPoint = Point(column: columns.ascii + index, row: row)
        canvas.put(look.hex, at: hexPoint, role: role)
        let gap = Point(column: hexPoint.column + 2, row: row)
        // A run that is selected, found or linked is drawn without gaps.
        if index + 1 < image.pageSize, isRun(role), self.role(at: offset + 1, known: true) == role {
            canvas.put(" ", at: gap, role: role)
        }
        if look.isChanged { canvas.put("*", at: gap, role: .changed) }
        canvas.put(look.ascii, at: asciiPoint, role: isRun(role) || byte == nil || look.isChanged ? role : .ascii)
        guard page == deck.memory.list.cursor, index == deck.memory.column else { return }
        let onHex = deck.memory.side == .hex
        let main: Role = focused ? .cursor : .cursorUnfocused
        canvas.setRole(
            Rect(column: hexPoint.column, row: row, columns: 2, rows: 1), role: onHex ? main : .cursorUnfocused)
        canvas.setRole(
            Rect(column: asciiPoint.column, row: row, columns: 1, rows: 1), role: onHex ? .cursorUnfocused : main)
        guard focused else { return }
        // In a pane too narrow for the row the cursor stays at its edge.
        let digit = deck.typing && deck.memory.lowDigit ? 1 : 0
        let point = onHex ? Point(column: hexPoint.column + digit, row: row) : asciiPoint
        canvas.cursor = Point(column: min(point.column, max(rect.origin.column, rect.right - 1)), row: row)
    }

    /// How a byte looks on both sides.
    private struct Look {
        var hex: String
        var ascii: String
        var role: Role
        /// It is not what the tag holds.
        var isChanged: Bool
    }

    private func look(at offset: Int, _ byte: UInt8?, _ glyphs: Glyphs) -> Look {
        let place = deck.edit.isEmpty && !deck.isDump ? nil : deck.place(at: offset)
        let isChanged = place.map { deck.edit.value(at: $0) != nil } ?? false
        var role = role(at: offset, known: byte != nil)
        if isChanged, !isRun(role) { role = .changed }
        if let place, isChanged || byte != nil, rules?.isSecret(place) == true {
            let mask = String(glyphs.mask)
            return Look(hex: mask + mask, ascii: mask, role: isChanged ? .changed : role, isChanged: isChanged)
        }
        let unread = String(glyphs.unreadByte.prefix(1))
        return Look(
            hex: byte.map(Words.byte) ?? glyphs.unreadByte, ascii: byte.map { String(RecordText.ascii($0)) } ?? unread,
            role: role, isChanged: isChanged)
    }

    private func isRun(_ role: Role) -> Bool { role == .selection || role == .match || role == .linked }

    /// What a byte's cells are for, the most pressing reason first.
    private func role(at offset: Int, known: Bool) -> Role {
        if let selection, selection.contains(offset) { return .selection }
        if deck.memory.isMatch(offset) { return .match }
        if linked.contains(where: { $0.contains(offset) }) { return .linked }
        guard known else { return .unread }
        if deck.map.messageByte(at: offset) != nil { return .regionNDEF }
        let kind = deck.shown?.regions.last { $0.bytes.contains(offset) }?.kind
        // Lock bytes without a bit set are nothing to be alarmed about.
        if kind == .staticLock || kind == .dynamicLock, image.byte(at: offset) == 0 { return .text }
        return kind?.role ?? .text
    }

    /// `L` closed by lock bits, `P` needs the password, in columns of their own.
    private func drawMarks(_ page: Int, at point: Point, on canvas: inout Canvas) {
        if locked.contains(page) { canvas.put("L", at: point, role: .locked) }
        if ProtectionText.needsPassword(page: page, deck.shown?.protection) {
            canvas.put("P", at: Point(column: point.column + 1, row: point.row), role: .warning)
        }
    }

    private func role(of region: MemoryRegion) -> Role {
        let isLock = region.kind == .staticLock || region.kind == .dynamicLock
        return isLock && region.bytes.allSatisfy { image.byte(at: $0) == 0 } ? .text : region.kind.role
    }

    /// What the page is for: regions and records that begin on it, and why it was not read.
    private func label(of page: Int, _ span: Range<Int>, isFirst: Bool) -> StyledLine {
        var spans: [Span] = []
        for region in deck.shown?.regions ?? [] where region.bytes.overlaps(span) {
            guard isFirst || span.contains(region.bytes.lowerBound) else { continue }
            if !spans.isEmpty { spans.append(Span(", ", .dim)) }
            spans.append(Span(region.label, role(of: region)))
        }
        // A reason is said once for a run of pages.
        if case .unread(let reason) = image.state(of: page), isFirst || image.state(of: page - 1) != .unread(reason) {
            let file = deck.sheet?.place(of: span.lowerBound).flatMap { deck.shown?.file($0.file) }
            let words = file?.unreadWords ?? reason.words
            spans.append(Span((spans.isEmpty ? "" : "  ") + "not read: " + words, .unread))
        }
        for kind in records[page] ?? [] {
            if !spans.isEmpty { spans.append(Span("  ")) }
            spans.append(Span("\(kind) record", .regionNDEF))
        }
        return StyledLine(spans)
    }
}

extension MemoryRegion.Kind {
    /// The role of the bytes.
    var role: Role {
        switch self {
        case .uid, .internal: .regionUID
        case .staticLock, .dynamicLock: .regionLock
        case .oneTimeProgrammable, .capabilityContainer: .regionCC
        case .user: .regionUser
        case .configuration, .mirror, .session: .regionConfiguration
        case .password, .passwordAcknowledge, .key: .regionPassword
        case .counter, .tamper: .regionCounter
        case .reserved: .regionReserved
        }
    }
}
