import Tags

/// Reads the passwords and keys that an invocation names, and warns of odd ones.
struct SecretReader {
    /// A password or a key: which of them the tag takes is known when it is there.
    static let either = [PasswordSpec.passwordLength, PasswordSpec.keyLength]
    /// A password.
    static let password = [PasswordSpec.passwordLength]
    /// A key.
    static let key = [PasswordSpec.keyLength]

    var invocation: Invocation
    /// Looks an environment variable up.
    var environment: (String) -> String?
    /// Asks the person at the terminal without echo.
    var ask: (String) throws(UsageError) -> String?
    /// Told of what is odd, one sentence.
    var warn: (String) -> Void

    /// The bytes that an option names; `nil` where it is not given.
    /// - Parameter twice: What is typed is asked for again: a slip would lock its owner out.
    func read(
        _ option: OptionName, _ lengths: [Int], _ question: String, twice: Bool
    ) throws(UsageError) -> [UInt8]? {
        guard let spec = invocation.value(of: option) else { return nil }
        let secret = try PasswordSpec(spec, option: option).secret(lengths: lengths, environment: environment) {
            () throws(UsageError) in
            guard let typed = try ask(question) else { return nil }
            if twice, try ask("Once more: ") != typed {
                throw .badValue(of: option.dashed, value: "ask", wanted: "what was typed differs the second time")
            }
            return typed
        }
        if let warning = secret.warning { warn(warning) }
        return secret.bytes
    }
}

extension SecretReader {
    /// Secrets of a command: from the process's environment and its terminal, warnings on stderr.
    init(_ context: CommandContext) {
        self.init(
            invocation: context.invocation, environment: Environment.value, ask: SecretPrompt.ask,
            warn: { context.output.failure("warning: " + $0) })
    }
}
