extension TagReader {
    /// Finds out what the tag is, without writing, without a password, and without a command that could count against it.
    ///
    /// Costs FF CA and GET_VERSION on a chip that has one; a card with files another FF CA and the three frames of GetVersion.
    /// Only a chip without it is asked `1A 00` (Ultralight C) and then
    /// read at pages that tell the sizes apart.
    /// - Throws: `tagLost` where the tag went away, `link` where reader or tag answered nonsense.
    public static func identify(link: any TagLink, channel: any CardChannel) throws(TagError) -> TagIdentity {
        let answer = AnswerToReset(channel.atr)
        let kind = CardKind(answer)
        let uid = printOrder(try getData(channel, parameter: 0) ?? [], type: kind.type)
        var identity = TagIdentity(
            uid: uid, type: kind.type, chipName: kind.name, chip: nil, vendor: Manufacturer.name(ofUID: uid),
            identifiedBy: "the reader's answer to reset", provenance: .derived, atr: answer.bytes, sak: kind.sak)
        switch kind.type {
        case .type2:
            try Type2Identification(session: LinkSession(link), kind: kind).complete(&identity)
        case .type4:
            identity.ats = try getData(channel, parameter: 1)
            try Type4Identification(session: APDUSession(channel, uid: uid), kind: kind).complete(&identity)
        case .type5, .unknown:
            break
        }
        return identity
    }

    /// GET DATA of PC/SC part 3: 0 the UID, 1 the answer to select. `nil` where the reader has no answer.
    private static func getData(_ channel: any CardChannel, parameter: UInt8) throws(TagError) -> [UInt8]? {
        let command: [UInt8] = [0xFF, 0xCA, parameter, 0x00, 0x00]
        let response: [UInt8]
        do throws(ChannelError) {
            response = try transmit(command, over: channel)
        } catch {
            switch error {
            // With no card behind it, pcscd refuses the first command in more than one way (NOT_TRANSACTED is common).
            case .failed: throw .tagLost
            default: throw error.asTagError
            }
        }
        guard response.count > 2, response.suffix(2).elementsEqual([0x90, 0x00]) else { return nil }
        return Array(response.dropLast(2))
    }

    private static func transmit(_ command: [UInt8], over channel: any CardChannel) throws(ChannelError) -> [UInt8] {
        do throws(ChannelError) {
            return try channel.transmit(command)
        } catch .cardReset, .communication {
            try channel.reconnect(.reset)
            return try channel.transmit(command)
        }
    }

    /// ISO/IEC 15693 UIDs come least significant byte first from some readers; in print `E0h` leads.
    private static func printOrder(_ uid: [UInt8], type: TagType) -> [UInt8] {
        type == .type5 && uid.count == 8 && uid.last == 0xE0 && uid.first != 0xE0 ? uid.reversed() : uid
    }
}
