/// A Bluetooth device address: six bytes, in print order.
public struct BluetoothAddress: Equatable, Sendable {
    /// The bytes as they are printed, the most significant first.
    public let bytes: [UInt8]

    /// The address in `text`: twelve hex digits, with colons or hyphens between the bytes or without.
    ///
    /// - Throws: `RecordError.macAddress`.
    public init(_ text: String) throws(RecordError) {
        let separators = text.filter { $0 == ":" || $0 == "-" }
        let groups = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "-" }
        let isGrouped = groups.count == 6 && groups.allSatisfy { $0.utf8.count == 2 }
        let digits = groups.joined()
        guard isGrouped || separators.isEmpty, digits.utf8.count == 12,
            digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0.lowercasedASCII }),
            let value = UInt64(digits, radix: 16)
        else { throw .macAddress(text) }
        bytes = (0..<6).map { UInt8(truncatingIfNeeded: value >> (40 - 8 * $0)) }
    }
}

extension NDEFRecord {
    /// Bluetooth out-of-band data: a phone offers to pair with the device.
    ///
    /// - Parameters:
    ///   - address: The device address, such as `01:23:45:67:89:AB`.
    ///   - name: The device's name, at most 248 bytes of UTF-8; empty for none.
    ///   - lowEnergy: Whether it is a Bluetooth LE device (public address, peripheral role) or a BR/EDR one.
    /// - Throws: `RecordError.macAddress`, `.deviceName`.
    public static func bluetooth(
        address: String, name: String = "", lowEnergy: Bool = false
    ) throws(RecordError) -> NDEFRecord {
        let reversed = Array(try BluetoothAddress(address).bytes.reversed())
        let nameBytes = Array(name.utf8)
        guard nameBytes.count <= 248 else { throw .deviceName(nameBytes.count) }
        try TypedText.check(name, "the device name")
        let nameStructure = nameBytes.isEmpty ? [] : structure(BluetoothStructure.completeName, nameBytes)
        guard !lowEnergy else {
            // Address type 00 is public; role 00 is "peripheral only" (Core Specification Supplement, part A, 1.16, 1.17).
            let payload =
                structure(BluetoothStructure.lowEnergyAddress, reversed + [0x00])
                + structure(BluetoothStructure.lowEnergyRole, [0x00]) + nameStructure
            return NDEFRecord(tnf: .media, type: "application/vnd.bluetooth.le.oob", payload: Bytes(payload))
        }
        let length = UInt16(truncatingIfNeeded: 8 + nameStructure.count)
        let payload = length.bigEndianBytes.reversed() + reversed + nameStructure
        return NDEFRecord(tnf: .media, type: "application/vnd.bluetooth.ep.oob", payload: Bytes(payload))
    }

    private static func structure(_ type: UInt8, _ data: [UInt8]) -> [UInt8] {
        [UInt8(truncatingIfNeeded: data.count + 1), type] + data
    }
}
