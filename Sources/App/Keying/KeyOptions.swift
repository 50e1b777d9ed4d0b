import Dumps
import NDEF
import Tags

/// Reads the AES keys that an invocation names: `--key N=SPEC`, a file of keys, a diversification.
struct KeyOptions {
    let secrets: SecretReader
    private var invocation: Invocation { secrets.invocation }

    /// The keys of a repeatable option, by number.
    func keys(_ option: OptionName) throws(UsageError) -> [UInt8: [UInt8]] {
        var keys: [UInt8: [UInt8]] = [:]
        for text in invocation.values(of: option) {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, let number = Self.number(parts[0]) else {
                throw .badValue(
                    of: option.dashed, value: PasswordSpec.hidden, wanted: "it is N=SPEC, such as 0=hex:00112233..")
            }
            keys[number] = try secret(parts[1], option, "Key \(number): ")
        }
        return keys
    }

    /// One key of 16 bytes.
    func secret(_ spec: String, _ option: OptionName, _ question: String) throws(UsageError) -> [UInt8] {
        let ask = secrets.ask
        let secret = try PasswordSpec(spec, option: option).secret(
            lengths: SecretReader.key, environment: secrets.environment
        ) { () throws(UsageError) in try ask(question) }
        if let warning = secret.warning { secrets.warn(warning) }
        return secret.bytes
    }

    /// The number of a key, 0 to 4.
    static func number(_ text: some StringProtocol) -> UInt8? {
        UInt8(text).flatMap { $0 < NTAG424.keyCount ? $0 : nil }
    }

    /// The version that `--version N` gives; `nil` without it.
    func version() throws(UsageError) -> UInt8? {
        guard let text = invocation.value(of: .keyVersion) else { return nil }
        guard let version = UInt8(text) else {
            throw .badValue(of: "--version", value: text, wanted: "it is 0 to 255")
        }
        return version
    }

    /// `--diversify AID:SYSTEM`.
    func diversification() throws(UsageError) -> DNAKeyChange.Diversification? {
        guard let text = invocation.value(of: .diversify) else { return nil }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let application = Hex.bytes(parts[0]), application.count == 3, !parts[1].isEmpty else {
            throw .badValue(
                of: OptionName.diversify.dashed, value: text,
                wanted: "it is AID:SYSTEM, an AID of 6 hex digits and a system identifier as hex or text")
        }
        return DNAKeyChange.Diversification(
            application: application, system: Hex.bytes(parts[1]) ?? Array(parts[1].utf8))
    }

    /// The keys of a file, a line each; a file that others may read is refused.
    func file() throws(UsageError) -> [UInt8: [UInt8]] {
        guard let path = invocation.value(of: .keyFile) else { return [:] }
        let content: [UInt8]
        let isPrivate: Bool
        do throws(FileError) {
            isPrivate = try KeyFile.isPrivate(path)
            content = try Files.read(path, atMost: 4096)
        } catch {
            throw error.usage(of: path)
        }
        guard isPrivate else {
            throw .content(
                path, reason: "others than its owner may read it", advice: "Close it first: chmod 600 \(path.visible)")
        }
        return try KeyFile.keys(in: content, path: path)
    }
}
