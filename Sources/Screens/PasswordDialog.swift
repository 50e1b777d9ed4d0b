import Engine
import Tags
import Terminal

/// Asks for the password or key of a tag, to read or change what it guards. Never shows it unless told to, never keeps it.
struct PasswordDialog: Equatable, Sendable {
    /// The parts that can have the focus, in order.
    enum Field: Equatable, Sendable { case password, digits, accept, cancel }
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
    /// Why it is asked for, where that is more than reading.
    var reason: String?
    /// Cancel has the focus first.
    var focus = Field.cancel
    /// What was typed.
    var secret = SecretInput(length: Self.length)
    var digits = InputLine(rule: .hexDigits(uidDigits))
    /// What is wrong with what was entered.
    var problem: String?

    /// A password has four bytes.
    static let length = 4
    /// So many hex digits of the UID are typed to confirm.
    static let uidDigits = 4

    /// The last hex digits of the UID, which must be typed where the tag counts wrong passwords.
    var wantedDigits: String { String(Hex.string(uid, separator: "").suffix(Self.uidDigits)) }

    /// How the password is typed.
    var form: Form { secret.writing }
    /// What was typed.
    var input: InputLine { secret.line }
    /// The password, where what was typed is one.
    var password: [UInt8]? { secret.bytes }

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
    var fields: [Field] { needsDigits ? [.password, .digits, .accept, .cancel] : [.password, .accept, .cancel] }

    /// What a key led to.
    enum Answer: Equatable { case stay, cancel, submit([UInt8]) }

    /// Handles a key. Letters go into the field that has the focus and nowhere else.
    mutating func handle(_ key: Key) -> Answer {
        problem = nil
        switch (key.code, key.control) {
        case (.escape, _): return .cancel
        case (.tab, _), (.down, _), (.up, _): moveFocus(key.shift || key.code == .up ? -1 : 1)
        case (.character("t"), true): secret.switchWriting()
        case (.character("r"), true): secret.revealed.toggle()
        case (.enter, _):
            switch focus {
            case .cancel: return .cancel
            case .accept: return accept()
            case .password, .digits: moveFocus(1)
            }
        default: edit(key)
        }
        return .stay
    }

    /// Takes pasted text into the field that has the focus.
    mutating func paste(_ text: String) {
        problem = nil
        switch focus {
        case .password: secret.line.insert(text)
        case .digits: digits.insert(text)
        case .accept, .cancel: problem = Self.buttonWords
        }
        noteRefusal()
    }

    private static let buttonWords = "nothing was typed: Tab goes to the field"

    private mutating func edit(_ key: Key) {
        switch focus {
        case .password: _ = secret.handle(key)
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
        guard isConfirmed else {
            problem = guidance
            focus = .digits
            return .stay
        }
        return .submit(password)
    }
}
