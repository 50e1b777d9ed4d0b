/// One message of the vpcd protocol: two bytes of length, most significant first, and as many bytes.
///
/// A single byte is a control command, anything longer an APDU (vsmartcard's vpcd).
enum VPCDMessage: Equatable {
    case powerOff
    case powerOn
    case reset
    case askATR
    case apdu([UInt8])
    /// A control command nobody described.
    case unknown(UInt8)

    init(_ bytes: [UInt8]) {
        guard bytes.count == 1 else {
            self = .apdu(bytes)
            return
        }
        switch bytes[0] {
        case 0: self = .powerOff
        case 1: self = .powerOn
        case 2: self = .reset
        case 4: self = .askATR
        default: self = .unknown(bytes[0])
        }
    }

    /// `bytes` with their length in front; `nil` for more than the length can say.
    static func framed(_ bytes: [UInt8]) -> [UInt8]? {
        guard let length = UInt16(exactly: bytes.count) else { return nil }
        return [UInt8(length >> 8), UInt8(length & 0xFF)] + bytes
    }
}

/// Cuts a stream of bytes into messages.
struct VPCDStream {
    private var buffer: [UInt8] = []

    /// Adds bytes as they came from the socket.
    mutating func append(_ bytes: some Sequence<UInt8>) { buffer.append(contentsOf: bytes) }

    /// The next whole message, or `nil` until more bytes come.
    mutating func next() -> VPCDMessage? {
        while buffer.count >= 2 {
            let length = Int(buffer[0]) << 8 | Int(buffer[1])
            guard buffer.count >= 2 + length else { return nil }
            let bytes = Array(buffer[2..<2 + length])
            buffer.removeFirst(2 + length)
            if !bytes.isEmpty { return VPCDMessage(bytes) }
        }
        return nil
    }
}
