import NDEF
import Tags

/// What the answer to a raw command holds, a line each: versions, settings, counters, and what a refusal may come from.
enum AnswerDetails {
    /// The lines; none where nothing is known of it.
    /// - Parameter sector: The one that page addresses mean.
    static func lines(
        of answer: [UInt8], to command: ConsoleCommand, from identity: TagIdentity, sector: Int = 0
    ) -> [String] {
        switch command {
        case .native(let frame): return frameLines(answer, frame, identity, sector)
        case .control: return []
        case .apdu(let apdu):
            guard let (data, word) = StatusWord.split(answer) else { return [] }
            guard word.isOK || word == .moreFrames || word == 0x9190 else {
                return [word.explanation].compactMap { $0 }
            }
            return apduLines(data, apdu, word, identity)
        }
    }

    // MARK: - Frames

    /// The second part of SECTOR_SELECT, which the tag took.
    static func sectorLines(_ sector: UInt8) -> [String] {
        let first = Int(sector) * 256
        return [
            "sector \(sector) is selected: page addresses 00-FF mean pages \(Hex.address(first))-\(Hex.address(first + 255)), "
                + "until the tag is selected anew"
        ]
    }

    private static func frameLines(
        _ answer: [UInt8], _ frame: [UInt8], _ identity: TagIdentity, _ sector: Int
    ) -> [String] {
        let page = frame.count > 1 ? Int(frame[1]) + sector * 256 : 0
        switch (frame.first, answer.count) {
        case (0x60, 8):
            return [(Type2Chip.match(version: answer)?.name ?? "no chip of the table") + " by its version"]
        case (0x30, 16), (0x3A, 4...): return rows(answer, from: page)
        case (0xC2, 1) where answer[0] == 0x0A:
            return ["the sector follows as the next frame, such as 01 00 00 00; no answer to that means yes"]
        case (0x39, 3): return ["the counter stands at \(number(answer))"]
        case (0x3C, 32...):
            guard let curve = identity.chip?.signatureCurve else { return [] }
            let state = Originality.verify(uid: identity.uid, signature: answer, curve: curve)
            return ["signature: " + state.verdict]
        case (0x3E, 1):
            return [answer[0] == 0xBD ? "no write of the counter was torn" : "a write of the counter was torn"]
        case (0x1B, 2): return ["the tag took the password and answered with its PACK"]
        case (0x1A, 9): return ["the tag's challenge, to be answered with the key"]
        default: return []
        }
    }

    /// Pages, four bytes a line.
    private static func rows(_ bytes: [UInt8], from first: Int) -> [String] {
        stride(from: 0, to: bytes.count, by: 4).map { start in
            let page = bytes[start..<min(start + 4, bytes.count)]
            let text = page.map { (0x20...0x7E).contains($0) ? String(UnicodeScalar($0)) : "." }.joined()
            return "\(Hex.address(first + start / 4))  \(Hex.string(page, separator: " "))  \(text)"
        }
    }

    // MARK: - APDUs

    private static func apduLines(
        _ data: [UInt8], _ apdu: [UInt8], _ word: StatusWord, _ identity: TagIdentity
    ) -> [String] {
        guard apdu.count >= 4 else { return [] }
        switch (apdu[0], apdu[1]) {
        case (0xFF, 0xCA) where apdu[2] == 0: return ["UID " + Hex.string(data, separator: ":")]
        case (0xFF, 0xB0) where identity.type == .type2 && data.count >= 4: return rows(data, from: Int(apdu[3]))
        case (0x00, 0xB0) where data.count >= 15 && apdu[2] == 0 && apdu[3] == 0 && isContainer(data):
            return container(data)
        case (0x90, 0xF5):
            return FileSettings(data).map { settings in
                ["\(settings.access.sentence); \(settings.mode.word), \(settings.size) bytes"]
                    + (settings.sdm.map { ["mirrors " + $0.mirrorWords] } ?? [])
            } ?? []
        case (0x90, 0x64): return data.first.map { ["key version \(Hex.byte($0))"] } ?? []
        case (0x90, 0xF6) where data.count >= 3: return ["the link was read \(number(Array(data.prefix(3)))) times"]
        case (0x90, 0x6E) where data.count == 3: return ["\(number(data)) bytes free"]
        case (0x90, 0x6A):
            return stride(from: 0, to: data.count - data.count % 3, by: 3).map {
                "application " + Hex.string(data[$0..<$0 + 3].reversed())
            }
        case (0x90, 0x60) where data.count == 7, (0x90, 0xAF) where data.count == 7: return version(data)
        case (0x90, 0x3C) where data.count == 56:
            let state = Originality.verify(uid: identity.uid, signature: data, curve: .secp224r1)
            return ["signature: " + state.verdict]
        case (0x90, 0x71), (0x90, 0x77): return ["the card's challenge, to be answered with the key"]
        default: return []
        }
    }

    /// One part of a version: maker, type, version, size.
    private static func version(_ part: [UInt8]) -> [String] {
        let full = NativeVersion(part + part)?.chipName
        return [
            "maker \(Hex.byte(part[0])), type \(Hex.byte(part[1])), version \(part[3]).\(part[4]), size code \(Hex.byte(part[5]))"
                + (full.map { ": " + $0 } ?? "")
        ]
    }

    private static func isContainer(_ data: [UInt8]) -> Bool {
        let length = Int(data[0]) << 8 | Int(data[1])
        return (15...0xFFFE).contains(length) && (0x10...0x3F).contains(data[2]) && data[7] == 0x04
    }

    private static func container(_ data: [UInt8]) -> [String] {
        let file = UInt16(data[9]) << 8 | UInt16(data[10])
        let size = Int(data[11]) << 8 | Int(data[12])
        return [
            "mapping version \(data[2] >> 4).\(data[2] & 15), NDEF file \(Hex.file(file)) of \(size) bytes, "
                + "reading \(access(data[13])), writing \(access(data[14]))"
        ]
    }

    private static func access(_ byte: UInt8) -> String {
        switch byte {
        case 0x00: "free"
        case 0xFF: "never"
        default: "by condition \(Hex.byte(byte))"
        }
    }

    /// A number with its least significant byte first.
    private static func number(_ bytes: [UInt8]) -> Int { bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }
}
