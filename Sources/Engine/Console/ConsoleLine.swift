import Tags

/// One line of the console, understood.
///
///     00 A4 04 00 07 D2760000850101 00      # an APDU
///     native 30 04                           # a native frame, without CRC
///     control 42000001 FF00480000            # SCardControl with this code, in hex
///     escape FF00480000                      # the same with the code of pcsc-lite's CCID driver
///     key = 00112233                         # a variable
///     native 1B $key
///     :version                               # a named command of the chip
///     help                                   # lists those
public enum ConsoleLine: Equatable, Sendable {
    /// Nothing but blanks or a comment.
    case nothing
    /// To be sent.
    case command(ConsoleCommand)
    /// A named command: all of it, in order.
    case named(NamedCommand)
    /// A variable was set; names are small letters, digits and `_`.
    case assignment(name: String, bytes: [UInt8])
    /// The named commands are asked for.
    case help

    /// Why a line is none; two sentences without what the line holds, which may be a secret.
    public struct Problem: Error, Equatable, Sendable {
        /// What is wrong.
        public var sentence: String
        /// What to do.
        public var advice: String
        /// A problem of these parts.
        public init(sentence: String, advice: String) {
            self.sentence = sentence
            self.advice = advice
        }
    }

    /// The most characters of a line; the longest extended APDU in hex with blanks fits.
    public static let limit = 262_144
    /// The most bytes of one command: an extended APDU.
    public static let byteLimit = 65_544

    /// Understands a line.
    /// - Parameters:
    ///   - variables: Their bytes by name, without the `$`.
    ///   - commands: The named commands there are.
    public static func parse(
        _ text: String, variables: [String: [UInt8]] = [:], commands: [NamedCommand] = []
    ) throws(Problem) -> ConsoleLine {
        guard text.utf8.count <= limit else {
            throw Problem(
                sentence: "This line is longer than \(limit) characters.", advice: "No command takes so many bytes.")
        }
        let line = trimmed(text.prefix { $0 != "#" })
        guard !line.isEmpty else { return .nothing }
        if let equals = line.firstIndex(of: "=") {
            return try assignment(line[..<equals], line[line.index(after: equals)...], variables)
        }
        let word = line.prefix { !isBlank($0) }
        let rest = line[word.endIndex...]
        switch word.lowercased() {
        case "help" where trimmed(rest).isEmpty, "?" where trimmed(rest).isEmpty: return .help
        case "native": return .command(.native(try bytes(rest, variables)))
        case "apdu": return .command(.apdu(try bytes(rest, variables)))
        case "escape": return .command(.control(code: Transport.escapeCode, try bytes(rest, variables)))
        case "control": return .command(try control(rest, variables))
        case let name where name.hasPrefix(":"):
            guard trimmed(rest).isEmpty else {
                throw Problem(sentence: "\(word) takes nothing behind it.", advice: "Give it alone.")
            }
            return .named(try named(String(name.dropFirst()), commands))
        default: return .command(.apdu(try bytes(line, variables)))
        }
    }

    private static func named(_ name: String, _ commands: [NamedCommand]) throws(Problem) -> NamedCommand {
        if let command = commands.first(where: { $0.name == name }) { return command }
        throw Problem(
            sentence: "This tag has no named command of that name.", advice: "help lists the named commands.")
    }

    private static func assignment(
        _ name: Substring, _ value: Substring, _ variables: [String: [UInt8]]
    ) throws(Problem) -> ConsoleLine {
        let name = trimmed(name).lowercased()
        guard isName(name) else {
            throw Problem(
                sentence: "What stands before the = is no name for a variable.",
                advice: "A name begins with a letter and goes on with letters, digits and _, as in key = 00112233.")
        }
        return .assignment(name: name, bytes: try bytes(value, variables))
    }

    private static func isName(_ name: String) -> Bool {
        guard let first = name.first, first.isASCII, first.isLetter else { return false }
        return name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }

    /// `control CODE HEX`: the code in hex as `SCardControl` takes it; data may be missing.
    private static func control(
        _ text: Substring, _ variables: [String: [UInt8]]
    ) throws(Problem) -> ConsoleCommand {
        let text = trimmed(text)
        let word = text.prefix { !isBlank($0) }
        let digits = word.lowercased().hasPrefix("0x") ? word.dropFirst(2) : word
        guard !digits.isEmpty, digits.count <= 8, let code = UInt32(digits, radix: 16), digits.first != "+" else {
            throw Problem(
                sentence: "control needs a code of up to eight hex digits and then the bytes.",
                advice: "Such as control 42000001 FF00480000; escape HEX is the same with that code.")
        }
        let rest = text[word.endIndex...]
        return .control(code: code, trimmed(rest).isEmpty ? [] : try bytes(rest, variables))
    }

    /// Hex and variables, blanks and colons between bytes.
    private static func bytes(
        _ text: Substring, _ variables: [String: [UInt8]]
    ) throws(Problem) -> [UInt8] {
        var bytes: [UInt8] = []
        for word in text.split(whereSeparator: { isBlank($0) || $0 == ":" }) {
            if word.hasPrefix("$") {
                let name = word.dropFirst().lowercased()
                guard let value = variables[name] else {
                    throw Problem(
                        sentence: isName(name) ? "There is no variable $\(name)." : "What follows a $ is no name.",
                        advice: "Set one with NAME = HEX.")
                }
                bytes += value
            } else if let value = Hex.bytes(String(word)) {
                bytes += value
            } else {
                throw Problem(
                    sentence: "This is no command: neither hex in whole bytes nor one of the words of the console.",
                    advice:
                        "Two digits make a byte; native HEX, control CODE HEX, escape HEX, NAME = HEX and help are known."
                )
            }
            guard bytes.count <= byteLimit else {
                throw Problem(
                    sentence: "This is more than \(byteLimit) bytes.", advice: "No command takes so many bytes.")
            }
        }
        guard !bytes.isEmpty else {
            throw Problem(sentence: "There are no bytes to send.", advice: "Give them in hex, such as native 30 04.")
        }
        return bytes
    }

    private static func isBlank(_ character: Character) -> Bool {
        character == " " || character == "\t" || character.isNewline
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop(while: isBlank)
        while let last = text.last, isBlank(last) { text.removeLast() }
        return text
    }
}
