/// One command to a card (ISO/IEC 7816-4): four header bytes, data, and the number of bytes wanted back.
///
///     CommandAPDU(0x00, 0xB0, 0x00, 0x00, expected: 15).bytes          // 00 B0 00 00 0F
///     CommandAPDU(0x00, 0xB0, 0x00, 0x00, expected: 256).bytes         // 00 B0 00 00 00
///     CommandAPDU(0x90, 0x60, 0x00, 0x00, expected: 256).bytes         // 90 60 00 00 00
///
/// Short fields are used wherever they hold the numbers, extended ones otherwise. Source: ISO/IEC 7816-4, 5.1.
public struct CommandAPDU: Equatable, Sendable {
    /// The class byte.
    public var cla: UInt8
    /// The instruction byte.
    public var ins: UInt8
    /// The first parameter.
    public var p1: UInt8
    /// The second parameter.
    public var p2: UInt8
    /// The data, without its length.
    public var data: [UInt8]
    /// The number of bytes wanted back: up to 256 in a short field, up to 65 536 in an extended one; `nil` sends no Le.
    public var expected: Int?

    /// The most data bytes and the most wanted bytes that short fields hold.
    public static let shortData = 255, shortExpected = 256
    /// The most data bytes and the most wanted bytes that extended fields hold.
    public static let extendedData = 0xFFFF, extendedExpected = 0x1_0000

    /// A command of these parts.
    public init(
        _ cla: UInt8, _ ins: UInt8, _ p1: UInt8, _ p2: UInt8, data: [UInt8] = [], expected: Int? = nil
    ) {
        self.cla = cla
        self.ins = ins
        self.p1 = p1
        self.p2 = p2
        self.data = data
        self.expected = expected
    }

    /// A native command of DESFire and NTAG 424 DNA in its wrapped form: `90 INS 00 00 Lc data 00`.
    public static func native(_ ins: UInt8, _ data: [UInt8] = []) -> CommandAPDU {
        CommandAPDU(0x90, ins, 0x00, 0x00, data: data, expected: shortExpected)
    }

    /// Short fields do not hold the numbers.
    public var needsExtendedLength: Bool {
        data.count > Self.shortData || (expected ?? 0) > Self.shortExpected
    }

    /// The command as it is sent; data and expectation beyond what extended fields hold are a caller's fault and are cut.
    public var bytes: [UInt8] {
        var bytes = [cla, ins, p1, p2]
        let data = data.prefix(Self.extendedData)
        guard needsExtendedLength else {
            if !data.isEmpty { bytes.append(UInt8(truncatingIfNeeded: data.count)) }
            bytes += data
            // 256 is written as 00.
            if let expected { bytes.append(UInt8(truncatingIfNeeded: max(1, expected))) }
            return bytes
        }
        bytes.append(0)
        if !data.isEmpty { bytes += Self.twoBytes(data.count) }
        bytes += data
        // 65 536 is written as 00 00.
        if let expected { bytes += Self.twoBytes(min(max(1, expected), Self.extendedExpected)) }
        return bytes
    }

    /// The command that these bytes are, in short or extended form; `nil` where they are none.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count >= 4 else { return nil }
        self.init(bytes[0], bytes[1], bytes[2], bytes[3])
        let body = Array(bytes.dropFirst(4))
        guard let first = body.first else { return }
        if body.count == 1 {
            expected = first == 0 ? Self.shortExpected : Int(first)
        } else if first != 0 {
            guard takeBody(body.dropFirst(), count: Int(first), lengthSize: 1) else { return nil }
        } else {
            guard body.count >= 3 else { return nil }
            let number = Int(body[1]) << 8 | Int(body[2])
            if body.count == 3 {
                expected = number == 0 ? Self.extendedExpected : number
            } else {
                guard number > 0, takeBody(body.dropFirst(3), count: number, lengthSize: 2) else { return nil }
            }
        }
    }

    /// Data, and Le where something follows.
    private mutating func takeBody(_ rest: ArraySlice<UInt8>, count: Int, lengthSize: Int) -> Bool {
        guard rest.count == count || rest.count == count + lengthSize else { return false }
        data = Array(rest.prefix(count))
        let last = rest.dropFirst(count)
        guard !last.isEmpty else { return true }
        let number = last.reduce(0) { $0 << 8 | Int($1) }
        expected = number == 0 ? (lengthSize == 1 ? Self.shortExpected : Self.extendedExpected) : number
        return true
    }

    /// It only reads or selects: sending it twice does what sending it once does, but for counters of readings.
    ///
    /// Nothing of an authentication is among them, and nothing that is counted against the card.
    public var isSafeToRepeat: Bool {
        switch cla {
        case 0x00: [0xA4, 0xB0, 0xB1, 0xCA].contains(ins)
        case 0x90: [0x60, 0xF5, 0x64, 0x3C, 0x45, 0x6A, 0x6D, 0x6E, 0x6F, 0x61, 0x5A].contains(ins)
        case 0xFF: ins == 0xCA
        default: false
        }
    }

    private static func twoBytes(_ number: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
    }
}
