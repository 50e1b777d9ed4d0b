import Tags

/// Secure Dynamic Messaging: what a file shows to whoever reads it without authentication.
extension NTAG424Program {
    private typealias SDM = NTAG424FileSettings.SDM

    /// The file's bytes as a read gives them now. A reading is counted where it is the first since another command.
    mutating func shown(
        _ file: SimulatedDNA.File, readingOn: Bool, _ moment: inout CardMoment
    ) throws(NTAG424Refusal) -> [UInt8] {
        guard session == nil, let sdm = file.settings.sdm else { return file.content }
        if !readingOn {
            let limit = min(sdm.limit ?? SDM.notShown, SDM.notShown)
            guard card.readCounter < limit else { throw .permission }
            if moment.storesWhole() { card.readCounter += 1 }
        }
        isReadingOn = true
        moment.microseconds += CardMoment.thinking
        return mirrored(file.content, sdm, &moment)
    }

    private mutating func mirrored(_ static: [UInt8], _ sdm: SDM, _ moment: inout CardMoment) -> [UInt8] {
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
        if sdm.metaRead <= 4 {
            let tag = (uid.isEmpty ? 0 : 0x80 | UInt8(uid.count)) | (counted.isEmpty ? 0 : 0x40)
            let known = [tag] + uid + counted
            put(
                Self.ascii(piccData(known, key: card.keys[Int(sdm.metaRead)].value, &moment)), at: sdm.piccOffset)
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

    /// The encrypted PICC data: filled up with random bytes; in LRP behind a random number that takes the part of the
    /// counter.
    private mutating func piccData(_ known: [UInt8], key: [UInt8], _ moment: inout CardMoment) -> [UInt8] {
        let block = known + random(16 - known.count, &moment)
        guard card.usesLRP else { return BlockCipher.aes128.encrypt(block, key: key) ?? [] }
        let number = random(8, &moment)
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
