import Tags

/// Secure Dynamic Messaging: what a file shows to whoever reads it without authentication.
extension NTAG424Program {
    private typealias SDM = NTAG424FileSettings.SDM

    /// The file's bytes as a good read gives them now. A reading is counted where it is the first by its command since
    /// another one; one that goes on shows the same counter and the same random bytes.
    mutating func shown(
        _ file: SimulatedDNA.File, by instruction: UInt8, after before: Reading?, _ moment: inout CardMoment
    ) throws(NTAG424Refusal) -> [UInt8] {
        guard session == nil, let sdm = file.settings.sdm else { return file.content }
        if let before, before.instruction == instruction, before.file == file.number {
            reading = before
        } else {
            if let limit = sdm.limit, card.readCounter >= limit { throw .permission }
            guard card.readCounter < SDM.notShown else { throw .integrity }
            if moment.storesWhole() { card.readCounter += 1 }
            let isEncrypted = sdm.metaRead <= 4
            reading = Reading(
                instruction: instruction, file: file.number,
                filling: isEncrypted ? random(16 - Self.piccData(sdm, card).count, &moment) : [],
                number: isEncrypted && card.usesLRP ? random(8, &moment) : [])
        }
        moment.microseconds += CardMoment.thinking
        return mirrored(file.content, sdm)
    }

    /// What encrypted PICC data says: its tag, and what is mirrored.
    private static func piccData(_ sdm: SDM, _ card: SimulatedDNA) -> [UInt8] {
        var data: [UInt8] = [0]
        if sdm.has(SDM.uidBit) {
            data[0] |= 0x80 | UInt8(card.uid.count)
            data += card.uid
        }
        if sdm.has(SDM.counterBit) {
            data[0] |= 0x40
            data += NTAG424FileSettings.little(card.readCounter, 3)
        }
        return data
    }

    private func mirrored(_ static: [UInt8], _ sdm: SDM) -> [UInt8] {
        var content = `static`
        func put(_ text: [UInt8], at offset: Int?) {
            guard let offset, offset >= 0, offset + text.count <= content.count else { return }
            content.replaceSubrange(offset..<offset + text.count, with: text)
        }
        let counter = NTAG424FileSettings.little(card.readCounter, 3)
        let uid = sdm.has(SDM.uidBit) ? card.uid : []
        let counted = sdm.has(SDM.counterBit) ? counter : []

        put(Self.ascii(card.uid), at: sdm.uidOffset)
        put(Self.ascii(counter.reversed()), at: sdm.counterOffset)
        put(card.tamper?.status ?? [], at: sdm.tamperOffset)
        if sdm.metaRead <= 4, let reading {
            let block = Self.piccData(sdm, card) + reading.filling
            let key = card.keys[Int(sdm.metaRead)].value
            put(Self.ascii(Self.encrypted(block, reading.number, key)), at: sdm.piccOffset)
        }
        if sdm.fileRead <= 4 {
            let keys = SDMKeys(
                key: card.keys[Int(sdm.fileRead)].value, uid: uid, counter: counted, lrp: card.usesLRP)
            if let offset = sdm.encryptedOffset, let length = sdm.encryptedLength, offset + length <= content.count {
                // Only the first half of the place holds what is encrypted: it doubles in length as digits.
                let plain = Array(content[offset..<offset + length / 2])
                put(Self.ascii(keys.encrypted(plain, counter: counter)), at: offset)
            }
            if let from = sdm.macInputOffset, let to = sdm.macOffset, from <= to, to <= content.count {
                put(Self.ascii(keys.mac(Array(content[from..<to]))), at: to)
            }
        }
        return content
    }

    /// Encrypted PICC data; in LRP behind the random number that takes the part of the counter.
    private static func encrypted(_ block: [UInt8], _ number: [UInt8], _ key: [UInt8]) -> [UInt8] {
        guard !number.isEmpty else { return BlockCipher.aes128.encrypt(block, key: key) ?? [] }
        var counter = LRPCounter(number)
        return number + (LRP(key: key)?.encrypt(block, counter: &counter) ?? [])
    }

    private static func ascii(_ bytes: [UInt8]) -> [UInt8] { Array(Hex.string(bytes).utf8) }
}

/// The keys of one message.
struct SDMKeys {
    private enum Keys {
        case aes(encryption: [UInt8], mac: [UInt8])
        case lrp(LRP?)
    }
    private let keys: Keys

    /// - Parameters:
    ///   - key: The file-read key.
    ///   - uid: Seven bytes, or none where the UID is not mirrored.
    ///   - counter: Three bytes, least significant first, or none where the counter is not mirrored.
    init(key: [UInt8], uid: [UInt8], counter: [UInt8], lrp: Bool) {
        if lrp {
            let vector = Self.filled([0x00, 0x01, 0x00, 0x80] + uid + counter, to: 14) + [0x1E, 0xE1]
            keys = .lrp(LRP(key: key).flatMap { LRP(key: $0.mac(of: vector)) })
        } else {
            let encryption = Self.filled([0xC3, 0x3C, 0x00, 0x01, 0x00, 0x80] + uid + counter, to: 16)
            let mac = Self.filled([0x3C, 0xC3, 0x00, 0x01, 0x00, 0x80] + uid + counter, to: 16)
            keys = .aes(
                encryption: AESCMAC.mac(of: encryption, key: key) ?? [], mac: AESCMAC.mac(of: mac, key: key) ?? [])
        }
    }

    /// The AES keys; `nil` under LRP.
    var aesKeys: (encryption: [UInt8], mac: [UInt8])? {
        if case .aes(let encryption, let mac) = keys { (encryption, mac) } else { nil }
    }

    private static func filled(_ bytes: [UInt8], to count: Int) -> [UInt8] {
        bytes + Array(repeating: 0, count: max(0, count - bytes.count))
    }

    /// The 8 bytes of the SDMMAC.
    func mac(_ bytes: [UInt8]) -> [UInt8] {
        switch keys {
        case .aes(_, let key): AESCMAC.truncated(AESCMAC.mac(of: bytes, key: key) ?? [])
        case .lrp(let lrp): AESCMAC.truncated(lrp?.mac(of: bytes) ?? [])
        }
    }

    /// Whole blocks of file data, encrypted.
    func encrypted(_ plain: [UInt8], counter: [UInt8]) -> [UInt8] {
        switch keys {
        case .aes(let key, _):
            let block = counter + Array(repeating: 0, count: 13)
            return BlockCipher.aes128.encrypt(block, key: key)
                .flatMap { BlockCipher.aes128.encrypt(plain, key: key, iv: $0) } ?? []
        case .lrp(let lrp):
            var running = LRPCounter(counter + [0, 0, 0])
            return lrp?.encrypt(plain, counter: &running, updatedKey: 1) ?? []
        }
    }
}
