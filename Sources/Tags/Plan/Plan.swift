/// The exact list of writes that fulfils a wish on one tag, in an order that a torn write cannot corrupt.
///
/// Pure data: previewed, journalled, run and verified. Made by `Planner`; only pages that change are in it.
public struct Plan: Equatable, Sendable {
    /// What the plan is for; the raw value is the word in JSON and in the journal.
    public enum Kind: String, Equatable, Sendable, CaseIterable {
        case write, format, erase, protect, unprotect, lock, configure, key, edit, restore, access, sdm
    }

    /// What it is for.
    public var kind: Kind
    /// The tag it was made for.
    public var uid: [UInt8]
    /// The chip's name.
    public var chipName: String
    /// The steps in order; empty when there is nothing to do.
    public var steps: [PlanStep]
    /// The bytes each page must read after the plan, by page; pages that never read back are not in it.
    public var after: [Int: [UInt8]]
    /// The bytes each file must read after the plan, by identifier.
    public var afterFiles: [UInt16: FileContent]
    /// What is worth knowing before saying yes, one sentence each.
    public var notices: [String]
    /// The plan needs the present password or key before its first write.
    public var needsAuthentication: Bool
    /// The number of that key, where the card has several.
    public var keyNumber: Int?
    /// When it takes effect, where that is not at once: `the password is asked for from the next power-up on`.
    public var takesEffect: String?

    /// The steps that can never be undone.
    public var irreversibleSteps: [PlanStep] { steps.filter { !$0.reversible } }
    /// The pages that can never be undone, in order, for the dialog that asks for the UID.
    public var irreversiblePages: [Int] {
        irreversibleSteps.compactMap { if case .page(let page) = $0.target { page } else { nil } }.sorted()
    }

    /// A plan of these parts.
    public init(
        kind: Kind, uid: [UInt8], chipName: String, steps: [PlanStep] = [], after: [Int: [UInt8]] = [:],
        afterFiles: [UInt16: FileContent] = [:], notices: [String] = [], needsAuthentication: Bool = false,
        takesEffect: String? = nil
    ) {
        self.kind = kind
        self.uid = uid
        self.chipName = chipName
        self.steps = steps
        self.after = after
        self.afterFiles = afterFiles
        self.notices = notices
        self.needsAuthentication = needsAuthentication
        self.takesEffect = takesEffect
    }
}

/// One step of a plan.
public struct PlanStep: Equatable, Sendable {
    /// What it acts on.
    public enum Target: Hashable, Sendable {
        case page(Int)
        case block(Int)
        /// Bytes of a file from an offset on.
        case file(id: UInt16, offset: Int)
        /// A command that writes nothing: the proof of a new password before AUTH0 goes on.
        case command(String)
    }

    /// Where in the safe order it stands.
    public enum Phase: String, Equatable, Sendable {
        /// Makes the old message invisible (length 0).
        case hide
        case data
        /// Makes the new message visible.
        case show
        /// Takes a guard off.
        case open
        case password
        /// Proves the new password.
        case prove
        case configuration
        /// AUTH0 on.
        case close
        case container
        case lock
    }

    /// What it acts on.
    public var target: Target
    /// Its place in the order.
    public var phase: Phase
    /// The bytes there before; `nil` where they cannot be read.
    public var old: [UInt8]?
    /// The bytes sent.
    public var new: [UInt8]
    /// The bytes the tag answers afterwards (OR-ed, constant or hidden bytes taken into account); `nil` where it never
    /// reads back.
    public var readsBack: [UInt8]?
    /// A few words: `NDEF data`, `AUTH0 FF -> 04: pages from 04 need the password to write`.
    public var why: String
    /// It can be undone.
    public var reversible: Bool
    /// What can never be undone, in words, where it is not reversible.
    public var consequence: String?
    /// `new` is a password or key: shown as `********`, never journalled.
    public var secret: Bool

    /// A step of these parts.
    public init(
        target: Target, phase: Phase, old: [UInt8]?, new: [UInt8], readsBack: [UInt8]?, why: String,
        reversible: Bool = true, consequence: String? = nil, secret: Bool = false
    ) {
        self.target = target
        self.phase = phase
        self.old = old
        self.new = new
        self.readsBack = readsBack
        self.why = why
        self.reversible = reversible
        self.consequence = consequence
        self.secret = secret
    }
}
