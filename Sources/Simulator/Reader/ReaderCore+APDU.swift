import Tags

/// The commands every reader has, and where the others go.
extension ReaderCore {
    /// Answers one APDU; `nil` where the card is lost, or the command or its answer is more than the reader can carry.
    mutating func answer(_ bytes: [UInt8]) -> [UInt8]? {
        if bytes.first != 0xFF, let tag, tag.chip == nil {
            guard bytes.count <= profile.maximumCommand, let answer = exchangeBlocks(bytes),
                answer.count <= profile.maximumCardAnswer
            else { return nil }
            return answer
        }
        return pseudoAnswer(bytes)
    }

    /// What the reader itself makes of a command.
    private mutating func pseudoAnswer(_ bytes: [UInt8]) -> [UInt8] {
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

    /// FF CA: the UID, or the ATS, which a storage card has not. An ACR122U selects a tag anew that its last frame left silent; other
    /// readers repeat what they know.
    private mutating func getData(_ apdu: CommandAPDU) -> [UInt8] {
        guard apdu.header[2] < 2, apdu.header[3] == 0 else { return StatusWord.unsupportedFunction }
        if profile.passage.contains(.pn532) {
            if !fieldOn { powerUp() } else if lastFrameFailed { select() }
        }
        guard let selected else { return StatusWord.failed }
        var data = selected.uid
        if apdu.header[2] == 1 {
            guard let blocks else { return StatusWord.unsupportedFunction }
            data = profile.givesWholeATS ? blocks.ats : blocks.historicalBytes
        }
        let wanted = apdu.expected ?? 256
        if wanted < data.count { return StatusWord.exactLength(data.count) }
        return data + (wanted == 256 || wanted == data.count ? StatusWord.success : StatusWord.endOfData)
    }

    /// Storage-card commands are not for an ISO-DEP card: refused without a frame.
    private var refusesStorageCommands: Bool { tag != nil && tag?.chip == nil }

    /// FF B0: READ of the tag, cut to what was asked for.
    private mutating func readBinary(_ apdu: CommandAPDU) -> [UInt8] {
        if refusesStorageCommands { return StatusWord.unsupportedFunction }
        let wanted = min(apdu.expected ?? 16, 256) == 256 ? 16 : apdu.expected ?? 16
        guard apdu.header[2] == 0, wanted <= 16 else { return StatusWord.failed }
        guard case .bytes(let data) = air(SimulatedChip.withCRC([0x30, apdu.header[3]])), data.count == 16 else {
            return StatusWord.failed
        }
        return Array(data.prefix(wanted)) + StatusWord.success
    }

    /// FF D6: WRITE of one page.
    private mutating func updateBinary(_ apdu: CommandAPDU) -> [UInt8] {
        if refusesStorageCommands { return StatusWord.unsupportedFunction }
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
