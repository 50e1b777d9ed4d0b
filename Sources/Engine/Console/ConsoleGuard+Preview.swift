import Tags

extension ConsoleCommand {
    /// What it changes, as far as that can be told without what was sent before it and without reading the tag: a sentence
    /// part; `nil` where it only reads. The engine asks again with all it knows before it sends anything.
    public func change(of identity: TagIdentity?) -> String? {
        let nothing = TagIdentity(
            uid: [], type: .unknown, chipName: "", identifiedBy: "", provenance: .assumed)
        let guardian = ConsoleGuard(identity: identity ?? nothing, page: { _ in nil })
        return switch guardian.verdict(on: self) {
        case .reads: nil
        case .changes(let what): "this is \(what)"
        case .irreversible(let consequences): consequences.joined(separator: "; ")
        }
    }
}
