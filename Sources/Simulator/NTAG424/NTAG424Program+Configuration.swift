import Tags

/// ChangeKey and SetConfiguration.
extension NTAG424Program {
    /// Key 0 has been proved, in the application.
    private func needMasterKey() throws(NTAG424Refusal) {
        guard inApplication else { throw .permission }
        guard session?.key == 0 else { throw .authentication }
    }

    mutating func changeKey(
        _ instruction: UInt8, _ body: [UInt8], _ moment: inout CardMoment
    ) throws(NTAG424Refusal) -> [UInt8] {
        try needMasterKey()
        var now = moment
        defer { moment = now }
        return try secured(instruction, body, head: 1, .full, needsSession: true) {
            (program, head, data) throws(NTAG424Refusal) in
            let number = Int(head[0])
            guard program.card.keys.indices.contains(number) else { throw .noSuchKey }
            guard data.count == (number == 0 ? 17 : 21) else { throw .length }
            var value = Array(data.prefix(16))
            if number != 0 {
                value = zip(value, program.card.keys[number].value).map { $0 ^ $1 }
                guard CRC.jam(value) == Array(data.suffix(4)) else { throw .integrity }
            }
            // Old or new: a key is never a mixture of both.
            if now.storesWhole() { program.card.keys[number] = SimulatedDNA.Key(value: value, version: data[16]) }
            // The key of the session is gone, and the session with it.
            if number == 0 { program.session = nil }
            return []
        }
    }

    mutating func setConfiguration(
        _ instruction: UInt8, _ body: [UInt8], _ moment: inout CardMoment
    ) throws(NTAG424Refusal) -> [UInt8] {
        try needMasterKey()
        var now = moment
        defer { moment = now }
        return try secured(instruction, body, head: 1, .full, needsSession: true) {
            (program, head, data) throws(NTAG424Refusal) in
            var card = program.card
            try card.configure(option: head[0], data)
            if now.storesWhole() { program.card = card }
            return []
        }
    }
}

extension SimulatedDNA {
    /// One option of SetConfiguration.
    fileprivate mutating func configure(option: UInt8, _ data: [UInt8]) throws(NTAG424Refusal) {
        guard let length = Self.optionLengths[option], option != 0x07 || tamper != nil else { throw .parameter }
        guard data.count == length else { throw .length }
        switch option {
        case 0x00:
            guard data[0] & ~0x02 == 0 else { throw .parameter }
            // Cannot be switched off again.
            if data[0] & 0x02 != 0 { randomID = true }
        case 0x04:
            guard data[0] & ~0x04 == 0, data[1] == 0 else { throw .parameter }
            if data[0] & 0x04 != 0 { refusesChainedWriting = true }
        case 0x05:
            guard data[0...3] == [0, 0, 0, 0], data[4] & ~0x02 == 0, data[5...7] == [0, 0, 0] else { throw .parameter }
            if data[4] & 0x02 != 0, !usesLRP {
                usesLRP = true
                // The PICC data of LRP is longer: what was set for AES would not fit.
                for index in files.indices { files[index].settings.sdm = nil }
            }
            userCapabilities = Array(data[8...9])
        case 0x07:
            guard data[0] & ~0x01 == 0, data[1] <= 4 || data[1] == 0x0E else { throw .parameter }
            if data[0] & 0x01 != 0 { tamper?.enabled = true }
            tamper?.statusKey = data[1]
        case 0x0A:
            let limit = NTAG424FileSettings.number(data[1...2])
            let decrement = NTAG424FileSettings.number(data[3...4])
            guard data[0] & ~0x01 == 0, data[0] == 0 || limit > 0 else { throw .parameter }
            failureCounting.enabled = data[0] & 0x01 != 0
            // Ignored while the counting is switched off.
            if failureCounting.enabled {
                failureCounting.limit = limit
                failureCounting.decrement = decrement
            }
        case 0x0B:
            guard data[0] & ~0x01 == 0 else { throw .parameter }
            strongBackModulation = data[0] & 0x01 != 0
        default: throw .parameter
        }
    }

    /// Bytes of data of each option there is.
    private static let optionLengths: [UInt8: Int] = [0x00: 1, 0x04: 2, 0x05: 10, 0x07: 2, 0x0A: 5, 0x0B: 1]
}
