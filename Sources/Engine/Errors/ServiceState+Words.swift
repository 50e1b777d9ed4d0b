/// How pcscd is, in words: the one place from which screens, commands and errors have them.
extension ServiceState {
    /// What it does, to follow its name: `is not running`.
    public var predicate: String {
        switch self {
        case .running: "is running"
        case .unreachable: "is not running"
        case .notAuthorized: "does not let this user in"
        }
    }

    /// One sentence.
    public var headline: String { "The PC/SC service (pcscd) \(predicate)." }
}
