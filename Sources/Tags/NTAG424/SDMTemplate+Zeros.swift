/// Links of other tools' making, in which zeros stand where the chip shall put something in.
extension SDMTemplate {
    /// What shall be mirrored, as a form asks for it.
    public struct Wanted: Equatable, Sendable {
        /// UID and counter go into PICCData, encrypted.
        public var encryptsPICC: Bool
        /// The UID is mirrored.
        public var uid: Bool
        /// The counter is mirrored.
        public var counter: Bool
        /// A part of the file is encrypted.
        public var encryptsFile: Bool
        /// There is a MAC.
        public var mac: Bool
        /// Wishes of these parts.
        public init(
            encryptsPICC: Bool = false, uid: Bool = true, counter: Bool = true, encryptsFile: Bool = false,
            mac: Bool = true
        ) {
            self.encryptsPICC = encryptsPICC
            self.uid = uid
            self.counter = counter
            self.encryptsFile = encryptsFile
            self.mac = mac
        }
    }

    /// The template of a link in which zeros hold the places.
    ///
    /// A place is known by its parameter's name, and where that says nothing by its length; each must have the length that
    /// the chip fills: a shorter one would cut what it puts in.
    public init(
        zeros link: String, wanted: Wanted, suite: SecureSession.Suite
    ) throws(Refusal) {
        if wanted.encryptsFile, !wanted.uid || !wanted.counter {
            throw .badArgument(
                "encrypted file data needs both UID and read counter mirrored",
                "Mirror both, or leave the encrypted file data out.")
        }
        var missing: [SDMSettings.Mirror] = []
        if wanted.encryptsPICC {
            missing.append(.picc)
        } else {
            if wanted.uid { missing.append(.uid) }
            if wanted.counter { missing.append(.counter) }
        }
        if wanted.encryptsFile { missing.append(.encryption) }
        if wanted.mac { missing.append(.mac) }
        var template = ""
        var rest = link[...]
        while let zeros = Self.nextZeros(in: rest) {
            let before = rest[..<zeros.lowerBound]
            template += before
            let count = rest.distance(from: zeros.lowerBound, to: zeros.upperBound)
            let name = LinkNames.parameter(before: before)
            if let mirror = Self.mirror(named: name, count: count, among: missing, suite) {
                missing.removeAll { $0 == mirror }
                try Self.check(mirror, name, count, suite)
                template += Self.placeholder(mirror, count)
            } else {
                template += rest[zeros]
            }
            rest = rest[zeros.upperBound...]
        }
        template += rest
        if let mirror = missing.first {
            throw .badArgument(
                "the link has no zeros for the \(mirror.name)",
                "Put \(Self.length(mirror, suite)) zeros where it shall stand.")
        }
        try self.init(template)
    }

    /// A run of at least four zeros that is a whole value.
    private static func nextZeros(in text: Substring) -> Range<Substring.Index>? {
        var start: Substring.Index?
        var index = text.startIndex
        while true {
            let isZero = index < text.endIndex && text[index] == "0"
            if isZero {
                start = start ?? index
            } else {
                if let begin = start, text.distance(from: begin, to: index) >= 4 { return begin..<index }
                start = nil
            }
            guard index < text.endIndex else { return nil }
            index = text.index(after: index)
        }
    }

    private static func mirror(
        named name: Substring, count: Int, among missing: [SDMSettings.Mirror], _ suite: SecureSession.Suite
    ) -> SDMSettings.Mirror? {
        if let named = LinkNames.mirrors[name.lowercased()]?.first(where: missing.contains) { return named }
        return missing.first { length($0, suite) == count } ?? missing.first
    }

    private static func check(
        _ mirror: SDMSettings.Mirror, _ name: Substring, _ count: Int, _ suite: SecureSession.Suite
    ) throws(Refusal) {
        let wanted = length(mirror, suite)
        let fits = mirror == .encryption ? count.isMultiple(of: wanted) && count > 0 : count == wanted
        guard !fits else { return }
        let place = name.isEmpty ? mirror.name : String(name)
        throw .badArgument(
            "\(place) placeholder has \(count) characters, "
                + (mirror == .encryption ? "a multiple of \(wanted) needed" : "\(wanted) needed"),
            "Write \(wanted) zeros there.")
    }

    private static func length(_ mirror: SDMSettings.Mirror, _ suite: SecureSession.Suite) -> Int {
        switch mirror {
        case .uid: SDMSettings.Length.uid
        case .counter: SDMSettings.Length.counter
        case .picc: SDMSettings.Length.picc(suite)
        case .tamper: SDMSettings.Length.tamper
        case .encryption: SDMSettings.Length.encryptionStep
        case .mac: SDMSettings.Length.mac
        }
    }

    private static func placeholder(_ mirror: SDMSettings.Mirror, _ count: Int) -> String {
        switch mirror {
        case .uid: "{uid}"
        case .counter: "{counter}"
        case .picc: "{picc}"
        case .tamper: "{tt}"
        case .encryption: "{file:\(count)}"
        case .mac: "{mac}"
        }
    }
}

/// What services call the parameters of their links.
enum LinkNames {
    /// The mirrors that a parameter of this name (lower case) may be, the likeliest first.
    static let mirrors: [String: [SDMSettings.Mirror]] = [
        "picc_data": [.picc], "picc": [.picc], "piccdata": [.picc], "p": [.picc], "e": [.picc, .encryption],
        "enc": [.encryption], "encdata": [.encryption], "enc_data": [.encryption], "file": [.encryption],
        "f": [.encryption], "data": [.encryption, .picc],
        "cmac": [.mac], "mac": [.mac], "c": [.mac], "sdmmac": [.mac], "m": [.mac], "sig": [.mac],
        "uid": [.uid], "u": [.uid], "id": [.uid], "ctr": [.counter], "counter": [.counter], "cnt": [.counter],
        "n": [.counter], "tt": [.tamper],
    ]

    /// The name before a value: what stands between the last separator and the `=`.
    static func parameter(before text: Substring) -> Substring {
        guard text.last == "=" else { return "" }
        let head = text.dropLast()
        let start = head.lastIndex { "?&#;/".contains($0) }.map(head.index(after:)) ?? head.startIndex
        return head[start...]
    }
}
