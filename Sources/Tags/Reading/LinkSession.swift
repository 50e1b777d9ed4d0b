/// One tag on one link while it is read or written: activates it again after a refusal, repeats what another program
/// spoilt, and keeps an authentication alive.
///
/// A Type 2 chip is mute after every NAK until it is selected again, and has then forgotten its authentication. The
/// activation is put off until the next frame, so that a refusal at the end costs nothing.
final class LinkSession {
    /// What a right to protected pages was proven with.
    private enum Proof {
        case password([UInt8])
        case key([UInt8])
    }

    private let link: any TagLink
    private let makeRandom: () -> [UInt8]?
    private var needsActivation = false
    private var proof: Proof?
    /// The sector that page addresses mean; `nil` where that is not known.
    private var sector: UInt8? = 0

    /// The only tag that may be written, read back or given a password: after every activation its UID is looked at before
    /// that. Empty = not looked at.
    var expectedUID: [UInt8] = []
    /// The tag was activated, and nobody looked since whether it is the expected one.
    private var uidIsOpen = false
    /// Asks the reader for the UID, where the tag does not let its own be read.
    var uidFromReader: () -> [UInt8]? = { nil }

    /// A session on a link.
    /// - Parameter makeRandom: Gives eight random bytes for a challenge.
    init(_ link: any TagLink, makeRandom: @escaping () -> [UInt8]? = { RandomBytes.make(8) }) {
        self.link = link
        self.makeRandom = makeRandom
    }

    var capabilities: LinkCapabilities { link.capabilities }
    /// What the tag answered to the password that it accepted.
    private(set) var pack: [UInt8]?
    /// The tag accepted a password or key, and holds on to it as far as this session can see.
    var isAuthenticated: Bool { proof != nil }

    /// Sends a frame.
    /// - Parameter length: The bytes that a good answer has, `nil` where several lengths are good.
    func exchange(_ frame: [UInt8], length: Int?) throws(LinkError) -> [UInt8] {
        try activateIfNeeded()
        do throws(LinkError) {
            return try send(frame, length: length)
        } catch .channel(.cardReset), .channel(.communication) {
            // Another program reset the card, or the answer was damaged: once more on a fresh selection.
            needsActivation = true
            try activateIfNeeded()
            return try send(frame, length: length)
        }
    }

    /// A question to which the tag may say no; the answer has the length asked for.
    /// - Parameter sector: The sector that page addresses shall mean, of the expected tag; `nil` leaves both as they are.
    /// - Returns: `nil` where the tag says no and is still there.
    func ask(_ frame: [UInt8], length: Int, sector: UInt8? = nil) throws(TagError) -> [UInt8]? {
        do throws(LinkError) {
            if let sector { try prepare(sector: sector) }
            return try exchange(frame, length: length)
        } catch .nak, .unsupported {
            return nil
        } catch .silence {
            guard tagStillAnswers() else { throw .tagLost }
            return nil
        } catch {
            throw error.asTagError
        }
    }

    /// The tag is active, is the expected one, and the sector is the wanted one: nothing but the next frame can fail.
    func prepare(sector wanted: UInt8) throws(LinkError) {
        try activateIfNeeded()
        try confirmUID()
        try useSector(wanted)
    }

    /// Sends a frame that changes the tag, once: whatever comes back but ACK leaves open whether the tag obeyed, and the
    /// next frame is preceded by an activation.
    func sendOnce(_ frame: [UInt8]) throws(LinkError) {
        do throws(LinkError) {
            let answer = try send(frame, length: 1)
            guard answer.first == Self.acknowledge else { throw .nak(answer.first) }
        } catch {
            if case .unsupported = error { throw error }
            needsActivation = true
            throw error
        }
    }

    /// Makes page addresses mean this sector, now and after every activation; sector 0 is where a chip starts.
    func useSector(_ wanted: UInt8) throws(LinkError) {
        guard wanted != sector else { return }
        try activateIfNeeded()
        try confirmUID()
        try selectSector(wanted)
        sector = wanted
    }

    /// Whoever talked to the tag before may have left it in another sector than the first: it is selected before a page is
    /// asked for. A reader that cannot select one is taken to find the first.
    func forgetSector() {
        if capabilities.nativeFrames { sector = nil }
    }

    /// Leaves the tag in its first sector, where everybody who comes next expects it.
    func leaveSector() {
        // After a refusal the next one has to activate it, which leads there too.
        if sector != 0, !needsActivation { try? useSector(0) }
    }

    /// SECTOR_SELECT: the second frame has no answer where it is accepted.
    private func selectSector(_ wanted: UInt8) throws(LinkError) {
        _ = try send([0xC2, 0xFF], length: 1)
        do throws(LinkError) {
            try link.transceivePassive([wanted, 0, 0, 0])
        } catch {
            if error.isRefusal { needsActivation = true }
            throw error
        }
    }

    /// Authenticates with PWD_AUTH, sent once; from then on every activation of this session does so again.
    /// - Returns: PACK, two bytes.
    func authenticate(password: [UInt8]) throws(LinkError) -> [UInt8] {
        try activateIfNeeded()
        try confirmUID()
        let acknowledge = try sendPassword(password)
        proof = .password(password)
        pack = acknowledge
        return acknowledge
    }

    /// Authenticates with the 3DES key of an Ultralight C; from then on every activation of this session does so again.
    /// - Throws: `.nonsense` where the tag does not prove that it knows the key too.
    func authenticate(key: [UInt8]) throws(LinkError) {
        try activateIfNeeded()
        try confirmUID()
        try sendKey(key)
        proof = .key(key)
    }

    /// What was proven does not hold any more: activations do not prove it again.
    func forgetAuthentication() {
        proof = nil
        pack = nil
    }

    private func sendPassword(_ password: [UInt8]) throws(LinkError) -> [UInt8] {
        try send([0x1B] + password, length: 2)
    }

    /// AUTHENTICATE, both parts. Source: MF0ICU2 data sheet rev 3.4, 7.5.5.
    private func sendKey(_ key: [UInt8]) throws(LinkError) {
        let challenge = try send([0x1A, 0x00], length: 9)
        guard challenge.first == 0xAF, let random = makeRandom(),
            let pair = UltralightCAuthentication(key: key).response(to: Array(challenge.dropFirst()), randomA: random)
        else {
            needsActivation = true
            throw .nonsense(challenge)
        }
        let answer = try send([0xAF] + pair.send, length: 9)
        guard answer == [0x00] + pair.expect else {
            needsActivation = true
            throw .nonsense(answer)
        }
    }

    /// Leaves a command half done: the tag is selected again at once, since it takes no other before, and the next session
    /// on the link knows nothing of it.
    func abandonCommand() throws(LinkError) {
        needsActivation = true
        try activateIfNeeded()
    }

    /// True where the tag can still be selected; to be asked after silence, which may mean "no" or "gone".
    func tagStillAnswers() -> Bool {
        do {
            needsActivation = true
            try activateIfNeeded()
            return true
        } catch {
            return false
        }
    }

    private func activateIfNeeded() throws(LinkError) {
        guard needsActivation else { return }
        try link.reactivate()
        needsActivation = false
        uidIsOpen = !expectedUID.isEmpty
        // Page 00 is the UID's only in sector 0.
        if proof != nil || sector != 0 { try confirmUID() }
        if let proof {
            self.proof = nil
            switch proof {
            case .password(let password): _ = try sendPassword(password)
            case .key(let key): try sendKey(key)
            }
            self.proof = proof
        }
        // An activation leads to sector 0.
        if let sector, sector != 0 { try selectSector(sector) } else { sector = 0 }
    }

    /// Nothing that matters is ever sent to a tag that was put on in place of the expected one.
    private func confirmUID() throws(LinkError) {
        guard uidIsOpen else { return }
        var uid: [UInt8]?
        if expectedUID.count == 7 {
            do throws(LinkError) {
                uid = SerialNumber(memory: try send([0x30, 0x00], length: 16))?.uid
            } catch {
                guard error.isRefusal else { throw error }
                // Page 00 needs the password: only the reader can tell.
                try link.reactivate()
                needsActivation = false
            }
        }
        guard (uid ?? uidFromReader()) == expectedUID else {
            needsActivation = true
            throw .channel(.cardRemoved(code: 0))
        }
        uidIsOpen = false
    }

    private func send(_ frame: [UInt8], length: Int?) throws(LinkError) -> [UInt8] {
        do throws(LinkError) {
            let answer = try link.transceive(frame, answerLength: length)
            guard let length, answer.count != length else { return answer }
            // Some readers hand a 4-bit NAK over as a byte of data.
            if answer.count == 1, let code = answer.first, code < 0x10, code != Self.acknowledge {
                throw LinkError.nak(code)
            }
            throw LinkError.wrongLength(expected: length, bytes: answer)
        } catch {
            if error.isRefusal { needsActivation = true }
            throw error
        }
    }

    /// The 4-bit ACK as a link hands it over.
    private static let acknowledge: UInt8 = 0x0A
}

extension LinkError {
    /// A refusal by the tag: a NAK, or the silence that some readers make of one.
    var isRefusal: Bool {
        switch self {
        case .nak, .silence: true
        default: false
        }
    }

    /// The code of a NAK where the reader let it through.
    var nakCode: UInt8? {
        if case .nak(let code) = self { return code }
        return nil
    }

    /// What it means to whoever called a chip driver, outside a question to which the tag may say no.
    var asTagError: TagError {
        switch self {
        case .silence: .tagLost
        case .channel(let error): error.asTagError
        default: .link(self)
        }
    }
}

extension ChannelError {
    /// What it means to whoever called a chip driver.
    var asTagError: TagError {
        switch self {
        case .cardRemoved, .unresponsive: .tagLost
        case .cancelled: .cancelled
        default: .link(.channel(self))
        }
    }
}
