/// Files of an NTAG 424 DNA behind a key: proves it, and proves it again where the card's session has ended meanwhile.
final class KeyedFiles {
    private let card: NTAG424
    private var proof: (number: UInt8, key: [UInt8])?
    /// What the card said of its files, by ISO identifier.
    private var files: [UInt16: TagFile] = [:]

    init(_ session: APDUSession, _ makeRandom: @escaping (Int) -> [UInt8]?) {
        card = NTAG424(session, random: makeRandom)
    }

    /// The key that was proven.
    var number: UInt8? { proof?.number }

    /// Proves a key once; from then on every new session does so again.
    func prove(_ number: UInt8, _ key: [UInt8]) throws(TagError) {
        proof = nil
        try card.selectApplication()
        try card.authenticate(number, key: key)
        proof = (number, key)
    }

    /// The next commands are ISO ones, which end a session.
    func leave() { card.endSession() }

    /// Takes the access rights that a reading found.
    func learn(_ report: TagReport) {
        files = Dictionary(
            report.files.filter { $0.access.mode != nil }.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The proven key is what a file asks for, and it is not open to everybody anyway.
    func opens(_ file: UInt16, for deed: AccessRights.Deed) -> Bool {
        guard let number, let access = files[file]?.access else { return false }
        let conditions = [deed == .reading ? access.read : access.write, access.readWrite]
        return conditions.contains(.key(Int(number))) && !conditions.contains(.free)
    }

    /// ReadData.
    func read(_ file: UInt16, _ range: Range<Int>) throws(TagError) -> [UInt8] {
        let (number, mode) = try open(file)
        return try card.read(file: number, offset: range.lowerBound, length: range.count, mode: mode)
    }

    /// WriteData, in parts that the chip writes whole or not at all.
    func write(_ file: UInt16, _ offset: Int, _ bytes: [UInt8]) throws(TagError) {
        let (number, mode) = try open(file)
        try card.write(file: number, offset: offset, bytes, mode: mode)
    }

    private func open(_ file: UInt16) throws(TagError) -> (number: UInt8, mode: CommunicationMode) {
        guard let proof, let number = NTAG424.fileIDs.first(where: { $0.value == file })?.key else {
            throw .refusedHere(reason: "file \(Hex.file(file)) has no key here", advice: "Give the key.")
        }
        if card.session == nil { try prove(proof.number, proof.key) }
        return (number, files[file]?.access.mode.flatMap(CommunicationMode.init(word:)) ?? .plain)
    }
}
