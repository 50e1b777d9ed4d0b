import NDEF
import Tags

/// Fuzzes the TLV walk: the input is the container's size byte, a page that is unread, and the data area.
///
/// The data lies on an NTAG216, an Ultralight and a chip without a table in turn, so that areas end in different ways.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTLV(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    guard size >= 3 else { return 0 }
    let input = UnsafeBufferPointer(start: data, count: size)
    let chip = [Type2Chip.named("NTAG216"), Type2Chip.named("Ultralight"), nil][Int(input[0]) % 3]
    var memory: [UInt8] = [0x04, 0xA1, 0xB2, 0x9F, 0xC3, 0xD4, 0xE5, 0xF6, 0x04, 0x48, 0, 0, 0xE1, 0x10, input[1], 0]
    memory += input[3...]
    if let chip { memory = Array((memory + Array(repeating: 0, count: chip.pageCount * 4)).prefix(chip.pageCount * 4)) }
    var image = TagImage(pageSize: 4, bytes: memory)
    if input[2] > 3 { image.markUnread(page: Int(input[2]), .protected) }
    let identity = TagIdentity(
        uid: [], type: .type2, chipName: chip?.name ?? "Type 2 tag", chip: chip, identifiedBy: "a fuzzer",
        provenance: .assumed)
    let report = TagReader.report(identity: identity, image: image, authenticated: false)
    guard let ndef = report.ndef else { fatalError("a Type 2 image without an NDEF state") }
    check(ndef, image)
    return 0
}

/// What must hold whatever the bytes are: the message is made of the bytes at its ranges, and those lie in the memory.
private func check(_ ndef: NDEFState, _ image: TagImage) {
    guard let raw = ndef.raw else { return }
    let bytes = ndef.memoryRanges.joined().compactMap { image.byte(at: $0) }
    if bytes != raw { fatalError("the message is not made of the bytes at its ranges") }
    if (ndef.capacity?.maximum ?? 0) > image.byteCount { fatalError("more room than memory") }
}
