/// A plan for an NTAG 424 DNA: the steps to show and to keep, and beside each what is done.
public struct DNAPlan: Equatable, Sendable {
    /// What is shown, journalled and verified.
    public var plan: Plan
    /// What is done, one for each step of the plan.
    public var actions: [Action]
    /// The keys that are taken to be on the tag (`present`), and those that may be instead (`other`).
    public var keys = DNAKeys()
    /// The link as it will be read, where one is set up.
    public var layout: SDMTemplate.Layout?

    /// One thing to do. Keys are in it, so it is never kept.
    public enum Action: Equatable, Sendable {
        /// WriteData to a file.
        case write(file: UInt8, offset: Int, [UInt8])
        /// ChangeFileSettings.
        case settings(file: UInt8, FileSettings)
        /// ChangeKey. Where the present key may already be the new one, both are given.
        case changeKey(UInt8, new: [UInt8], version: UInt8, old: [UInt8], doubtful: Bool)
        /// Proves that the tag took a key.
        case prove(UInt8, key: [UInt8])
        /// SetConfiguration.
        case configure(DNAConfiguration)
    }

    init(kind: Plan.Kind, uid: [UInt8], chipName: String) {
        plan = Plan(kind: kind, uid: uid, chipName: chipName)
        actions = []
    }

    mutating func add(_ action: Action, _ step: PlanStep) {
        actions.append(action)
        plan.steps.append(step)
    }
}
