extension Plan {
    /// About how long the plan takes on a common reader, in milliseconds: each step, and two exchanges to verify.
    ///
    /// A page write through an ACR122U takes 19 to 24 ms, of which the tag needs about 5; faster readers need less.
    public var estimatedMilliseconds: Int { steps.isEmpty ? 0 : (steps.count + 2) * Self.millisecondsAStep }

    private static let millisecondsAStep = 22
}
