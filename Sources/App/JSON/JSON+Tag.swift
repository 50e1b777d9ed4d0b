import Tags

extension JSONObject {
    /// Adds what a report knows: `tag`, `memory`, `protection`, `ndef`, `findings`.
    mutating func add(_ report: TagReport) {
        self["tag"] = JSONValue(tag: report)
        if let image = report.image { self["memory"] = JSONValue(memory: image, of: report) }
        if report.identity.type == .type4 { self["files"] = .array(report.files.map(JSONValue.init(file:))) }
        if let container = report.container { self["container"] = JSONValue(container: container) }
        if let protection = report.protection { self["protection"] = JSONValue(protection: protection) }
        if let ndef = report.ndef { self["ndef"] = JSONValue(ndef: ndef) }
        if !report.findings.isEmpty {
            self["findings"] = .array(
                report.findings.map {
                    ["weight": .string($0.weight == .warning ? "warning" : "note"), "sentence": .string($0.sentence)]
                })
        }
    }
}

extension JSONValue {
    /// What the tag is: `uid`, `chip`, `type`, how that is known, signature and counters.
    fileprivate init(tag report: TagReport) {
        let identity = report.identity
        var object: JSONObject = [
            "uid": identity.uid.isEmpty ? .null : .string(Hex.string(identity.uid, separator: ":")),
            "chip": .string(identity.chipName),
            "type": .string(identity.type.rawValue),
            "vendor": JSONValue(identity.vendor),
            "identifiedBy": .string(identity.identifiedBy),
            "provenance": .string(identity.provenance.rawValue),
            "version": JSONValue(hex: identity.version),
            "atr": JSONValue(hex: identity.atr),
            "ats": JSONValue(hex: identity.ats),
        ]
        if let ats = identity.ats { object["atsMeaning"] = JSONValue(strings: AnswerToSelect(ats).words) }
        if identity.type == .type4, let version = identity.version.flatMap(NativeVersion.init) {
            object["versionMeaning"] = .string(version.words)
        }
        if let sak = identity.sak { object["sak"] = JSONValue(hex: [sak]) }
        if let signature = report.signature {
            object["signature"] = [
                "bytes": JSONValue(hex: signature.bytes), "valid": .bool(signature.valid),
                "key": JSONValue(signature.key), "verdict": .string(signature.verdict),
            ]
        }
        if !report.keyVersions.isEmpty {
            object["keys"] = .array(
                report.keyVersions.sorted { $0.key < $1.key }.map {
                    ["number": .integer($0.key), "version": .integer(Int($0.value))]
                })
        }
        if identity.chip?.counters == .three || report.counters.count > 1 {
            object["counters"] = .array(report.counters.map(JSONValue.init(counter:)))
        } else if let counter = report.counters.first {
            object["counter"] = JSONValue(counter: counter)
        }
        self = .object(object)
    }

    private init(counter: CounterState) {
        var object: JSONObject = ["number": .integer(counter.number)]
        if let enabled = counter.enabled { object["enabled"] = .bool(enabled) }
        object["value"] = JSONValue(counter.value.map { Int($0) })
        if let torn = counter.torn { object["torn"] = .bool(torn) }
        self = .object(object)
    }

    /// The memory: every byte (`??` where it was not read), what was not read and why, and what each part is for.
    fileprivate init(memory image: TagImage, of report: TagReport) {
        var object: JSONObject = [
            "pageSize": .integer(image.pageSize), "pages": .integer(image.pageCount),
            "bytes": .string(MemoryText.bytes(of: image)),
            "unread": JSONValue(unread: image, regions: report.regions),
            "regions": .array(
                report.regions.map { JSONValue(region: $0, pageSize: image.pageSize, all: report.regions) }),
        ]
        // What other standards call blocks.
        if report.identity.type != .type2 { object["blocks"] = .integer(image.pageCount) }
        self = .object(object)
    }

    /// The pages that were not read, and why.
    init(unread image: TagImage, regions: [MemoryRegion]) {
        self = .array(
            MemoryText.unreadRanges(of: image, regions: regions).map {
                [
                    "from": .integer($0.pages.lowerBound), "to": .integer($0.pages.upperBound), "why": .string($0.why),
                ]
            })
    }

    /// A region in whole pages; where it shares a page with another, its place and length in bytes as well.
    private init(region: MemoryRegion, pageSize: Int, all: [MemoryRegion]) {
        let pages = region.pages(of: pageSize)
        var object: JSONObject = [
            "name": .string(region.kind.rawValue), "from": .integer(pages.lowerBound), "to": .integer(pages.upperBound),
            "label": .string(region.label),
        ]
        let shares = all.contains { $0 != region && $0.pages(of: pageSize).overlaps(pages) }
        if shares || region.bytes.count != pages.count * pageSize {
            object["at"] = .integer(region.bytes.lowerBound)
            object["length"] = .integer(region.bytes.count)
        }
        self = .object(object)
    }

    fileprivate init(protection: ProtectionState) {
        var object: JSONObject = [
            "auth0": JSONValue(protection.auth0),
            "passwordProtects": JSONValue(protection.passwordProtects?.rawValue),
            "authLimit": JSONValue(protection.authLimit),
            "configLocked": JSONValue(protection.configurationLocked),
            "authenticated": .bool(protection.authenticated),
            "lockedPages": protection.knowsLocks ? JSONValue(integers: protection.lockedPages) : .null,
            "frozenPages": protection.knowsLocks ? JSONValue(integers: protection.frozenPages) : .null,
            "permanentlyReadOnly": JSONValue(protection.permanentlyReadOnly),
            "ccReadOnly": JSONValue(protection.ccReadOnly),
        ]
        if !protection.undecidedPages.isEmpty {
            object["lockedPagesUnknown"] = JSONValue(integers: protection.undecidedPages)
            object["lockPagesUnread"] = JSONValue(integers: protection.unreadLockPages)
        }
        if let mirror = protection.mirror {
            object["mirror"] = [
                "content": .string(mirror.content.rawValue), "at": .integer(mirror.offset),
                "length": .integer(mirror.length),
            ]
        }
        if let enabled = protection.counterEnabled { object["counterEnabled"] = .bool(enabled) }
        if let needs = protection.counterProtected { object["counterProtected"] = .bool(needs) }
        if let strong = protection.strongModulation { object["strongModulation"] = .bool(strong) }
        self = .object(object)
    }

    fileprivate init(ndef: NDEFState) {
        var object: JSONObject = ["state": ndef.state == .unread ? .null : .string(ndef.state.rawValue)]
        if let first = ndef.problems.first { object["problem"] = .string(first) }
        if ndef.problems.count > 1 { object["problems"] = JSONValue(strings: ndef.problems) }
        if let raw = ndef.raw { object["raw"] = JSONValue(hex: raw) }
        object["records"] = .array((ndef.decoding?.records ?? []).map { JSONValue(record: $0) })
        if !ndef.tlvs.isEmpty {
            object["tlvs"] = .array(
                ndef.tlvs.map {
                    [
                        "tag": JSONValue(hex: [$0.tag]), "at": .integer($0.range.lowerBound),
                        "length": .integer($0.range.count), "words": .string($0.words),
                    ]
                })
        }
        if let capacity = ndef.capacity {
            object["capacity"] = [
                "max": .integer(capacity.maximum), "used": JSONValue(capacity.used),
                "provenance": .string(capacity.provenance.rawValue), "how": .string(capacity.how),
            ]
        }
        self = .object(object)
    }
}

extension MemoryRegion {
    /// The pages it touches.
    func pages(of pageSize: Int) -> ClosedRange<Int> {
        let first = bytes.lowerBound / pageSize
        return first...max(first, (bytes.upperBound - 1) / pageSize)
    }
}
