extension TagFile {
    /// Takes over what the card's own settings say of the file; they count for more than the capability container.
    mutating func take(_ settings: FileSettings) {
        size = settings.size
        access = FileAccess(
            read: .init(settings.access.read), write: .init(settings.access.write),
            readWrite: .init(settings.access.readWrite), change: .init(settings.access.change),
            mode: settings.mode.word)
        self.settings = ["\(settings.access.sentence); \(settings.mode.meaning)"]
        guard let sdm = settings.sdm else { return }
        // PICCData is longer in LRP; which one it is shows in what the card put there.
        let suite: SecureSession.Suite = sdm.piccOffset.map { isHex($0 + 32..<$0 + 48) } == true ? .lrp : .aes
        let places = sdm.places(suite)
        mirrored = places.map { $0.bytes.clamped(to: 0..<size) }.filter { !$0.isEmpty }
            .sorted { $0.lowerBound < $1.lowerBound }
        self.settings += sdm.words(places)
    }

    private func isHex(_ range: Range<Int>) -> Bool {
        guard let bytes = content.bytes(in: range) else { return false }
        return bytes.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x46).contains($0) }
    }
}

extension SDMSettings {
    /// What the chip puts into the file when it is read, and by whose keys; one sentence each.
    func words(_ places: [(mirror: Mirror, bytes: Range<Int>)]) -> [String] {
        let mirrors = places.map { place in
            let last = max(place.bytes.lowerBound, place.bytes.upperBound - 1)
            return "\(place.mirror.name) in bytes \(place.bytes.lowerBound)-\(last)"
        }
        var words = ["SDM on: " + (mirrors.isEmpty ? "nothing is mirrored" : mirrors.joined(separator: ", "))]
        switch metaRead {
        case .free: words.append("SDM: UID and counter are in plain")
        case .never: words.append("SDM: UID and counter are not mirrored")
        default: words.append("SDM: UID and counter are encrypted for \(metaRead.whom)")
        }
        words.append(
            fileRead == .never
                ? "SDM: no MAC is made, so a link can be copied and replayed"
                : "SDM: the MAC can be checked by \(fileRead.whom)")
        words.append("SDM: the counter is told to \(counterRead.whom)")
        if let counterLimit { words.append("SDM: readings end at counter \(counterLimit)") }
        return words
    }
}

extension FileAccess.Condition {
    /// The condition of an access right of NTAG 424 DNA.
    init(_ condition: AccessCondition) {
        switch condition {
        case .free: self = .free
        case .never: self = .never
        case .key(let number): self = .key(Int(number))
        case .reserved(let nibble): self = .proprietary(nibble)
        }
    }
}
