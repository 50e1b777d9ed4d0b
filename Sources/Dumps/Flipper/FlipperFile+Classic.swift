import Tags

extension FlipperFile {
    /// A MIFARE Classic card: `Block n` with `??` for a byte that is not known.
    func classic() throws(DumpError) -> OpenedDump {
        var draft = ClassicDraft(source: "Flipper file", program: "Flipper")
        draft.statedUID = try uid()
        draft.atqa = try atqa()
        draft.sak = try sak()
        if let type = fields["Mifare Classic type"] {
            draft.statedSize = ClassicSize.all.first { $0.name.lowercased().hasSuffix(type.text.lowercased()) }
            if draft.statedSize == nil {
                draft.problems.append("the type `\(type.value.words)` of MIFARE Classic is not known here")
            }
        } else {
            // Programs of others write the size behind the device type.
            draft.statedSize = ClassicSize.all.first { $0.name.lowercased() == deviceType.lowercased() }
        }
        for (number, field) in try fields.numbered("Block") {
            guard number < ClassicSize.mostBlocks else {
                throw .line(
                    field.line, "names block \(number), and no MIFARE Classic has more than \(ClassicSize.mostBlocks)")
            }
            draft.blocks[number] = try ClassicRow.bytes(field.value, unknown: "?", line: field.line)
        }
        try takeKeyMaps(&draft)
        return draft.opened(as: .flipper)
    }

    /// The first version of the data format says by a bit a sector which keys were known, and fills what was not read
    /// with zeros.
    private func takeKeyMaps(_ draft: inout ClassicDraft) throws(DumpError) {
        guard fields["Data format version"]?.value.decimal == 1,
            let keysA = try keyMap("Key A map"), let keysB = try keyMap("Key B map")
        else { return }
        var closed: [Int] = []
        for sector in 0..<ClassicSize.mostSectors {
            let (hasA, hasB) = (keysA >> UInt64(sector) & 1 == 1, keysB >> UInt64(sector) & 1 == 1)
            let blocks = ClassicSize.sector(sector)
            guard blocks.contains(where: { draft.blocks[$0] != nil }) else { continue }
            if !hasA && !hasB {
                closed.append(sector)
                for block in blocks { draft.blocks[block] = [UInt8?](repeating: nil, count: 16) }
            } else if var trailer = draft.blocks[blocks.upperBound - 1], trailer.count == 16 {
                if !hasA { for index in 0..<6 { trailer[index] = nil } }
                if !hasB { for index in 10..<16 { trailer[index] = nil } }
                draft.blocks[blocks.upperBound - 1] = trailer
            }
        }
        guard !closed.isEmpty else { return }
        draft.problems.append(
            "no key of \(Words.sectors(closed)) was known (Key A map, Key B map): what the file has there was not read"
        )
    }

    private func keyMap(_ key: String) throws(DumpError) -> UInt64? {
        try fields[key]?.bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension Words {
    /// `sector 5`, or `24 sectors from 16 to 39`: sectors are counted in decimal.
    fileprivate static func sectors(_ numbers: [Int]) -> String {
        guard let first = numbers.first, let last = numbers.last, first != last else {
            return "sector \(numbers.first ?? 0)"
        }
        return "\(numbers.count) sectors from \(first) to \(last)"
    }
}

/// A block in a text file: 16 bytes of hex, with a sign for digits that are not known.
enum ClassicRow {
    static func bytes(
        _ text: ArraySlice<UInt8>, unknown: Unicode.Scalar, line: Int
    ) throws(DumpError) -> [UInt8?] {
        let sign = UInt8(ascii: unknown)
        let digits = text.filter { !$0.isBlank }
        guard digits.count == 32, digits.allSatisfy({ $0.isHexDigit || $0 == sign }) else {
            throw .line(line, "is no block of 16 bytes: `\(text.words)`")
        }
        return stride(from: 0, to: 32, by: 2).map { index in Hex.bytes(ascii: digits[index..<index + 2])?.first }
    }
}
