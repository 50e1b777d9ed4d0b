import Tags

/// What a transparent session keeps between commands.
struct TransparentSession: Equatable {
    var open = false
    /// How long the reader waits for the tag to begin its answer. The default leaves no time for a WRITE.
    var window = Self.defaultWindow
    var addsCRC = true
    var checksCRC = true
    /// Commands to an ISO-DEP card go in blocks that the reader makes.
    var addsPrologue = true
    /// Bits of the last byte to send, 0 = all.
    var lastBits: UInt8 = 0

    /// Microseconds, as an ACM1252U comes.
    static let defaultWindow = 302
}

/// PC/SC part 3: FF C2 manages a session, exchanges frames and switches protocols (ACM1252U-Y3 reference manual).
extension ReaderCore {
    /// What went wrong with one data object, as C0 tells it.
    private struct ObjectError: Error {
        var status: [UInt8]
        static let noInformation = ObjectError(status: [0x63, 0x00])
        static let stopped = ObjectError(status: [0x63, 0x01])
        static let unsupported = ObjectError(status: [0x6A, 0x81])
        static let length = ObjectError(status: [0x67, 0x00])
        static let value = ObjectError(status: [0x6A, 0x80])
        static let reader = ObjectError(status: [0x64, 0x01])
        static let noAnswer = ObjectError(status: [0x64, 0x02])
    }

    mutating func transparent(_ apdu: CommandAPDU) -> [UInt8] {
        guard apdu.header[2] == 0, let objects = DataObject.list(apdu.data), !objects.isEmpty else {
            return Self.failure(1, .length) + StatusWord.success
        }
        var answer: [UInt8] = []
        for (index, object) in objects.enumerated() {
            do throws(ObjectError) {
                switch apdu.header[3] {
                case 0: answer += try manage(object)
                case 1: answer += try exchange(object)
                case 2: answer += try switchProtocol(object)
                default: throw .unsupported
                }
            } catch {
                return Self.failure(index + 1, error) + answer + StatusWord.success
            }
        }
        let whole = [0xC0, 0x03, 0x00, 0x90, 0x00] + answer + StatusWord.success
        return whole.count <= profile.maximumAnswer ? whole : Self.failure(objects.count, .length) + StatusWord.success
    }

    private static func failure(_ number: Int, _ error: ObjectError) -> [UInt8] {
        [0xC0, 0x03, UInt8(truncatingIfNeeded: number)] + error.status
    }

    private mutating func manage(_ object: DataObject) throws(ObjectError) -> [UInt8] {
        switch object.tag {
        case 0x80: return [0x80, 0x03, 0x01, 0x00, 0x00]
        case 0x81:
            session = TransparentSession()
            session.open = true
        case 0x82:
            session = TransparentSession()
            if selected != nil { select() }
        case 0x83: powerDown()
        case 0x84:
            fieldOn = true
            tag?.withSilicon { $0.powerOn() }
        case 0x5F46: try setTimer(object)
        case 0xFF6D: return [0xFF, 0x6D, 0x03, 0x01, 0x01, 0x08]
        case 0xFF6E: break
        default: throw .unsupported
        }
        return []
    }

    /// 5F46: four bytes, microseconds, least significant first as in ACS readers.
    private mutating func setTimer(_ object: DataObject) throws(ObjectError) {
        guard object.value.count == 4 else { throw .length }
        session.window = object.value.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private mutating func switchProtocol(_ object: DataObject) throws(ObjectError) -> [UInt8] {
        guard object.tag == 0x8F else { throw .unsupported }
        guard object.value.count == 2 else { throw .length }
        guard session.open else { throw .noInformation }
        switch (object.value[0], object.value[1]) {
        case (0, 2): return []
        case (0, 3):
            // Layer 3 means an activated card; what it is goes with the answer (5F51 the ATR).
            guard select(layer: 3) else { throw .noAnswer }
            return answerToReset
        case (0, 4):
            guard select(), blocks != nil else { throw .noAnswer }
            return answerToReset
        case (1, _), (2, _), (3, _): throw .noAnswer
        default: throw .unsupported
        }
    }

    private var answerToReset: [UInt8] {
        let atr = atr
        return [0x5F, 0x51, UInt8(atr.count)] + atr
    }

    private mutating func exchange(_ object: DataObject) throws(ObjectError) -> [UInt8] {
        guard session.open else { throw .noInformation }
        switch object.tag {
        case 0x90:
            guard object.value.count == 2 else { throw .length }
            // The flags' byte order differs between manuals; they are all in one byte, so take it wherever it is.
            let flags = object.value[0] | object.value[1]
            session.addsCRC = flags & 1 == 0
            session.checksCRC = flags & 2 == 0
            session.addsPrologue = flags & 0x10 == 0
            return []
        case 0x91:
            guard let bits = object.value.first, bits < 8 else { throw .value }
            session.lastBits = bits
            return []
        case 0x92: return []
        case 0x5F46:
            try setTimer(object)
            return []
        case 0x93:
            _ = airFrame(object.value)
            return []
        case 0x94: throw .noAnswer
        case 0x95: return try transceive(object.value)
        default: throw .unsupported
        }
    }

    private mutating func airFrame(_ bytes: [UInt8]) -> SimulatedChip.Answer {
        let short = bytes.count == 1 && session.lastBits == 7
        session.lastBits = 0
        return air(session.addsCRC && !short ? SimulatedChip.withCRC(bytes) : bytes, short: short)
    }

    private mutating func transceive(_ bytes: [UInt8]) throws(ObjectError) -> [UInt8] {
        guard !bytes.isEmpty else { throw .length }
        if blocks != nil, session.addsPrologue {
            guard let answer = exchangeBlocks(bytes) else { throw .noAnswer }
            return Self.received(answer, bits: 0, status: 0)
        }
        let answer = airFrame(bytes)
        let wait = tag?.withSilicon { $0.programming } ?? 0
        guard wait < session.window else { throw .noAnswer }
        switch answer {
        case .silence: throw .noAnswer
        case .nibble(let code): return Self.received([code], bits: 4, status: 0)
        case .bytes(let data) where data.count + 2 > profile.maximumFrame: throw .reader
        case .bytes(let data):
            return Self.received(session.checksCRC ? data : SimulatedChip.withCRC(data), bits: 0, status: 0)
        case .bare(let data):
            // Bit 0 of the status: the CRC did not fit.
            return Self.received(data, bits: 0, status: session.checksCRC ? 1 : 0)
        }
    }

    private static func received(_ data: [UInt8], bits: UInt8, status: UInt8) -> [UInt8] {
        [0x92, 0x01, bits, 0x96, 0x02, 0x00, status, 0x97] + DataObject.length(data.count) + data
    }
}

/// A BER-TLV data object.
struct DataObject {
    var tag: Int
    var value: [UInt8]

    /// A length of up to 65535 as BER has it.
    static func length(_ count: Int) -> [UInt8] {
        if count < 0x80 { return [UInt8(count)] }
        let bytes = [UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)]
        return count <= 0xFF ? [0x81, bytes[1]] : [0x82] + bytes
    }

    /// The objects in `bytes`, or `nil` where they do not fit.
    static func list(_ bytes: [UInt8]) -> [DataObject]? {
        var objects: [DataObject] = []
        var rest = bytes[...]
        while let first = rest.popFirst() {
            var tag = Int(first)
            // FF6D and FF6E are two-byte tags by PC/SC; 5Fxx by the rule of BER.
            if first & 0x1F == 0x1F, let second = rest.popFirst() { tag = tag << 8 | Int(second) }
            guard var length = rest.popFirst().map(Int.init) else { return nil }
            if length > 0x7F {
                let count = length & 0x7F
                guard (1...2).contains(count), count <= rest.count else { return nil }
                length = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
                rest = rest.dropFirst(count)
            }
            guard length <= rest.count else { return nil }
            objects.append(DataObject(tag: tag, value: Array(rest.prefix(length))))
            rest = rest.dropFirst(length)
        }
        return objects
    }
}
