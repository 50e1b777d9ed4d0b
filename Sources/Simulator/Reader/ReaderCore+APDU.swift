import Tags

/// A command APDU cut into its parts: CLA INS P1 P2, data, Le.
struct CommandAPDU {
    var header: [UInt8]
    var data: [UInt8]
    /// The bytes asked for; 256 for an Le of 00, `nil` without one.
    var expected: Int?

    /// `nil` for bytes that are no APDU: too short, or Lc does not fit.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 4 else { return nil }
        header = Array(bytes.prefix(4))
        data = []
        let body = bytes.dropFirst(4)
        guard let length = body.first else { return }
        if body.count == 1 {
            expected = length == 0 ? 256 : Int(length)
        } else if length == 0, body.count >= 3 {
            // Extended length.
            let long = Int(body[body.startIndex + 1]) << 8 | Int(body[body.startIndex + 2])
            let rest = body.dropFirst(3)
            if rest.isEmpty {
                expected = long == 0 ? 65_536 : long
            } else {
                guard rest.count == long || rest.count == long + 2 else { return nil }
                data = Array(rest.prefix(long))
                if rest.count > long { expected = 65_536 }
            }
        } else {
            let rest = body.dropFirst()
            guard rest.count == Int(length) || rest.count == Int(length) + 1 else { return nil }
            data = Array(rest.prefix(Int(length)))
            if rest.count > Int(length), let last = rest.last { expected = last == 0 ? 256 : Int(last) }
        }
    }
}

/// Status words of PC/SC readers.
enum StatusWord {
    static let success: [UInt8] = [0x90, 0x00]
    static let failed: [UInt8] = [0x63, 0x00]
    static let endOfData: [UInt8] = [0x62, 0x82]
    static let wrongLength: [UInt8] = [0x67, 0x00]
    static let unsupportedFunction: [UInt8] = [0x6A, 0x81]
    static let unknownInstruction: [UInt8] = [0x6D, 0x00]
    static let unknownClass: [UInt8] = [0x6E, 0x00]
}

/// The commands every reader has, and where the others go.
extension ReaderCore {
    /// Answers one APDU.
    mutating func answer(_ bytes: [UInt8]) -> [UInt8] {
        guard let apdu = CommandAPDU(bytes) else { return StatusWord.wrongLength }
        switch (apdu.header[0], apdu.header[1]) {
        case (0xFF, 0xCA): return getData(apdu)
        case (0xFF, 0xB0): return readBinary(apdu)
        case (0xFF, 0xD6): return updateBinary(apdu)
        case (0xFF, 0x82): return loadKey(apdu)
        case (0xFF, 0x86), (0xFF, 0x88):
            // There is no block to authenticate on a Type 2 tag.
            return StatusWord.failed
        case (0xFF, 0x00) where profile.passage.contains(.pn532): return acr122(apdu)
        case (0xFF, 0x00) where profile.passage.contains(.direct): return direct(apdu)
        case (0xFF, 0xC2) where profile.passage.contains(.transparentSession): return transparent(apdu)
        case (0xFF, _): return StatusWord.unsupportedFunction
        default: return profile.passage.contains(.pn532) ? StatusWord.failed : StatusWord.unknownInstruction
        }
    }

    /// FF CA: the UID. A storage card has no ATS. An ACR122U selects a tag anew that its last frame left silent; other
    /// readers repeat what they know.
    private mutating func getData(_ apdu: CommandAPDU) -> [UInt8] {
        guard apdu.header[2] == 0, apdu.header[3] == 0 else { return StatusWord.unsupportedFunction }
        if profile.passage.contains(.pn532) {
            if !fieldOn { powerUp() } else if lastFrameFailed { select() }
        }
        guard let selected else { return StatusWord.failed }
        let wanted = apdu.expected ?? 256
        if wanted < selected.uid.count { return [0x6C, UInt8(selected.uid.count)] }
        return selected.uid
            + (wanted == 256 || wanted == selected.uid.count ? StatusWord.success : StatusWord.endOfData)
    }

    /// FF B0: READ of the tag, cut to what was asked for.
    private mutating func readBinary(_ apdu: CommandAPDU) -> [UInt8] {
        let wanted = min(apdu.expected ?? 16, 256) == 256 ? 16 : apdu.expected ?? 16
        guard apdu.header[2] == 0, wanted <= 16 else { return StatusWord.failed }
        guard case .bytes(let data) = air(SimulatedChip.withCRC([0x30, apdu.header[3]])), data.count == 16 else {
            return StatusWord.failed
        }
        return Array(data.prefix(wanted)) + StatusWord.success
    }

    /// FF D6: WRITE of one page.
    private mutating func updateBinary(_ apdu: CommandAPDU) -> [UInt8] {
        guard apdu.header[2] == 0, apdu.data.count == 4 else { return StatusWord.failed }
        let answer = air(SimulatedChip.withCRC([0xA2, apdu.header[3]] + apdu.data))
        return answer == .nibble(SimulatedChip.acknowledge) ? StatusWord.success : StatusWord.failed
    }

    /// FF 82: keys for MIFARE Classic are taken and never used.
    private func loadKey(_ apdu: CommandAPDU) -> [UInt8] {
        let slots: UInt8 = profile.passage.contains(.pn532) ? 2 : 32
        return apdu.data.count == 6 && apdu.header[3] < slots ? StatusWord.success : StatusWord.failed
    }

    /// FF 00 00 00 with the tag's own command: data and 90 00, or 63 00.
    private mutating func direct(_ apdu: CommandAPDU) -> [UInt8] {
        guard apdu.header[2] == 0, apdu.header[3] == 0, !apdu.data.isEmpty else {
            return StatusWord.unsupportedFunction
        }
        switch air(SimulatedChip.withCRC(apdu.data)) {
        case .nibble(SimulatedChip.acknowledge): return [SimulatedChip.acknowledge] + StatusWord.success
        case .bytes(let data) where data.count + 2 <= min(profile.maximumAnswer, profile.maximumFrame):
            return data + StatusWord.success
        default: return StatusWord.failed
        }
    }
}
