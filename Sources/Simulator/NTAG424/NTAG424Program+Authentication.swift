import Tags

/// AuthenticateEV2First and NonFirst, AuthenticateLRPFirst and NonFirst.
extension NTAG424Program {
    /// What is remembered between the two frames.
    struct Authentication: Equatable, Sendable {
        let key: UInt8
        /// One of NXP's originality keys.
        let isOriginality: Bool
        let isFirst: Bool
        let isLRP: Bool
        let randomB: [UInt8]
        /// What the reader said it can do.
        let readerCapabilities: [UInt8]
        /// The session that a NonFirst goes on with.
        let before: NTAG424Session?
    }

    /// So many failures in a row are answered at once; each one more costs an attempt that is only told to wait.
    static let failuresWithoutDelay = 50

    mutating func begin(first: Bool, _ body: [UInt8], _ moment: inout CardMoment) throws(NTAG424Refusal) -> [UInt8] {
        moment.microseconds += CardMoment.thinking
        let before = session
        session = nil
        guard let number = body.first else { throw .length }
        var capabilities: [UInt8] = []
        if first {
            guard body.count >= 2, body[1] <= 6, body.count == 2 + Int(body[1]) else { throw .length }
            capabilities = Array(body.dropFirst(2))
        } else {
            guard body.count == 1 else { throw .length }
        }
        let isOriginality = !inApplication
        guard isOriginality ? (1...4).contains(number) : number < 5 else { throw .noSuchKey }
        // Originality keys are for LRP only, the others for what the chip was configured to. A reader that asks for LRP is
        // answered in AES where that is all there is: by the length it knows.
        let isLRP = isOriginality || card.usesLRP
        let asksLRP = first ? (capabilities.first ?? 0) & 0x02 != 0 : isOriginality || before?.isLRP ?? false
        guard asksLRP || !isLRP, first || isOriginality || before != nil else { throw .permission }
        if !isOriginality { try admit(Int(number), &moment) }
        let randomB = random(16, &moment)
        pending = .authentication(
            Authentication(
                key: number, isOriginality: isOriginality, isFirst: first, isLRP: isLRP, randomB: randomB,
                readerCapabilities: Array((capabilities + Array(repeating: 0, count: 6)).prefix(6)), before: before))
        if isLRP { return [0x01] + randomB }
        return BlockCipher.aes128.encrypt(randomB, key: value(of: number, originality: isOriginality)) ?? []
    }

    mutating func finish(
        _ authentication: Authentication, _ body: [UInt8], _ moment: inout CardMoment
    ) throws(NTAG424Refusal) -> [UInt8] {
        moment.microseconds += 3 * CardMoment.thinking
        guard body.count == 32 else { throw .length }
        let transaction = authentication.isFirst ? random(4, &moment) : authentication.before?.transaction ?? []
        let counter = authentication.isFirst ? 0 : authentication.before?.counter ?? 0
        let key = value(of: authentication.key, originality: authentication.isOriginality)
        let own = transaction + card.capabilities + authentication.readerCapabilities
        let answer =
            authentication.isLRP
            ? finishLRP(authentication, body, key, transaction, counter, own)
            : finishAES(authentication, body, key, transaction, counter, own)
        guard let answer else {
            session = nil
            if !authentication.isOriginality { fail(Int(authentication.key), &moment) }
            throw .authentication
        }
        if authentication.isOriginality {
            // That a card is genuine opens nothing in it.
            session = nil
        } else {
            succeed(Int(authentication.key))
        }
        return answer
    }

    private mutating func finishAES(
        _ authentication: Authentication, _ body: [UInt8], _ key: [UInt8], _ transaction: [UInt8], _ counter: UInt16,
        _ own: [UInt8]
    ) -> [UInt8]? {
        guard let plain = BlockCipher.aes128.decrypt(body, key: key) else { return nil }
        let randomA = Array(plain.prefix(16))
        guard Array(plain.suffix(16)) == Self.rotated(authentication.randomB) else { return nil }
        session = NTAG424Session(
            key: authentication.key, value: key, randomA: randomA, randomB: authentication.randomB,
            transaction: transaction, counter: counter)
        let told = Self.rotated(randomA)
        // TI, then the reader's number, then who can do what: the number stands between.
        let answer = authentication.isFirst ? transaction + told + own.dropFirst(transaction.count) : told
        return BlockCipher.aes128.encrypt(answer, key: key)
    }

    private mutating func finishLRP(
        _ authentication: Authentication, _ body: [UInt8], _ key: [UInt8], _ transaction: [UInt8], _ counter: UInt16,
        _ own: [UInt8]
    ) -> [UInt8]? {
        let randomA = Array(body.prefix(16))
        guard
            var begun = NTAG424Session(
                lrpKey: authentication.key, value: key, randomA: randomA, randomB: authentication.randomB,
                transaction: transaction, counter: counter),
            begun.wholeMAC(randomA + authentication.randomB) == Array(body.suffix(16))
        else { return nil }
        let data = authentication.isFirst ? begun.lrpEncrypted(own) : []
        session = begun
        return data + begun.wholeMAC(authentication.randomB + randomA + data)
    }

    private func value(of number: UInt8, originality: Bool) -> [UInt8] {
        originality ? card.originalityKeys[Int(number) - 1] : card.keys[Int(number)].value
    }

    /// One byte to the left.
    private static func rotated(_ bytes: [UInt8]) -> [UInt8] { Array(bytes.dropFirst()) + bytes.prefix(1) }
}

/// Failed authentications.
extension NTAG424Program {
    /// Throws where a key is closed, or has to wait.
    private mutating func admit(_ number: Int, _ moment: inout CardMoment) throws(NTAG424Refusal) {
        guard card.failureCounting.enabled else { return }
        let key = card.keys[number]
        if key.failures >= card.failureCounting.limit { throw .permission }
        if key.waited < key.failuresInRow - Self.failuresWithoutDelay + 1 {
            card.keys[number].waited += 1
            // About 65 % of the time the card may take (FWT, 38.66 ms).
            moment.microseconds += 25_000
            throw .delay
        }
    }

    private mutating func fail(_ number: Int, _ moment: inout CardMoment) {
        guard card.failureCounting.enabled, moment.storesWhole() else { return }
        card.keys[number].failuresInRow = min(0xFF, card.keys[number].failuresInRow + 1)
        card.keys[number].failures += 1
        card.keys[number].waited = 0
    }

    private mutating func succeed(_ number: Int) {
        card.keys[number].failuresInRow = 0
        card.keys[number].waited = 0
        card.keys[number].failures = max(0, card.keys[number].failures - card.failureCounting.decrement)
    }
}
