import Tags

/// A place worth a jump, with its name.
struct MemoryPlace: Equatable, Sendable {
    /// Why it is listed.
    enum Kind: Equatable, Sendable { case bookmark, changed, region, message, file }

    var kind: Kind
    /// Where: `page 02` or `E104 +0`.
    var address: String
    var words: String
    /// The byte of the shown memory.
    var offset: Int
}

extension Deck {
    /// Bookmarks, changed bytes, regions, TLVs, records and files, in this order.
    var places: [MemoryPlace] {
        guard let image, let report = edited ?? report else { return [] }
        var places: [MemoryPlace] = []
        func add(_ kind: MemoryPlace.Kind, _ offset: Int, _ words: String) {
            places.append(
                MemoryPlace(kind: kind, address: address(of: offset, in: image), words: words, offset: offset))
        }
        for place in bookmarks {
            guard let offset = offset(of: place) else { continue }
            add(.bookmark, offset, "bookmark")
        }
        for area in edit.changes.keys.sorted(by: { $0.number < $1.number }) {
            for range in edit.ranges(of: area).prefix(Self.mostChanges) {
                guard let offset = offset(of: MemoryEdit.Place(area: area, offset: range.lowerBound)) else { continue }
                add(.changed, offset, "changed, \(Words.count(range.count, "byte"))")
            }
        }
        for region in report.regions { add(.region, region.bytes.lowerBound, region.label) }
        for (index, file) in report.files.enumerated() {
            if let start = sheet?.offset(of: 0, in: file.id) {
                add(.file, start, "\(index + 1). file, \(file.role.rawValue), \(Words.count(file.size, "byte"))")
            }
        }
        for entry in report.ndef?.tlvs.prefix(50) ?? [] {
            add(.message, entry.range.lowerBound, "TLV: \(Words.safe(entry.words, limit: 80))")
        }
        for (number, node) in tree.nodes.filter({ $0.depth == 0 }).prefix(100).enumerated() {
            guard let start = node.range.flatMap({ map.memory(of: $0).first?.lowerBound }) else { continue }
            let title = RecordText.title(node.record)
            add(.message, start, "record \(number + 1): \(title.kind) \(String(title.gist.prefix(80)))")
        }
        return places
    }

    /// More changed ranges are not listed one by one.
    private static let mostChanges = 100

    private func address(of offset: Int, in image: TagImage) -> String {
        guard let (file, place) = sheet?.place(of: offset) else { return Words.place(offset, image) }
        return place.map { "\(Hex.file(file)) +\(FileSheet.digits($0))" } ?? Hex.file(file)
    }

    /// Sets a bookmark on a byte, or takes the one away that is there.
    /// - Returns: It was set.
    mutating func toggleBookmark(_ place: MemoryEdit.Place) -> Bool {
        if let index = bookmarks.firstIndex(of: place) {
            bookmarks.remove(at: index)
            return false
        }
        bookmarks.append(place)
        bookmarks.sort { ($0.area.number, $0.offset) < ($1.area.number, $1.offset) }
        return true
    }
}

extension MemoryEdit.Area {
    /// For order.
    fileprivate var number: Int {
        switch self {
        case .memory: -1
        case .file(let id): Int(id)
        }
    }
}
