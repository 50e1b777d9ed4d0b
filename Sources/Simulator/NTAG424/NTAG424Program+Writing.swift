/// What becomes of a file when a write is cut short.
///
/// The data sheet promises that what comes in one frame is written whole or not at all, and that a chain of frames that
/// breaks leaves what came before.
extension NTAG424Program {
    /// Where the data begins in WriteData and in ISOUpdateBinary, APDU header included.
    static let wrappedDataPlace = 12
    static let isoDataPlace = 5

    /// Writes into a file. A card that is being pulled away keeps what came with the frames before, and the last one's share
    /// whole or not at all.
    /// - Parameters:
    ///   - place: Where the data begins in the command.
    ///   - inBlocks: The data came encrypted: a byte is known once its block of 16 is there.
    mutating func store(
        _ data: [UInt8], at offset: Int, in number: UInt8, _ moment: inout CardMoment, place: Int, inBlocks: Bool
    ) {
        guard let index = card.files.firstIndex(where: { $0.number == number }), !data.isEmpty else { return }
        moment.microseconds += CardMoment.programming * ((data.count + 15) / 16)
        var count = data.count
        if moment.tearing != nil {
            let before = moment.parts.dropLast().reduce(0, +) - place
            let came = min(data.count, max(0, inBlocks ? before / 16 * 16 : before))
            if came < data.count, !moment.storesWhole() { count = came }
        }
        guard offset >= 0, count > 0, offset + count <= card.files[index].content.count else { return }
        card.files[index].content.replaceSubrange(offset..<offset + count, with: data.prefix(count))
    }

    /// The card is pulled away in the middle of a chain: a write has begun already.
    mutating func abandon(_ part: [UInt8], _ moment: inout CardMoment) {
        guard part.count > Self.isoDataPlace, pending == nil else { return }
        switch (part[0], part[1]) {
        case (0x90, 0x8D) where part.count > Self.wrappedDataPlace: abandonWrapped(part, &moment)
        case (0x00, 0xD6):
            guard let number = selectedFile, let file = card.file(number), session == nil,
                [file.settings.write, file.settings.readWrite].contains(NTAG424FileSettings.free)
            else { return }
            let offset = Int(part[2]) << 8 | Int(part[3])
            guard part[2] & 0x80 == 0, offset + Int(part[4]) <= file.content.count else { return }
            let data = Array(part.dropFirst(Self.isoDataPlace).prefix(Int(part[4])))
            store(data, at: offset, in: number, &moment, place: Self.isoDataPlace, inBlocks: false)
        default: break
        }
    }

    private mutating func abandonWrapped(_ part: [UInt8], _ moment: inout CardMoment) {
        let offset = NTAG424FileSettings.number(part[6...8])
        let length = NTAG424FileSettings.number(part[9...11])
        guard inApplication, let file = card.file(part[5]), offset + length <= file.content.count,
            let way = try? way([file.settings.write, file.settings.readWrite])
        else { return }
        let mode = way == .byKey ? file.settings.mode : .plain
        var data = Array(part.dropFirst(Self.wrappedDataPlace))
        if mode == .full {
            // Whole blocks only; the authentication is gone with the card in any case.
            guard !card.refusesChainedWriting, var session else { return }
            data = session.decryptedBlocks(Array(data.prefix(data.count / 16 * 16))) ?? []
        }
        store(
            Array(data.prefix(length)), at: offset, in: file.number, &moment, place: Self.wrappedDataPlace,
            inBlocks: mode == .full)
    }
}
