import NDEF
import Tags

/// Fuzzes the analysis of whole memories: any bytes on any chip, pages missing by a mask, every byte explained.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTagImage(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    guard size >= 4 else { return 0 }
    let input = UnsafeBufferPointer(start: data, count: size)
    let chips: [Type2Chip?] = Type2Chip.all.filter { $0.pageCount <= 64 } + [nil]
    let chip = chips[Int(input[0]) % chips.count]
    // The image need not have the size of the chip: a dump can be cut short or too long.
    var image = TagImage(pageSize: input[1] == 0xFF ? 1 : 4, bytes: Array(input[4...].prefix(300)))
    let reasons: [UnreadReason] = [
        .notTried, .writeOnly, .protected, .refused(nak: nil), .readerCannot, .tagLost, .doesNotExist,
    ]
    if input[2] & 1 == 1 {
        for page in stride(from: Int(input[3]) % 8, to: image.pageCount, by: 1 + Int(input[2] >> 4)) {
            image.markUnread(page: page, reasons[(page + Int(input[3])) % reasons.count])
        }
    }
    let identity = TagIdentity(
        uid: input[1] & 1 == 0 ? [] : Array(input[4...].prefix(Int(input[1] >> 4))), type: .type2,
        chipName: chip?.name ?? "Type 2 tag", chip: chip, identifiedBy: "a fuzzer", provenance: .assumed,
        version: chip?.versions.first)
    let report = TagReader.report(identity: identity, image: image, authenticated: input[2] & 2 == 2)
    _ = report.protectionLines
    for offset in -1...image.byteCount {
        if ByteExplanation.explain(offset: offset, in: report).sentence.isEmpty { fatalError("a byte without a word") }
    }
    for region in report.regions where region.bytes.upperBound > image.byteCount || region.bytes.isEmpty {
        fatalError("a region outside the memory")
    }
    return 0
}
