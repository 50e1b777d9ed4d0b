import Tags

/// Which profiles to try on a reader, by its PC/SC name; the last is always storage-card APDUs.
///
/// Names are what drivers report. The first pattern that occurs in the name, whatever its case, wins.
enum ReaderTable {
    /// The profiles in the order to try them; never empty.
    static func candidates(for reader: String) -> [any ReaderProfile] {
        let name = reader.lowercased()
        let entry = entries.first { entry in entry.patterns.contains { name.contains($0) } }
        return entry?.profiles ?? unknown
    }

    /// The profiles in the order to try them, those of a name first.
    static func candidates(for reader: String, first name: String?) -> [any ReaderProfile] {
        let profiles = candidates(for: reader)
        guard let name else { return profiles }
        let known = profiles.filter { $0.name == name }
        return known + profiles.filter { $0.name != name }
    }

    private struct Entry: Sendable {
        var patterns: [String]
        var profiles: [any ReaderProfile]
    }

    /// A reader nobody has described: the transparent session is the only standard way to native frames.
    private static let unknown: [any ReaderProfile] = [Part3Profile(), StorageProfile()]

    private static let entries: [Entry] = [
        Entry(patterns: ["acr122"], profiles: [ACR122Profile(), StorageProfile()]),
        Entry(patterns: ["acm1252"], profiles: [Part3Profile(), PassThroughProfile.acr1252, StorageProfile()]),
        Entry(
            patterns: ["acr1252", "acr1552", "acr1581", "acr1251", "acr1255", "acr1281", "acr1222"],
            profiles: [PassThroughProfile.acr1252, Part3Profile(), StorageProfile()]),
        Entry(
            patterns: ["rc-s300"],
            profiles: [
                Part3Profile(expectedLength: true), Part3Profile(transport: .escape, expectedLength: true),
                StorageProfile(),
            ]),
        Entry(
            patterns: ["springcard", "prox'n'roll", "csb6", "h663", "h512", "e518", "m519"],
            profiles: [PassThroughProfile.springCard, StorageProfile()]),
        Entry(
            patterns: ["5321", "6321", "5421", "5x21"],
            profiles: [PassThroughProfile.omnikey21, StorageProfile()]),
        Entry(
            patterns: ["omnikey", "5022", "5122", "5422", "5427", "5023", "5027"],
            profiles: [
                StorageProfile(
                    limits: StorageProfile.limits + " Some OMNIKEY firmware reads only pages 00-0F of an NTAG.")
            ]),
        Entry(
            patterns: ["identiv", "scm microsystems", "feitian", "r502", "duali"],
            profiles: [Part3Profile(), StorageProfile()]),
    ]
}
