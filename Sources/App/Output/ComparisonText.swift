import NDEF
import Tags

/// A comparison in words for a person.
struct ComparisonText {
    let comparison: Comparison
    let paint: Paint

    /// All lines: each region with its differences, the records, what was not compared.
    var lines: [String] {
        var lines = [comparison.same ? paint(.good, "The same") + ", as far as both are known." : summary]
        var region: String?
        for difference in comparison.differences {
            if difference.region != region {
                region = difference.region
                lines += ["", paint(.title, difference.region.visible)]
            }
            lines.append(line(of: difference))
        }
        if !comparison.records.isEmpty {
            lines += ["", paint(.title, "records")]
            lines += comparison.records.map { "  " + $0.meaning.visible }
        }
        if !comparison.notices.isEmpty { lines.append("") }
        return lines + comparison.notices.map { Columns.row("Note", $0.visible) }
    }

    private var summary: String {
        let (places, records) = (comparison.differences.count, comparison.records.count)
        var parts = [places == 1 ? "1 difference" : "\(places) differences"]
        if records > 0 { parts.append(records == 1 ? "1 record" : "\(records) records") }
        return paint(.warning, "Different") + ": " + parts.joined(separator: ", ") + "."
    }

    /// The most bytes of a side that stand on its line.
    private static let mostBytes = 16

    private func line(of difference: Difference) -> String {
        let words = difference.placeWords.visible
        // A long name keeps its distance too.
        let place = "  " + paint(.address, Columns.pad(words, max(18, words.count + 2)))
        guard let old = difference.a, let new = difference.b else {
            return place + difference.meaning.visible
        }
        return place + bytes(old) + " -> " + bytes(new) + "  " + paint(.dim, difference.meaning.visible)
    }

    private func bytes(_ bytes: [UInt8]) -> String {
        let shown = Hex.string(bytes.prefix(Self.mostBytes), separator: " ")
        return bytes.count > Self.mostBytes ? shown + " ... (\(bytes.count) bytes)" : shown
    }
}
