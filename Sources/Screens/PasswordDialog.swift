import Tags
import Terminal

/// Asks for the password of a tag, to read what it guards. Never shows it unless told to, never keeps it.
struct PasswordDialog: Equatable, Sendable {
    /// The parts that can have the focus, in order.
    enum Field: Equatable, Sendable { case password, digits, accept, cancel }
    /// How the password is typed.
    enum Form: Equatable, Sendable { case hex, text }

    /// What is known of the tag's limit of wrong passwords.
    enum Limit: Equatable, Sendable {
        /// The tag says there is none.
        case none
        /// So many in all, of which this session saw `failed`.
        case tries(Int, failed: Int)
        /// It could not be read.
        case unknown(failed: Int)

        /// The digits of the UID must be typed before a password is sent.
        var needsDigits: Bool { self != .none }
        /// Wrong passwords sent where the tag's limit is not known.
        static let mostWhereUnknown = 2

        /// Why no further password is sent: it would be the last by our own count, or nobody knows whether it would be.
        var refusal: String? {
            switch self {
            case .none: nil
            case .tries(let limit, let failed):
                failed + 1 >= limit
                    ? "refused here: one more wrong password would be the last this tag allows by our count" : nil
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
    /// Cancel has the focus first.
    var focus = Field.cancel
    var form = Form.hex
    var revealed = false
    var input = InputLine()
    var digits = InputLine()
    /// What is wrong with what was entered.
    var problem: String?

    /// A password has four bytes.
    static let length = 4

    /// The last four hex digits of the UID, which must be typed where the tag counts wrong passwords.
    var wantedDigits: String { String(Hex.string(uid, separator: "").suffix(4)) }

    /// The bytes typed so far; a half byte does not count.
    var bytes: [UInt8] {
        switch form {
        case .text: return Array(input.text.utf8)
        case .hex:
            let digits = input.text.compactMap { $0.isASCII ? $0.hexDigitValue : nil }
            return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
        }
    }

    /// The password, where what was typed is one.
    var password: [UInt8]? {
        let typed = input.text.filter { $0 != " " && $0 != ":" }
        let clean = form == .text || (typed.count == 8 && typed.allSatisfy { $0.isASCII && $0.isHexDigit })
        return clean && bytes.count == Self.length ? bytes : nil
    }

    /// What the input field shows: the password only when told to.
    func shown(mask: Character) -> String {
        revealed ? input.text : String(repeating: mask, count: input.characters.count)
    }

    /// The fields there are, in the order of Tab.
    var fields: [Field] { limit.needsDigits ? [.password, .digits, .accept, .cancel] : [.password, .accept, .cancel] }

    /// What a key led to.
    enum Answer: Equatable { case stay, cancel, submit([UInt8]) }

    /// Handles a key. A character typed while a button has the focus goes into the password.
    mutating func handle(_ key: Key) -> Answer {
        problem = nil
        switch (key.code, key.control) {
        case (.escape, _): return .cancel
        case (.tab, _), (.down, _), (.up, _): moveFocus(key.shift || key.code == .up ? -1 : 1)
        case (.character("t"), true): switchForm()
        case (.character("r"), true): revealed.toggle()
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

    /// Takes pasted text.
    mutating func paste(_ text: String) {
        if focus == .digits { digits.insert(text) } else { input.insert(text) }
    }

    private mutating func edit(_ key: Key) {
        if focus == .digits {
            _ = digits.handle(key)
            return
        }
        if focus != .password, key.code == .left || key.code == .right {
            moveFocus(key.code == .left ? -1 : 1)
            return
        }
        if input.handle(key), focus != .password { focus = .password }
    }

    private mutating func moveFocus(_ steps: Int) {
        let index = fields.firstIndex(of: focus) ?? 0
        focus = fields[((index + steps) % fields.count + fields.count) % fields.count]
    }

    private mutating func switchForm() {
        form = form == .hex ? .text : .hex
        input = InputLine()
    }

    private mutating func accept() -> Answer {
        if let refusal = limit.refusal {
            problem = refusal
        } else if password == nil {
            problem = form == .hex ? "a password has 8 hex digits" : "a password has exactly 4 bytes"
            focus = .password
        } else if limit.needsDigits, digits.text.uppercased() != wantedDigits {
            problem = "type the last four hex digits of the UID"
            focus = .digits
        } else if let password {
            return .submit(password)
        }
        return .stay
    }
}
