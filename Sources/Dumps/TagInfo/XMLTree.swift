import CExpat
import NDEF

/// An element of an XML file, read by libexpat: no document type, so no entities but the five of XML, nothing fetched, and no
/// more elements or depth than any report has.
struct XMLElement {
    var name: String
    var attributes: [String: String] = [:]
    var children: [XMLElement] = []
    /// The text in it and in what it holds, in the order of the file.
    var text = ""

    /// The first child of this name.
    func child(_ name: String) -> XMLElement? { children.first { $0.name == name } }

    /// What libexpat says of a text that stops before all is closed.
    private static let cut: Set<XML_Error> = [
        XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR, XML_ERROR_UNCLOSED_CDATA_SECTION,
    ]

    /// The root element of `file`. Blanks before the declaration, as pasted text has, do not count.
    static func read(_ file: [UInt8]) throws(DumpError) -> XMLElement {
        let text = file[...].withoutMark
        let start = text.firstIndex { !$0.isBlank } ?? text.endIndex
        let bytes = Array(text[start...])
        let skipped = text[..<start].count { $0 == 0x0A }
        guard let parser = XML_ParserCreate(nil) else {
            throw DumpError("the XML reader does not start", advice: "Close other programs: memory is short.")
        }
        defer { XML_ParserFree(parser) }
        let builder = XMLBuilder(parser)
        XML_SetUserData(parser, Unmanaged.passUnretained(builder).toOpaque())
        XML_SetElementHandler(parser, startElement, endElement)
        XML_SetCharacterDataHandler(parser, characterData)
        XML_SetStartDoctypeDeclHandler(parser, startDoctype)
        let status = withExtendedLifetime(builder) {
            bytes.withUnsafeBytes { buffer in
                XML_Parse(
                    parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: buffer.count), 1)
            }
        }
        let line = skipped + Int(XML_GetCurrentLineNumber(parser))
        if let objection = builder.objection { throw .line(line, objection) }
        guard status == XML_STATUS_OK, let root = builder.root else {
            let code = XML_GetErrorCode(parser)
            if cut.contains(code) { throw .cut("XML") }
            let words = XML_ErrorString(code).map { String(cString: $0) } ?? "no element"
            throw .line(line, "is no XML: \(words)")
        }
        return root
    }
}

/// Puts the tree together from what libexpat meets, and stops it where the file is not what a report is.
private final class XMLBuilder {
    /// Reports have seven levels and a few thousand elements.
    private static let depthLimit = 32
    private static let elementLimit = 100_000
    private static let textLimit = 8 << 20

    private let parser: XML_Parser
    private var open: [XMLElement] = []
    private var count = 0
    private var textBytes = 0
    private(set) var root: XMLElement?
    private(set) var objection: String?

    init(_ parser: XML_Parser) { self.parser = parser }

    func start(_ name: String, _ attributes: [String: String]) {
        count += 1
        guard open.count < Self.depthLimit else { return stop("nests deeper than any report") }
        guard count <= Self.elementLimit else { return stop("has more elements than any report") }
        open.append(XMLElement(name: name, attributes: attributes))
    }

    func end() {
        guard let element = open.popLast() else { return }
        if open.isEmpty {
            root = element
        } else {
            open[open.count - 1].text += element.text
            open[open.count - 1].children.append(element)
        }
    }

    func take(_ text: String) {
        // What an element holds is part of the text of all around it: count it for each.
        textBytes += text.utf8.count * max(1, open.count)
        guard textBytes <= Self.textLimit else { return stop("has more text than any report") }
        if !open.isEmpty { open[open.count - 1].text += text }
    }

    func stop(_ reason: String) {
        if objection == nil { objection = reason }
        XML_StopParser(parser, XML_Bool(0))
    }
}

private func builder(_ data: UnsafeMutableRawPointer?) -> XMLBuilder? {
    data.map { Unmanaged<XMLBuilder>.fromOpaque($0).takeUnretainedValue() }
}

private func startElement(
    _ data: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) {
    guard let builder = builder(data), let name else { return }
    var found: [String: String] = [:]
    if var next = attributes {
        while let key = next[0], let value = next[1] {
            found[String(cString: key)] = String(cString: value)
            next += 2
        }
    }
    builder.start(String(cString: name), found)
}

private func endElement(_ data: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?) {
    builder(data)?.end()
}

private func characterData(_ data: UnsafeMutableRawPointer?, _ text: UnsafePointer<CChar>?, _ count: Int32) {
    guard let builder = builder(data), let text, count > 0 else { return }
    let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
    builder.take(String(decoding: bytes, as: UTF8.self))
}

private func startDoctype(
    _ data: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?, _ system: UnsafePointer<CChar>?,
    _ publicID: UnsafePointer<CChar>?, _ hasInternalSubset: Int32
) {
    builder(data)?.stop("has a document type, which no report has and which could make it grow without end")
}
