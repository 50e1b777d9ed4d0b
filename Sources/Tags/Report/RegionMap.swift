/// What each part of a Type 2 memory is for, from the chip's table.
enum RegionMap {
    /// The regions in order of address; a mirror lies over the user memory that it replaces.
    static func regions(chip: Type2Chip?, image: TagImage, mirror: MirrorState?) -> [MemoryRegion] {
        var regions = header(chip: chip, image: image)
        if let chip {
            regions += body(of: chip)
        } else if image.byteCount > 16 {
            regions.append(
                MemoryRegion(kind: .user, bytes: 16..<image.byteCount, label: "user memory, as far as known"))
        }
        if let mirror, mirror.length > 0 {
            regions.append(
                MemoryRegion(
                    kind: .mirror, bytes: mirror.offset..<mirror.offset + mirror.length,
                    label: "\(mirror.content.words) shown in place of memory"))
        }
        return
            regions
            .filter { $0.bytes.lowerBound < image.byteCount }
            .map {
                MemoryRegion(
                    kind: $0.kind, bytes: $0.bytes.lowerBound..<min($0.bytes.upperBound, image.byteCount),
                    label: $0.label)
            }
            .sorted { ($0.bytes.lowerBound, $0.bytes.upperBound) < ($1.bytes.lowerBound, $1.bytes.upperBound) }
    }

    private static func header(chip: Type2Chip?, image: TagImage) -> [MemoryRegion] {
        let isContainer = image.byte(at: 12) == 0xE1 || chip?.factoryPage3?.first == 0xE1
        let serial: [MemoryRegion] =
            switch image.serialNumber(of: chip)?.layout ?? chip?.serialLayout ?? .checked {
            case .checked:
                [
                    MemoryRegion(kind: .uid, bytes: 0..<9, label: "UID with its two check bytes"),
                    MemoryRegion(kind: .internal, bytes: 9..<10, label: "internal byte"),
                ]
            case .plain:
                [
                    MemoryRegion(kind: .uid, bytes: 0..<7, label: "UID"),
                    MemoryRegion(kind: .internal, bytes: 7..<10, label: "SAK and ATQA"),
                ]
            }
        return serial + [
            MemoryRegion(kind: .staticLock, bytes: 10..<12, label: "static lock bytes"),
            isContainer
                ? MemoryRegion(kind: .capabilityContainer, bytes: 12..<16, label: "capability container")
                : MemoryRegion(kind: .oneTimeProgrammable, bytes: 12..<16, label: "one-time programmable bits"),
        ]
    }

    private static func body(of chip: Type2Chip) -> [MemoryRegion] {
        var regions = [region(.user, chip.userPages, "user memory")]
        if let lock = chip.dynamicLock {
            regions.append(region(.dynamicLock, lock.page...lock.page, "dynamic lock bytes"))
        }
        if let page = chip.counterPage { regions.append(region(.counter, page...page, "16-bit one-way counter")) }
        if let configuration = chip.configuration {
            let names = configuration.pageNames
            regions.append(region(.configuration, configuration.cfg0...configuration.cfg0, names.cfg0))
            regions.append(region(.configuration, configuration.cfg1...configuration.cfg1, names.cfg1))
            if let page = configuration.password { regions.append(region(.password, page...page, "PWD")) }
            if let page = configuration.pack { regions.append(region(.passwordAcknowledge, page...page, "PACK")) }
        }
        if let pages = chip.unreadablePages { regions.append(region(.key, pages, "key")) }
        regions += chip.specialPages.map { region($0.kind, $0.pages, $0.label) }
        regions += chip.absentPages.map { region(.reserved, $0, "no memory here, or registers left alone") }
        return regions
    }

    private static func region(_ kind: MemoryRegion.Kind, _ pages: ClosedRange<Int>, _ label: String) -> MemoryRegion {
        MemoryRegion(kind: kind, bytes: pages.lowerBound * 4..<(pages.upperBound + 1) * 4, label: label)
    }
}

extension Type2Chip.Configuration {
    /// What the data sheets call the two pages.
    var pageNames: (cfg0: String, cfg1: String) {
        switch layout {
        case .ultralightC: ("AUTH0", "AUTH1")
        case .ntagI2CPlus: ("AUTH0", "ACCESS")
        case .ultralightAES: ("CFG_0", "CFG_1")
        default: ("CFG0", "CFG1")
        }
    }
}

extension MirrorState.Content {
    /// What is mirrored, in words.
    var words: String {
        switch self {
        case .uid: "UID as ASCII"
        case .counter: "NFC counter as ASCII"
        case .both: "UID and NFC counter as ASCII"
        case .tamper: "tag tamper message as ASCII"
        }
    }
}
