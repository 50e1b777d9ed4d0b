/// What the chip says about itself.
extension NTAG424 {
    /// GetVersion: three frames.
    public func version() throws(TagError) -> NativeVersion {
        let answer = try command(.getVersion)
        guard (28...29).contains(answer.count), let version = NativeVersion(answer) else {
            throw .badAnswer("its version has \(answer.count) bytes, 28 or 29 expected")
        }
        return version
    }

    /// GetCardUID: the chip's own UID, which it tells only within a session.
    public func cardUID() throws(TagError) -> [UInt8] {
        try needSession("the UID is told only to who has a key")
        let uid = try command(.getCardUID)
        guard uid.count == 7 else { throw .badAnswer("its UID has \(uid.count) bytes, 7 expected") }
        return uid
    }

    /// Read_Sig: the originality signature, 56 bytes on secp224r1.
    public func signature() throws(TagError) -> [UInt8] {
        let signature = try command(.readSignature, header: [0x00])
        guard signature.count == 56 else {
            throw .badAnswer("its signature has \(signature.count) bytes, 56 expected")
        }
        return signature
    }

    /// GetKeyVersion of a key 0 to 4.
    public func keyVersion(_ number: UInt8) throws(TagError) -> UInt8 {
        let answer = try command(.getKeyVersion, header: [number])
        guard answer.count == 1 else { throw .badAnswer("a key's version has \(answer.count) bytes, 1 expected") }
        return answer[0]
    }

    /// GetTTStatus of a TagTamper: the state kept for ever and the present one, as letters: `C` closed, `O` open, `I` invalid.
    public func tamperStatus() throws(TagError) -> (permanent: UInt8, current: UInt8) {
        let answer = try command(.getTTStatus)
        guard answer.count == 2 else { throw .badAnswer("its tamper state has \(answer.count) bytes, 2 expected") }
        return (answer[0], answer[1])
    }

    func needSession(_ reason: String) throws(TagError) {
        guard session == nil else { return }
        throw .refusedHere(reason: reason, advice: "Authenticate first.")
    }
}

/// Files.
extension NTAG424 {
    /// GetFileSettings.
    public func fileSettings(_ file: UInt8) throws(TagError) -> FileSettings {
        let answer = try command(.getFileSettings, header: [file], file: file)
        guard let settings = FileSettings(answer) else {
            throw .badAnswer(
                "the settings of file \(Hex.byte(file)) end too early (\(Hex.string(answer, separator: " ")))")
        }
        return settings
    }

    /// GetFileCounters: how often the NDEF file was read.
    public func fileCounter(_ file: UInt8) throws(TagError) -> Int {
        let answer = try command(.getFileCounters, header: [file], file: file)
        guard answer.count >= 3 else { throw .badAnswer("its counter has \(answer.count) bytes, 5 expected") }
        return LittleEndian.number(answer.prefix(3))
    }

    /// Sets a file's settings; what the chip would refuse is not sent.
    public func changeFileSettings(_ file: UInt8, to settings: FileSettings, tamper: Bool = false) throws(TagError) {
        if let problem = settings.problems(file: file, suite: suite ?? .aes, tamper: tamper).first {
            throw .refusedHere(reason: problem, advice: "Change the settings so that the chip can take them.")
        }
        _ = try command(.changeFileSettings, header: [file], data: settings.encoded, file: file)
    }

    /// The way a file's data travel for who holds the session: the file's mode where its key gives the right, plain where
    /// everybody has it.
    public func mode(of settings: FileSettings, for deed: AccessRights.Deed) -> CommunicationMode {
        guard let session else { return .plain }
        let conditions = settings.access.conditions(for: deed)
        return conditions.contains(.key(session.keyNumber)) ? settings.mode : .plain
    }

    /// ReadData, in as many commands as it takes.
    public func read(
        file: UInt8, offset: Int = 0, length: Int, mode: CommunicationMode
    ) throws(TagError) -> [UInt8] {
        var data: [UInt8] = []
        while data.count < length {
            let count = min(length - data.count, Self.mostRead)
            let header = [file] + LittleEndian.three(offset + data.count) + LittleEndian.three(count)
            let part = try command(.readData, header: header, mode: mode, file: file)
            guard part.count == count else {
                throw .badAnswer("\(part.count) bytes of file \(Hex.byte(file)) came where \(count) were asked for")
            }
            data += part
        }
        return data
    }

    /// WriteData, in parts of which each fits into one frame, so that the chip writes it whole or not at all.
    public func write(
        file: UInt8, offset: Int = 0, _ data: [UInt8], mode: CommunicationMode
    ) throws(TagError) {
        var written = 0
        while written < data.count {
            let part = Array(data[written..<min(data.count, written + Self.mostWritten(mode))])
            let header = [file] + LittleEndian.three(offset + written) + LittleEndian.three(part.count)
            _ = try command(.writeData, header: header, data: part, mode: mode, file: file)
            written += part.count
        }
    }

    /// An answer holds 256 bytes; padding and MAC come on top of the data.
    static let mostRead = 224

    /// A frame of 128 bytes holds 3 of its own, 5 of the command, 7 of header and 1 at the end; MAC and padding come on top.
    static func mostWritten(_ mode: CommunicationMode) -> Int {
        switch mode {
        case .plain: 111
        case .mac: 103
        case .full: 95
        }
    }
}

/// Keys and configuration: within a session of key 0 only.
extension NTAG424 {
    /// ChangeKey. After key 0 the session is over, and the answer has no MAC.
    /// - Parameter old: The present key of this number; not needed for key 0, with which the session was opened.
    public func changeKey(
        _ number: UInt8, to new: [UInt8], version: UInt8, from old: [UInt8]? = nil
    ) throws(TagError) {
        try needMasterSession("a key is changed only by who has key 0")
        guard number < Self.keyCount else {
            throw .refusedHere(reason: "the chip has no key \(number)", advice: "Keys are numbered 0 to 4.")
        }
        guard let data = ChangeKeyData.make(number: number, new: new, version: version, old: old) else {
            throw .refusedHere(
                reason: old == nil ? "the present key \(number) is needed to change it" : "a key has 16 bytes",
                advice: "Give the present and the new key, 32 hex digits each.")
        }
        guard number == 0 else {
            _ = try command(.changeKey, header: [number], data: data)
            return
        }
        try changeMasterKey(data)
    }

    private func changeMasterKey(_ data: [UInt8]) throws(TagError) {
        guard let session else { return try needMasterSession("") }
        let wrapped: [UInt8]
        do throws(SecureSession.Fault) {
            wrapped = try session.wrap(DNACommand.changeKey.rawValue, header: [0], data: data, mode: .full)
        } catch {
            throw .refusedHere(reason: "the session has counted to its end", advice: "Authenticate anew.")
        }
        // Whatever comes back, this session is over.
        endSession()
        let answer = try sent { () throws(APDUError) in
            try channel.native(DNACommand.changeKey.rawValue, wrapped, frames: 1, repeatable: false)
        }
        guard answer.status == .nativeOK else {
            throw .refusedByCard(CardRefusal(.changeKey, status: answer.status))
        }
    }

    /// SetConfiguration; what the chip would refuse is not sent.
    public func configure(_ setting: DNAConfiguration, tamper: Bool = false) throws(TagError) {
        try needMasterSession("the chip's configuration is changed only by who has key 0")
        if let problem = setting.problem(tamper: tamper) {
            throw .refusedHere(reason: problem, advice: "Choose another value.")
        }
        _ = try command(.setConfiguration, header: [setting.option], data: setting.data)
        // From now on it speaks the other cryptography, which this session is not of.
        if setting == .lrp { becameLRP() }
    }

    private func needMasterSession(_ reason: String) throws(TagError) {
        guard session?.keyNumber == 0 else {
            throw .refusedHere(reason: reason, advice: "Authenticate with key 0 first.")
        }
    }
}
