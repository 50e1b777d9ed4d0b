import NDEF

/// A link with placeholders for what the chip puts in, and what follows from it: the bytes of the NDEF file and the settings.
///
///     let template = try SDMTemplate("https://example.com/t?uid={uid}&ctr={counter}&mac={mac}")
///     let layout = try template.layout(suite: .aes)
///     layout.file          // NLEN and message
///     layout.settings.macOffset
///
/// Placeholders: `{uid}`, `{counter}` (also `{ctr}`), `{picc}`, `{mac}` (also `{cmac}`), `{tt}`, `{file:32}` with the characters
/// of the encrypted part, or `{file:32=TEXT}` with the plaintext that the file holds for it; `{mac-from}` marks where the MAC's
/// input begins, which is the encrypted part otherwise, or nothing at all.
public struct SDMTemplate: Equatable, Sendable {
    /// One part of the link.
    enum Part: Equatable, Sendable {
        case text(String)
        case mirror(SDMSettings.Mirror, characters: Int?, content: String)
        case macInput
    }

    let parts: [Part]
    /// The template as it was given.
    public let text: String

    /// The template of a text.
    public init(_ text: String) throws(Refusal) {
        self.text = text
        guard text.utf8.allSatisfy(Self.isPlain) else {
            throw .badArgument(
                "the link has a blank or a character that no link holds as it stands",
                "Write it percent-encoded, such as %20 for a blank, so that every offset can be counted.")
        }
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
            guard let close = rest[open...].firstIndex(of: "}") else {
                throw .badArgument("a { is not closed", "Close each placeholder with }.")
            }
            parts.append(try Self.part(rest[rest.index(after: open)..<close]))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        guard !parts.contains(where: { if case .text(let text) = $0 { text.contains("}") } else { false } }) else {
            throw .badArgument("a } closes nothing", "Open each placeholder with {.")
        }
        self.parts = parts
        try checkRepetition()
    }

    /// ASCII that a URI holds without being percent-encoded, and the braces of placeholders.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x21..<0x7F).contains(byte) && ![0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7C].contains(byte)
    }

    private static func part(_ inner: Substring) throws(Refusal) -> Part {
        switch inner {
        case "uid": return .mirror(.uid, characters: nil, content: "")
        case "counter", "ctr": return .mirror(.counter, characters: nil, content: "")
        case "picc": return .mirror(.picc, characters: nil, content: "")
        case "mac", "cmac": return .mirror(.mac, characters: nil, content: "")
        case "tt": return .mirror(.tamper, characters: nil, content: "")
        case "mac-from": return .macInput
        default: break
        }
        guard inner.hasPrefix("file:") else {
            throw .badArgument(
                "{\(inner)} is no placeholder",
                "Use {uid}, {counter}, {picc}, {mac}, {tt}, {file:32} or {mac-from}.")
        }
        let words = inner.dropFirst("file:".count).split(
            separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = words.first, let count = Int(first), count > 0, count <= 256,
            count.isMultiple(of: SDMSettings.Length.encryptionStep)
        else {
            throw .badArgument(
                "{\(inner)} has no length that can be encrypted",
                "Give a multiple of \(SDMSettings.Length.encryptionStep) characters, half of which hold the plaintext.")
        }
        let content = words.count > 1 ? String(words[1]) : ""
        guard content.utf8.count <= count / 2 else {
            throw .badArgument(
                "the text for {file:\(count)} has more than \(count / 2) characters",
                "Half of the characters hold the plaintext: shorten it, or make the part longer.")
        }
        return .mirror(.encryption, characters: count, content: content)
    }

    private func checkRepetition() throws(Refusal) {
        for mirror in SDMSettings.Mirror.allCases where mirrors.count(where: { $0 == mirror }) > 1 {
            throw .badArgument(
                "the \(mirror.name) stands in the link twice", "The chip can put it in once: leave one out.")
        }
        if mirrors.contains(.picc), mirrors.contains(.uid) || mirrors.contains(.counter) {
            throw .badArgument(
                "{picc} and a plain {uid} or {counter} cannot stand together",
                "PICCData already holds both, encrypted: leave the plain ones out, or leave {picc} out.")
        }
        if parts.contains(.macInput), !mirrors.contains(.mac) {
            throw .badArgument("{mac-from} without {mac} has no meaning", "Add {mac}, or leave {mac-from} out.")
        }
    }

    /// What the link mirrors, in its order.
    public var mirrors: [SDMSettings.Mirror] {
        parts.compactMap { if case .mirror(let mirror, _, _) = $0 { mirror } else { nil } }
    }
}

// MARK: - Layout

extension SDMTemplate {
    /// The bytes of the NDEF file, and the offsets that go with them.
    public struct Layout: Equatable, Sendable {
        /// NLEN and message: what is written from the file's start.
        public var file: [UInt8]
        /// The link as it stands in the file, with zeros for what is put in.
        public var link: String
        /// Options and offsets; the rights are those of `rights`.
        public var settings: SDMSettings
        /// Where the link's text begins in the file, behind the abbreviated prefix.
        public var textOffset: Int
    }

    /// Whose keys the mirrors use.
    public struct Rights: Equatable, Sendable {
        /// The key for PICCData; free for plain mirrors; `nil` takes what the link needs: key 0, or free.
        public var meta: AccessCondition?
        /// The key for MAC and encryption; `nil` takes key 0 where the link has a MAC.
        public var file: AccessCondition?
        /// Who may ask for the counter.
        public var counter: AccessCondition
        /// Rights of these parts.
        public init(meta: AccessCondition? = nil, file: AccessCondition? = nil, counter: AccessCondition = .never) {
            self.meta = meta
            self.file = file
            self.counter = counter
        }
    }

    /// Computes every offset on the bytes as they will be written, and refuses what the chip would.
    /// - Parameters:
    ///   - fileSize: The file's bytes.
    ///   - counterLimit: The last reading that is answered.
    public func layout(
        suite: SecureSession.Suite, rights: Rights = Rights(), fileSize: Int = 256, counterLimit: Int? = nil,
        tamper: Bool = false
    ) throws(Refusal) -> Layout {
        var settings = try self.settings(rights)
        settings.counterLimit = counterLimit
        let link = filled(suite)
        let record: NDEFRecord
        do throws(RecordError) {
            record = try NDEFRecord.uri(link)
        } catch {
            throw .badArgument(
                "the link cannot be an NDEF record: \(error)", "Use a whole URL such as https://example.com/.")
        }
        let message = NDEFMessage([record]).encoded()
        guard message.count + 2 <= fileSize else {
            throw Refusal(
                .tooBig(by: message.count + 2 - fileSize),
                reason: "the link takes \(message.count + 2) bytes with its length field, and the file has \(fileSize)",
                advice: "Shorten the link by \(message.count + 2 - fileSize) characters.")
        }
        let file = [UInt8(truncatingIfNeeded: message.count >> 8), UInt8(truncatingIfNeeded: message.count)] + message
        // The text behind the abbreviated prefix ends the message: what stands before it in the link is abbreviated away.
        let kept = max(0, record.payload.count - 1)
        let textOffset = file.count - kept
        let abbreviated = link.utf8.count - kept
        try place(&settings, from: textOffset - abbreviated, textOffset, suite)
        let all = FileSettings(
            mode: .plain, access: AccessRights(read: .free, write: .key(0), readWrite: .key(0), change: .key(0)),
            size: fileSize, sdm: settings)
        if let problem = all.problems(file: 2, suite: suite, tamper: tamper).first {
            throw .badArgument(problem, "Change the link or the keys so that the chip can take it.")
        }
        return Layout(file: file, link: link, settings: settings, textOffset: textOffset)
    }

    /// Options and rights, without offsets.
    private func settings(_ rights: Rights) throws(Refusal) -> SDMSettings {
        let mirrors = Set(mirrors)
        var meta = rights.meta ?? (mirrors.contains(.picc) ? .key(0) : .free)
        if mirrors.isDisjoint(with: [.uid, .counter, .picc]) { meta = .never }
        if mirrors.contains(.picc), meta == .free || meta == .never {
            throw .badArgument(
                "{picc} needs a key that encrypts it", "Give the key's number with --meta, or use {uid} and {counter}.")
        }
        if case .key = meta, !mirrors.contains(.picc) {
            throw .badArgument(
                "with a key for the meta data UID and counter are encrypted, and the link has no {picc} for them",
                "Put {picc} into the link, or use --meta free for plain {uid} and {counter}.")
        }
        let file = rights.file ?? (mirrors.contains(.mac) ? .key(0) : .never)
        if !mirrors.contains(.mac), mirrors.contains(.encryption) {
            throw .badArgument("encrypted file data need a MAC in the link", "Put {mac} behind {file:..}.")
        }
        var settings = SDMSettings(
            metaRead: meta, fileRead: mirrors.contains(.mac) ? file : .never, counterRead: rights.counter)
        settings.mirrorsUID = mirrors.contains(.uid) || mirrors.contains(.picc)
        settings.mirrorsCounter = mirrors.contains(.counter) || mirrors.contains(.picc)
        settings.encryptsFileData = mirrors.contains(.encryption)
        settings.mirrorsTamperStatus = mirrors.contains(.tamper)
        return settings
    }

    /// The link with zeros, and the plaintext of what is encrypted, in place of the mirrors.
    private func filled(_ suite: SecureSession.Suite) -> String {
        parts.map { part in
            switch part {
            case .text(let text): return text
            case .macInput: return ""
            case .mirror(let mirror, let characters, let content):
                let count = Self.characters(mirror, characters, suite)
                return content + String(repeating: "0", count: max(0, count - content.utf8.count))
            }
        }.joined()
    }

    static func characters(
        _ mirror: SDMSettings.Mirror, _ given: Int?, _ suite: SecureSession.Suite
    ) -> Int {
        if let given { return given }
        return switch mirror {
        case .uid: SDMSettings.Length.uid
        case .counter: SDMSettings.Length.counter
        case .picc: SDMSettings.Length.picc(suite)
        case .tamper: SDMSettings.Length.tamper
        case .mac: SDMSettings.Length.mac
        case .encryption: SDMSettings.Length.encryptionStep
        }
    }

    /// Sets the offsets.
    /// - Parameters:
    ///   - start: Where the link would begin if nothing of it were abbreviated.
    ///   - textOffset: Where it really begins.
    private func place(
        _ settings: inout SDMSettings, from start: Int, _ textOffset: Int, _ suite: SecureSession.Suite
    ) throws(Refusal) {
        var offset = start
        var macInput: Int?
        for part in parts {
            switch part {
            case .text(let text): offset += text.utf8.count
            case .macInput: macInput = max(offset, textOffset)
            case .mirror(let mirror, let given, _):
                guard offset >= textOffset else {
                    throw .badArgument(
                        "the \(mirror.name) stands where the link's beginning is abbreviated",
                        "Put the placeholders behind the host name.")
                }
                let count = Self.characters(mirror, given, suite)
                switch mirror {
                case .uid: settings.uidOffset = offset
                case .counter: settings.counterOffset = offset
                case .picc: settings.piccOffset = offset
                case .tamper: settings.tamperOffset = offset
                case .mac: settings.macOffset = offset
                case .encryption:
                    settings.encryptionOffset = offset
                    settings.encryptionLength = count
                }
                offset += count
            }
        }
        if settings.fileRead != .never {
            settings.macInputOffset = macInput ?? settings.encryptionOffset ?? settings.macOffset
        }
    }
}
