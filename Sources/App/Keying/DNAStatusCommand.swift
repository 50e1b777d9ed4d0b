import Engine
import NDEF
import Tags

/// `tagdesk key status` and `tagdesk access show`.
enum DNAStatusCommand {
    static func run(_ context: CommandContext, sources: [any ReaderSource]) throws(EngineError) -> ShellStatus {
        let session = EngineSession(context, sources: sources, reads: true)
        defer { session.stop() }
        session.onWaiting = { context.output.remark($0) }
        let (reader, tag) = try session.tag(context.options)
        let report: TagReport
        switch try session.read(on: reader.name, TagReader.Options()) {
        case .read(let read, _): report = read
        case .failed(let error, _, _), .changeFailed(let error, _, _): throw error
        case .changed, .answered, .consoleClosed: throw .cancelled
        }
        guard let state = report.dna else {
            throw .refusedHere(
                reason: "this is no NTAG 424 DNA but \(tag.chipName)",
                advice: "Put a tag on that has keys and files of this kind.")
        }
        let known = JournalView(session, tag.uid)
        let status = DNAStatus(tag: tag, state: state, known: known)
        if context.invocation.command.name == .keyStatus {
            if context.options.json {
                context.output.print(status.keysDocument)
            } else {
                for (name, text) in status.keyRows { context.output.print(Columns.row(name, text.visible)) }
            }
        } else if context.options.json {
            context.output.print(status.accessDocument)
        } else {
            for (name, text) in status.accessRows { context.output.print(Columns.row(name, text.visible)) }
        }
        return .done
    }

    /// What the journal knows of a tag's keys.
    struct JournalView {
        var interrupted: Int64?
        var lastChange: JournalSummary?

        init(_ session: EngineSession, _ uid: [UInt8]) {
            let all = (try? session.journal(JournalQuery(uidPrefix: uid, limit: 200))) ?? []
            interrupted = all.first { $0.result.needsRecovery }?.id
            lastChange = all.first { $0.kind == .key }
        }
    }
}

/// Keys and rights of one tag, for a person and for a script.
struct DNAStatus {
    var tag: TagIdentity
    var state: DNAState
    var known: DNAStatusCommand.JournalView

    private var tagJSON: JSONValue {
        ["uid": .string(Hex.string(tag.uid, separator: ":")), "chip": .string(tag.chipName)]
    }

    // MARK: - Keys

    var keyRows: [(String, String)] {
        var rows = [("Tag", tag.chipName.visible + "  " + Hex.string(tag.uid, separator: ":"))]
        for number in 0..<NTAG424.keyCount {
            let what: String
            if let version = state.keyVersions[number] {
                what =
                    "version \(Hex.byte(version))"
                    + (version == 0 ? ", as delivered (assumed: the key cannot be read)" : "")
            } else {
                what = "the tag does not tell its version"
            }
            rows.append(("Key \(number)", what + (number == 0 ? "; opens all the others" : "")))
        }
        if let last = known.lastChange {
            rows.append(("Journal", "keys last changed by operation \(last.id), \(last.result.rawValue)"))
        }
        if let id = known.interrupted {
            rows.append(
                (
                    "Interrupted",
                    "operation \(id) was not finished: the tag may be half keyed. `tagdesk journal recover --finish`, or "
                        + "`--put-back`, with --key N=SPEC as it was and --new-key N=SPEC as it was to be."
                ))
        }
        if let words = state.tamperWords { rows.append(("Tamper loop", words)) }
        return rows
    }

    var keysDocument: JSONValue {
        var object: JSONObject = ["tag": tagJSON]
        object["keys"] = .array(
            (0..<NTAG424.keyCount).map { number in
                var key: JSONObject = ["number": .integer(Int(number))]
                key["version"] = state.keyVersions[number].map { .integer(Int($0)) } ?? .null
                key["factory"] = state.keyVersions[number].map { .bool($0 == 0) } ?? .null
                key["provenance"] = "assumed"
                return .object(key)
            })
        object["interrupted"] = known.interrupted.map { .integer(Int($0)) }
        object["lastChange"] = known.lastChange.map { .integer(Int($0.id)) }
        return .object(object)
    }

    // MARK: - Rights

    var accessRows: [(String, String)] {
        var rows = [("Tag", tag.chipName.visible + "  " + Hex.string(tag.uid, separator: ":"))]
        for (number, settings) in state.settings.sorted(by: { $0.key < $1.key }) {
            let id = NTAG424.fileIDs[number].map(Hex.file) ?? "?"
            rows.append(("File \(number)", "\(id), \(settings.size) bytes; \(settings.access.sentence)"))
            rows.append(("", "\(settings.mode.word): \(settings.mode.meaning)"))
            guard let sdm = settings.sdm else { continue }
            rows.append(("", "mirrors \(sdm.mirrorWords); counter asked for by \(sdm.counterRead.whom)"))
            for place in sdm.places(.aes) {
                rows.append(("", "  \(place.mirror.name) at \(place.bytes.lowerBound)"))
            }
            if let start = sdm.macInputOffset { rows.append(("", "  MAC over what begins at \(start)")) }
            for warning in sdm.warnings { rows.append(("", "Note: " + warning)) }
        }
        if let counter = state.counter { rows.append(("Readings", String(counter))) }
        return rows
    }

    var accessDocument: JSONValue {
        var object: JSONObject = ["tag": tagJSON]
        object["files"] = .array(
            state.settings.sorted { $0.key < $1.key }.map { number, settings in
                var file: JSONObject = ["number": .integer(Int(number)), "size": .integer(settings.size)]
                file["id"] = NTAG424.fileIDs[number].map { .string(Hex.file($0)) }
                file["mode"] = .string(settings.mode.word)
                file["read"] = .string(settings.access.read.word)
                file["write"] = .string(settings.access.write.word)
                file["readWrite"] = .string(settings.access.readWrite.word)
                file["change"] = .string(settings.access.change.word)
                file["words"] = .string(settings.access.sentence)
                file["sdm"] = settings.sdm.map(JSONValue.init(sdm:)) ?? .bool(false)
                return .object(file)
            })
        object["counter"] = state.counter.map { .integer($0) }
        return .object(object)
    }
}

extension JSONValue {
    /// Secure Dynamic Messaging of a file.
    init(sdm: SDMSettings) {
        var object: JSONObject = [
            "meta": .string(sdm.metaRead.word), "file": .string(sdm.fileRead.word),
            "counter": .string(sdm.counterRead.word), "uidMirror": .bool(sdm.mirrorsUID),
            "counterMirror": .bool(sdm.mirrorsCounter), "encryptsFile": .bool(sdm.encryptsFileData),
        ]
        let offsets: [(String, Int?)] = [
            ("uidOffset", sdm.uidOffset), ("counterOffset", sdm.counterOffset), ("piccOffset", sdm.piccOffset),
            ("tamperOffset", sdm.tamperOffset), ("macInputOffset", sdm.macInputOffset),
            ("encryptionOffset", sdm.encryptionOffset), ("encryptionLength", sdm.encryptionLength),
            ("macOffset", sdm.macOffset), ("counterLimit", sdm.counterLimit),
        ]
        for (name, value) in offsets { object[name] = value.map { .integer($0) } }
        object["words"] = .string(sdm.mirrorWords)
        self = .object(object)
    }
}
