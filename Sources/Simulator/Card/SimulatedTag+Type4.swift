/// What is in a plain Type 4 tag.
extension SimulatedTag {
    /// The card as it is now, or as it is to be; `nil` for other tags, which ignore what they are given.
    public var type4: Type4Card? {
        get {
            withSilicon { silicon in
                guard case .card(let card) = silicon, case .type4(let program) = card.program else { return nil }
                return program.card
            }
        }
        set {
            guard let newValue else { return }
            withSilicon { silicon in
                silicon.withCard { card in
                    guard case .type4(var program) = card.program else { return }
                    program.card = newValue
                    card.program = .type4(program)
                }
            }
        }
    }
}
