/// Tells Type 2 chips apart: by GET_VERSION, by the 3DES question, or by what plain reading shows.
struct Type2Identification {
    let session: LinkSession
    let kind: CardKind

    /// Fills in chip, name, and how both are known.
    func complete(_ identity: inout TagIdentity) throws(TagError) {
        do throws(LinkError) {
            try identify(&identity)
        } catch {
            throw error.asTagError
        }
    }

    private func identify(_ identity: inout TagIdentity) throws(LinkError) {
        guard session.capabilities.nativeFrames else {
            try bySafeReads(&identity, of: candidatesByAnswerToReset, because: "this reader cannot send GET_VERSION")
            return
        }
        if let version = try ask([0x60], length: 8) {
            byVersion(version, &identity)
        } else if try answersTripleDES() {
            identity.settle(on: .ultralightC, by: "AUTHENTICATE (1A 00), which only this chip answers", .derived)
        } else {
            let silent = Type2Chip.all.filter { !$0.commands.contains(.getVersion) && $0.authentication == .none }
            try bySafeReads(&identity, of: silent, because: "the chip has no GET_VERSION")
        }
    }

    /// The name by which a reader means one of two chips.
    private static let ultralightEV1 = "Ultralight EV1"

    /// The chips that the reader's answer to reset leaves possible.
    private var candidatesByAnswerToReset: [Type2Chip] {
        if let chip = kind.chip { return [chip] }
        if kind.name == Self.ultralightEV1 { return [.ultralightEV1Small, .ultralightEV1Large] }
        return Type2Chip.all.filter { $0.pageCount <= 256 }
    }

    private func byVersion(_ version: [UInt8], _ identity: inout TagIdentity) {
        identity.version = version
        if let chip = Type2Chip.match(version: version) {
            identity.settle(on: chip, by: "GET_VERSION", .reported)
        } else {
            identity.chipName = "Type 2 tag"
            identity.identifiedBy = "GET_VERSION, with an answer that no published list names"
            identity.provenance = .reported
        }
    }

    /// UL-C answers `AFh` and eight bytes. The command is then left half done, which needs a new selection.
    private func answersTripleDES() throws(LinkError) -> Bool {
        guard let answer = try ask([0x1A, 0x00], length: nil) else { return false }
        try session.abandonCommand()
        return answer.count == 9 && answer[0] == 0xAF
    }

    /// A question to which the tag may say no, or which the reader cannot pass on.
    private func ask(_ frame: [UInt8], length: Int?) throws(LinkError) -> [UInt8]? {
        do throws(LinkError) {
            return try session.exchange(frame, length: length)
        } catch .nak, .silence, .unsupported {
            return nil
        }
    }

    private func bySafeReads(
        _ identity: inout TagIdentity, of candidates: [Type2Chip], because reason: String
    ) throws(LinkError) {
        var probe = SizeProbe(session: session, candidates: candidates)
        let outcome = try probe.run()
        if identity.uid.isEmpty, let uid = SerialNumber(memory: probe.header)?.uid {
            identity.uid = uid
            identity.vendor = Manufacturer.name(ofUID: uid)
        }
        switch outcome {
        case .exactly(let fitting) where !fitting.isEmpty:
            settle(&identity, on: fitting, reason: reason)
        case .undecided(let guess?):
            identity.settle(
                on: guess,
                by: "the capability container alone: \(reason), and the pages that would tell the size cannot be read",
                .assumed)
        case .refused:
            // The reader's name for the whole family says no more than the type.
            if kind.chip == nil, kind.name != Self.ultralightEV1 { identity.chipName = "Type 2 tag" }
            identity.identifiedBy = "the reader's answer to reset: \(reason), and the tag refuses even page 00"
            identity.provenance = .derived
        default:
            if let name = Self.otherMakers.first(where: { $0.matches(identity.uid, probe.header) })?.name {
                identity.chipName = name
                identity.identifiedBy = "the first bytes of the UID"
                identity.provenance = .derived
            } else {
                let why =
                    outcome == .undecided(nil)
                    ? "the pages that would tell the size are refused" : "no known chip has this memory size"
                identity.chipName = "Type 2 tag"
                identity.identifiedBy = "the reader's answer to reset: \(reason), and \(why)"
                identity.provenance = .derived
            }
        }
    }

    private func settle(_ identity: inout TagIdentity, on fitting: [Type2Chip], reason: String) {
        guard let chip = fitting.first else { return }
        if let named = kind.chip, named == chip {
            identity.settle(on: chip, by: "the reader's answer to reset", .derived)
            return
        }
        let others = fitting.dropFirst().map(\.name)
        let size = "memory size and capability container"
        if others.isEmpty {
            identity.settle(on: chip, by: "\(size): \(reason)", .derived)
        } else {
            identity.settle(
                on: chip, by: "\(size); could also be \(others.joined(separator: ", ")): \(reason)", .assumed)
        }
    }

    /// Chips without a table here that their UID gives away. Source: proxmark3.
    private struct OtherMaker {
        let name: String
        let matches: @Sendable (_ uid: [UInt8], _ header: [UInt8]) -> Bool
    }

    private static let otherMakers: [OtherMaker] = [
        OtherMaker(name: "my-d move") { uid, _ in uid.count == 7 && uid[0] == 0x05 && uid[1] >> 4 == 3 },
        OtherMaker(name: "my-d move lean") { uid, _ in uid.count == 7 && uid[0] == 0x05 && uid[1] >> 4 == 7 },
        OtherMaker(name: "my-d NFC") { uid, _ in uid.count == 7 && uid[0] == 0x05 && uid[1] >> 4 == 2 },
        OtherMaker(name: "ST25TN") { uid, header in
            uid.count == 7 && uid[0] == 0x02 && header.count > 9 && header[9] == 0x2C
        },
    ]
}

extension TagIdentity {
    /// Takes a chip as found.
    mutating func settle(on chip: Type2Chip, by how: String, _ provenance: Provenance) {
        self.chip = chip
        chipName = chip.name
        identifiedBy = how
        self.provenance = provenance
    }
}
