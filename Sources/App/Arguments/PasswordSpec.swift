import NDEF
import Tags

/// Where a password comes from: `--password SPEC`. The bytes themselves never appear in a message.
enum PasswordSpec: Equatable, Sendable {
    case hex(String)
    case ascii(String)
    /// The first four bytes of the phrase's MD5, as a widely used phone app derives them.
    case phrase(String)
    case environment(String)
    case file(String)
    case ask

    /// The bytes a Type 2 password has.
    static let length = 4

    /// The source that SPEC names.
    init(_ spec: String) throws(UsageError) {
        if spec == "ask" {
            self = .ask
            return
        }
        let parts = spec.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let source = PasswordSpec.source(parts[0], parts[1]) else {
            throw PasswordSpec.refusal("it begins with hex:, ascii:, nfctools:, env: or file:, or is ask")
        }
        self = source
    }

    private static func source(_ kind: String, _ rest: String) -> PasswordSpec? {
        switch kind {
        case "hex": .hex(rest)
        case "ascii": .ascii(rest)
        case "nfctools": .phrase(rest)
        case "env": .environment(rest)
        case "file": .file(rest)
        default: nil
        }
    }

    /// The four bytes.
    /// - Parameters:
    ///   - environment: Looks a variable up.
    ///   - ask: Asks the person at the terminal without echo; `nil` where there is none.
    func bytes(
        environment: (String) -> String?, ask: () -> String?
    ) throws(UsageError) -> [UInt8] {
        switch self {
        case .hex(let digits):
            guard let bytes = Hex.bytes(digits), bytes.count == PasswordSpec.length else {
                throw PasswordSpec.refusal("after hex: stand 8 hex digits")
            }
            return bytes
        case .ascii(let text):
            let bytes = Array(text.utf8)
            guard bytes.count == PasswordSpec.length, bytes.allSatisfy({ $0 < 0x80 }) else {
                throw PasswordSpec.refusal("after ascii: stand exactly 4 characters")
            }
            return bytes
        case .phrase(let phrase):
            guard let digest = Digest.md5(Array(phrase.utf8)) else {
                throw PasswordSpec.refusal("this machine's libcrypto does not offer MD5")
            }
            return Array(digest.prefix(PasswordSpec.length))
        case .environment(let name):
            guard let text = environment(name) else {
                throw PasswordSpec.refusal("the environment has no variable \(name.visible)")
            }
            return try PasswordSpec.bytes(ofText: Array(text.utf8), from: "the variable \(name.visible)")
        case .file(let path):
            let content: [UInt8]
            do throws(FileError) {
                content = try Files.read(path, atMost: 256)
            } catch {
                throw .file(path, reason: error.reason)
            }
            return try PasswordSpec.bytes(ofText: content, from: path.visible)
        case .ask:
            guard let text = ask() else {
                throw PasswordSpec.refusal("`ask` needs a terminal to ask at")
            }
            return try PasswordSpec.bytes(ofText: Array(text.utf8), from: "what was typed")
        }
    }

    /// A password as it stands in a file, a variable or at the prompt: 8 hex digits, or exactly 4 bytes. One line break
    /// at the end does not count.
    private static func bytes(ofText text: [UInt8], from place: String) throws(UsageError) -> [UInt8] {
        var text = text
        if text.count > length {
            if text.last == 0x0A { text.removeLast() }
            if text.last == 0x0D { text.removeLast() }
        }
        if text.count == length { return text }
        if let digits = String(validating: text, as: UTF8.self), let bytes = Hex.bytes(digits), bytes.count == length {
            return bytes
        }
        throw refusal("\(place) holds neither 8 hex digits nor exactly 4 bytes")
    }

    private static func refusal(_ wanted: String) -> UsageError {
        .badValue(of: OptionName.password.dashed, value: "********", wanted: wanted)
    }
}
