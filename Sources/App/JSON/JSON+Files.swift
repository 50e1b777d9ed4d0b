import Tags

extension JSONValue {
    /// A file: what it is, every byte (`??` where it was not read), what was not read and why, and who may do what.
    init(file: TagFile) {
        var object: JSONObject = [
            "id": .string(Hex.file(file.id)), "name": .string(file.role.rawValue), "size": .integer(file.size),
            "bytes": .string(FileText.bytes(of: file.content, size: file.size)),
            "unread": .array(
                file.content.unread(below: file.size).map {
                    [
                        "from": .integer($0.lowerBound), "to": .integer($0.upperBound - 1),
                        "why": .string(file.unreadWords),
                    ]
                }),
            "access": JSONValue(access: file.access),
        ]
        if !file.settings.isEmpty { object["settings"] = JSONValue(strings: file.settings) }
        if !file.mirrored.isEmpty {
            object["mirrored"] = .array(
                file.mirrored.map { ["from": .integer($0.lowerBound), "to": .integer($0.upperBound - 1)] })
        }
        self = .object(object)
    }

    private init(access: FileAccess) {
        var object: JSONObject = ["read": .string(access.read.words), "write": .string(access.write.words)]
        if let readWrite = access.readWrite { object["readWrite"] = .string(readWrite.words) }
        if let change = access.change { object["change"] = .string(change.words) }
        if let mode = access.mode { object["mode"] = .string(mode) }
        self = .object(object)
    }

    /// What a capability container says of commands and files.
    init(container: CapabilityContainer) {
        self = [
            "version": .string(container.versionWords), "length": .integer(container.length),
            "maximumRead": .integer(container.maximumRead), "maximumWrite": .integer(container.maximumWrite),
            "files": JSONValue(strings: container.files.map(\.words)),
        ]
    }

    /// A file in the journal: what it held before, shall hold after, and was read back.
    init(journalled id: UInt16, before: FileContent?, after: FileContent?, readBack: FileContent?) {
        let size = [before, after, readBack].compactMap { $0?.end }.max() ?? 0
        var planned = before ?? FileContent()
        if let after { planned.merge(after) }
        self = [
            "id": .string(Hex.file(id)), "before": JSONValue(before.map { FileText.bytes(of: $0, size: size) }),
            "after": .string(FileText.bytes(of: planned, size: size)),
            "readBack": JSONValue(readBack.map { FileText.bytes(of: $0, size: size) }),
        ]
    }
}
