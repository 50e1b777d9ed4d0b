import Synchronization
import Tags

/// One tag: a Type 2 chip or an ISO-DEP card, to be put on a `SimulatedReader`.
///
///     let tag = SimulatedTag(chip: ntag213, uid: [0x04, 0xE1, 0x0C, 0xDA, 0x99, 0x3C, 0x80])
///     reader.insert(tag)
///
/// Safe to use from any thread. What a reader does to it stays in it: `image` and `encodedState()` give it out again.
public final class SimulatedTag: Sendable {
    /// The name on the bench.
    public let name: String
    /// What it is.
    public let kind: SimulatedTagKind
    private let silicon: Mutex<Silicon>

    /// A tag with this inside.
    init(name: String?, kind: SimulatedTagKind, silicon: Silicon) {
        self.name = name ?? kind.name
        self.kind = kind
        self.silicon = Mutex(silicon)
    }

    /// A tag of this chip.
    /// - Parameters:
    ///   - chip: The table.
    ///   - name: Its name on a bench; the chip's name where none is given.
    ///   - uid: Seven bytes; an invented one where none is given. Not used where `image` is given.
    ///   - image: The memory from page 0, PWD, PACK and keys at their pages; as delivered where none is given.
    ///   - signature: The originality signature; the published one of this UID, or zeros, where none is given.
    ///   - seed: Begins the chip's random numbers.
    public convenience init(
        chip: Type2Chip, name: String? = nil, uid: [UInt8]? = nil, image: [UInt8]? = nil, signature: [UInt8]? = nil,
        seed: UInt64 = 1
    ) {
        let memory = image ?? FactoryMemory.image(of: chip, uid: uid ?? FactoryMemory.inventedUID)
        var silicon = SimulatedChip(chip: chip, memory: memory, signature: [], seed: seed)
        let length = chip.signatureCurve?.signatureLength ?? 0
        let known = signature ?? PublishedSignature.of(silicon.uid) ?? []
        silicon.signature = Array(known.prefix(length)) + Array(repeating: 0, count: max(0, length - known.count))
        self.init(name: name, kind: .chip(chip), silicon: .chip(silicon))
    }

    /// A plain Type 4 tag.
    /// - Parameters:
    ///   - card: Its files and manners.
    ///   - name: Its name on a bench.
    ///   - seed: Begins the numbers that accidents are drawn from.
    public convenience init(type4 card: Type4Card, name: String? = nil, seed: UInt64 = 1) {
        let program = CardProgram.type4(Type4Program(card: card))
        self.init(name: name, kind: .type4, silicon: .card(SimulatedCard(program: program, seed: seed)))
    }

    /// An NTAG 424 DNA or NTAG 424 DNA TagTamper.
    /// - Parameters:
    ///   - card: Its keys, files and settings.
    ///   - name: Its name on a bench.
    ///   - seed: Begins the chip's random numbers.
    public convenience init(ntag424 card: SimulatedDNA, name: String? = nil, seed: UInt64 = 1) {
        let program = CardProgram.ntag424(NTAG424Program(card: card))
        self.init(
            name: name, kind: .ntag424(tagTamper: card.tamper != nil),
            silicon: .card(SimulatedCard(program: program, seed: seed)))
    }

    /// The table of a Type 2 tag; `nil` for a card.
    public var chip: Type2Chip? {
        if case .chip(let chip) = kind { chip } else { nil }
    }

    /// The bytes of the UID, whatever the tag shows in a field.
    public var uid: [UInt8] {
        withSilicon { silicon in
            switch silicon {
            case .chip(let chip): chip.uid
            case .card(let card): card.program.uid
            }
        }
    }

    /// The whole memory of a Type 2 tag as it is in the chip, passwords and keys included; empty for a card, which has
    /// files.
    public var image: [UInt8] { with { $0.memory } ?? [] }

    /// The three counters of a Type 2 tag; number 2 is the NFC counter of an NTAG21x.
    public var counters: [UInt32] {
        get { with { $0.counters } ?? [] }
        set { with { chip in for (index, value) in newValue.prefix(3).enumerated() { chip.counters[index] = value } } }
    }

    /// Wrong passwords since the last right one, as a Type 2 chip counts them under a limit; no reader can see it.
    public var failedAuthentications: Int { with { $0.failures } ?? 0 }

    /// The originality signature of a Type 2 tag.
    public var signature: [UInt8] { with { $0.signature } ?? [] }

    /// Runs `body` on the chip of a Type 2 tag alone; `nil` for a card.
    @discardableResult func with<R: Sendable>(_ body: (inout SimulatedChip) -> R) -> R? {
        withSilicon { $0.withChip(body) }
    }

    /// Runs `body` on the inside alone.
    func withSilicon<R: Sendable>(_ body: (inout Silicon) -> R) -> R {
        silicon.withLock { body(&$0) }
    }
}

/// What kind of tag a `SimulatedTag` is.
public enum SimulatedTagKind: Equatable, Sendable {
    /// A Type 2 tag of this chip.
    case chip(Type2Chip)
    /// A plain Type 4 tag.
    case type4
    /// An NTAG 424 DNA.
    case ntag424(tagTamper: Bool)

    /// What a person calls it.
    public var name: String {
        switch self {
        case .chip(let chip): chip.name
        case .type4: "Type 4 tag"
        case .ntag424(let tagTamper): tagTamper ? "NTAG 424 DNA TagTamper" : "NTAG 424 DNA"
        }
    }
}

/// Originality signatures that were published with their UIDs in public dumps.
enum PublishedSignature {
    /// The signature published for a UID, or `nil`.
    static func of(_ uid: [UInt8]) -> [UInt8]? {
        pairs.first { Hex.bytes($0.uid) == uid }.flatMap { Hex.bytes($0.signature) }
    }

    static let pairs: [(uid: String, signature: String)] = [
        ("04E10CDA993C80", "8B76052EE42F5567BEB53238B3E3F9950707C0DCC956B5C5EFCFDB709B2D82B3"),
        ("04DB0BDA993C80", "6048EFD9417CD10F6B7F1818D471A7FE5B46868D2EABDC6307A1E0AAE139D8D0"),
        ("04E5C922325E80", "4F3E3ED31C3D7F46A8A5B169CEF6BB057987F213DBD2621C59AF77FB02D0FAF6"),
        ("045869D29C3980", "1FA9FE479435E4B60280F7A2B44293DF9127471B3251BC8942F0941AD71A1755"),
        ("0485928AA06181", "1B84EB70BD4CBD1B1DE4980B1858BD7C7285B4E47B388E96CF886BEEA343AD90"),
        ("04D9650A325E80", "482AF2010FF2F5A79AD5796ECB14544898D1575D8A23A9B0E820023ECDC816DB"),
        ("04AC6B72BA6C80", "2DAEBCAF84B88587C2FBFE76135886728E1D3CB5DA242344E5634D4C82FBD718"),
        ("04515CFA6F7381", "4221E46C796A815EEA0D936D85EE4B0C2A00D577F1C567F36375F8EB86485E6B"),
        ("04C1285A373080", "CEA2EB0B3C95D0844A95B824A7553703B3702378033BF0987899DB70151A19E7"),
        ("04C2285A373080", "A561506723D422D29ED9F93E60D20B9ED1E05CC1BF81DA19FE500CA0B81CC0ED"),
        (
            "04518DFAA96180",
            "D1940D17CFEDA4BFF80359AB975F9F6514313E8F90C1D3CAAF5941AD744A1CDF9A83F883CAFE0FE95D1939B1B7E47113993324473B785D21"
        ),
        (
            "0463474AA26A80",
            "27E9A50E6CA4BA9037C02F7D20A80D0284D0C1D83C67F5A5AC1D8A4EF86C9508417E4E9C6F85AA7920F0ABDED984CAF20467D66EA54BBF08"
        ),
        // Counterfeits: what their chips give instead of a signature.
        ("1D424AB9950000", "1D424A9DB99500001D424A9DB99500001D424A9DB99500001D424A9DB9950000"),
        ("1DAC2BB9950000", "1DAC2B12B99500001DAC2B12B99500001DAC2B12B99500001DAC2B12B9950000"),
    ]
}

/// A chip's memory as delivered.
enum FactoryMemory {
    static let inventedUID: [UInt8] = [0x04, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66]

    static func image(of chip: Type2Chip, uid given: [UInt8]) -> [UInt8] {
        let uid = given.count == 7 ? given : inventedUID
        var memory = [UInt8](repeating: 0, count: chip.pageCount * 4)
        func put(_ bytes: [UInt8], at offset: Int) {
            for (index, byte) in bytes.enumerated() where offset + index < memory.count {
                memory[offset + index] = byte
            }
        }
        put(SerialNumber.memory(of: uid, layout: chip.serialLayout) ?? [], at: 0)
        put(chip.factoryPage3 ?? [], at: 12)
        put(chip.factoryUser ?? [], at: chip.userPages.lowerBound * 4)
        if let dynamic = chip.dynamicLock, let constant = dynamic.constantByte3 {
            put([constant], at: dynamic.page * 4 + 3)
        }
        if let configuration = chip.configuration {
            put(configuration.factoryCFG0, at: configuration.cfg0 * 4)
            put(configuration.factoryCFG1, at: configuration.cfg1 * 4)
            if let password = configuration.password { put([0xFF, 0xFF, 0xFF, 0xFF], at: password * 4) }
        }
        if chip.authentication == .tripleDES, let keys = chip.unreadablePages {
            // The transport key as it lies in memory (MF0ICU2 data sheet rev 3.4): each half of the DES key reversed.
            put(Array("BREAKMEIFYOUCAN!".utf8), at: keys.lowerBound * 4)
        }
        return memory
    }
}
