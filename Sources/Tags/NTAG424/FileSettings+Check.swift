/// What the chip would refuse (919E), said before anything is sent.
extension FileSettings {
    /// Why the chip would refuse to take these settings for a file, one sentence each without a full stop; empty where it
    /// would not.
    /// - Parameters:
    ///   - file: The file's number.
    ///   - suite: LRP has a longer PICCData.
    ///   - tamper: The chip is a TagTamper.
    ///
    /// Source: NT4H2421Gx data sheet, tables 69 to 71.
    public func problems(file: UInt8, suite: SecureSession.Suite, tamper: Bool = false) -> [String] {
        var problems: [String] = []
        let rights = [
            ("read", access.read), ("write", access.write), ("read-write", access.readWrite), ("change", access.change),
        ]
        for (name, condition) in rights where condition.isReserved {
            problems.append("the \(name) right is \(condition.word): it is a key 0 to 4, free or never")
        }
        guard let sdm else { return problems }
        if file != 2 { problems.append("only file 02 can have SDM") }
        return problems + sdm.problems(size: size, suite: suite, tamper: tamper)
    }
}

extension SDMSettings {
    /// Why the chip would refuse these settings for a file of so many bytes.
    func problems(size: Int, suite: SecureSession.Suite, tamper: Bool) -> [String] {
        var problems = rightProblems(tamper: tamper)
        if problems.isEmpty { problems = missing }
        if problems.isEmpty { problems = placeProblems(size: size, suite: suite) }
        return problems
    }

    private func rightProblems(tamper: Bool) -> [String] {
        var problems: [String] = []
        if metaRead.isReserved { problems.append("the right SDMMetaRead is \(metaRead.word)") }
        if counterRead.isReserved { problems.append("the right SDMCtrRet is \(counterRead.word)") }
        switch fileRead {
        case .key, .never: break
        case .free, .reserved:
            problems.append(
                "the right SDMFileRead is \(fileRead.word): a MAC needs a key 0 to 4, or there is none (never)")
        }
        if !isASCII { problems.append("mirrors can only be ASCII") }
        if reservedOptions != 0 || reservedRight != 0x0F { problems.append("reserved bits are set") }
        if encryptsFileData {
            if !mirrorsUID || !mirrorsCounter {
                problems.append("encrypted file data needs both UID and read counter mirrored")
            }
            if fileRead == .never { problems.append("encrypted file data needs a key for SDMFileRead") }
        }
        if case .key = metaRead, !mirrorsUID, !mirrorsCounter {
            problems.append("PICCData needs the UID or the counter in it")
        }
        if counterLimit != nil, !mirrorsCounter {
            problems.append("a limit for the counter needs the counter to be mirrored")
        }
        if mirrorsTamperStatus, !tamper { problems.append("only NTAG 424 DNA TT can mirror a tamper state") }
        return problems
    }

    /// Numbers that the options call for and that are not there.
    private var missing: [String] {
        let names: [(WritableKeyPath<SDMSettings, Int?>, String)] = [
            (\.uidOffset, "UIDOffset"), (\.counterOffset, "SDMReadCtrOffset"), (\.piccOffset, "PICCDataOffset"),
            (\.tamperOffset, "TTStatusOffset"), (\.macInputOffset, "SDMMACInputOffset"),
            (\.encryptionOffset, "SDMENCOffset"), (\.encryptionLength, "SDMENCLength"), (\.macOffset, "SDMMACOffset"),
        ]
        return fields(limited: false).filter { self[keyPath: $0] == nil }.map { field in
            (names.first { $0.0 == field }?.1 ?? "a number") + " is missing"
        }
    }

    private func placeProblems(size: Int, suite: SecureSession.Suite) -> [String] {
        var problems: [String] = []
        let used = places(suite).filter { place in
            // FFFFFFh says that the counter is only counted, not shown.
            !(place.mirror == .counter && counterOffset == Self.noCounterMirror) && isUsed(place.mirror)
        }
        for place in used where place.bytes.lowerBound < 0 || place.bytes.upperBound > size {
            problems.append(
                "the \(place.mirror.name) at \(place.bytes.lowerBound) with \(place.bytes.count) characters "
                    + "goes beyond the file's \(size) bytes")
        }
        for (index, first) in used.enumerated() {
            for second in used[(index + 1)...] where first.bytes.overlaps(second.bytes) {
                // The tamper state may lie in the plaintext half of what is encrypted.
                let pair = Set([first.mirror, second.mirror])
                if pair == [.tamper, .encryption], let start = encryptionOffset, let length = encryptionLength,
                    let tamperOffset, tamperOffset >= start,
                    tamperOffset &+ Length.tamper <= start &+ length / 2
                {
                    continue
                }
                problems.append("the \(first.mirror.name) and the \(second.mirror.name) overlap")
            }
        }
        if let macInputOffset, let macOffset, fileRead != .never, macInputOffset > macOffset {
            problems.append("the MAC's input begins at \(macInputOffset), behind the MAC at \(macOffset)")
        }
        guard encryptsFileData, let start = encryptionOffset, let length = encryptionLength, let macInputOffset,
            let macOffset
        else { return problems }
        if length <= 0 || !length.isMultiple(of: Length.encryptionStep) {
            problems.append(
                "the encrypted data have \(length) characters: it must be a multiple of \(Length.encryptionStep)")
        }
        if start < macInputOffset {
            problems.append("the encrypted data begin at \(start), before the MAC's input at \(macInputOffset)")
        }
        if start &+ max(0, length) > macOffset {
            problems.append("the encrypted data reach beyond the MAC at \(macOffset)")
        }
        return problems
    }

    /// The offset that says the counter is counted, but not shown in plain.
    static let noCounterMirror = 0xFFFFFF

    /// The options call for this mirror.
    private func isUsed(_ mirror: Mirror) -> Bool {
        let field: WritableKeyPath<SDMSettings, Int?> =
            switch mirror {
            case .uid: \.uidOffset
            case .counter: \.counterOffset
            case .picc: \.piccOffset
            case .tamper: \.tamperOffset
            case .encryption: \.encryptionOffset
            case .mac: \.macOffset
            }
        return fields(limited: false).contains(field)
    }

    /// What the chip would take, and a person may not have meant; one sentence each without a full stop.
    public var warnings: [String] {
        var warnings: [String] = []
        if fileRead == .never {
            warnings.append("no MAC is mirrored: whoever copies the link once can show it again and again")
        } else if !mirrorsCounter {
            warnings.append("the counter is not mirrored: the link is the same at every reading and can be copied")
        }
        return warnings
    }
}
