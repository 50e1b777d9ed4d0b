/// What two names of chips have to do with each other: files name some tags by no more than their kind.
enum ChipNames {
    /// Of two names.
    enum Relation: Equatable, Sendable {
        /// They mean the same.
        case same
        /// One of them says less than the other, and nothing against it.
        case vaguer
        /// They contradict each other.
        case other
    }

    /// Names that say how a tag is talked to and not what it is, each with how: a tag of the one kind is none of the other.
    private static let kinds: [String: String?] = [
        "type 2 tag": "A", "type 4 tag": nil, "iso 15693 tag": "V", "ndef message": nil, "uid": "A",
        "iso14443-3a": "A", "iso14443-4a": "A", "iso14443-3b": "B", "iso14443-4b": "B",
    ]

    /// Two words for one thing, as versions of one format have them.
    private static let synonyms: [Set<String>] = [["uid", "iso14443-3a"], ["bank card", "emv"]]

    /// Names of families, which every member's name begins with, and what stands for any member.
    private static let families: [(start: String, any: String)] = [
        ("mifare desfire", "mifare desfire"), ("ntag 4", "ntag 4xx dna"), ("mifare plus", "mifare plus"),
    ]

    /// What `a` and `b` have to do with each other, whatever the case of their letters.
    static func relation(_ a: String, _ b: String) -> Relation {
        let names = [a.lowercased(), b.lowercased()]
        if names[0] == names[1] || synonyms.contains(Set(names)) { return .same }
        if let first = kinds[names[0]], let second = kinds[names[1]] {
            return first == nil || second == nil || first == second ? .vaguer : .other
        }
        if names.contains(where: { kinds[$0] != nil }) { return .vaguer }
        let isMember = families.contains { family in
            names.allSatisfy { $0.hasPrefix(family.start) } && names.contains(family.any)
        }
        return isMember ? .vaguer : .other
    }
}
