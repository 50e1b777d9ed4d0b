/// A chip that answers with a SAK. Sources: AN10833 rev 3.8, tables 5 and 6; proxmark3. AN10833 warns that neither value may
/// be used alone: newer chips can be set to answer otherwise.
public struct TypeACandidate: Equatable, Sendable {
    /// SAK, the last answer of the selection.
    public let sak: UInt8
    /// The ATQAs that go with it, as numbers; empty where no source limits them.
    public let atqas: [UInt16]
    /// The chip, or the chips that nothing here tells apart.
    public let name: String
    /// What is to be known of it beside.
    public internal(set) var remark: String?
    /// The NFC Forum type of all chips that answer so.
    let type: TagType
    /// What a reader that tells SAK alone is taken at: no more than all chips of this SAK have in common.
    let kind: String

    /// The chips of this SAK, those that the ATQA fits first; where it fits none, all of them with that remark.
    public static func all(sak: UInt8, atqa: UInt16) -> [TypeACandidate] {
        let sameSAK = table.filter { $0.sak == sak }
        let fitting = sameSAK.filter { $0.atqas.isEmpty || $0.atqas.contains(atqa) }
        if !fitting.isEmpty { return fitting }
        return sameSAK.map { candidate in
            var candidate = candidate
            let usual = candidate.atqas.map { Hex.file($0) }.joined(separator: ", ")
            candidate.remark = "by SAK; its ATQA is usually \(usual)"
            return candidate
        }
    }

    /// The likeliest chip of this SAK; `nil` for one that no source names.
    static func first(sak: UInt8) -> TypeACandidate? { table.first { $0.sak == sak } }

    private init(
        _ sak: UInt8, _ atqas: [UInt16], _ name: String, _ type: TagType = .unknown, kind: String? = nil
    ) {
        self.sak = sak
        self.atqas = atqas
        self.name = name
        self.type = type
        self.kind = kind ?? name
    }

    /// The likeliest chip of a SAK first.
    private static let table: [TypeACandidate] = [
        .init(0x00, [0x0044], "Ultralight, Ultralight C, Ultralight EV1, NTAG (Type 2)", .type2, kind: "Type 2 tag"),
        .init(0x01, [], "TNP3xxx"),
        .init(0x04, [], "a UID that is not complete", kind: "ISO 14443-3 tag"),
        .init(0x08, [0x0004, 0x0044], "MIFARE Classic 1K"),
        .init(0x08, [0x0004, 0x0044], "MIFARE Plus 2K in security level 1"),
        .init(0x09, [0x0004, 0x0044], "MIFARE Mini"),
        .init(0x10, [0x0004, 0x0044], "MIFARE Plus 2K in security level 2"),
        .init(0x11, [0x0002, 0x0042], "MIFARE Plus 4K in security level 2"),
        .init(0x18, [0x0002, 0x0042], "MIFARE Classic 4K"),
        .init(0x18, [0x0002, 0x0042], "MIFARE Plus 4K in security level 1"),
        .init(0x19, [], "MIFARE Classic 2K"),
        .init(0x20, [0x0344], "MIFARE DESFire (EV1, EV2, EV3, Light)", .type4, kind: "Type 4 tag"),
        .init(0x20, [0x0344], "NTAG 424 DNA, NTAG 413 DNA", .type4),
        .init(0x20, [0x0304], "MIFARE DESFire or NTAG 424 DNA with a random UID", .type4),
        .init(0x20, [0x0004, 0x0044], "MIFARE Plus 2K in security level 3", .type4),
        .init(0x20, [0x0002, 0x0042], "MIFARE Plus 4K in security level 3", .type4),
        .init(0x20, [], "another ISO/IEC 14443-4 card (Type 4 tag, SmartMX, JCOP)", .type4),
        .init(0x28, [0x0004], "SmartMX with MIFARE Classic 1K"),
        .init(0x38, [0x0002], "SmartMX with MIFARE Classic 4K"),
        .init(0x88, [0x0004], "MIFARE Classic 1K of Infineon"),
    ]
}
