/// The structures of out-of-band data that are looked into. Source: Bluetooth Assigned Numbers, 2.3.
enum BluetoothStructure {
    static let shortName: UInt8 = 0x08
    static let completeName: UInt8 = 0x09
    static let lowEnergyAddress: UInt8 = 0x1B
    static let lowEnergyRole: UInt8 = 0x1C

    /// Six bytes, stored least significant first, in print order.
    static func address(_ bytes: Bytes) -> String { bytes.reversed().map(\.hex).joined(separator: ":") }
}

extension ContentReading {
    /// Bluetooth out-of-band data. Source: Bluetooth Secure Simple Pairing Using NFC 1.2, 3.
    static func bluetooth(_ record: NDEFRecord, lowEnergy: Bool) -> ContentReading {
        let payload = record.payload
        var data = BluetoothContent(address: nil, name: nil, lowEnergy: lowEnergy)
        var reading = ContentReading(.unknown)
        if lowEnergy {
            reading.structures(of: payload, from: 0, into: &data)
        } else {
            guard payload.count >= 8 else {
                return .malformed(
                    "the Bluetooth data is \(payload.count) bytes long; length and address take 8",
                    as: .mime(mediaType: record.type.utf8Repaired))
            }
            let length = Int(payload[0]) | Int(payload[1]) << 8
            if length != payload.count {
                reading.problems.warn(
                    at: 0, "the Bluetooth data says it is \(length) bytes long, \(payload.count) are there")
            }
            data.address = BluetoothStructure.address(payload[2..<8])
            reading.structures(of: payload, from: 8, into: &data)
        }
        reading.content = .bluetooth(data)
        return reading
    }

    /// Structures of a length, a type and data. Source: Bluetooth Core Specification, volume 3, part C, 8 and 11.
    private mutating func structures(of payload: Bytes, from start: Int, into data: inout BluetoothContent) {
        var position = start
        // Zeros at the end fill up.
        let used = payload.endOfContent
        while position < used, let length = payload.byte(at: position) {
            if length == 0 {
                problems.warn(at: position, "a byte 00 stands between the Bluetooth structures")
                position += 1
                continue
            }
            let end = position + 1 + Int(length)
            guard end <= payload.count else {
                problems.warn(
                    at: position,
                    "a Bluetooth structure claims \(length) bytes, \(payload.count - position - 1) are left")
                return
            }
            let structure = BluetoothContent.Structure(
                type: payload[position + 1], data: payload[(position + 2)..<end])
            data.structures.append(structure)
            note(structure, at: position, in: &data)
            position = end
        }
    }

    private mutating func note(
        _ structure: BluetoothContent.Structure, at offset: Int, in data: inout BluetoothContent
    ) {
        switch structure.type {
        case BluetoothStructure.shortName where data.name == nil, BluetoothStructure.completeName:
            data.name = structure.data.utf8Repaired
            if structure.data.utf8 == nil { problems.warn(at: offset, "the Bluetooth name is not valid UTF-8") }
        case BluetoothStructure.lowEnergyAddress:
            if structure.data.count != 7 {
                problems.warn(
                    at: offset, "the Bluetooth LE address takes \(structure.data.count) bytes; address and type are 7")
            }
            if structure.data.count >= 6, data.address == nil {
                data.address = BluetoothStructure.address(structure.data[0..<6])
            }
        default: break
        }
    }
}
