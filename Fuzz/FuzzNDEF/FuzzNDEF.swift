import NDEF

/// One input of libFuzzer: decodes it, looks at everything it says, encodes it again and checks what must always hold.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzNDEF(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let decoding = NDEFMessage.decode(bytes)
    checkPlaces(decoding, bytes)
    checkEncoding(decoding, bytes)
    _ = decoding.verdict
    for located in decoding.records { look(at: located.record, depth: 0) }
    checkVisible(bytes)
    checkBuilders(bytes)
    return 0
}

/// Stops the run so that libFuzzer keeps the input.
private func require(_ holds: Bool, _ what: String) {
    guard !holds else { return }
    print("does not hold: \(what)")
    fatalError(what)
}

private func checkPlaces(_ decoding: NDEFDecoding, _ bytes: [UInt8]) {
    require(decoding.byteCount <= bytes.count, "the message lies in the bytes")
    var end = 0
    for located in decoding.records {
        require(located.range.lowerBound >= end && located.range.upperBound <= bytes.count, "records follow each other")
        require(
            located.payloadRange.lowerBound >= located.range.lowerBound
                && located.payloadRange.upperBound <= located.range.upperBound, "a payload lies in its record")
        end = located.range.upperBound
    }
    for problem in decoding.allProblems {
        require(problem.offset >= 0 && problem.offset <= bytes.count, "a problem has a place in the bytes")
        require(!VisibleText.isHostile(problem.sentence), "a sentence can be shown")
    }
}

private func checkEncoding(_ decoding: NDEFDecoding, _ bytes: [UInt8]) {
    for located in decoding.records where !located.chunked {
        var written = NDEFMessage([located.record]).encoded()
        var stored = Array(bytes[located.range])
        written[0] &= 0x3F
        stored[0] &= 0x3F
        require(written == stored, "a record is written as it was stored")
    }
    let encoded = decoding.message.encoded()
    if decoding.problems.isEmpty, !decoding.records.isEmpty, !decoding.records.contains(where: \.chunked) {
        require(encoded == bytes, "a sound message is written as it was stored")
    }
    let again = NDEFMessage.decode(encoded)
    if !decoding.records.isEmpty {
        require(again.message == decoding.message, "what was written decodes to the same records")
        require(again.message.encoded() == encoded, "what was written is written the same again")
    }
}

private func look(at record: NDEFRecord, depth: Int) {
    require(depth <= NDEFRecord.deepestNesting, "nesting is bounded")
    _ = record.contentFaults
    require(!record.kindName.isEmpty, "every record has a kind")
    _ = record.mediaText
    switch record.content {
    case .smartPoster(let poster): for inner in poster.records { look(at: inner, depth: depth + 1) }
    case .handover(let handover): for inner in handover.records { look(at: inner, depth: depth + 1) }
    default: break
    }
}

private func checkVisible(_ bytes: [UInt8]) {
    let shown = visible(bytes)
    require(!VisibleText.isHostile(shown), "visible text is not hostile")
    require(shown.visible == shown, "visible text stays as it is")
    require(VisibleText.bytes(bytes, as: .ascii).utf8.allSatisfy { 0x20...0x7E ~= $0 }, "the ASCII form is ASCII")
}

private func checkBuilders(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    for encoding in [TextContent.Encoding.utf8, .utf16] {
        guard let record = try? NDEFRecord.text(text, encoding: encoding), case .text(let content) = record.content
        else {
            require(false, "any text can be written")
            return
        }
        let withoutMark = encoding == .utf8 && text.unicodeScalars.first == "\u{FEFF}"
        require(content.text == text || withoutMark, "a text reads as it was written")
    }
    if let record = try? NDEFRecord.uri(text), case .uri(let uri) = record.content {
        require(record.contentFaults.isEmpty, "a URI that was built is sound")
        require((try? NDEFRecord.uri(uri))?.payload == record.payload, "a URI is written the same again")
    }
    if let record = try? NDEFRecord.contact(ContactFields(name: text, note: text)),
        case .vcard(let card) = record.content
    {
        require(card.properties.count <= 5, "a text adds no fields to a contact")
    }
    _ = try? NDEFRecord.wifi(ssid: String(text.prefix(20)), key: text)
    _ = try? NDEFRecord.bluetooth(address: String(text.prefix(17)), name: text)
    _ = try? NDEFRecord.mime(type: text, payload: bytes)
    _ = try? NDEFRecord.external(domain: text, type: text, payload: bytes)
    _ = try? NDEFRecord.aar(package: text)
    _ = try? NDEFRecord.absoluteURI(text)
}
