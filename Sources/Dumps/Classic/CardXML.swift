import NDEF
import Tags

/// A scan of FareBot or of an early Metrodroid as XML: `<card type=.. id=..>`, its pages or blocks in base64.
///
/// The same card as Metrodroid's JSON tells: it is put into that form and opened as such a scan.
///
/// Source: files of both programs.
struct CardXML {
    let root: XMLElement

    /// `nil` for another XML.
    init?(_ root: XMLElement) {
        guard root.name == "card", root.attributes["type"] != nil, root.attributes["id"] != nil else { return nil }
        self.root = root
    }

    /// What the numbers of types mean.
    private static let types = [
        "0": "MIFARE Classic", "1": "MIFARE Ultralight", "2": "MIFARE DESFire", "3": "CEPAS", "4": "FeliCa",
    ]

    func open() throws(DumpError) -> OpenedDump {
        var members = [
            JSONNode.Member(key: "tagId", value: .string(root.attributes["id"] ?? "")),
            JSONNode.Member(
                key: "scannedAt",
                value: .object([
                    JSONNode.Member(
                        key: "timeInMillis", value: .number(Array((root.attributes["scanned_at"] ?? "").utf8)[...]))
                ])),
        ]
        switch root.attributes["type"] {
        case "0":
            let sectors = try listed("sectors", "sector", most: 40).map { (sector) throws(DumpError) in
                try self.sector(sector)
            }
            members.append(object("mifareClassic", "sectors", sectors))
        case "1":
            let pages = try listed("pages", "page", most: 512).map { (page) throws(DumpError) in try row(page) }
            members.append(object("mifareUltralight", "pages", pages))
        case let type:
            let name = type.flatMap { Self.types[$0] } ?? "type \((type ?? "").visible.prefix(20))"
            throw DumpError(
                "this XML is a scan of FareBot or Metrodroid of a card of \(name), of which only their JSON is read here",
                advice: "Import it into Metrodroid and export it as JSON.")
        }
        guard let opened = try MetrodroidFile(root: .object(members)).open() else {
            throw DumpError("the scan holds no card", advice: DumpError.damaged)
        }
        return opened
    }

    private func object(_ card: String, _ list: String, _ elements: [JSONNode]) -> JSONNode.Member {
        JSONNode.Member(key: card, value: .object([JSONNode.Member(key: list, value: .array(elements))]))
    }

    private func sector(_ element: XMLElement?) throws(DumpError) -> JSONNode {
        let blocks = try Self.placed(element?.child("blocks")?.children ?? [], "block", most: 16)
            .map { (block) throws(DumpError) in try row(block) }
        return .object([JSONNode.Member(key: "blocks", value: .array(blocks))])
    }

    /// A page or block; nothing for one that is not there.
    private func row(_ element: XMLElement?) throws(DumpError) -> JSONNode {
        guard let element else { return .null }
        let isClosed = element.attributes["unauthorized"] == "true"
        var members = [JSONNode.Member(key: "isUnauthorized", value: .bool(isClosed))]
        if !isClosed, let text = element.child("data")?.text {
            guard let bytes = Base64.bytes(Array(text.utf8)) else {
                throw DumpError(
                    "the scan has `\(text.visible.prefix(40))`, which is no base64", advice: DumpError.damaged)
            }
            members.append(JSONNode.Member(key: "data", value: .string(Hex.string(bytes))))
        }
        return .object(members)
    }

    private func listed(_ list: String, _ name: String, most: Int) throws(DumpError) -> [XMLElement?] {
        try Self.placed(root.child(list)?.children ?? [], name, most: most)
    }

    /// Elements at the places that they name; `nil` where the file has none.
    private static func placed(
        _ elements: [XMLElement], _ name: String, most: Int
    ) throws(DumpError) -> [XMLElement?] {
        var placed: [XMLElement?] = []
        for element in elements where element.name == name {
            let index = element.attributes["index"] ?? ""
            guard let place = Array(index.utf8).decimal, place < most else {
                throw DumpError(
                    "the scan has a \(name) of index `\(index.visible.prefix(40))`, the most are \(most)",
                    advice: DumpError.damaged)
            }
            while placed.count <= place { placed.append(nil) }
            placed[place] = element
        }
        return placed
    }
}

/// Base64 (RFC 4648), as XML has it: blanks do not count.
enum Base64 {
    /// The bytes that `text` spells; `nil` for what is none.
    static func bytes(_ text: [UInt8]) -> [UInt8]? {
        let digits = text.filter { !$0.isBlank }
        let body = digits.prefix { $0 != UInt8(ascii: "=") }
        guard digits.count.isMultiple(of: 4), digits.count - body.count <= 2,
            digits[body.count...].allSatisfy({ $0 == UInt8(ascii: "=") })
        else { return nil }
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for digit in body {
            guard let value = value(digit) else { return nil }
            bits = bits << 6 | value
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes
    }

    private static func value(_ digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
