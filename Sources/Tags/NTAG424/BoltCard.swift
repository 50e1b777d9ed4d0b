/// A bolt card: an NTAG 424 DNA whose link pays, with keys that follow from the issuer's.
///
/// Source: boltcard, `docs/DETERMINISTIC.md` and `docs/SPEC.md`.
public enum BoltCard {
    /// The five keys of one card, and what its issuer calls it.
    public struct Keys: Equatable, Sendable {
        /// Keys 0 to 4, in order.
        public let keys: [[UInt8]]
        /// The card's name in the issuer's data, which does not give the UID away.
        public let cardID: [UInt8]
    }

    /// The keys of a card.
    /// - Parameters:
    ///   - issuer: The issuer's key, 16 bytes.
    ///   - uid: Seven bytes.
    ///   - version: Counts on each time the card is set up anew.
    public static func keys(issuer: [UInt8], uid: [UInt8], version: UInt32 = 1) -> Keys? {
        let count = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: version >> $0) }
        guard uid.count == 7, let card = derived(issuer, 0x75, uid + count), let one = derived(issuer, 0x77),
            let id = derived(issuer, 0x7B, uid)
        else { return nil }
        let others = [0x76, 0x78, 0x79, 0x7A].compactMap { derived(card, $0) }
        guard others.count == 4 else { return nil }
        return Keys(keys: [others[0], one, others[1], others[2], others[3]], cardID: id)
    }

    /// One derived value: CMAC over the label `2D 00 3F xx` and what it is for.
    private static func derived(_ key: [UInt8], _ label: UInt8, _ rest: [UInt8] = []) -> [UInt8]? {
        AESCMAC.mac(of: [0x2D, 0x00, 0x3F, label] + rest, key: key)
    }

    /// Key 1 encrypts UID and counter, key 2 makes the MAC.
    public static let metaKey: UInt8 = 1, fileKey: UInt8 = 2

    /// The version that the five keys get.
    public static let keyVersion: UInt8 = 1

    /// The template of a card's link: LNURL-withdraw (LUD-17), `p` with PICCData and `c` with the MAC.
    /// - Parameter url: The service's address, beginning with `lnurlw://` or `https://`.
    public static func template(url: String) -> String {
        let address = url.hasPrefix("https://") ? "lnurlw://" + url.dropFirst("https://".count) : url
        return address + (address.contains("?") ? "&" : "?") + "p={picc}&c={mac}"
    }
}
