import Tags

/// Knows of raw commands what they change and what of that can never be undone: frames of Type 2 chips by the chip's write guard,
/// APDUs by their instruction. Whatever is not known to read counts as a change.
struct ConsoleGuard {
    /// What is on the reader.
    let identity: TagIdentity
    /// The sector that was selected last.
    var sector = 0
    /// The page that COMPATIBILITY_WRITE waits for bytes of.
    var compatibilityPage: Int?
    /// The file that was selected last by its identifier; `nil` for none.
    var selectedFile: UInt16?
    /// What a page reads now; `nil` where it cannot be read.
    let page: (Int) -> [UInt8]?

    /// What a command does.
    func verdict(on command: ConsoleCommand) -> ConsoleVerdict {
        switch command {
        case .native(let frame): return verdict(onFrame: frame)
        case .control(_, let data):
            return WrappedFrame.find(in: data).map { verdict(onFrame: $0.bytes) } ?? .reads
        case .apdu(let apdu):
            if let frame = WrappedFrame.find(in: apdu), identity.type == .type2 || !isStorageCommand(apdu) {
                return verdict(onFrame: frame.bytes)
            }
            return verdict(onAPDU: apdu)
        }
    }

    private func isStorageCommand(_ apdu: [UInt8]) -> Bool {
        apdu.starts(with: [0xFF, 0xD6]) || apdu.starts(with: [0xFF, 0xB0])
    }

    // MARK: - Frames

    /// What a native frame does. Sources: the data sheets of NTAG21x, MF0ULx1, MF0ICU2, MF0AES.
    private func verdict(onFrame frame: [UInt8]) -> ConsoleVerdict {
        if let page = compatibilityPage, frame.count == 16 { return write(Array(frame.prefix(4)), to: page) }
        guard let code = frame.first else { return .reads }
        switch code {
        case 0xA2 where frame.count == 6: return write(Array(frame[2...]), to: Int(frame[1]) + 256 * sector)
        case 0xA2 where frame.count > 6: return pageWrites(Array(frame[2...]), from: Int(frame[1]) + 256 * sector)
        case 0xA2: return .changes("a WRITE of another length than four bytes")
        case 0xA0: return .changes("COMPATIBILITY_WRITE, whose bytes follow in the next frame")
        case 0xA5: return .irreversible(["the counter only ever grows"])
        case 0xA9 where frame.count > 1 && frame[1] == 0x02:
            return .irreversible(["the originality signature can never be changed again"])
        case 0xA9: return .changes("LOCK_SIG")
        case 0xAC: return .changes("WRITE_SIG")
        case 0x30, 0x3A, 0x60, 0x39, 0x3C, 0x3E, 0x4B, 0x1A, 0x1B, 0xAF, 0xC2, 0xA4, 0x50, 0x26, 0x52: return .reads
        case 0x00...0x07 where frame.count == 4: return .reads  // the second part of SECTOR_SELECT
        default: return .changes("command \(Hex.byte(code)), which is not known to read")
        }
    }

    private func write(_ bytes: [UInt8], to page: Int) -> ConsoleVerdict {
        let what = "a write to page \(Hex.address(page))"
        guard let chip = identity.chip else {
            return .irreversible([
                "which pages of this tag hold lock bits is not known, and \(what) may lock it for good"
            ])
        }
        let known = page <= 3 || page == chip.dynamicLock?.page || isConfiguration(page, chip) ? self.page(page) : nil
        do throws(Refusal) {
            let effect = try WriteGuard(chip: chip).effect(ofWriting: bytes, to: page, over: known)
            return effect.consequences.isEmpty ? .changes(what) : .irreversible(effect.consequences)
        } catch {
            return .irreversible([error.reason])
        }
    }

    private func isConfiguration(_ page: Int, _ chip: Type2Chip) -> Bool {
        chip.configuration.map { configuration in configuration.fields.contains { configuration.page(of: $0) == page } }
            ?? false
    }

    // MARK: - APDUs

    private func verdict(onAPDU apdu: [UInt8]) -> ConsoleVerdict {
        guard apdu.count >= 4 else { return native(apdu.first ?? 0) }
        switch apdu[0] {
        case 0xFF: return reader(apdu)
        case 0x90: return native(apdu[1])
        case 0x00...0x0F, 0x80...0x8F, 0xA0: return iso(apdu)
        default: return native(apdu[0])
        }
    }

    /// A native command of DESFire or NTAG 424 DNA. Sources: NT4H2421Gx data sheet; MF3D(H)x3 data sheets' command tables.
    private func native(_ instruction: UInt8) -> ConsoleVerdict {
        switch instruction {
        case 0xFC: .irreversible(["FormatPICC takes all applications and files off the card for good"])
        case 0xC4, 0xC6: .irreversible(["ChangeKey: who does not know the new key has lost the card"])
        case 0x54: .irreversible(["ChangeKeySettings can close the card's keys for good"])
        case 0x5C: .irreversible(["SetConfiguration: most of its options can never be taken back"])
        case 0x5F: .irreversible(["ChangeFileSettings can close a file, or its settings, for good"])
        case 0xDA: .irreversible(["DeleteApplication takes an application and its files off the card for good"])
        case 0xDF: .irreversible(["DeleteFile takes a file off the card for good"])
        case 0x60, 0xAF, 0x5A, 0x6A, 0x6D, 0x6F, 0x61, 0xF5, 0xAD, 0xBD, 0xAB, 0xBB, 0x6C, 0x71, 0x77, 0x0A, 0x1A, 0xAA,
            0x64, 0x45, 0x6E, 0x51, 0xF6, 0x3C, 0xF7, 0xA7:
            .reads
        default: .changes("native command \(Hex.byte(instruction)), which is not known to read")
        }
    }

    /// A command of ISO/IEC 7816-4.
    private func iso(_ apdu: [UInt8]) -> ConsoleVerdict {
        switch apdu[1] {
        case 0xA4, 0xB0, 0xB1, 0xB2, 0xB3, 0xC0, 0xCA, 0xCB, 0x84, 0x88, 0x82, 0x70: return .reads
        case 0x20: return .irreversible(["the card counts wrong PINs, and closes after some"])
        case 0xE4: return .irreversible(["DELETE FILE takes a file off the card for good"])
        case 0xE6, 0xE8, 0xFE: return .irreversible(["TERMINATE ends a file or the card for good"])
        case 0xD6, 0xD7:
            // A short file identifier may stand in P1 (ISO/IEC 7816-4, 11.3); 03 is the container of NTAG 424 DNA and 413 DNA.
            let short = apdu[2] & 0x80 != 0 ? apdu[2] & 0x1F : nil
            if short == 0x03 || (short == nil && selectedFile == 0xE103) {
                return .irreversible([
                    "a write to the capability container can make the tag read-only, or unreadable, for good"
                ])
            }
            return .changes("UPDATE BINARY")
        default: return .changes("instruction \(Hex.byte(apdu[1])), which is not known to read")
        }
    }

    /// A pseudo-APDU of PC/SC part 3 or of a maker. Sources: facts on PC/SC part 3 and its ISO 15693 supplement; ISO/IEC 15693-3.
    private func reader(_ apdu: [UInt8]) -> ConsoleVerdict {
        switch apdu[1] {
        case 0xD6: return storageWrite(apdu)
        case 0xD7: return .changes("a change of a value block")
        case 0x30:
            if apdu[3] == 0x02 { return .irreversible(["a block, AFI or DSFID of the tag is locked for good"]) }
            return apdu[3] == 0x01 ? .changes("a change of AFI or DSFID, or silence") : .reads
        case 0xFB where apdu.count > 6 && apdu[2] == 0x00 && apdu[3] == 0x00: return vicinity(apdu[6])
        default: return .reads
        }
    }

    /// UPDATE BINARY to a tag that is no Type 2 tag: a block of a MIFARE Classic or an ISO 15693 tag.
    private func storageWrite(_ apdu: [UInt8]) -> ConsoleVerdict {
        let block = Int(apdu[2]) << 8 | Int(apdu[3])
        if identity.type == .type2, apdu.count > 9 { return pageWrites(Array(apdu[5...]), from: block) }
        let isClassic = apdu.count > 4 && apdu[4] == 16
        if isClassic, block == 0 || block % (block < 128 ? 4 : 16) == (block < 128 ? 3 : 15) {
            return .irreversible([
                "block \(Hex.address(block)) holds keys and access conditions, which may close the sector for good"
            ])
        }
        return .changes("a write to block \(Hex.address(block))")
    }

    /// UPDATE BINARY with more than one page: some readers write them one after the other, so each is judged.
    private func pageWrites(_ bytes: [UInt8], from first: Int) -> ConsoleVerdict {
        var lost: [String] = []
        for (index, start) in stride(from: 0, to: bytes.count - 3, by: 4).enumerated() {
            let verdict = write(Array(bytes[start..<start + 4]), to: first + index)
            if case .irreversible(let consequences) = verdict { lost += consequences }
        }
        return lost.isEmpty ? .changes("a write to the pages from \(Hex.address(first)) on") : .irreversible(lost)
    }

    /// A command of ISO/IEC 15693-3, or of NXP's ICODE, by its code.
    private func vicinity(_ code: UInt8) -> ConsoleVerdict {
        switch code {
        case 0x01, 0x20, 0x23, 0x25, 0x26, 0x2B, 0x2C, 0x3B, 0xB2, 0xBD, 0xAB: .reads
        case 0x22, 0x28, 0x2A, 0xA4, 0xB5, 0xB6, 0xB9, 0xBA:
            .irreversible(["command \(Hex.byte(code)) locks or destroys something of the tag for good"])
        default: .changes("command \(Hex.byte(code)) of ISO 15693")
        }
    }
}
