import Engine
import Tags
import Terminal

/// Asks for the password or key of a tag, to read or change what it guards. Never shows it unless told to, never keeps it.
struct PasswordDialog: Equatable, Sendable {
    /// The parts that can have the focus, in order.
    enum Field: Equatable, Sendable { case password, pack, digits, accept, cancel }
    /// How the password is typed.
    typealias Form = SecretInput.Writing

    /// What is done once it is given.
    enum Purpose: Equatable, Sendable {
        /// The tag is read with it.
        case read
        /// A change is planned with it.
        case change(Proposal)
        /// It shall be on the tag after a recovery that opens it with another one.
        case afterwards(Proposal, opening: Credential)
    }

    /// What is known of the tag's limit of wrong passwords.
    enum Limit: Equatable, Sendable {
        /// The tag says there is none.
        case none
        /// The card counts wrong keys up to a thousand and cannot be asked; the engine counts along.
        case keys
        /// So many in all, of which this session saw `failed`.
        case tries(Int, failed: Int)
        /// It could not be read.
        case unknown(failed: Int)

        /// What the engine will say to one more.
        private var verdict: AttemptRule.Verdict {
            switch self {
            case .none, .keys: .free
            case .tries(let limit, let failed): AttemptRule.verdict(limit: limit, failures: failed)
            case .unknown(let failed): AttemptRule.verdict(limit: nil, failures: failed)
            }
        }

        /// The digits of the UID must be typed before a password is sent.
        var needsDigits: Bool { verdict != .free }
        /// Wrong passwords sent where the tag's limit is not known.
        static let mostWhereUnknown = 2

        /// Why no further password is sent: it would be the last by our own count, or nobody knows whether it would be.
        var refusal: String? {
            switch self {
            case .none, .keys: nil
            case .tries:
                if case .never = verdict {
                    "refused here: one more wrong password would be the last this tag allows by our count"
                } else {
                    nil
                }
            case .unknown(let failed):
                failed >= Self.mostWhereUnknown
                    ? "refused here: \(failed) were wrong, and the tag may close for good at the next" : nil
            }
        }
    }

    /// The tag's UID.
    var uid: [UInt8]
    /// Its limit of wrong passwords.
    var limit: Limit
    /// The engine knows more of the limit than the tag shows now, and asked for the UID.
    var confirmationAsked = false
    /// The digits of the UID must be typed before a password is sent.
    var needsDigits: Bool { confirmationAsked || limit.needsDigits }
    var purpose = Purpose.read
    /// The number of the key that is asked for, where the card has several.
    var keyNumber: Int?
    /// Why it is asked for, where that is more than reading.
    var reason: String?
    /// Cancel has the focus first.
    var focus = Field.cancel
    /// What was typed.
    var secret = SecretInput(length: Self.length)
    /// The PACK that goes onto the tag with the password, where it does; empty is 00 00.
    var pack: SecretInput?
    var digits = InputLine(rule: .hexDigits(uidDigits))
    /// What is wrong with what was entered.
    var problem: String?

    /// A password has four bytes.
    static let length = 4
    /// So many hex digits of the UID are typed to confirm.
    static let uidDigits = 4

    /// The last hex digits of the UID, which must be typed where the tag counts wrong passwords.
    var wantedDigits: String { String(Hex.string(uid, separator: "").suffix(Self.uidDigits)) }

    /// What is asked for: `Password`, `Key`, `Key 2`.
    var name: String {
        if secret.length == Self.length { return "Password" }
        return keyNumber.map { "Key \($0)" } ?? "Key"
    }
    /// How the password is typed.
    var form: Form { secret.writing }
    /// What was typed.
    var input: InputLine { secret.line }
    /// The password, where what was typed is one.
    var password: [UInt8]? { secret.bytes }

    /// The PACK, where one was given.
    var givenPACK: [UInt8]? { pack?.bytes }

    /// The right digits of the UID were typed, or none are needed.
    var isConfirmed: Bool { !needsDigits || digits.text.uppercased() == wantedDigits }

    /// What is still to be done before the password can be sent.
    var guidance: String {
        if let missing = secret.problem { return missing }
        guard isConfirmed else { return "type \(wantedDigits), the end of the UID, to confirm" }
        return purpose == .read ? "Enter on Read sends it to the tag" : "Enter on Go on takes it"
    }

    /// What the input field shows: the password only when told to.
    func shown(mask: Character) -> String { secret.shown(mask: mask) }

    /// The fields there are, in the order of Tab.
    var fields: [Field] {
        [.password] + (pack == nil ? [] : [.pack]) + (needsDigits ? [.digits] : []) + [.accept, .cancel]
    }

    /// What a key led to.
    enum Answer: Equatable { case stay, cancel, submit([UInt8]) }

    /// Handles a key. Characters go into the field that has the focus; over a button, into the first that is not filled,
    /// which takes the focus so that they are seen.
    mutating func handle(_ key: Key) -> Answer {
        problem = nil
        switch (key.code, key.control) {
        case (.escape, _): return .cancel
        case (.tab, _), (.down, _), (.up, _): moveFocus(key.shift || key.code == .up ? -1 : 1)
        case (.character("t"), true): if focus == .pack { pack?.switchWriting() } else { secret.switchWriting() }
        case (.character("r"), true):
            secret.revealed.toggle()
            pack?.revealed = secret.revealed
        case (.enter, _):
            switch focus {
            case .cancel: return .cancel
            case .accept: return accept()
            case .password, .pack, .digits: moveFocus(1)
            }
        default: edit(key)
        }
        return .stay
    }

    /// Takes pasted text into the field that has the focus; over a button, into the one that it is meant for.
    mutating func paste(_ text: String) {
        problem = nil
        if isOnButton, let first = text.first, let field = fieldFor(Key(.character(first))) { focus = field }
        switch focus {
        case .password: secret.line.insert(text)
        case .pack: pack?.line.insert(text)
        case .digits: digits.insert(text)
        case .accept, .cancel: problem = Self.buttonWords
        }
        noteRefusal()
    }

    private static let buttonWords = "nothing was typed: Tab goes to the field"

    private var isOnButton: Bool { focus == .accept || focus == .cancel }

    /// The first field that is not filled yet, where it takes this key: whoever types without looking loses no digit.
    private func fieldFor(_ key: Key) -> Field? {
        if secret.bytes == nil { return secret.line.takes(key) ? .password : nil }
        return needsDigits && !isConfirmed && digits.takes(key) ? .digits : nil
    }

    private mutating func edit(_ key: Key) {
        if isOnButton, let field = fieldFor(key) { focus = field }
        switch focus {
        case .password: _ = secret.handle(key)
        case .pack: _ = pack?.handle(key)
        case .digits: _ = digits.handle(key)
        case .accept, .cancel:
            switch key.code {
            case .left, .right: moveFocus(key.code == .left ? -1 : 1)
            case .character where !key.control && !key.alt: problem = Self.buttonWords
            default: break
            }
        }
        noteRefusal()
    }

    private mutating func noteRefusal() {
        if focus == .password, secret.line.refused { problem = secret.line.rule.words }
        if focus == .pack, let pack, pack.line.refused { problem = pack.line.rule.words }
        if focus == .digits, digits.refused { problem = "only \(wantedDigits), the end of the UID, is taken here" }
    }

    private mutating func moveFocus(_ steps: Int) {
        let index = fields.firstIndex(of: focus) ?? 0
        focus = fields[((index + steps) % fields.count + fields.count) % fields.count]
    }

    private mutating func accept() -> Answer {
        if limit.refusal != nil { return .stay }
        guard let password else {
            problem = guidance
            focus = .password
            return .stay
        }
        if let pack, !pack.isEmpty, let wrong = pack.problem {
            problem = "\(wrong) for the PACK"
            focus = .pack
            return .stay
        }
        guard isConfirmed else {
            problem = guidance
            focus = .digits
            return .stay
        }
        return .submit(password)
    }
}
