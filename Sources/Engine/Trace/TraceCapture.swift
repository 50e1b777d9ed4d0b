import NDEF
import Tags

/// A trace as a capture of the air for Wireshark, with link type ISO 14443 (264).
///
/// A native frame goes in as it is, without its CRC, as an event that says so. An APDU to a card goes in as one I-block of
/// ISO/IEC 14443-4: tagdesk does not see the blocks that the reader made of it, so block number and framing are added here, and
/// the section's comment says that. Commands to the reader, storage-card APDUs, ISO 15693 and reconnects have no place in it.
///
/// Source of the pseudo-header: the description of DLT_ISO_14443 by its author (kaiser.cx, "PCAP format for ISO14443").
struct TraceCapture {
    /// The finished file.
    let export: TraceExport

    private static let linkType: UInt16 = 264

    /// `event` of the pseudo-header.
    private enum Event: UInt8 {
        case toTag = 0xFA
        case fromTag = 0xFB
    }

    /// What is left out, and why.
    private enum Omission: CaseIterable {
        case reader, storage, reconnect, misread

        func sentence(_ count: Int) -> String {
            let (noun, verb) = count == 1 ? ("exchange", "is") : ("exchanges", "are")
            let what =
                switch self {
                case .reader: "with the reader itself (pseudo-APDUs, escapes, ISO 15693)"
                case .storage: "by storage-card APDUs, which hide the frames on the air,"
                case .reconnect: "that powered the tag anew"
                case .misread: "that Wireshark would take for broken blocks of another kind"
                }
            return "\(count) \(noun) \(what) \(verb) left out of the capture; JSON lines hold all of them."
        }
    }

    init(_ trace: Trace) {
        var packets: [Packet] = []
        var omitted: [Omission: Int] = [:]
        var readers: [String] = []
        var air = Air()
        var kept = 0
        var framed = false
        for entry in trace.entries {
            switch entry {
            case .mark(let mark): air.take(mark)
            case .exchange(let exchange):
                switch air.packets(of: exchange) {
                case .success(let found):
                    kept += 1
                    framed = framed || exchange.layer == .apdu
                    if !readers.contains(exchange.reader) { readers.append(exchange.reader) }
                    packets += found
                case .failure(let omission): omitted[omission.why, default: 0] += 1
                }
            }
        }
        let lost = Omission.allCases.compactMap { omission in omitted[omission].map(omission.sentence) }
        let framing =
            "APDUs are shown as one ISO-DEP I-block each: block number and framing were added for this file, since a PC/SC reader does not tell the blocks on the air. "
        let comment =
            (framed ? framing : "") + "CRCs are left out, secrets are 00. " + lost.joined(separator: " ")
        var file = PcapNG(
            application: "tagdesk" + (trace.program.map { " " + $0.visible } ?? ""), comment: comment)
        for reader in readers { file.addInterface(linkType: Self.linkType, name: reader.visible) }
        for packet in packets {
            file.addPacket(
                packet.data, on: readers.firstIndex(of: packet.reader) ?? 0, time: packet.time,
                direction: packet.isAnswer ? .inbound : .outbound, comment: packet.comment)
        }
        export = TraceExport(bytes: file.bytes, lost: (framed ? [framing.trimmedEnd] : []) + lost, exchanges: kept)
    }

    private struct Packet {
        var reader: String
        var time: UInt64
        var isAnswer: Bool
        var data: [UInt8]
        var comment: String?
    }

    private struct LeftOut: Error { var why: Omission }

    /// What is known of the air over each reader while the trace goes on.
    private struct Air {
        /// The number of the next block, by reader.
        private var blocks: [String: UInt8] = [:]
        /// Readers with a tag that knows no APDUs.
        private var storageCards: Set<String> = []

        mutating func take(_ mark: TraceMark) {
            let atr: [UInt8]
            switch mark.event {
            case .reader(_, let now): atr = now ?? []
            case .tag(_, _, let now): atr = now
            case .tagLeft: atr = []
            }
            if atr.isEmpty { blocks[mark.reader] = nil }
            if AnswerToReset(atr).storageCard != nil {
                storageCards.insert(mark.reader)
            } else {
                storageCards.remove(mark.reader)
            }
        }

        mutating func packets(of exchange: Exchange) -> Result<[Packet], LeftOut> {
            switch exchange.layer {
            case .connection:
                blocks[exchange.reader] = nil
                return .failure(LeftOut(why: .reconnect))
            case .reader: return .failure(LeftOut(why: .reader))
            case .native:
                guard let frame = exchange.nativeCommand else { return .failure(LeftOut(why: .reader)) }
                if exchange.command.starts(with: [0xFF, 0xB0]) || exchange.command.starts(with: [0xFF, 0xD6]) {
                    return .failure(LeftOut(why: .storage))
                }
                guard WiresharkReading.takes(frame, answer: exchange.nativeResponse) else {
                    return .failure(LeftOut(why: .misread))
                }
                return .success(Self.packets(exchange, frame, exchange.nativeResponse))
            case .apdu:
                if storageCards.contains(exchange.reader) { return .failure(LeftOut(why: .reader)) }
                let number = blocks[exchange.reader] ?? 0
                blocks[exchange.reader] = number ^ 1
                // An I-block without chaining, CID and NAD. Source: ISO/IEC 14443-4, 7.1.
                let block: [UInt8] = [0x02 | number]
                guard exchange.command.count < 0xFFFF, exchange.response?.count ?? 0 < 0xFFFF else {
                    return .failure(LeftOut(why: .misread))
                }
                return .success(
                    Self.packets(exchange, block + exchange.command, exchange.response.map { block + $0 }))
            }
        }

        private static func packets(_ exchange: Exchange, _ command: [UInt8], _ answer: [UInt8]?) -> [Packet] {
            let comment = "#\(exchange.number) \(exchange.meaning.visible)"
            var packets = [
                Packet(
                    reader: exchange.reader, time: exchange.time, isAnswer: false,
                    data: framed(command, .toTag), comment: comment)
            ]
            if let answer, !answer.isEmpty {
                packets.append(
                    Packet(
                        reader: exchange.reader, time: exchange.time &+ exchange.duration, isAnswer: true,
                        data: framed(answer, .fromTag), comment: "#\(exchange.number)"))
            }
            return packets
        }

        /// The pseudo-header and the bytes: version 0, event, length with the most significant byte first.
        private static func framed(_ bytes: [UInt8], _ event: Event) -> [UInt8] {
            [0, event.rawValue, UInt8(truncatingIfNeeded: bytes.count >> 8), UInt8(truncatingIfNeeded: bytes.count)]
                + bytes
        }
    }
}

extension String {
    fileprivate var trimmedEnd: String { hasSuffix(" ") ? String(dropLast()) : self }
}

/// Which native frames Wireshark reads without calling them malformed.
///
/// It knows no Type 2 commands under this link type and takes a frame for a block of ISO/IEC 14443-3 or -4 by its first byte. Most
/// come out as data or as a block of that length; some do not. Found by giving tshark 4.0 every first byte in every length up to 20, as
/// command and as answer to each command of the Type 2 chips.
enum WiresharkReading {
    /// A frame and its answer can go in.
    static func takes(_ frame: [UInt8], answer: [UInt8]?) -> Bool {
        guard let code = frame.first, frame.count < 0xFFFF, !isShortSBlock(frame) else { return false }
        switch code {
        case 0x90...0x97 where (3...6).contains(frame.count): return false  // SELECT of a cascade level
        case 0x1D where (2...8).contains(frame.count): return false  // ATTRIB
        case 0x05 where frame.count == 2: return false  // REQB
        default: break
        }
        guard let answer, !answer.isEmpty else { return true }
        guard answer.count < 0xFFFF, !isShortSBlock(answer) else { return false }
        // RATS, REQB and HLTA have answers of their own; a single byte is a short frame such as REQA, whose answer has two.
        if frame.count == 1 { return answer.count > 1 }
        return ![0xE0, 0x05, 0x50].contains(code)
    }

    /// The first byte is that of an S-block, which the rest is too short for.
    private static func isShortSBlock(_ bytes: [UInt8]) -> Bool {
        guard let first = bytes.first, first & 0xC0 == 0xC0 else { return false }
        return bytes.count < (first & 0x08 != 0 ? 3 : 2)
    }
}
