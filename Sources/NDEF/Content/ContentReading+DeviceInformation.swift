extension ContentReading {
    /// A Device Information record: TLVs of one byte type, one byte length. Source: RTD Device Information 1.0, 3.
    static func deviceInformation(_ payload: Bytes) -> ContentReading {
        var device = DeviceInformationContent(vendor: nil, model: nil, uniqueName: nil, uuid: nil, firmware: nil)
        var reading = ContentReading(.unknown)
        var reader = ByteReader(payload)
        while !reader.isAtEnd {
            let start = reader.position
            guard let type = reader.byte(), let length = reader.byte() else {
                reading.problems.warn(at: start, "the device information ends inside an entry")
                break
            }
            guard let value = reader.take(Int(length)) else {
                reading.problems.warn(
                    at: start,
                    "the device information entry \(type.hex) claims \(length) bytes, \(reader.rest.count) are left")
                break
            }
            reading.add(value, ofType: type, at: start, to: &device)
        }
        if device.vendor == nil || device.model == nil {
            reading.problems.warn(at: 0, "the device information lacks the vendor or model name, which it must have")
        }
        reading.content = .deviceInformation(device)
        return reading
    }

    private mutating func add(
        _ value: Bytes, ofType type: UInt8, at offset: Int, to device: inout DeviceInformationContent
    ) {
        if type != 3, type <= 4, value.utf8 == nil {
            problems.warn(at: offset, "the device information entry \(type.hex) is not valid UTF-8")
        }
        switch type {
        case 0: device.vendor = value.utf8Repaired
        case 1: device.model = value.utf8Repaired
        case 2: device.uniqueName = value.utf8Repaired
        case 3:
            device.uuid = value
            if value.count != 16 { problems.warn(at: offset, "the device's UUID is \(value.count) bytes long, not 16") }
        case 4: device.firmware = value.utf8Repaired
        default: break
        }
    }
}
