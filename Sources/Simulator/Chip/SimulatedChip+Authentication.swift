import Tags

/// PWD_AUTH of NTAG21x and UL EV1.
extension SimulatedChip {
    /// NAK 0 for a wrong password, NAK 4 once as many as the limit allows were wrong: then the right one fails too.
    mutating func authenticate(password: [UInt8]) -> Answer {
        guard let configuration = chip.configuration, let passwordPage = configuration.password,
            let packPage = configuration.pack
        else { return unknown() }
        let limit = settings.authLimit
        if limit > 0 && failures >= limit { return refuse(Self.nakOverflow) }
        guard password == page(passwordPage) else {
            if limit > 0 {
                failures += 1
                programming += Self.programmingTime
            }
            return refuse(Self.nakArgument)
        }
        failures = 0
        state = .authenticated
        return .bytes(Array(page(packPage).prefix(2)))
    }
}

/// AUTHENTICATE of Ultralight C: three passes of two-key 3DES.
extension SimulatedChip {
    private var tripleDES: UltralightCAuthentication? {
        guard let keys = chip.unreadablePages else { return nil }
        return UltralightCAuthentication.key(fromMemory: keys.flatMap { page($0) }).map(UltralightCAuthentication.init)
    }

    /// `1A 00`: AF and the encrypted random number.
    mutating func beginTripleDES() -> Answer {
        let random = presetChallenge ?? generator.bytes(8)
        guard let challenge = tripleDES?.challenge(randomB: random) else { return refuse(Self.nakArgument) }
        pending = .tripleDES(random: random, challenge: challenge)
        return .bytes([0xAF] + challenge)
    }

    /// `AF` and 16 bytes: 00 and the proof, or a NAK where the reader does not know the key.
    mutating func finishTripleDES(_ frame: [UInt8], random: [UInt8], challenge: [UInt8]) -> Answer {
        guard frame.count == 17, frame[0] == 0xAF,
            let proof = tripleDES?.proof(of: Array(frame[1...]), challenge: challenge, randomB: random)
        else { return refuse(Self.nakArgument) }
        state = .authenticated
        return .bytes([0x00] + proof)
    }
}
