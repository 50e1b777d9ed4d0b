/// One tag on one link while it is read: activates it again after a refusal, repeats what another program spoilt, and
/// keeps an authentication alive.
///
/// A Type 2 chip is mute after every NAK until it is selected again, and has then forgotten its authentication. The
/// activation is put off until the next frame, so that a refusal at the end costs nothing.
final class LinkSession {
    private let link: any TagLink
    private var needsActivation = false
    private var password: [UInt8]?
    private var sector: UInt8 = 0

    init(_ link: any TagLink) { self.link = link }

    var capabilities: LinkCapabilities { link.capabilities }
    /// The tag accepted a password, and holds on to it as far as this session can see.
    var isAuthenticated: Bool { password != nil }

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

    /// Makes page addresses mean this sector, now and after every activation; sector 0 is where a chip starts.
    func useSector(_ wanted: UInt8) throws(LinkError) {
        guard wanted != sector else { return }
        try activateIfNeeded()
        try selectSector(wanted)
        sector = wanted
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

    /// Authenticates; from then on every activation of this session does so again.
    /// - Returns: PACK, two bytes.
    func authenticate(password: [UInt8]) throws(LinkError) -> [UInt8] {
        let acknowledge = try exchange([0x1B] + password, length: 2)
        self.password = password
        return acknowledge
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
        if let password {
            self.password = nil
            _ = try send([0x1B] + password, length: 2)
            self.password = password
        }
        if sector != 0 { try selectSector(sector) }
    }

    private func send(_ frame: [UInt8], length: Int?) throws(LinkError) -> [UInt8] {
        do throws(LinkError) {
            let answer = try link.transceive(frame, answerLength: length)
            guard let length, answer.count != length else { return answer }
            // Some readers hand a 4-bit NAK over as a byte of data.
            if answer.count == 1, let code = answer.first, code < 0x10, code != 0x0A { throw LinkError.nak(code) }
            throw LinkError.wrongLength(expected: length, bytes: answer)
        } catch {
            if error.isRefusal { needsActivation = true }
            throw error
        }
    }
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
