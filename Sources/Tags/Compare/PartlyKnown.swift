/// Pages of which some bytes are known and some are not: whose bytes they are, told by byte.
struct PartlyKnown {
    /// Who knows a byte that not both know.
    private enum Side: CaseIterable {
        case onlyA, onlyB, neither
    }

    private var found: [Side: [(page: Int, bytes: [Int])]] = [:]

    /// Takes a page that one of both knows in part.
    mutating func take(_ page: Int, _ first: TagImage, _ second: TagImage) {
        var bytes: [Side: [Int]] = [:]
        for index in 0..<first.pageSize {
            let offset = page * first.pageSize + index
            switch (first.byte(at: offset), second.byte(at: offset)) {
            case (nil, nil): bytes[.neither, default: []].append(index)
            case (_?, nil): bytes[.onlyA, default: []].append(index)
            case (nil, _?): bytes[.onlyB, default: []].append(index)
            case (_?, _?): break
            }
        }
        for (side, bytes) in bytes { found[side, default: []].append((page, bytes)) }
    }

    /// One sentence for each side and each set of bytes: `bytes 0-1 of page E4 are known in A only`.
    func sentences(_ names: (a: String, b: String), noun: String) -> [String] {
        Side.allCases.flatMap { side -> [String] in
            let place =
                switch side {
                case .onlyA: "in \(names.a) only"
                case .onlyB: "in \(names.b) only"
                case .neither: "in neither"
                }
            return PageBytes.words(found[side] ?? [], noun: noun).map { words, count in
                "\(words) \(count == 1 ? "is" : "are") known \(place)"
            }
        }
    }
}

/// Bytes within pages in words.
public enum PageBytes {
    /// `bytes 2-3 of page E4`, with the number of bytes; pages of the same bytes together, in order.
    public static func words(_ places: [(page: Int, bytes: [Int])], noun: String) -> [(words: String, count: Int)] {
        var groups: [(bytes: [Int], pages: [Int])] = []
        for place in places {
            if let index = groups.firstIndex(where: { $0.bytes == place.bytes }) {
                groups[index].pages.append(place.page)
            } else {
                groups.append((place.bytes, [place.page]))
            }
        }
        return groups.map { group in
            let bytes = group.bytes.count == 1 ? "byte" : "bytes"
            return (
                "\(bytes) \(runs(group.bytes)) of \(PageList.words(group.pages, noun: noun))",
                group.bytes.count * group.pages.count
            )
        }
    }

    private static func runs(_ bytes: [Int]) -> String {
        var runs: [ClosedRange<Int>] = []
        for byte in bytes {
            if let last = runs.last, byte == last.upperBound + 1 {
                runs[runs.count - 1] = last.lowerBound...byte
            } else {
                runs.append(byte...byte)
            }
        }
        return runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
            .joined(separator: ", ")
    }
}
