import NDEF
import Tags
import Terminal

/// A key as it stands in a file: hex digits, or exactly its bytes; line ends behind them do not count.
enum KeyText {
    static func key(_ content: [UInt8], length: Int) -> [UInt8]? {
        if content.count == length { return content }
        var text = content[...]
        while let last = text.last, last == 0x0A || last == 0x0D { text.removeLast() }
        if let digits = String(validating: text, as: UTF8.self), let key = Hex.bytes(digits), key.count == length {
            return key
        }
        return text.count == length ? Array(text) : nil
    }
}

/// A password or key while it is typed: masked unless revealed, as hex, as text, or as the phrase of a phone app.
///
/// The bytes are what is sent, never padded and never cut. Nothing of it is kept beyond the dialog.
struct SecretInput: Equatable, Sendable {
    /// How the secret is typed.
    enum Writing: Equatable, Sendable {
        case hex
        case text
        /// Any phrase; the first four bytes of its MD5 are the password, as a widely used phone app derives it.
        case phrase
        /// The path of a key file, which is no secret and is shown.
        case file
    }

    /// The bytes it must have: 4 for a password, 16 for a key, 2 for a PACK.
    var length: Int
    var writing = Writing.hex
    var revealed = false
    var line: InputLine
    /// It may stand in a file.
    var takesFiles = false
    /// The key file that was read last, and what it held.
    private var readPath: String?
    private var readBytes: [UInt8] = []

    /// A secret of so many bytes.
    init(length: Int, takesFiles: Bool = false) {
        self.length = length
        self.takesFiles = takesFiles
        line = InputLine(rule: .hexDigits(2 * length))
    }

    /// The ways there are to type it, in the order of the key that switches.
    var writings: [Writing] {
        if length == PasswordDialog.length { return [.hex, .text, .phrase] }
        return takesFiles ? [.hex, .text, .file] : [.hex, .text]
    }

    /// What was typed is empty.
    var isEmpty: Bool { line.characters.isEmpty }

    /// The bytes typed so far; a half byte does not count.
    var typed: [UInt8] {
        switch writing {
        case .text: return Array(line.text.utf8)
        case .file: return readPath == line.text ? readBytes : []
        case .phrase: return isEmpty ? [] : Digest.md5(Array(line.text.utf8)).map { Array($0.prefix(length)) } ?? []
        case .hex:
            let digits = line.text.compactMap { $0.isASCII ? $0.hexDigitValue : nil }
            return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
        }
    }

    /// The secret, where what was typed is one.
    var bytes: [UInt8]? {
        guard typed.count == length else { return nil }
        guard writing == .hex else { return typed }
        return Hex.bytes(line.text) == typed ? typed : nil
    }

    /// What is wrong with what was typed, `nil` where nothing is.
    var problem: String? {
        guard bytes == nil else { return nil }
        switch writing {
        case .hex: return "\(length * 2) hex digits are needed"
        case .text: return "exactly \(length) bytes are needed, \(typed.count) are there"
        case .phrase: return "a phrase is needed"
        case .file: return isEmpty ? "the path of a key file is needed" : "the key file is not read yet"
        }
    }

    /// The key file that is still to be read.
    var unreadFile: String? {
        guard writing == .file, !isEmpty, readPath != line.text else { return nil }
        return line.text
    }

    /// Takes what a key file holds, where this one asks for it.
    mutating func take(_ bytes: [UInt8], from path: String) {
        guard writing == .file, line.text == path else { return }
        readPath = path
        readBytes = bytes
    }

    /// What the field shows: the secret only when told to.
    func shown(mask: Character) -> String {
        revealed || writing == .file ? line.text : String(repeating: mask, count: line.characters.count)
    }

    /// What the line takes: what can be no part of the secret is refused as it is typed.
    private var rule: InputLine.Rule {
        switch writing {
        case .hex: .hexDigits(2 * length)
        case .text: .bytes(length)
        case .phrase, .file: .text
        }
    }

    /// How much of it is there: `5/8 hex digits`.
    var count: String {
        switch writing {
        case .hex: "\(line.characters.count)/\(2 * length) hex digits"
        case .text: "\(typed.count)/\(length) bytes"
        case .phrase: Words.count(line.characters.count, "character")
        case .file: unreadFile == nil && !isEmpty ? "read" : "path of a key file"
        }
    }

    /// How much of it is there, and how it is typed; revealed text is shown as the bytes that are sent, too.
    var note: String {
        guard revealed, writing != .hex, writing != .file, !typed.isEmpty else { return count }
        return count + " = " + Hex.string(typed.prefix(16), separator: " ")
    }

    private var name: String {
        switch writing {
        case .hex: "hex"
        case .text: "text"
        case .phrase: "phrase"
        case .file: "file"
        }
    }

    /// What the switching key leads to.
    var nextWriting: String {
        var next = self
        next.switchWriting()
        return next.name
    }

    /// Types it another way, from the start.
    mutating func switchWriting() {
        let index = writings.firstIndex(of: writing) ?? 0
        writing = writings[(index + 1) % writings.count]
        line = InputLine(rule: rule)
    }

    /// Handles a key.
    /// - Returns: False where the key means nothing to it.
    mutating func handle(_ key: Key) -> Bool {
        switch (key.code, key.control) {
        case (.character("t"), true): switchWriting()
        case (.character("r"), true): revealed.toggle()
        default: return line.handle(key)
        }
        return true
    }
}
