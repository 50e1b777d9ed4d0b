import NDEF

extension TagReader {
    /// What a memory image says of a tag: regions, protection, NDEF and whatever contradicts itself.
    ///
    /// Pure analysis without a reader, the same for a tag just read and for a dump. Signature and counters are not in a
    /// memory image; `read` adds them.
    /// - Parameter authenticated: The password was given and accepted while the image was read.
    public static func report(identity: TagIdentity, image: TagImage, authenticated: Bool) -> TagReport {
        var identity = identity
        if identity.uid.isEmpty, identity.type == .type2,
            let uid = image.serialNumber(of: identity.chip)?.uid
        {
            identity.uid = uid
            identity.vendor = identity.vendor ?? Manufacturer.name(ofUID: uid)
        }
        var report = TagReport(identity: identity)
        report.image = image
        if identity.type == .type5 {
            takeType5(image, &report)
            return report
        }
        guard identity.type == .type2, image.pageSize == 4 else { return report }
        let protection = ProtectionState(chip: identity.chip, image: image, authenticated: authenticated)
        report.protection = protection
        report.regions = RegionMap.regions(chip: identity.chip, image: image, mirror: protection.mirror)
        report.ndef = NDEFState(chip: identity.chip, image: image)
        report.findings = MemoryFindings.all(in: report, image: image)
        return report
    }
}

extension TagReport {
    /// The same tag with another memory; what was not read from the memory (signature, counters, locks of blocks) stays, and
    /// what the memory says against itself is found anew.
    /// - Parameter authenticated: The password was given and accepted while the image was read; as it was by default.
    public func with(image: TagImage, authenticated: Bool? = nil) -> TagReport {
        let before = protection?.authenticated ?? false
        var report = TagReader.report(identity: identity, image: image, authenticated: authenticated ?? before)
        report.signature = signature
        report.counters = counters
        report.answeredPack = answeredPack
        if let protection, protection.knowsLocks, identity.type != .type2 {
            report.setLockedBlocks(protection.lockedPages)
        }
        // Memories that are not analysed here were laid out by who read them.
        if report.regions.isEmpty { report.regions = regions }
        let ofMemory = self.image.map { old in
            TagReader.report(identity: identity, image: old, authenticated: before).findings
        }
        report.findings += findings.filter { ofMemory?.contains($0) != true && !report.findings.contains($0) }
        return report
    }
}
