import NDEF
import Tags

/// A JSON file, told apart by what its object says of itself.
struct JSONFile {
    let root: JSONNode

    init(_ bytes: [UInt8]) throws(DumpError) { root = try JSONReader.read(bytes) }

    func open() throws(DumpError) -> OpenedDump {
        let doubled = root.doubledKey.map { "`\($0.visible)` stands twice in the file: the first one counts" }
        var opened = try content()
        if let doubled { opened.problems.append(doubled) }
        return opened
    }

    private func content() throws(DumpError) -> OpenedDump {
        if let schema = root["schema"]?.text {
            guard schema == OwnFormat.schema else {
                throw DumpError(
                    "this JSON is of schema `\(schema.visible)`, not `\(OwnFormat.schema)`",
                    advice: "Name a dump that tagdesk, Proxmark3 or Metrodroid saved.")
            }
            return try OwnReader(root).open()
        }
        if root["Created"]?.text == "proxmark3" || root["FileType"] != nil {
            return try ProxmarkJSON(root: root).open()
        }
        if let opened = try MetrodroidFile(root: root).open() { return opened }
        throw DumpError(
            "this JSON is no dump that is known here",
            advice: "JSON of tagdesk, Proxmark3 (FileType mfu or 15693) and Metrodroid can be opened.")
    }
}
