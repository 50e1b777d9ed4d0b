/// The rule for passwords that a tag may count: may one more be sent?
///
/// A chip's own counter (AUTHLIM) cannot be read, so this user's tries are counted. Others may have tried meanwhile: of a
/// limit of n, n - 2 are sent freely, one more with the typed UID, and the n-th never. Whether failure n or n + 1 is the
/// fatal one, no data sheet says clearly. A tag that hides its configuration from who has no password hides its limit too:
/// there the first try is free, and after a wrong one each needs the typed UID.
public enum AttemptRule {
    /// What becomes of one more.
    public enum Verdict: Equatable, Sendable {
        case free
        /// Only with the typed UID; so many are left by our count, `nil` where the limit is not known.
        case needsConfirmation(left: Int?)
        case never(limit: Int)
    }

    /// The rule.
    /// - Parameters:
    ///   - limit: AUTHLIM; 0 for none, `nil` where it is not known.
    ///   - failures: Wrong ones sent since the last right one, by our count.
    public static func verdict(limit: Int?, failures: Int) -> Verdict {
        guard let limit else { return failures == 0 ? .free : .needsConfirmation(left: nil) }
        if limit == 0 || failures &+ 1 <= limit - 2 { return .free }
        return failures &+ 1 < limit ? .needsConfirmation(left: limit - failures) : .never(limit: limit)
    }
}
