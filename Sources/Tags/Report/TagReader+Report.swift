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
    /// The same tag with another memory; what was not read from the memory (signature, counters) stays.
    public func with(image: TagImage) -> TagReport {
        var report = TagReader.report(
            identity: identity, image: image, authenticated: protection?.authenticated ?? false)
        report.signature = signature
        report.counters = counters
        // Memories that are not analysed here were laid out by who read them.
        if report.regions.isEmpty { report.regions = regions }
        report.findings += findings.filter { finding in !report.findings.contains(finding) }
        return report
    }
}
