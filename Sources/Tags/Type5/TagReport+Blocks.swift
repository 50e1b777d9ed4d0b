extension TagReport {
    /// Takes these blocks of a Type 5 tag as locked, and all others as open but for those of which it is not known.
    public mutating func setLockedBlocks(_ blocks: [Int], unknown: [Int] = []) {
        var state = protection ?? ProtectionState()
        state.lockedPages = blocks.sorted()
        state.undecidedPages = unknown.sorted()
        state.knowsLocks = true
        if let image, image.pageCount > 0 {
            let isClosed = Set(blocks).count >= image.pageCount
            state.permanentlyReadOnly = isClosed || unknown.isEmpty ? isClosed : nil
        }
        protection = state
    }
}
