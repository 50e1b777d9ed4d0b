import Dumps
import NDEF
import Tags

/// Fuzzes dumps: any bytes are opened; what could be opened is written in every format and opened again.
///
/// Our own format must give back the very same dump, the others must at least be opened again as what they are.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDump(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    let opened: OpenedDump
    do throws(DumpError) {
        opened = try Dump.open(bytes, named: "hf-15-E0040108662ED4CF-dump.bin")
    } catch {
        if error.reason.isEmpty || error.advice.isEmpty { fatalError("a refusal without words") }
        return 0
    }
    check(opened)
    for format in DumpFormat.allCases {
        guard let export = try? opened.dump.encoded(as: format) else { continue }
        guard format == .tagdesk else {
            _ = try? Dump.open(export.bytes)
            continue
        }
        // What nobody reads here is named, and nothing else is lost.
        if export.lost.count != opened.dump.leftOut.count { fatalError("our own format loses something") }
        guard let again = try? Dump.open(export.bytes) else { fatalError("our own format is not opened again") }
        if again.dump != opened.dump { fatalError("our own format gives back another dump") }
    }
    return 0
}

/// What must hold whatever the bytes are: every region and every byte of the message lies in the memory.
private func check(_ opened: OpenedDump) {
    let report = opened.dump.report
    if opened.problems.contains(where: \.isEmpty) { fatalError("a problem without words") }
    guard let image = report.image else { return }
    for region in report.regions where region.bytes.upperBound > image.byteCount || region.bytes.isEmpty {
        fatalError("a region outside the memory")
    }
    guard let ndef = report.ndef, let raw = ndef.raw else { return }
    if ndef.memoryRanges.joined().compactMap({ image.byte(at: $0) }) != raw {
        fatalError("the message is not made of the bytes at its ranges")
    }
}
