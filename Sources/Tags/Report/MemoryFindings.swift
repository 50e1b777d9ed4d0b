/// What a Type 2 memory says against itself, or what a person should know of it.
enum MemoryFindings {
    static func all(in report: TagReport, image: TagImage) -> [Finding] {
        checkBytes(report, image) + identity(report, image) + container(report.identity.chip, image)
            + locks(report.identity.chip, image) + protection(report, image)
            + (report.identity.chip?.remark.map { [Finding(.note, $0)] } ?? [])
    }

    /// Source: ISO/IEC 14443-3, 6.4.
    private static func checkBytes(_ report: TagReport, _ image: TagImage) -> [Finding] {
        guard let bytes = image.bytes(in: 0..<10),
            let serial = SerialNumber(memory: bytes, chip: report.identity.chip),
            serial.uid.contains(where: { $0 != 0 })
        else { return [] }
        return serial.wrongCheckBytes(in: bytes).map {
            Finding(
                .warning,
                "\($0.name) does not match UID: \(Hex.byte($0.stored))h stored, \(Hex.byte($0.computed))h computed")
        }
    }

    private static func identity(_ report: TagReport, _ image: TagImage) -> [Finding] {
        var findings: [Finding] = []
        let uid = report.identity.uid
        if let stored = image.serialNumber(of: report.identity.chip)?.uid, uid.count == 7, stored != uid {
            findings.append(
                stored.allSatisfy { $0 == 0 }
                    ? Finding(.warning, "pages 00-01 hold zeros in place of the UID")
                    : Finding(
                        .warning,
                        "pages 00-01 hold the UID \(Hex.string(stored, separator: ":")), the reader sees another")
            )
        }
        if let version = report.identity.version, version.count == 8, version[1] == 0x04, uid.count == 7,
            uid[0] != 0x04,
            uid.contains(where: { $0 != 0 })
        {
            let maker = Manufacturer.name(uid[0]) ?? "maker \(Hex.byte(uid[0]))h"
            findings.append(
                Finding(.warning, "the UID is one of \(maker), GET_VERSION names NXP Semiconductors: probably a copy"))
        }
        return findings
    }

    private static func container(_ chip: Type2Chip?, _ image: TagImage) -> [Finding] {
        guard let page = image.page(Type2Chip.capabilityPage), page[0] == 0xE1 else { return [] }
        var findings: [Finding] = []
        if let chip, Int(page[2]) * 8 > chip.userByteCount {
            findings.append(Finding(.warning, chip.containerContradiction(declared: Int(page[2]) * 8)))
        }
        if page[1] >> 4 != 1 {
            findings.append(Finding(.warning, "the capability container is of version \(page[1] >> 4).\(page[1] & 15)"))
        }
        return findings
    }

    private static func locks(_ chip: Type2Chip?, _ image: TagImage) -> [Finding] {
        guard let chip, let lock = chip.dynamicLock, let page = image.page(lock.page) else { return [] }
        var findings: [Finding] = []
        if let constant = lock.constantByte3, page[3] != constant {
            findings.append(
                Finding(
                    .note,
                    "byte 3 of the dynamic lock page reads \(Hex.byte(page[3]))h instead of \(Hex.byte(constant))h"))
        }
        if lock.bits.isEmpty, page.prefix(3).contains(where: { $0 != 0 }) {
            let bytes = Hex.string(page.prefix(3), separator: " ")
            findings.append(Finding(.warning, "the dynamic lock bytes \(bytes) of this chip cannot be decoded here"))
        }
        return findings
    }

    private static func protection(_ report: TagReport, _ image: TagImage) -> [Finding] {
        guard let state = report.protection, let chip = report.identity.chip, let configuration = chip.configuration,
            let auth0 = state.auth0
        else { return [] }
        var findings: [Finding] = []
        if image.page(configuration.cfg0) == nil {
            findings.append(
                Finding(
                    .note,
                    "AUTH0 is derived: page \(Hex.address(auth0)) was the first that refused, the configuration is unread"
                ))
        }
        if let password = configuration.password, auth0 > password, auth0 < chip.pageCount {
            findings.append(Finding(.warning, "AUTH0 lies after the password page: anybody can overwrite the password"))
        }
        if state.mirror?.content == .tamper {
            findings.append(Finding(.note, "a tag tamper mirror is set; where it ends is in no source at hand"))
        }
        if let mirror = state.mirror, mirror.length == 0, mirror.content != .tamper {
            findings.append(Finding(.warning, "the mirror would reach out of user memory: the tag shows none"))
        }
        return findings
    }
}

extension Type2Chip {
    /// The bytes of user memory.
    public var userByteCount: Int { userPages.count * 4 }

    /// The sentence for a container that promises more than the chip has.
    func containerContradiction(declared: Int) -> String {
        "CC declares \(declared) bytes, \(name) has \(userByteCount)"
    }
}
