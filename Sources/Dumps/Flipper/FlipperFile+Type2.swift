import Tags

extension FlipperFile {
    /// A Type 2 tag.
    /// - Parameter typed: The chip as the file names it, `nil` where it does not.
    func type2(typed: String?) throws(DumpError) -> OpenedDump {
        var draft = Type2Draft(source: "Flipper file", program: "Flipper")
        // The pages hold the UID too: a file without the line is not lost.
        draft.statedUID = fields["UID"] == nil ? [] : try uid()
        draft.atqa = try atqa()
        draft.sak = try sak()
        let type = typed.flatMap(FlipperType2.named)
        draft.statedName = typed
        draft.statedChip = type.flatMap { Type2Chip.named($0.chip) }
        draft.version = try fields["Mifare version"]?.bytes(8)
        draft.signature = try fields["Signature"]?.bytes(32)
        try takePages(type, draft.version.flatMap(Type2Chip.match(version:)), &draft)
        draft.counters = try counters(of: draft.version.flatMap(Type2Chip.match(version:)) ?? draft.statedChip)
        if let failed = try fields["Failed authentication attempts"]?.number(to: Int(UInt32.max)), failed > 0 {
            draft.values.append(NamedValue("Failed authentication attempts", String(failed)))
        }
        return draft.opened(as: .flipper)
    }

    private func takePages(_ type: FlipperType2?, _ reported: Type2Chip?, _ draft: inout Type2Draft) throws(DumpError) {
        let stated = try fields["Pages total"]?.number(to: FlipperType2.mostPages)
        // The version counts more than the name: the numbers of its pages are those of the chip it stands for.
        let type = reported.flatMap(FlipperType2.of) ?? type
        let total = max(stated ?? 0, type?.pagesTotal ?? 0)
        let read = try fields["Pages read"]?.number(to: FlipperType2.mostPages) ?? stated ?? total
        for number in min(read, total)..<total {
            if let address = type?.address(of: number) ?? (type == nil ? number : nil) {
                draft.leave(address, .unreadInFile)
            }
        }
        var behind: [Int] = []
        var registers: [Int] = []
        for (number, field) in try fields.numbered("Page") {
            let bytes = try field.bytesIfKnown(4)
            guard number < max(total, total == 0 ? FlipperType2.mostPages : 0) else {
                let whose = type.map { "an \($0.word) has \($0.pagesTotal)" } ?? "the file says there are \(total)"
                throw .line(field.line, "names page \(number), and \(whose)")
            }
            guard let address = type?.address(of: number) ?? (type == nil ? number : nil) else {
                registers.append(number)
                continue
            }
            if number >= read {
                // Flipper itself fills what it did not read with zeros.
                guard bytes.contains(where: { $0 != 0 }) else { continue }
                behind.append(number)
            }
            draft.take(address, bytes)
        }
        if let first = registers.first, let last = registers.last {
            draft.problems.append(
                "the file's pages \(first)-\(last) are session registers of the chip, which are no memory: left out")
        }
        draft.statedCount = stated
        if let stated, let type, stated != type.pagesTotal {
            draft.problems.append(
                "the Flipper file says Pages total \(stated), an \(type.word) has \(type.pagesTotal) there")
        }
        if let first = behind.first {
            draft.problems.append(
                "Pages read is \(read), but page \(first)\(behind.count > 1 ? " and others behind it have" : " has") "
                    + "content: what is there counts")
        }
    }

    /// The counters that the chip has; zeros with a tearing byte of 00 stand for one that was not read.
    private func counters(of chip: Type2Chip?) throws(DumpError) -> [CounterState] {
        var counters: [CounterState] = []
        for number in 0..<3 {
            guard let field = fields["Counter \(number)"] else { continue }
            let value = UInt32(try field.number(to: 0xFF_FFFF))
            let tearing = try fields["Tearing \(number)"]?.bytes(1).first ?? 0
            guard let counter = CounterState.kept(number, value, tearing, chip: chip) else { continue }
            counters.append(counter)
        }
        return counters
    }
}

/// The byte that files keep of a counter beside its value: the answer to CHECK_TEARING_EVENT.
enum TearingByte {
    /// The counter is intact.
    static let intact: UInt8 = 0xBD
    /// What is written here for a torn one; any other byte than the one above says so.
    static let torn: UInt8 = 0xFF
}

extension CounterState {
    /// A counter as files keep it; `nil` for one that was not read, or that the chip does not have.
    static func kept(_ number: Int, _ value: UInt32, _ tearing: UInt8, chip: Type2Chip?) -> CounterState? {
        guard value != 0 || tearing != 0 else { return nil }
        if let chip, chip.counters == .none || chip.counters == .nfc && number != 2, value == 0 { return nil }
        return CounterState(number: number, value: value, torn: tearing == 0 ? nil : tearing != TearingByte.intact)
    }

    /// The byte that files keep for it.
    var tearingByte: UInt8 { torn.map { $0 ? TearingByte.torn : TearingByte.intact } ?? 0 }
}
