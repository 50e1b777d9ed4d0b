/// Where in a link the chip's mirrors are.
struct LinkFields: Equatable {
    var picc: Range<Int>?
    var uid: Range<Int>?
    var counter: Range<Int>?
    var encryption: Range<Int>?
    var mac: Range<Int>?
    var tamper: Range<Int>?
    /// Where the MAC's input begins, where a template says so.
    var macInput: Int?
}

// MARK: - By a template

extension LinkFields {
    /// The places that a template gives; `nil` where the link does not fit it.
    init?(_ link: [UInt8], _ template: SDMTemplate, _ suite: SecureSession.Suite) {
        var offset = 0
        var from: Int?
        for part in template.parts {
            switch part {
            case .text(let text):
                let end = offset + text.utf8.count
                guard end <= link.count, link[offset..<end].elementsEqual(text.utf8) else { return nil }
                offset = end
            case .macInput: from = offset
            case .mirror(let mirror, let given, _):
                let end = offset + SDMTemplate.characters(mirror, given, suite)
                guard end <= link.count else { return nil }
                self[keyPath: Self.field(mirror)] = offset..<end
                offset = end
            }
        }
        guard offset == link.count else { return nil }
        macInput = from ?? encryption?.lowerBound ?? mac?.lowerBound
    }

    private static func field(_ mirror: SDMSettings.Mirror) -> WritableKeyPath<LinkFields, Range<Int>?> {
        switch mirror {
        case .uid: \.uid
        case .counter: \.counter
        case .picc: \.picc
        case .tamper: \.tamper
        case .encryption: \.encryption
        case .mac: \.mac
        }
    }
}

// MARK: - By what they look like

extension LinkFields {
    /// The places found in a link of which nothing else is known: by length, and where that leaves a choice by the names of
    /// its parameters.
    init(_ link: [UInt8], _ suite: SecureSession.Suite) {
        let values = Self.hexValues(in: link)
        let piccLength = SDMSettings.Length.picc(suite)
        let macs = values.filter { $0.count == SDMSettings.Length.mac }
        mac = Self.preferred(.mac, macs, link) ?? macs.last
        uid = values.first { $0.count == SDMSettings.Length.uid }
        counter = values.first { $0.count == SDMSettings.Length.counter && $0.lowerBound > (uid?.upperBound ?? 0) }
        var blocks = values.filter { $0.count >= 32 && $0 != mac }
        let candidates = blocks.filter { $0.count == piccLength }
        if uid == nil || candidates.contains(where: { Self.isNamed(.picc, $0, link) }) {
            picc = Self.preferred(.picc, candidates, link) ?? candidates.first
        }
        blocks.removeAll { $0 == picc }
        let encrypted = blocks.filter { $0.count.isMultiple(of: SDMSettings.Length.encryptionStep) }
        encryption = Self.preferred(.encryption, encrypted, link) ?? encrypted.first
        if mac == nil || (picc == nil && uid == nil) { splitBulk(values, piccLength) }
    }

    /// One value that holds PICCData, encrypted data and MAC one behind the other, as some services have it.
    private mutating func splitBulk(_ values: [Range<Int>], _ piccLength: Int) {
        let macLength = SDMSettings.Length.mac
        guard mac == nil, let bulk = values.last(where: { $0.count >= piccLength + macLength }) else { return }
        let middle = bulk.count - piccLength - macLength
        guard middle.isMultiple(of: SDMSettings.Length.encryptionStep) else { return }
        let piccEnd = bulk.lowerBound + piccLength
        picc = bulk.lowerBound..<piccEnd
        encryption = middle > 0 ? piccEnd..<piccEnd + middle : nil
        mac = bulk.upperBound - macLength..<bulk.upperBound
    }

    /// The runs of hex digits behind the host that are whole values; an `x` separates too.
    private static func hexValues(in link: [UInt8]) -> [Range<Int>] {
        var values: [Range<Int>] = []
        var index = pathStart(of: link)
        while index < link.count {
            guard isHex(link[index]) else {
                index += 1
                continue
            }
            let start = index
            while index < link.count, isHex(link[index]) { index += 1 }
            let before = start > 0 ? link[start - 1] : 0x2F
            let after = index < link.count ? link[index] : 0x2F
            if index - start >= SDMSettings.Length.counter, separates(before), separates(after) {
                values.append(start..<index)
            }
        }
        return values
    }

    /// Behind scheme and host.
    private static func pathStart(of link: [UInt8]) -> Int {
        guard let colon = link.firstIndex(of: 0x3A), colon + 2 < link.count, link[colon + 1] == 0x2F,
            link[colon + 2] == 0x2F
        else { return 0 }
        return link[(colon + 3)...].firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 } ?? link.count
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte & 0xDF)
    }

    private static func separates(_ byte: UInt8) -> Bool {
        if byte == 0x78 || byte == 0x58 { return true }
        return !(0x30...0x39).contains(byte) && !(0x41...0x5A).contains(byte & 0xDF)
    }

    /// Among several the one whose parameter is called so; `nil` where there is no choice to make, or none is.
    private static func preferred(
        _ mirror: SDMSettings.Mirror, _ values: [Range<Int>], _ link: [UInt8]
    ) -> Range<Int>? {
        values.count > 1 ? values.first { isNamed(mirror, $0, link) } : nil
    }

    private static func isNamed(_ mirror: SDMSettings.Mirror, _ value: Range<Int>, _ link: [UInt8]) -> Bool {
        let text = String(decoding: link[..<value.lowerBound], as: UTF8.self)
        let name = LinkNames.parameter(before: text[...]).lowercased()
        return LinkNames.mirrors[name]?.first == mirror
    }
}
