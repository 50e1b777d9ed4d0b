import Tags

/// An NTAG 424 DNA's state as text.
extension SimulatedDNA {
    /// The value of `card` in the state of an NTAG 424 DNA.
    private static let word = "ntag424"

    var encodedState: StateText {
        var text = StateText()
        text.add("card", Self.word)
        text.add("uid", uid)
        text.add("ats", ats)
        text.add("versions", hardwareVersion + softwareVersion + production)
        text.add("signature", signature)
        for key in keys {
            let counts = [key.failuresInRow, key.failures, key.waited].map(String.init).joined(separator: " ")
            text.add("key", Hex.string(key.value + [key.version]) + " " + counts)
        }
        for key in originalityKeys { text.add("originality", key) }
        for file in files {
            let (head, sdm) = file.settings.encoded
            text.add("file", Hex.string(file.content) + " " + Hex.string(head + sdm))
        }
        text.add("readCounter", [readCounter])
        if let tamper {
            text.add(
                "tamper",
                [
                    tamper.enabled ? 1 : 0, Int(tamper.statusKey), tamper.isOpen ? 1 : 0, tamper.wasOpen ? 1 : 0,
                ])
        }
        text.add("randomID", randomID)
        text.add("lrp", usesLRP)
        text.add("refusesChainedWriting", refusesChainedWriting)
        text.add("userCapabilities", userCapabilities)
        text.add(
            "failureCounting", [failureCounting.enabled ? 1 : 0, failureCounting.limit, failureCounting.decrement])
        text.add("strongBackModulation", strongBackModulation)
        text.seal()
        return text
    }

    /// `nil` for the state of another tag, or for one that does not hold together.
    init?(_ text: StateText) {
        guard text.value("card") == Self.word, text.isWhole, let uid = text.bytes("uid"), uid.count == 7,
            let ats = text.bytes("ats"), (1...20).contains(ats.count), let versions = text.bytes("versions"),
            versions.count == 21, let signature = text.bytes("signature"), signature.count == 56
        else { return nil }
        self.init(uid: uid)
        self.ats = ats
        hardwareVersion = Array(versions[0..<7])
        softwareVersion = Array(versions[7..<14])
        production = Array(versions[14...])
        self.signature = signature
        let keys = text.values("key").compactMap(Key.init(state:))
        let originality = text.values("originality").compactMap { Hex.bytes($0) }
        guard keys.count == 5, originality.count == 4, originality.allSatisfy({ $0.count == 16 }) else { return nil }
        self.keys = keys
        originalityKeys = originality
        let contents = text.values("file")
        guard contents.count == files.count else { return nil }
        for (index, value) in contents.enumerated() {
            let parts = value.split(separator: " ")
            guard parts.count == 2, let content = Hex.bytes(String(parts[0])),
                content.count == files[index].content.count, let wire = Hex.bytes(String(parts[1])),
                let settings = try? NTAG424FileSettings(wire)
            else { return nil }
            files[index].content = content
            files[index].settings = settings
        }
        restore(text)
    }

    private mutating func restore(_ text: StateText) {
        readCounter = min(0xFF_FFFF, text.number("readCounter") ?? 0)
        let loop = text.numbers("tamper")
        if loop.count == 4 {
            var tamper = Tamper()
            tamper.enabled = loop[0] != 0
            tamper.statusKey = UInt8(min(0x0E, loop[1]))
            tamper.isOpen = loop[2] != 0
            tamper.wasOpen = loop[3] != 0
            self.tamper = tamper
        }
        randomID = text.isSet("randomID") ?? false
        usesLRP = text.isSet("lrp") ?? false
        refusesChainedWriting = text.isSet("refusesChainedWriting") ?? false
        if let capabilities = text.bytes("userCapabilities"), capabilities.count == 2 {
            userCapabilities = capabilities
        }
        let counting = text.numbers("failureCounting")
        if counting.count == 3 {
            failureCounting = FailureCounting(
                enabled: counting[0] != 0, limit: min(0xFFFF, counting[1]), decrement: min(0xFFFF, counting[2]))
        }
        strongBackModulation = text.isSet("strongBackModulation") ?? true
    }
}

extension SimulatedDNA.Key {
    /// Value, version and counts as the state has them.
    fileprivate init?(state: String) {
        let parts = state.split(separator: " ")
        guard parts.count == 4, let bytes = Hex.bytes(String(parts[0])), bytes.count == 17 else { return nil }
        self.init(value: Array(bytes.prefix(16)), version: bytes[16])
        let counts = parts.dropFirst().map { min(0xFFFF, max(0, Int($0) ?? 0)) }
        (failuresInRow, failures, waited) = (counts[0], counts[1], counts[2])
    }
}
