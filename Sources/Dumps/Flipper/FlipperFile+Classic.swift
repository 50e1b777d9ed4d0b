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
        }
        for (number, field) in try fields.numbered("Block") {
            guard number < ClassicSize.mostBlocks else {
                throw .line(
                    field.line, "names block \(number), and no MIFARE Classic has more than \(ClassicSize.mostBlocks)")
            }
            draft.blocks[number] = try ClassicRow.bytes(field.value, unknown: "?", line: field.line)
        }
        return draft.opened(as: .flipper)
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
