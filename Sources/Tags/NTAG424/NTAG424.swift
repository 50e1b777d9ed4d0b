/// An NTAG 424 DNA on a channel: authenticates, and does everything the chip can.
///
///     let card = NTAG424(APDUSession(channel, uid: uid), random: RandomBytes.make)
///     try card.selectApplication()
///     try card.authenticate(0, key: key)
///     try card.changeKey(2, to: new, version: 1, from: old)
///
/// Every answer within a session is let through only with a right MAC; any error ends the session, as it does on the chip.
/// Pure but for the channel: random numbers are given, so that whole sessions can be repeated. Belongs to one thread.
public final class NTAG424 {
    /// The way to the card.
    public let channel: APDUSession
    /// Gives so many random bytes; `nil` where there are none, and then nothing is authenticated.
    private let random: (Int) -> [UInt8]?
    /// The session that is open.
    public private(set) var session: SecureSession?
    /// The cryptography the tag was seen to speak; `nil` before the first authentication.
    public private(set) var suite: SecureSession.Suite?

    /// The NFC Forum application and the files of NTAG 424 DNA, by number and ISO identifier.
    public static let applicationName: [UInt8] = [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01]
    /// ISO file identifiers by file number.
    public static let fileIDs: [UInt8: UInt16] = [1: 0xE103, 2: 0xE104, 3: 0xE105]
    /// Keys 0 to 4.
    public static let keyCount: UInt8 = 5
    /// The keys as delivered.
    public static let factoryKey = [UInt8](repeating: 0, count: 16)

    /// A card behind this session.
    /// - Parameter suite: The cryptography it speaks, where that is known already.
    public init(
        _ channel: APDUSession, suite: SecureSession.Suite? = nil, random: @escaping (Int) -> [UInt8]?
    ) {
        self.channel = channel
        self.suite = suite
        self.random = random
    }

    // MARK: - Selection

    /// Selects the application; a session is over afterwards.
    public func selectApplication() throws(TagError) {
        let command = CommandAPDU(
            0x00, 0xA4, 0x04, 0x0C, data: Self.applicationName, expected: CommandAPDU.shortExpected)
        try select(command, file: nil)
        channel.selection = [command]
    }

    /// Selects a file for the ISO commands; a session is over afterwards.
    public func selectFile(_ id: UInt16) throws(TagError) {
        let bytes = [UInt8(id >> 8), UInt8(truncatingIfNeeded: id)]
        try select(CommandAPDU(0x00, 0xA4, 0x00, 0x0C, data: bytes), file: id)
    }

    private func select(_ command: CommandAPDU, file: UInt16?) throws(TagError) {
        endSession()
        let answer = try sent { () throws(APDUError) in try channel.send(command) }
        guard answer.isOK else {
            throw .refusedByCard(CardRefusal(command: "SELECT", file: file, status: answer.status))
        }
    }

    /// Reads the selected file as every reader does, with what SDM puts in.
    public func readBinary(offset: Int, length: Int, file: UInt16) throws(TagError) -> [UInt8] {
        let command = CommandAPDU(
            0x00, 0xB0, UInt8(truncatingIfNeeded: offset >> 8 & 0x7F), UInt8(truncatingIfNeeded: offset),
            expected: length)
        let answer = try sent { () throws(APDUError) in try channel.send(command) }
        guard answer.isOK else {
            throw .refusedByCard(CardRefusal(command: "READ BINARY", file: file, status: answer.status))
        }
        return answer.data
    }

    /// Writes the selected file as every reader does.
    public func updateBinary(offset: Int, _ data: [UInt8], file: UInt16) throws(TagError) {
        let command = CommandAPDU(
            0x00, 0xD6, UInt8(truncatingIfNeeded: offset >> 8 & 0x7F), UInt8(truncatingIfNeeded: offset), data: data)
        let answer = try sent { () throws(APDUError) in try channel.send(command) }
        guard answer.isOK else {
            throw .refusedByCard(CardRefusal(command: "UPDATE BINARY", file: file, status: answer.status))
        }
    }

    // MARK: - Authentication

    /// Opens a session with a key.
    ///
    /// A wrong key counts on the chip. A tag that speaks LRP refuses AES before any key is tried, so that the right
    /// cryptography is found without a failure.
    /// - Parameter continuing: Goes on with the transaction of the open session (NonFirst).
    public func authenticate(_ number: UInt8, key: [UInt8], continuing: Bool = false) throws(TagError) {
        let first = suite ?? .aes
        do throws(TagError) {
            try authenticate(number, key: key, in: first, continuing: continuing)
        } catch .refusedByCard(let refusal) where suite == nil && Self.mayMeanLRP(refusal) {
            do throws(TagError) {
                try authenticate(number, key: key, in: .lrp, continuing: false)
            } catch .refusedByCard(let second) where second.command == "AuthenticateLRPFirst" {
                // Neither: what was said first is the reason.
                throw .refusedByCard(refusal)
            }
        }
    }

    /// The chip refuses AES at the first command: it was set to LRP, or the key is closed.
    private static func mayMeanLRP(_ refusal: CardRefusal) -> Bool {
        refusal.command == DNACommand.authenticateFirst.name
            && [0x919D, 0x91AE, 0x911C, 0x917E].contains(refusal.status)
    }

    private func authenticate(
        _ number: UInt8, key: [UInt8], in suite: SecureSession.Suite, continuing: Bool
    ) throws(TagError) {
        let before = continuing ? session : nil
        endSession()
        guard let randomA = random(16) else {
            throw .refusedHere(
                reason: "there are no random numbers for the authentication",
                advice: "Try again; libcrypto has none to give.")
        }
        guard
            var exchange = DNAAuthentication(
                suite: suite, key: key, number: number, randomA: randomA, continuing: before)
        else {
            throw .refusedHere(reason: "a key has 16 bytes", advice: "Give all 32 hex digits of the key.")
        }
        let name = Self.name(of: exchange)
        let challenge = try sent { () throws(APDUError) in
            try channel.transmit(.native(exchange.ins, exchange.opening))
        }
        guard challenge.status == .moreFrames else {
            throw .refusedByCard(CardRefusal(command: name, status: challenge.status))
        }
        guard let response = exchange.response(to: challenge.data) else {
            throw .badAnswer(
                "its answer to \(name) has \(challenge.data.count) bytes, which no cryptography of this chip has")
        }
        let proof = try sent { () throws(APDUError) in
            try channel.transmit(.native(DNACommand.additionalFrame.rawValue, response))
        }
        guard proof.status == .nativeOK else {
            throw .refusedByCard(CardRefusal(.additionalFrame, status: proof.status))
        }
        guard let opened = exchange.session(from: proof.data) else {
            throw .badAnswer("it took the key, but cannot prove that it knows it: this is not the tag it claims to be")
        }
        session = opened
        self.suite = suite
        channel.isAuthenticated = true
    }

    private static func name(of exchange: DNAAuthentication) -> String {
        let isFirst = exchange.ins == DNACommand.authenticateFirst.rawValue
        return switch exchange.suite {
        case .aes: isFirst ? "AuthenticateEV2First" : "AuthenticateEV2NonFirst"
        case .lrp: isFirst ? "AuthenticateLRPFirst" : "AuthenticateLRPNonFirst"
        }
    }

    /// Forgets the session.
    func endSession() {
        session = nil
        channel.isAuthenticated = false
    }

    /// The tag was set to LRP.
    func becameLRP() {
        endSession()
        suite = .lrp
    }

    // MARK: - Commands

    /// Sends a native command, within the session where one is open, and returns the data of its answer.
    func command(
        _ command: DNACommand, header: [UInt8] = [], data: [UInt8] = [], mode: CommunicationMode? = nil,
        file: UInt8? = nil
    ) throws(TagError) -> [UInt8] {
        guard let session else { return try plain(command, header + data, file) }
        let mode = mode ?? command.mode ?? .plain
        let wrapped: [UInt8]
        do throws(SecureSession.Fault) {
            wrapped = try session.wrap(command.rawValue, header: header, data: data, mode: mode)
        } catch {
            throw ended(command, error)
        }
        let answer = try sent { () throws(APDUError) in try channel.native(command.rawValue, wrapped, frames: 4) }
        guard command.isDone(answer.status) else {
            endSession()
            throw .refusedByCard(CardRefusal(command, file: Self.fileID(file), status: answer.status))
        }
        do throws(SecureSession.Fault) {
            return try session.unwrap(answer.data, status: answer.status.sw2, mode: mode)
        } catch {
            throw ended(command, error)
        }
    }

    private func plain(_ command: DNACommand, _ data: [UInt8], _ file: UInt8?) throws(TagError) -> [UInt8] {
        let answer = try sent { () throws(APDUError) in try channel.native(command.rawValue, data, frames: 4) }
        guard command.isDone(answer.status) else {
            throw .refusedByCard(CardRefusal(command, file: Self.fileID(file), status: answer.status))
        }
        return answer.data
    }

    /// A session whose answers cannot be trusted is over.
    private func ended(_ command: DNACommand, _ fault: SecureSession.Fault) -> TagError {
        endSession()
        return switch fault {
        case .noMAC:
            .badAnswer("its answer to \(command.name) has no MAC; the file's communication mode may be plain")
        case .wrongMAC: .badAnswer("its answer to \(command.name) has a wrong MAC: it was changed on its way")
        case .noPadding: .badAnswer("its answer to \(command.name) cannot be decrypted")
        case .exhausted:
            .refusedHere(reason: "the session has counted to its end", advice: "Authenticate anew.")
        }
    }

    /// An exchange; where the connection fails the session is over.
    func sent<Answer>(_ body: () throws(APDUError) -> Answer) throws(TagError) -> Answer {
        do throws(APDUError) {
            return try body()
        } catch {
            endSession()
            throw error.asTagError
        }
    }

    static func fileID(_ number: UInt8?) -> UInt16? { number.flatMap { fileIDs[$0] } }
}

extension DNACommand {
    /// Done; a signature comes with a status of its own (9190), as AN12196 shows.
    func isDone(_ status: StatusWord) -> Bool {
        status == .nativeOK || (self == .readSignature && status == 0x9190)
    }
}
