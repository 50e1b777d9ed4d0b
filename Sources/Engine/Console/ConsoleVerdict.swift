/// What a raw command does to the tag, as far as that is known before it is sent.
enum ConsoleVerdict: Equatable, Sendable {
    /// It only reads, selects or proves a right.
    case reads
    /// It changes the tag, or may: nobody here knows the command.
    case changes(String)
    /// It does what can never be undone, or may: one sentence each, without a full stop.
    case irreversible([String])
}
