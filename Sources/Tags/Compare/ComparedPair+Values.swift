/// What lies in no memory: chip, UID, version, signature, counters, keys.
extension ComparedPair {
    /// The differences of identity and of what is read beside the memory.
    func values() -> Part {
        var part = Part()
        compareChip(&part)
        compareUID(&part)
        compareSignature(&part)
        compareCounters(&part)
        compareKeys(&part)
        return part
    }

    private static let identity = "identity"

    private func compareChip(_ part: inout Part) {
        let (old, new) = (a.identity, b.identity)
        let relation = ChipNames.relation(old.chipName, new.chipName)
        guard relation != .same else {
            if let first = old.version, let second = new.version, first != second {
                part.differences.append(
                    Difference(
                        place: .value("version"), region: Self.identity, a: first, b: second,
                        meaning: "another version of the \(old.chipName)"))
            }
            return
        }
        let words = "\(names.a) is \(article(old.chipName)), \(names.b) \(article(new.chipName))"
        // A name that was only taken to be so contradicts nobody, nor does one that says no more than the kind of tag.
        if relation == .other, old.provenance != .assumed, new.provenance != .assumed {
            part.differences.append(
                Difference(
                    place: .value("chip"), region: Self.identity, a: old.version, b: new.version,
                    meaning: "another chip: \(words)"))
        } else {
            part.notices.append(words + ", as far as known")
        }
    }

    private func article(_ chip: String) -> String {
        // As the names are said: an NTAG, a UID.
        let isVowel = "AEIO".contains(chip.prefix(1)) || ["NTAG", "NDEF", "Ultralight"].contains { chip.hasPrefix($0) }
        return isVowel ? "an " + chip : "a " + chip
    }

    private func compareUID(_ part: inout Part) {
        let (old, new) = (a.identity.uid, b.identity.uid)
        guard old != new, !old.isEmpty, !new.isEmpty else { return }
        let words =
            "another tag: UID \(Hex.string(old, separator: ":")) -> \(Hex.string(new, separator: ":"))"
        // Where pages 0 and 1 hold it, they are the difference.
        if let first = a.image, let second = b.image, a.identity.type == .type2, b.identity.type == .type2,
            first.bytes(in: 0..<8) != nil, second.bytes(in: 0..<8) != nil
        {
            part.notices.append(words)
        } else {
            part.differences.append(
                Difference(place: .value("uid"), region: Self.identity, a: old, b: new, meaning: words))
        }
    }

    private func compareSignature(_ part: inout Part) {
        switch (a.signature, b.signature) {
        case (let old?, let new?) where old.bytes != new.bytes:
            part.differences.append(
                Difference(
                    place: .value("signature"), region: "signature", a: old.bytes, b: new.bytes,
                    meaning: "signature \(words(old)) -> \(words(new))"))
        case (nil, _?): part.notices.append("the signature is in \(names.b) only")
        case (_?, nil): part.notices.append("the signature is in \(names.a) only")
        default: break
        }
    }

    private func words(_ signature: SignatureState) -> String {
        signature.valid ? "valid" : "not valid (\(signature.verdict))"
    }

    private func compareCounters(_ part: inout Part) {
        for old in a.counters {
            guard let new = b.counters.first(where: { $0.number == old.number }) else { continue }
            if let first = old.value, let second = new.value, first != second {
                part.differences.append(
                    Difference(
                        place: .value("counter \(old.number)"), region: "counters", a: Self.wire(first),
                        b: Self.wire(second), meaning: "counter \(old.number) \(first) -> \(second)"))
            }
            if let first = old.torn, let second = new.torn, first != second {
                part.differences.append(
                    Difference(
                        place: .value("tearing \(old.number)"), region: "counters", a: nil, b: nil,
                        meaning: "counter \(old.number): a torn write is told in \(first ? names.a : names.b) only"))
            }
        }
    }

    /// A counter as READ_CNT answers it: three bytes, the least significant first.
    private static func wire(_ value: UInt32) -> [UInt8] { [0, 8, 16].map { UInt8(truncatingIfNeeded: value >> $0) } }

    private func compareKeys(_ part: inout Part) {
        let (old, new) = (a.keyVersions, b.keyVersions)
        for number in Set(old.keys).intersection(new.keys).sorted() {
            guard let first = old[number], let second = new[number], first != second else { continue }
            part.differences.append(
                Difference(
                    place: .value("key \(number)"), region: "keys", a: [first], b: [second],
                    meaning: "key \(number) version \(Hex.byte(first)) -> \(Hex.byte(second))"))
        }
    }
}
