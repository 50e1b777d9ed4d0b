import Tags
import Terminal

/// How the screen Compare divides its room.
struct CompareGeometry: Equatable, Sendable {
    /// The cells inside the frame.
    var inside: Rect
    /// The names of the two sides and the heads of the columns.
    var head: Rect
    var list: Rect
    /// The whole of what the row under the cursor says.
    var details: Rect
    /// There is a frame, not a title line.
    var boxed: Bool

    /// Bytes of a side in one row.
    var bytes: Int
    /// The ASCII of the bytes is shown too.
    var showsText: Bool

    /// - Parameters:
    ///   - unit: Bytes in a row.
    ///   - places: The cells of the longest place there is.
    init(body: Rect, unit: Int, places: Int = 0) {
        boxed = body.size.columns >= 100 && body.size.rows >= 16
        inside = boxed ? body.inset(by: 1).insetColumns(1) : body.split(rows: 1).rest
        let rest: Rect
        (head, rest) = inside.split(rows: inside.size.rows >= 6 ? 3 : 0)
        let details = rest.size.rows >= 8 ? min(boxed ? 6 : 4, rest.size.rows / 3) : 0
        (list, self.details) = rest.split(rows: rest.size.rows - details)
        bytes = inside.size.columns >= 120 ? unit : min(8, unit)
        placeColumns = max(10, min(places + 3, inside.size.columns / 5))
        showsText = inside.size.columns >= placeColumns + 3 + (bytes * 4 + 1) * 2 + 40
    }

    /// The columns of a place, its mark and a blank behind it.
    var placeColumns: Int
    /// The columns of a side.
    var sideColumns: Int { bytes * 3 - 1 + (showsText ? bytes + 2 : 0) }
}

extension AppModel {
    /// Draws the screen Compare.
    func drawCompare(_ canvas: inout Canvas, in body: Rect) {
        guard let shown = comparing else { return }
        let longest = Self.longestName(shown.comparison?.differences ?? [])
        let place = CompareGeometry(body: body, unit: shown.unit, places: longest)
        let sum = shown.sum
        part(body, "Compare", note: StyledLine(sum.words, sum.role), focused: true, boxed: place.boxed, on: &canvas)
        canvas.cursor = place.list.isEmpty ? nil : place.list.origin
        canvas.put(headLines(shown, place), in: place.head)
        guard let comparison = shown.comparison else { return }
        if let obstacle = comparison.obstacle {
            canvas.put(StyledLine.wrapped(obstacle, .error, columns: place.list.size.columns), in: place.list)
            return
        }
        guard !shown.rows.isEmpty else {
            let words = shown.showsAll ? "Nothing is known of either side." : "Nothing differs in what was read."
            canvas.put(StyledLine(words, .success), at: place.list.origin, columns: place.list.size.columns)
            return
        }
        var list = shown.list
        list.settle(count: shown.rows.count, height: place.list.size.rows)
        for row in 0..<place.list.size.rows where shown.rows.indices.contains(list.top + row) {
            let line = place.list.split(rows: row).rest.split(rows: 1).top
            canvas.put(
                self.line(shown.rows[list.top + row], of: shown, comparison, place, glyphs: canvas.glyphs),
                at: line.origin, columns: line.size.columns)
            guard list.top + row == list.cursor else { continue }
            canvas.setRole(line, role: dialogs.isEmpty ? .cursor : .cursorUnfocused)
            canvas.cursor = line.origin
        }
        guard !place.details.isEmpty, shown.rows.indices.contains(list.cursor) else { return }
        let rule = place.details.split(rows: 1)
        canvas.fill(rule.top, role: .border, character: canvas.glyphs.horizontal)
        canvas.put(
            details(shown.rows[list.cursor], comparison, columns: rule.rest.size.columns), in: rule.rest)
    }

    /// The cells of the longest place that is a name; addresses, of which there may be thousands, are short.
    private static func longestName(_ differences: [Difference]) -> Int {
        differences.lazy.filter {
            switch $0.place {
            case .value, .applicationFile: true
            case .page, .block, .file: false
            }
        }
        .map { DisplayWidth.of(shortPlace($0.place)) }.max() ?? 0
    }

    /// The names of the sides, and what stands in which column.
    private func headLines(_ shown: CompareScreen, _ place: CompareGeometry) -> [StyledLine] {
        func side(_ letter: String, _ side: CompareSide) -> StyledLine {
            let identity = side.report?.identity
            let tag = identity.map { "  \($0.chipName)  \(Words.uid($0.uid))" } ?? "  opening"
            return StyledLine([Span(letter + "  ", .title), Span(side.name, .value), Span(tag, .dim)])
        }
        let pad = place.placeColumns
        return [
            side("A", shown.first), side("B", shown.second),
            StyledLine([
                Span(HelpText.pad("where", pad), .dim), Span(HelpText.pad("A", place.sideColumns), .title),
                Span("   "), Span(HelpText.pad("B", place.sideColumns), .title), Span("  what it means", .dim),
            ]),
        ]
    }

    private func line(
        _ row: CompareScreen.Row, of shown: CompareScreen, _ comparison: Comparison, _ place: CompareGeometry,
        glyphs: Glyphs
    ) -> StyledLine {
        switch row {
        case .heading(let text): return StyledLine(Words.safe(text, limit: 200), .title)
        case .notice(let text): return StyledLine("  " + Words.safe(text, limit: 500), .unread)
        case .record(let index):
            return StyledLine("* " + Words.safe(comparison.records[index].meaning, limit: 500), .changed)
        case .difference(let index):
            let difference = comparison.differences[index]
            if difference.a == nil, difference.b == nil {
                let name = HelpText.cut(Self.shortPlace(difference.place), place.placeColumns - 3)
                return StyledLine([
                    Span("* ", .changed), Span(HelpText.pad(name, place.placeColumns - 2) + " ", .address),
                    Span(Words.safe(difference.meaning, limit: 500), .text),
                ])
            }
            let a = difference.a.map { $0.map(Optional.init) }
            let b = difference.b.map { $0.map(Optional.init) }
            return sides(
                Self.shortPlace(difference.place), a, b, difference.meaning, place, glyphs,
                masked: difference.isSecret)
        case .bytes(.page(let page)):
            return sides(
                Words.page(page), pageBytes(page, of: shown.first), pageBytes(page, of: shown.second),
                unreadWords(page, shown), place, glyphs, masked: isSecret(page, shown))
        case .bytes(.file(let id, let offset)):
            func bytes(_ side: CompareSide) -> [UInt8?]? {
                side.report?.file(id).map { file in
                    (0..<FileSheet.width).map { file.content.byte(at: offset + $0) }
                }
            }
            return sides(FileSheet.digits(offset), bytes(shown.first), bytes(shown.second), "", place, glyphs)
        }
    }

    private func isSecret(_ page: Int, _ shown: CompareScreen) -> Bool {
        [shown.first.report, shown.second.report].contains { report in
            guard let report, let size = report.image?.pageSize else { return false }
            let bytes = page * size..<(page + 1) * size
            return report.regions.contains { Difference.secretKinds.contains($0.kind) && $0.bytes.overlaps(bytes) }
        }
    }

    private func pageBytes(_ page: Int, of side: CompareSide) -> [UInt8?]? {
        guard let image = side.report?.image, page < image.pageCount else { return nil }
        return (0..<image.pageSize).map { image.byte(at: page * image.pageSize + $0) }
    }

    /// Why a page is missing in one side.
    private func unreadWords(_ page: Int, _ shown: CompareScreen) -> String {
        let sides = [("A", shown.first), ("B", shown.second)]
        return sides.compactMap { letter, side in
            guard case .unread(let reason)? = side.report?.image?.state(of: page) else { return nil }
            return "\(letter) not read: \(reason.words)"
        }.joined(separator: ", ")
    }

    /// `29  04 00 00 FF → 04 00 00 04  AUTH0 FF -> 04`.
    private func sides(
        _ name: String, _ a: [UInt8?]?, _ b: [UInt8?]?, _ meaning: String, _ place: CompareGeometry, _ glyphs: Glyphs,
        masked: Bool = false
    ) -> StyledLine {
        let isChange = a != b
        let known = a != nil && b != nil
        var spans = [
            Span(isChange && known ? "* " : "  ", .changed),
            Span(HelpText.pad(HelpText.cut(name, place.placeColumns - 3), place.placeColumns - 2), .address),
        ]
        spans += Self.side(a, against: b, place, glyphs, masked: masked)
        spans.append(Span(isChange ? " \(glyphs.arrowRight) " : "   ", .dim))
        spans += Self.side(b, against: a, place, glyphs, masked: masked)
        spans.append(Span("  " + Words.safe(meaning, limit: 500), .text))
        return StyledLine(spans)
    }

    /// The bytes of one side, those that the other one has not so marked; as many as there is room for.
    private static func side(
        _ bytes: [UInt8?]?, against other: [UInt8?]?, _ place: CompareGeometry, _ glyphs: Glyphs, masked: Bool
    ) -> [Span] {
        guard let bytes else { return [Span(HelpText.pad("not there", place.sideColumns), .unread)] }
        let shown = bytes.prefix(place.bytes)
        var spans: [Span] = []
        for (index, byte) in shown.enumerated() {
            let before = other.flatMap { $0.indices.contains(index) ? $0[index] : nil }
            let differs = byte != nil && before != nil && byte != before
            let isLast = index + 1 == shown.count
            let more = isLast && bytes.count > shown.count
            spans.append(
                Span(
                    byte.map { masked ? "**" : Words.byte($0) } ?? glyphs.unreadByte,
                    byte == nil ? .unread : differs ? .changed : .text))
            if !isLast || more { spans.append(Span(more ? String(glyphs.ellipsis) : " ", .dim)) }
        }
        let width = spans.reduce(0) { $0 + DisplayWidth.of($1.text) }
        spans.append(Span(String(repeating: " ", count: max(0, place.bytes * 3 - 1 - width))))
        if place.showsText {
            let unread = String(glyphs.unreadByte.prefix(1))
            let text = shown.map { $0.map { masked ? "*" : String(RecordText.ascii($0)) } ?? unread }.joined()
            spans.append(Span("  " + HelpText.pad(text, place.bytes), .ascii))
        }
        return spans
    }

    /// A place in as few characters as tell it: `29`, `E104+0010`.
    private static func shortPlace(_ place: Difference.Place) -> String {
        switch place {
        case .page(let page), .block(let page): Words.page(page)
        case .file(_, let offset): FileSheet.digits(offset)
        case .applicationFile(_, let file, let offset): "\(file)+\(Hex.address(offset))"
        case .value(let name): Words.safe(name, limit: 40)
        }
    }

    /// The whole of a row: place, bytes and meaning, wrapped.
    private func details(_ row: CompareScreen.Row, _ comparison: Comparison, columns: Int) -> [StyledLine] {
        switch row {
        case .heading, .bytes: return []
        case .notice(let text): return StyledLine.wrapped(Words.safe(text, limit: 1000), .unread, columns: columns)
        case .record(let index):
            return StyledLine.wrapped(
                Words.safe(comparison.records[index].meaning, limit: 1000), .text, columns: columns)
        case .difference(let index):
            let difference = comparison.differences[index]
            let words = StyledLine.wrapped(
                Words.safe("\(difference.placeWords): \(difference.meaning)", limit: 1000), .text, columns: columns)
            guard !difference.isSecret, let a = difference.a, let b = difference.b, max(a.count, b.count) > 4 else {
                return words
            }
            return words
                + StyledLine.wrapped("A  " + Words.bytes(a, limit: 48), .dim, columns: columns)
                + StyledLine.wrapped("B  " + Words.bytes(b, limit: 48), .dim, columns: columns)
        }
    }
}
