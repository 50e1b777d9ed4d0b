/// Writes a pcapng file block by block, least significant byte first.
///
/// Source: the pcapng specification (draft-ietf-opsawg-pcapng): Section Header, Interface Description and Enhanced Packet Blocks.
struct PcapNG {
    private(set) var bytes: [UInt8] = []

    /// The longest text of an option; the field's own length has 16 bits.
    private static let longestText = 4096

    /// Direction of a packet, the lowest bits of `epb_flags`.
    enum Direction: UInt32 { case inbound = 1, outbound = 2 }

    /// Begins the file.
    /// - Parameters:
    ///   - application: What wrote it.
    ///   - comment: What is to be known of all of it.
    init(application: String, comment: String) {
        var body: [UInt8] = []
        Self.add(UInt32(0x1A2B_3C4D), to: &body)
        Self.add(UInt16(1), to: &body)
        Self.add(UInt16(0), to: &body)
        // The length of the section is not said.
        Self.add(UInt64.max, to: &body)
        Self.option(1, comment, to: &body)
        Self.option(4, application, to: &body)
        Self.endOptions(&body)
        block(0x0A0D_0D0A, body)
    }

    /// Adds an interface with times in microseconds; packets name it by its number, counted from 0.
    mutating func addInterface(linkType: UInt16, name: String) {
        var body: [UInt8] = []
        Self.add(linkType, to: &body)
        Self.add(UInt16(0), to: &body)
        Self.add(UInt32(0), to: &body)
        Self.option(2, name, to: &body)
        Self.option(9, [6], to: &body)
        Self.endOptions(&body)
        block(1, body)
    }

    /// Adds a packet.
    /// - Parameter time: Microseconds since 1970.
    mutating func addPacket(
        _ data: [UInt8], on interface: Int, time: UInt64, direction: Direction, comment: String?
    ) {
        var body: [UInt8] = []
        Self.add(UInt32(truncatingIfNeeded: interface), to: &body)
        Self.add(UInt32(truncatingIfNeeded: time >> 32), to: &body)
        Self.add(UInt32(truncatingIfNeeded: time), to: &body)
        Self.add(UInt32(truncatingIfNeeded: data.count), to: &body)
        Self.add(UInt32(truncatingIfNeeded: data.count), to: &body)
        body += data
        Self.pad(&body)
        if let comment { Self.option(1, comment, to: &body) }
        var flags: [UInt8] = []
        Self.add(direction.rawValue, to: &flags)
        Self.option(2, flags, to: &body)
        Self.endOptions(&body)
        block(6, body)
    }

    private mutating func block(_ type: UInt32, _ body: [UInt8]) {
        let length = UInt32(truncatingIfNeeded: body.count + 12)
        Self.add(type, to: &bytes)
        Self.add(length, to: &bytes)
        bytes += body
        Self.add(length, to: &bytes)
    }

    private static func option(_ code: UInt16, _ text: String, to body: inout [UInt8]) {
        var kept = Substring(text)
        while kept.utf8.count > longestText { kept.removeLast(max(1, kept.count / 8)) }
        option(code, Array(kept.utf8), to: &body)
    }

    private static func option(_ code: UInt16, _ value: [UInt8], to body: inout [UInt8]) {
        add(code, to: &body)
        add(UInt16(truncatingIfNeeded: value.count), to: &body)
        body += value
        pad(&body)
    }

    private static func endOptions(_ body: inout [UInt8]) { add(UInt32(0), to: &body) }

    private static func pad(_ body: inout [UInt8]) { while !body.count.isMultiple(of: 4) { body.append(0) } }

    private static func add(_ value: some FixedWidthInteger, to body: inout [UInt8]) {
        withUnsafeBytes(of: value.littleEndian) { body += $0 }
    }
}
