import Dumps
import NDEF
import Tags

/// Where a password or key comes from: `--password SPEC`. The bytes themselves never appear in a message.
struct PasswordSpec: Equatable, Sendable {
    /// The sources there are.
    enum Source: Equatable, Sendable {
        case hex(String)
        case ascii(String)
        /// The first four bytes of the phrase's MD5, as a widely used phone app derives them.
        case phrase(String)
        case environment(String)
        case file(String)
        case ask
    }

    /// Where it comes from.
    var source: Source
    /// The option that names it, for messages.
    var option: OptionName

    /// The bytes a Type 2 password has.
    static let passwordLength = 4
    /// The bytes an Ultralight C key has.
    static let keyLength = 16

    /// The source that SPEC names.
    init(_ spec: String, option: OptionName = .password) throws(UsageError) {
        self.option = option
        if spec == "ask" {
            source = .ask
            return
        }
        let parts = spec.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let source = PasswordSpec.source(parts[0], parts[1]) else {
            throw .badValue(
                of: option.dashed, value: PasswordSpec.hidden,
                wanted: "it begins with hex:, ascii:, nfctools:, env: or file:, or is ask")
        }
        self.source = source
    }

    private static func source(_ kind: String, _ rest: String) -> Source? {
        switch kind {
        case "hex": .hex(rest)
        case "ascii": .ascii(rest)
        case "nfctools": .phrase(rest)
        case "env": .environment(rest)
        case "file": .file(rest)
        default: nil
        }
    }

    /// Stands for a secret in messages.
    static let hidden = "********"

    /// A word that was typed where no secret belongs, as a message may show it.
    static func masked(_ word: String) -> String {
        for kind in ["hex:", "ascii:", "nfctools:"] {
            if let range = word.firstRange(of: kind) { return word[..<range.upperBound] + hidden }
        }
        return word
    }

    /// The source as a message may show it: where a secret is kept is none.
    private var shown: String {
        switch source {
        case .hex: "hex:" + PasswordSpec.hidden
        case .ascii: "ascii:" + PasswordSpec.hidden
        case .phrase: "nfctools:" + PasswordSpec.hidden
        case .environment(let name): "env:" + name
        case .file(let path): "file:" + path
        case .ask: "ask"
        }
    }
}

extension PasswordSpec {
    /// A password or key, and what is odd about it.
    struct Secret: Equatable, Sendable {
        var bytes: [UInt8]
        /// One sentence where a person may not have meant what stands there.
        var warning: String?
    }

    /// The four bytes of a password.
    /// - Parameters:
    ///   - environment: Looks a variable up.
    ///   - ask: Asks the person at the terminal without echo; `nil` where there is none.
    func bytes(
        environment: (String) -> String?, ask: () throws(UsageError) -> String?
    ) throws(UsageError) -> [UInt8] {
        try secret(lengths: [PasswordSpec.passwordLength], environment: environment, ask: ask).bytes
    }

    /// The bytes, of one of these lengths.
    func secret(
        lengths: [Int], environment: (String) -> String?, ask: () throws(UsageError) -> String?
    ) throws(UsageError) -> Secret {
        switch source {
        case .hex(let digits):
            guard let bytes = Hex.bytes(digits), lengths.contains(bytes.count) else {
                throw refusal("after hex: stand \(PasswordSpec.words(lengths.map { $0 * 2 })) hex digits")
            }
            return Secret(bytes: bytes)
        case .ascii(let text):
            let bytes = Array(text.utf8)
            guard lengths.contains(bytes.count), bytes.allSatisfy({ $0 < 0x80 }) else {
                throw refusal("after ascii: stand exactly \(PasswordSpec.words(lengths)) characters")
            }
            return Secret(bytes: bytes, warning: PasswordSpec.warning(about: bytes))
        case .phrase(let phrase):
            guard lengths.contains(PasswordSpec.passwordLength) else {
                throw refusal("nfctools: makes a password of 4 bytes, not a key")
            }
            guard let digest = Digest.md5(Array(phrase.utf8)) else {
                throw refusal("this machine's libcrypto does not offer MD5")
            }
            return Secret(
                bytes: Array(digest.prefix(PasswordSpec.passwordLength)),
                warning: PasswordSpec.warning(about: Array(phrase.utf8)))
        case .environment(let name):
            guard let text = environment(name) else {
                throw refusal("the environment has no variable \(name.visible)")
            }
            return try secret(ofText: Array(text.utf8), lengths, from: "the variable \(name.visible)")
        case .file(let path):
            let content: [UInt8]
            do throws(FileError) {
                content = try ArgumentFile.read(path, atMost: 256)
            } catch {
                throw error.usage(of: path)
            }
            return try secret(ofText: content, lengths, from: path.visible)
        case .ask:
            guard let text = try ask() else { throw refusal("`ask` needs a terminal to ask at") }
            return try secret(ofText: Array(text.utf8), lengths, from: "what was typed")
        }
    }

    /// A secret as it stands in a file, a variable or at the prompt: hex digits, or exactly as many bytes.
    ///
    /// One line break at the end does not count, unless the text with it has exactly the right length: whether `abc` and a
    /// line feed was meant nobody can know, so it is taken as it stands, with a warning.
    private func secret(
        ofText text: [UInt8], _ lengths: [Int], from place: String
    ) throws(UsageError) -> Secret {
        var text = text
        if !lengths.contains(text.count) {
            if text.last == 0x0A { text.removeLast() }
            if !lengths.contains(text.count), text.last == 0x0D { text.removeLast() }
        }
        if let digits = String(validating: text, as: UTF8.self), let bytes = Hex.bytes(digits),
            lengths.contains(bytes.count), !lengths.contains(text.count)
        {
            return Secret(bytes: bytes)
        }
        if lengths.contains(text.count) { return Secret(bytes: text, warning: PasswordSpec.warning(about: text)) }
        throw refusal(
            "\(place) holds neither \(PasswordSpec.words(lengths.map { $0 * 2 })) hex digits nor exactly "
                + "\(PasswordSpec.words(lengths)) bytes")
    }

    /// The sentence on a control character in a secret that is text, which a person hardly meant.
    static func warning(about text: [UInt8]) -> String? {
        guard let control = text.first(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
        let name =
            switch control {
            case 0x00: "null"
            case 0x09: "tab"
            case 0x0A: "line feed"
            case 0x0D: "carriage return"
            case 0x1B: "escape"
            case 0x7F: "delete"
            default: Hex.byte(control) + "h"
            }
        return "password contains a control character (\(name))"
    }

    private func refusal(_ wanted: String) -> UsageError {
        .badValue(of: option.dashed, value: shown, wanted: wanted)
    }

    private static func words(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: " or ") }
}
