/// What a write leaves behind when the tag is pulled away in the middle of it.
///
/// Pages that the chip promises to write whole (NTAG213/215/216 data sheet rev 3.2) are left old or new in every manner.
public enum TearManner: String, CaseIterable, Equatable, Sendable {
    /// The bytes from before.
    case old
    /// The new bytes; only the answer was lost.
    case new
    /// Zeros: the page was erased and not written.
    case zeros
    /// Some of each, drawn from the reader's generator.
    case mix

    /// The bytes a torn page holds afterwards.
    func leaves(
        old: [UInt8], new: [UInt8], tearProof: Bool, using generator: inout SeededGenerator
    ) -> [UInt8] {
        switch self {
        case .old: return old
        case .new: return new
        case .zeros: return tearProof ? old : Array(repeating: 0, count: old.count)
        case .mix:
            if tearProof { return Bool.random(using: &generator) ? old : new }
            return zip(old, new).map { before, after in
                let taken = UInt8.random(in: 0...255, using: &generator)
                let erased = UInt8.random(in: 0...255, using: &generator)
                return ((before & ~taken) | (after & taken)) & (Bool.random(using: &generator) ? 0xFF : erased)
            }
        }
    }
}
