/// The NDEF file of a card.
extension SimulatedTag {
    /// The NDEF file as it lies in the card, mirrors not in place; `nil` for a Type 2 tag, or without one.
    public var messageFile: [UInt8]? {
        switch kind {
        case .chip: nil
        case .type4: type4?.files[Type4Card.messageID]
        case .ntag424: ntag424?.file(2)?.content
        }
    }

    /// Bytes of the NDEF file; 0 where there is none.
    public var messageFileSize: Int { messageFile?.count ?? 0 }

    /// Puts `bytes` at the NDEF file's beginning; false where there is none, or it has less room.
    public func replaceMessageFile(with bytes: [UInt8]) -> Bool {
        guard let file = messageFile, bytes.count <= file.count else { return false }
        let content = bytes + file[bytes.count...]
        if var card = type4 {
            card.files[Type4Card.messageID] = content
            type4 = card
        } else if var card = ntag424, let index = card.files.firstIndex(where: { $0.number == 2 }) {
            card.files[index].content = content
            ntag424 = card
        }
        return true
    }
}
