import Tags

/// The files of a card laid out as one memory for the Memory pane: a heading row for each file, then its bytes.
///
/// A heading is a page without bytes, so that cursor, selection and search are those of any memory.
struct FileSheet: Equatable, Sendable {
    /// What a row is.
    enum Row: Equatable, Sendable {
        case heading(UInt16)
        case bytes(UInt16, offset: Int)
    }

    /// The rows in order.
    let rows: [Row]
    /// The bytes as a memory with a page a row.
    let image: TagImage
    private let starts: [UInt16: Int]
    /// The columns of the addresses.
    let addressColumns: Int

    /// Bytes in a row.
    static let width = 8
    /// Files that claim more are shown as far as something is known of them.
    private static let mostShown = 8192

    /// The sheet of these files; `nil` where there are none.
    init?(_ files: [TagFile]) {
        guard !files.isEmpty else { return nil }
        var rows: [Row] = []
        var starts: [UInt16: Int] = [:]
        for file in files {
            rows.append(.heading(file.id))
            starts[file.id] = rows.count
            let end = file.size > Self.mostShown ? file.content.end : max(file.size, file.content.end)
            rows += stride(from: 0, to: end, by: Self.width).map { .bytes(file.id, offset: $0) }
        }
        var image = TagImage(pageSize: Self.width, pageCount: rows.count)
        for (row, content) in rows.enumerated() {
            guard case .bytes(let id, let offset) = content, let file = files.first(where: { $0.id == id }) else {
                image.markUnread(page: row, .doesNotExist)
                continue
            }
            if let whole = file.content.bytes(in: offset..<offset + Self.width) {
                image.set(page: row, to: whole)
                continue
            }
            let bytes = (0..<Self.width).map { file.content.byte(at: offset + $0) }
            guard bytes.contains(where: { $0 != nil }) else { continue }
            image.set(page: row, to: bytes.map { $0 ?? 0 })
            for (index, byte) in bytes.enumerated() where byte == nil {
                image.markHole(at: row * Self.width + index)
            }
        }
        self.rows = rows
        self.image = image
        self.starts = starts
        let longest = files.map { max($0.size > Self.mostShown ? 0 : $0.size, $0.content.end) }.max() ?? 0
        addressColumns = max(4, Self.digits(max(0, longest - 1) / Self.width * Self.width).count)
    }

    /// The file and the offset in it of a byte of the sheet; the file alone in a heading.
    func place(of offset: Int) -> (file: UInt16, offset: Int?)? {
        guard offset >= 0, rows.indices.contains(offset / Self.width) else { return nil }
        switch rows[offset / Self.width] {
        case .heading(let id): return (id, nil)
        case .bytes(let id, let start): return (id, start + offset % Self.width)
        }
    }

    /// Where a byte of a file is on the sheet.
    func offset(of place: Int, in file: UInt16) -> Int? {
        starts[file].map { $0 * Self.width + place }
    }

    /// Where ranges of a file are on the sheet.
    func ranges(_ ranges: [Range<Int>], in file: UInt16) -> [Range<Int>] {
        guard let start = starts[file] else { return [] }
        return ranges.map { $0.lowerBound + start * Self.width..<$0.upperBound + start * Self.width }
    }

    /// What stands in a row's address column: the offset in its file.
    func address(ofRow row: Int) -> String {
        guard rows.indices.contains(row), case .bytes(_, let offset) = rows[row] else { return "" }
        return Self.digits(offset)
    }

    /// An offset in a file, at least four digits.
    static func digits(_ offset: Int) -> String {
        let digits = Hex.address(offset)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension TagFile {
    /// The heading of a file: `E104 NDEF  256 bytes  read free, write free`.
    var heading: String { "\(name)  \(Words.count(size, "byte"))  \(access.words)" }
}

extension Deck {
    /// What the byte at an offset of the image means.
    func explanation(at offset: Int) -> ByteExplanation? {
        guard let report = shown else { return nil }
        guard let sheet else { return ByteExplanation.explain(offset: offset, in: report) }
        guard let (id, place) = sheet.place(of: offset), let file = report.file(id) else { return nil }
        if let place { return ByteExplanation.explain(file: id, offset: place, in: report) }
        return ByteExplanation(sentence: "file " + ([file.heading] + file.settings).joined(separator: "; "))
    }
}

extension FileSheet {
    /// Where an input of `Go to` leads: bytes of the file under the cursor, or another file by its identifier.
    func goTo(_ input: String, from current: Int) -> GoToTarget.Answer {
        guard let (file, place) = place(of: current) else { return .wrong("no memory was read") }
        let text = input.filter { $0 != " " }.uppercased()
        if text.count == 4, let id = UInt16(text, radix: 16), let start = starts[id] {
            return .offset(max(0, start - 1) * Self.width)
        }
        let count = rows.count { if case .bytes(file, _) = $0 { true } else { false } } * Self.width
        switch GoToTarget.parse(input, from: place ?? 0, pageSize: 1, pageCount: count) {
        case .offset(let offset): return self.offset(of: offset, in: file).map { .offset($0) } ?? .wrong("no such byte")
        case .wrong(let words):
            return count == 0 || !words.hasPrefix("the pages of") ? .wrong(words) : .wrong("the file ends before")
        }
    }
}
