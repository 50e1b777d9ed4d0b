import Tags
import Terminal

/// What the Tag pane says of an NTAG 424 DNA beyond its files: keys, reading counter and tamper loop.
enum CardFields {
    static func fields(of state: DNAState) -> [TagField] {
        var fields: [TagField] = []
        let versions = CardWords.versions(state.keyVersions)
        if !versions.isEmpty { fields.append(TagField("Keys", versions.map { StyledLine($0, .value) })) }
        if let sdm = state.settings[2]?.sdm { fields.append(TagField("Link", link(sdm))) }
        if let counter = state.counter { fields.append(TagField("Readings", "\(counter)")) }
        if let tamper = state.tamperWords { fields.append(TagField("Tamper", tamper)) }
        return fields
    }

    private static func link(_ sdm: SDMSettings) -> [StyledLine] {
        var lines = [StyledLine("dynamic: \(sdm.mirrorWords)", .value)]
        lines += sdm.warnings.map { StyledLine($0, .warning) }
        return lines
    }
}
