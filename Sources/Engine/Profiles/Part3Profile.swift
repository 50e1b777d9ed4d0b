import Tags

/// The transparent session of PC/SC part 3: manage (P2 = 00), exchange (01), switch protocol (02).
///
/// Here 9000 alone is no success: data object C0 must say 00 9000. 4-bit acknowledges come as data, so that the code of a
/// NAK is known. The session is closed before any ordinary APDU, which some readers refuse while it is open.
struct Part3Profile: ReaderProfile {
    let name = "part3"
    let transport: Transport
    /// 240 bytes of data and at most 14 bytes of other data objects stay below a short APDU's 256.
    let capabilities = LinkCapabilities(nativeFrames: true, maximumAnswer: 240, seesNAKCode: true)

    /// A profile whose commands go this way.
    /// - Parameter expectedLength: End commands with Le 00, as Sony's reader wants them; ACS's examples have none.
    init(transport: Transport = .transmit, expectedLength: Bool = false) {
        self.transport = transport
        let end: [UInt8] = expectedLength ? [0x00] : []
        self.end = end
        opening = [
            SessionCommand(bytes: [0xFF, 0xC2, 0x00, 0x00, 0x02, 0x81, 0x00] + end),
            SessionCommand(bytes: Self.setWindow + end, required: false),
            SessionCommand(bytes: Self.switchToTypeA + end),
        ]
        closing = [SessionCommand(bytes: [0xFF, 0xC2, 0x00, 0x00, 0x02, 0x82, 0x00] + end, required: false)]
    }

    /// Start; the response window; type A, layer 3 (which selects the tag).
    ///
    /// The window's byte order differs between makers. 00 01 01 00 reads the same both ways: 65.8 ms, well above the 10 ms
    /// a page write needs.
    let opening: [SessionCommand]
    let closing: [SessionCommand]
    var reselect: [UInt8]? { Self.switchToTypeA + end }

    private let end: [UInt8]
    private static let setWindow: [UInt8] = [0xFF, 0xC2, 0x00, 0x00, 0x07, 0x5F, 0x46, 0x04, 0x00, 0x01, 0x01, 0x00]
    private static let switchToTypeA: [UInt8] = [0xFF, 0xC2, 0x00, 0x02, 0x04, 0x8F, 0x02, 0x00, 0x03]
    private static let exchange: [UInt8] = [0xFF, 0xC2, 0x00, 0x01]

    func command(for frame: [UInt8]) -> [UInt8]? {
        let object = [0x95] + BERLength.encode(frame.count) + frame
        guard object.count <= 255 else { return nil }
        return Self.exchange + [UInt8(object.count)] + object + end
    }

    func result(of answer: [UInt8], to frame: [UInt8], answerLength: Int?) -> FrameResult {
        guard let (data, word) = StatusWord.split(answer) else { return .nonsense }
        guard word == StatusWord.ok else { return refusal(word) }
        guard let objects = DataObject.parse(data) else { return .nonsense }
        let value = objects.first { $0.tag == 0x97 }?.value
        let bits = objects.first { $0.tag == 0x92 }?.value.first
        if let value, value.count == 1, bits == 4 || NativeFrame.isAcknowledged(frame) {
            let code = value[0] & 0x0F
            return code == NativeFrame.acknowledge ? .answer([code]) : .nak(code)
        }
        if let error = Self.error(in: objects), error != StatusWord.ok { return refusal(error) }
        if let status = objects.first(where: { $0.tag == 0x96 })?.value.first, status & 0x0F != 0 { return .nak(nil) }
        return plain(value ?? [], to: frame, answerLength: answerLength, acknowledgeSwallowed: false)
    }

    func reselection(by answer: [UInt8]) -> Reselection { accepted(answer) ? .found(uid: nil) : .notFound }

    func accepted(_ answer: [UInt8]) -> Bool {
        guard let (data, word) = StatusWord.split(answer), word == StatusWord.ok,
            let objects = DataObject.parse(data)
        else { return false }
        return Self.error(in: objects) ?? StatusWord.ok == StatusWord.ok
    }

    func frame(in command: [UInt8]) -> CarriedFrame? {
        guard command.starts(with: Self.exchange), command.count > 5,
            let objects = DataObject.parse(Array(command[5...])) ?? DataObject.parse(Array(command[5...].dropLast())),
            let object = objects.first(where: { $0.tag == 0x95 || $0.tag == 0x93 }), !object.value.isEmpty
        else { return nil }
        return CarriedFrame(bytes: object.value, offset: 5 + object.valueOffset)
    }

    /// The status word in C0, `nil` where there is no such object.
    private static func error(in objects: [DataObject]) -> StatusWord? {
        guard let value = objects.first(where: { $0.tag == 0xC0 })?.value, value.count >= 3 else { return nil }
        return StatusWord(UInt16(value[1]) << 8 | UInt16(value[2]))
    }
}

/// One BER data object of a transparent session; tags of one or two bytes.
struct DataObject: Equatable, Sendable {
    var tag: UInt16
    var value: [UInt8]
    /// Where the value begins.
    var valueOffset: Int

    /// All objects, or `nil` where the bytes do not add up.
    static func parse(_ bytes: [UInt8]) -> [DataObject]? {
        var objects: [DataObject] = []
        var index = 0
        while index < bytes.count {
            var tag = UInt16(bytes[index])
            index += 1
            if tag & 0x1F == 0x1F {
                guard index < bytes.count else { return nil }
                tag = tag << 8 | UInt16(bytes[index])
                index += 1
            }
            guard let (length, size) = BERLength.decode(bytes[index...]) else { return nil }
            index += size
            guard length <= bytes.count - index else { return nil }
            objects.append(DataObject(tag: tag, value: Array(bytes[index..<index + length]), valueOffset: index))
            index += length
        }
        return objects
    }
}

/// BER lengths of up to two bytes after 81 or 82.
enum BERLength {
    /// The shortest form.
    static func encode(_ length: Int) -> [UInt8] {
        switch length {
        case ..<0x80: [UInt8(truncatingIfNeeded: length)]
        case ..<0x100: [0x81, UInt8(truncatingIfNeeded: length)]
        default: [0x82, UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)]
        }
    }

    /// The length at the start of `bytes` and the bytes it takes; `nil` where there is none.
    static func decode(_ bytes: ArraySlice<UInt8>) -> (length: Int, size: Int)? {
        let bytes = Array(bytes.prefix(3))
        guard let first = bytes.first else { return nil }
        switch first {
        case ..<0x80: return (Int(first), 1)
        case 0x81 where bytes.count >= 2: return (Int(bytes[1]), 2)
        case 0x82 where bytes.count >= 3: return (Int(bytes[1]) << 8 | Int(bytes[2]), 3)
        default: return nil
        }
    }
}
