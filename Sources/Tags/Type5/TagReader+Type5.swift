extension TagReader {
    /// What the memory of a Type 5 tag says: container, NDEF, regions.
    static func takeType5(_ image: TagImage, _ report: inout TagReport) {
        let container = Type5Container(image)
        report.regions = regions(of: image, container)
        report.ndef = NDEFState(type5: image)
        guard let container else { return }
        var protection = ProtectionState()
        protection.ccReadOnly = container.isReadOnly
        report.protection = protection
        report.findings.append(Finding(.note, container.words))
    }

    private static func regions(of image: TagImage, _ container: Type5Container?) -> [MemoryRegion] {
        guard image.byteCount > 0 else { return [] }
        guard let container, container.length < image.byteCount else {
            return [MemoryRegion(kind: .user, bytes: 0..<image.byteCount, label: "memory")]
        }
        let end = min(image.byteCount, container.length + container.areaBytes)
        var regions = [
            MemoryRegion(
                kind: .capabilityContainer, bytes: 0..<container.length, label: "capability container"),
            MemoryRegion(kind: .user, bytes: container.length..<end, label: "data area"),
        ]
        regions.removeAll { $0.bytes.isEmpty }
        if end < image.byteCount {
            regions.append(
                MemoryRegion(kind: .user, bytes: end..<image.byteCount, label: "memory behind the data area"))
        }
        return regions
    }
}
