/// One setting of the configuration that has another value, in words.
struct SettingChange {
    let field: ConfigurationField
    let before: UInt8
    let after: UInt8
    let chip: Type2Chip

    init(_ field: ConfigurationField, from before: UInt8, to after: UInt8, chip: Type2Chip) {
        self.field = field
        self.before = before
        self.after = after
        self.chip = chip
    }

    /// `AUTH0 FF -> 04: pages from 04 now need the password`.
    var words: String {
        "\(field.setting.rawValue) \(shown(before)) -> \(shown(after)): \(meaning)"
    }

    /// A whole byte in hex, a few bits as a number.
    private func shown(_ value: UInt8) -> String { field.bits.count >= 6 ? Hex.byte(value) : String(value) }

    private var secret: String { chip.authentication == .password ? "password" : "key" }

    private var meaning: String {
        let on = after != 0
        switch field.setting {
        case .auth0: return firstPageMeaning
        case .readProtection:
            return on ? "reading now needs the \(secret) too" : "reading no longer needs the \(secret)"
        case .writeOnlyProtection:
            return on ? "reading no longer needs the \(secret)" : "reading now needs the \(secret) too"
        case .configurationLock: return on ? "the configuration is now frozen for good" : settled
        case .authLimit:
            return on
                ? "at most \(after) wrong \(secret)s, then never again"
                : "any number of wrong \(secret)s is allowed now"
        case .counterEnable: return on ? "the NFC counter counts now" : "the NFC counter is off now"
        default: return settled
        }
    }

    private var settled: String { field.setting.meaning(of: after, chip: chip) }

    /// What another first protected page opens or closes.
    private var firstPageMeaning: String {
        let last = chip.pageCount - 1
        let (first, next) = (Int(before), Int(after))
        if next > last { return "no page needs the \(secret) any more" }
        if first > last { return "pages from \(Hex.address(next)) now need the \(secret)" }
        if next < first {
            return "\(PageList.words(Array(next..<first))) now need\(first - next == 1 ? "s" : "") the \(secret) too"
        }
        return "\(PageList.words(Array(first..<next))) no longer need\(next - first == 1 ? "s" : "") the \(secret)"
    }
}
