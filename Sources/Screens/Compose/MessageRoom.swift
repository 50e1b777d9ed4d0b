import NDEF
import Tags

/// How large a message may be: on the tag at hand, or on a chip that is only assumed.
struct MessageRoom: Equatable, Sendable {
    /// The largest message in bytes; `nil` where that is not known.
    var maximum: Int?
    /// How sure that is.
    var provenance: Provenance
    /// The tag or chip.
    var name: String
    /// The sum, or why there is none.
    var how: String

    /// The room on a tag as it was read.
    init(of report: TagReport) {
        name = report.identity.chipName
        if let capacity = report.ndef?.capacity {
            maximum = capacity.maximum
            provenance = capacity.provenance
            how = capacity.how
        } else {
            provenance = .assumed
            how =
                report.ndef?.state == .unformatted
                ? "the tag is not formatted for NDEF" : "the tag's memory was not read"
        }
    }

    /// The room on a chip as it is delivered.
    init(assumed chip: Type2Chip) {
        name = chip.name
        provenance = .assumed
        how = "assumed: a \(chip.name) as it is delivered, formatted for NDEF"
        maximum = Self.factoryCapacity(of: chip)
    }

    /// The chips that can be assumed, the one with least room first.
    static let assumable: [(chip: Type2Chip, maximum: Int)] = Type2Chip.all.compactMap { chip in
        factoryCapacity(of: chip).map { (chip, $0) }
    }.sorted { $0.maximum < $1.maximum }

    /// The chips people buy, smallest first, on which a message of this size fits.
    static func fitting(_ count: Int) -> [(name: String, maximum: Int)] {
        let common = ["Ultralight", "Ultralight C", "NTAG213", "NTAG215", "NTAG216"]
        return assumable.filter { common.contains($0.chip.name) && $0.maximum >= count }
            .map { ($0.chip.name, $0.maximum) }
    }

    /// The largest message on a chip with factory content; one that is sold without NDEF counts as formatted.
    private static func factoryCapacity(of chip: Type2Chip) -> Int? {
        var image = TagImage(pageSize: 4, pageCount: chip.pageCount)
        for page in 0..<chip.pageCount { image.set(page: page, to: [0, 0, 0, 0]) }
        let factory = chip.factoryPage3.flatMap { $0.first == 0xE1 ? $0 : nil }
        image.set(
            page: Type2Chip.capabilityPage,
            to: factory ?? [0xE1, 0x10, UInt8(clamping: chip.userPages.count * 4 / 8), 0])
        var user = chip.factoryUser ?? [0x03, 0x00, 0xFE]
        if user.first == 0xFF || user.isEmpty { user = [0x03, 0x00, 0xFE] }
        while user.count % 4 != 0 { user.append(0) }
        for (index, start) in stride(from: 0, to: user.count, by: 4).enumerated() {
            image.set(page: chip.userPages.lowerBound + index, to: Array(user[start..<start + 4]))
        }
        let identity = TagIdentity(
            uid: [], type: .type2, chipName: chip.name, chip: chip, identifiedBy: "", provenance: .assumed)
        return TagReader.report(identity: identity, image: image, authenticated: false).ndef?.capacity?.maximum
    }

    /// What to say of a message that does not fit, `nil` where it does: by how much, and what would.
    func complaint(about draft: Draft) -> String? {
        guard let maximum else { return nil }
        let count = draft.encoded.count
        guard count > maximum else { return nil }
        var ways: [String] = []
        if let largest = draft.largest, draft.records.count > 1 {
            var fewer = draft
            fewer.list.cursor = largest
            fewer.delete()
            if fewer.encoded.count <= maximum {
                ways.append("it fits without record \(largest + 1) (\(draft.records[largest].encodedCount))")
            }
        }
        let chips = Self.fitting(count).prefix(2).map { "\($0.name) (\($0.maximum))" }
        ways.append(chips.isEmpty ? "no common chip holds so much" : "it fits on " + chips.joined(separator: " or "))
        return "\(Words.count(count - maximum, "byte")) too many: " + ways.joined(separator: ", ")
    }
}
