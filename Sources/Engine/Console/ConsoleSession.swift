import Tags

/// The console's connection to one tag, held from command to command, and what the commands so far did to the tag's state.
///
/// Belongs to the reader's worker thread.
final class ConsoleSession {
    let connection: TagConnection
    let link: ProfiledLink
    let identity: TagIdentity
    /// The arrival it belongs to.
    let generation: Int
    /// It took the place of one that had ended, so that what was selected or proven is so no more.
    var isFresh: Bool

    private var sector = 0
    private var compatibilityPage: Int?
    /// What that page read before: nothing may be sent between the two parts.
    private var compatibilityOld: [UInt8]?
    /// SECTOR_SELECT was acknowledged; the next frame's silence means yes.
    private var awaitsSector = false
    private var selectedFile: UInt16?
    /// An authentication of NTAG 424 DNA was begun.
    private var isAuthenticating = false
    private var activations: Int
    /// A command to the reader may have selected the tag anew.
    private var mayBeReselected = false

    init(connection: TagConnection, link: ProfiledLink, identity: TagIdentity, generation: Int, isFresh: Bool) {
        self.connection = connection
        self.link = link
        self.identity = identity
        self.generation = generation
        self.isFresh = isFresh
        activations = link.activations
        // Whatever was typed may have left the tag open or silent.
        connection.leavesAuthenticated = true
    }

    /// What a command does, by what went before it.
    ///
    /// Judged for the state in which it will find the tag: one that fell silent is selected again first, which takes its
    /// sector back to 0, so that no write is ever judged for another sector than it reaches.
    func verdict(on command: ConsoleCommand) -> ConsoleVerdict {
        prepare(for: command)
        let verdict = judge(command)
        guard link.isSilent || link.activations != activations else { return verdict }
        prepare(for: command)
        return judge(command)
    }

    /// Brings the tag into the state in which a command finds it, and notices what was lost by that.
    private func prepare(for command: ConsoleCommand) {
        if case .apdu = command, link.hasSession {
            // An APDU ends the reader's session, and readers may select the tag anew then.
            link.closeSession()
            if sector != 0 || awaitsSector || compatibilityPage != nil { isFresh = true }
            forgetState()
        }
        if case .control = command {
            noticeActivation()
            return
        }
        // What fails here fails again when the command is sent, which then says so.
        if link.isSilent || mayBeReselected { try? link.reactivate() }
        mayBeReselected = false
        noticeActivation()
    }

    private func judge(_ command: ConsoleCommand) -> ConsoleVerdict {
        if let frame = Self.frame(in: command), frame.first == 0xA0, frame.count == 2, identity.type == .type2 {
            compatibilityOld = read(Int(frame[1]) + 256 * sector)
        }
        let guardian = ConsoleGuard(
            identity: identity, sector: sector, compatibilityPage: compatibilityPage, selectedFile: selectedFile,
            page: { self.compatibilityPage == $0 ? self.compatibilityOld : self.read($0) })
        return guardian.verdict(on: command)
    }

    /// Sends a command once.
    func send(_ command: ConsoleCommand) throws(LinkError) -> ConsoleAnswer {
        connection.trace.hidesCommand = compatibilityPage.map(isSecret) ?? false && Self.frame(in: command)?.count == 16
        defer { connection.trace.hidesCommand = false }
        let answer: ConsoleAnswer
        switch command {
        case .native(let frame): answer = try sendFrame(frame, command)
        case .apdu(let apdu):
            if link.isSilent { try link.reactivate() }
            link.closeSession()
            answer = try exchange(command) { () throws(ChannelError) in try connection.trace.transmit(apdu) }
        case .control(let code, let data):
            answer = try exchange(command) { () throws(ChannelError) in try connection.trace.control(code, data) }
        }
        follow(command, answer)
        return answer
    }

    private func exchange(
        _ command: ConsoleCommand, _ call: () throws(ChannelError) -> [UInt8]
    ) throws(LinkError) -> ConsoleAnswer {
        let bytes: [UInt8]
        do throws(ChannelError) { bytes = try call() } catch { throw .channel(error) }
        let exchange = connection.trace.last
        return ConsoleAnswer(
            command: command, maskedCommand: exchange?.maskedCommand ?? [], bytes: bytes,
            masked: exchange?.maskedResponse ?? [],
            refused: exchange?.isFailure ?? false, meaning: exchange?.meaning ?? "",
            details: AnswerDetails.lines(of: bytes, to: command, from: identity, sector: sector),
            isFresh: takeFreshness())
    }

    private func sendFrame(_ frame: [UInt8], _ command: ConsoleCommand) throws(LinkError) -> ConsoleAnswer {
        let isSector = awaitsSector && frame.count == 4
        let result = try link.sendOnce(frame, passive: isSector)
        let exchange = connection.trace.last
        var answer = ConsoleAnswer(
            command: command, maskedCommand: exchange?.maskedNativeCommand ?? [], bytes: [], refused: true,
            meaning: exchange?.meaning ?? "", isFresh: false)
        switch result {
        case .answer(let bytes):
            answer.bytes = bytes
            answer.refused = false
            answer.masked = exchange?.maskedNativeResponse ?? []
            answer.details = AnswerDetails.lines(of: bytes, to: command, from: identity, sector: sector)
        case .silence where isSector, .nak(nil) where isSector && !link.profile.tellsSilence:
            answer.refused = false
            answer.meaning =
                link.profile.tellsSilence
                ? "no answer, which is the tag's yes"
                : "no answer, which is the tag's yes; this reader cannot tell it from a no"
            answer.details = AnswerDetails.sectorLines(frame[0])
        case .nak(let code): answer.bytes = code.map { [$0] } ?? []
        case .silence: break
        case .unsupported: throw .unsupported(command: frame.first ?? 0)
        case .nonsense: throw .nonsense(exchange?.response ?? [])
        }
        answer.isFresh = takeFreshness()
        return answer
    }

    private func takeFreshness() -> Bool {
        noticeActivation()
        defer { isFresh = false }
        return isFresh
    }

    /// The tag was selected anew since the last command: nothing is selected or proven any more.
    private func noticeActivation() {
        guard link.activations != activations else { return }
        activations = link.activations
        isFresh = true
        forgetState()
    }

    private func forgetState() {
        sector = 0
        compatibilityPage = nil
        awaitsSector = false
        selectedFile = nil
        isAuthenticating = false
    }

    // MARK: - What the commands did

    private func follow(_ command: ConsoleCommand, _ answer: ConsoleAnswer) {
        if let frame = Self.frame(in: command) {
            let isSector = awaitsSector && frame.count == 4
            if isSector, !answer.refused { sector = Int(frame[0]) }
            awaitsSector = !answer.refused && frame == [0xC2, 0xFF]
            compatibilityPage =
                !answer.refused && frame.first == 0xA0 && frame.count == 2 ? Int(frame[1]) + 256 * sector : nil
        } else if identity.type == .type2, sector != 0 || awaitsSector, !Self.leavesTag(command) {
            mayBeReselected = true
        }
        guard case .apdu(let apdu) = command, let parsed = CommandAPDU(apdu) else { return }
        if parsed.cla == 0x00, parsed.ins == 0xA4, !answer.refused {
            selectedFile =
                parsed.p1 == 0x00 && parsed.data.count == 2
                ? UInt16(parsed.data[0]) << 8 | UInt16(parsed.data[1]) : nil
        }
        if parsed.cla == 0x90 {
            isAuthenticating = [0x71, 0x77].contains(parsed.ins) && answer.bytes.suffix(2) == [0x91, 0xAF]
        }
    }

    /// A command to the reader that certainly does not select the tag anew: what it already knows of it.
    private static func leavesTag(_ command: ConsoleCommand) -> Bool {
        if case .apdu(let apdu) = command { apdu.starts(with: [0xFF, 0xCA]) } else { false }
    }

    /// The command ends an authentication that the chip counts when the key is wrong.
    func provesKey(_ command: ConsoleCommand) -> Bool {
        guard case .apdu(let apdu) = command, isAuthenticating else { return false }
        return apdu.count > 4 && apdu.starts(with: [0x90, 0xAF])
    }

    /// The native frame that a command is or carries.
    static func frame(in command: ConsoleCommand) -> [UInt8]? {
        switch command {
        case .native(let frame): frame
        case .apdu(let bytes), .control(_, let bytes): WrappedFrame.find(in: bytes)?.bytes
        }
    }

    private func isSecret(page: Int) -> Bool { Secrets.isSecret(page: page, of: identity.chip) }

    /// What a page reads now; this may cost an exchange.
    private func read(_ page: Int) -> [UInt8]? {
        guard let address = UInt8(exactly: page - 256 * sector),
            let bytes = try? link.transceive([0x30, address], answerLength: 16), bytes.count == 16
        else { return nil }
        return Array(bytes.prefix(4))
    }
}
