extension TagReport {
    /// Takes these blocks of a Type 5 tag as locked, and all others as open.
    public mutating func setLockedBlocks(_ blocks: [Int]) {
        var state = protection ?? ProtectionState()
        state.lockedPages = blocks.sorted()
        state.knowsLocks = true
        if let image, image.pageCount > 0 { state.permanentlyReadOnly = Set(blocks).count >= image.pageCount }
        protection = state
    }
}
