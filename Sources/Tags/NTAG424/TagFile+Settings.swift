extension TagFile {
    /// Takes over what the card's own settings say of the file.
    mutating func take(_ settings: FileSettings) {
        access = FileAccess(
            read: Self.effective(.reading, settings.access), write: Self.effective(.writing, settings.access),
            readWrite: FileAccess.Condition(native: settings.access.readWrite.nibble),
            change: FileAccess.Condition(native: settings.access.change.nibble),
            mode: settings.mode == .mac ? "MAC" : settings.mode.word)
        self.settings = ["\(settings.access.sentence); \(settings.mode.meaning)"]
        guard let sdm = settings.sdm else { return }
        self.settings.append("SDM mirrors \(sdm.mirrorWords)")
        // Which cryptography the card speaks it does not say: the longer PICCData covers both.
        mirrored = sdm.places(.lrp).map(\.bytes).filter { !$0.isEmpty && $0.lowerBound < size }.map {
            $0.clamped(to: 0..<size)
        }.sorted { $0.lowerBound < $1.lowerBound }
    }

    /// One of two rights is enough: what either gives to everybody, or to who has a key.
    private static func effective(_ deed: AccessRights.Deed, _ rights: AccessRights) -> FileAccess.Condition {
        let conditions = rights.conditions(for: deed)
        if conditions.contains(.free) { return .free }
        let keyed = conditions.first { $0 != .never } ?? .never
        return FileAccess.Condition(native: keyed.nibble)
    }
}
