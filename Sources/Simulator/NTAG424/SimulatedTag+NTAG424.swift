/// What is in an NTAG 424 DNA.
extension SimulatedTag {
    /// The card as it is now, or as it is to be; `nil` for other tags, which ignore what they are given.
    public var ntag424: SimulatedDNA? {
        get { withNTAG424 { $0.card } }
        set {
            guard let newValue else { return }
            withNTAG424 { $0.card = newValue }
        }
    }

    /// Gives an NTAG 424 DNA the random numbers it draws next, in their order, for exchanges that were published: each is
    /// taken when the first that is left has the length that is needed.
    public func preset(randoms: [[UInt8]]) { withNTAG424 { $0.presetRandoms = randoms } }

    /// Runs `body` on what the card works with; `nil` for other tags.
    @discardableResult func withNTAG424<R: Sendable>(_ body: (inout NTAG424Program) -> R) -> R? {
        withSilicon { silicon in
            silicon.withCard { card -> R? in
                guard case .ntag424(var program) = card.program else { return nil }
                defer { card.program = .ntag424(program) }
                return body(&program)
            } ?? nil
        }
    }
}
