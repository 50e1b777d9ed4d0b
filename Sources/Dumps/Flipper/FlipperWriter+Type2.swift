import Tags

extension FlipperWriter {
    mutating func writeType2() throws(DumpError) {
        guard let image = report.image, let chip = report.identity.chip, let type = FlipperType2.of(chip) else {
            throw dump.refusal(.flipper, "the Type 2 chips that Flipper knows")
        }
        if type.chip != chip.name, report.identity.version == nil {
            losses.add("that the chip is \(chip.name): Flipper knows it as \(type.word)")
        }
        header("NTAG/Ultralight")
        type3A(atqa: [0x00, 0x44], sak: 0x00)
        comment("NTAG/Ultralight specific data")
        line("Data format version", "2")
        comment("NTAG/Ultralight type can be " + FlipperType2.all.map(\.word).joined(separator: ", "))
        line("NTAG/Ultralight type", type.word)
        writeAnswers()
        writePages(image, chip, type)
        let kept: Losses.Parts = [.chip, .version, .signature, .counters, .sak]
        losses.take(
            dump, kept: image.tellsUID(of: chip, besideHeader: true) ? kept.union(.uid) : kept,
            values: [ValueName.atqa, Self.failures])
    }

    private static let failures = "Failed authentication attempts"

    private mutating func writeAnswers() {
        var signature = report.signature?.bytes ?? []
        if signature.count > 32 {
            losses.add("the signature of \(signature.count) bytes, for which Flipper has no place")
            signature = []
        }
        losses.checkSignature(report)
        line("Signature", bytes: signature + [UInt8](repeating: 0, count: max(0, 32 - signature.count)))
        let version = report.identity.version ?? []
        line("Mifare version", bytes: version.count == 8 ? version : [UInt8](repeating: 0, count: 8))
        for number in 0..<3 {
            let counter = report.counters.first { $0.number == number }
            line("Counter \(number)", String(counter?.value ?? 0))
            line("Tearing \(number)", bytes: [counter?.tearingByte ?? 0])
            if counter?.value == 0, counter?.torn == nil {
                losses.add("that counter \(number) is 0: Flipper writes the same for one that was not read")
            } else if counter?.value == nil, counter?.torn != nil {
                losses.add("that the value of counter \(number) was not read: Flipper writes 0")
            }
        }
    }

    private mutating func writePages(_ image: TagImage, _ chip: Type2Chip, _ type: FlipperType2) {
        let addresses = (0..<type.pagesTotal).map { type.address(of: $0) }
        let pages = addresses.map { address in address.flatMap(image.bytesOfPage) }
        // Pages behind the last that is known are unread by the file's own word; gaps before it have to be zeros.
        let read = (pages.lastIndex { $0?.contains { $0 != nil } == true } ?? -1) + 1
        line("Pages total", String(type.pagesTotal))
        line("Pages read", String(read))
        for (number, page) in pages.enumerated() {
            line("Page \(number)", bytes: page?.map { $0 ?? 0 } ?? [0, 0, 0, 0])
        }
        let failed = dump.values.first { $0.name == Self.failures }?.value
        line(Self.failures, failed ?? "0")
        let gaps = addresses.prefix(read).compactMap { $0 }.filter { image.state(of: $0) != .unread(.doesNotExist) }
        losses.zeros(image, gaps, "page")
        let covered = Set(addresses.compactMap { $0 })
        let beyond = (0..<image.pageCount).filter { image.isKnownInPart($0) && !covered.contains($0) }
        if !beyond.isEmpty { losses.add("\(Words.places(beyond, "page")), for which Flipper has no place") }
        losses.reasons(image, "page", except: Set(gaps)) { page in
            if chip.absentPages.contains(where: { $0.contains(page) }) { return .doesNotExist }
            if chip.writeOnlyPages.contains(page) { return .writeOnly }
            return covered.contains(page) ? .unreadInFile : .notInFile
        }
    }
}
