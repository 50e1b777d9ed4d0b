import Engine

/// Fuzzes the reader of trace files: what it takes is exported in every format, read back, and played.
///
/// The input is a file; one whose first line says nothing gets that line, so that fuzzing need not find it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTrace(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: data, count: size))
    let header = Array("{\"schema\":\"tagdesk-trace\",\"version\":1}\n".utf8)
    for bytes in [input, header + input] {
        guard let trace = try? Trace(bytes) else { continue }
        check(trace)
    }
    return 0
}

/// What must hold whatever the bytes are.
private func check(_ trace: Trace) {
    guard let again = try? Trace(trace.exported(as: .jsonl).bytes) else {
        fatalError("an export that cannot be opened")
    }
    if again.entries != trace.entries { fatalError("an export that holds something else") }
    if trace.exported(as: .text).exchanges != trace.exchanges.count { fatalError("exchanges lost in text") }
    _ = trace.exported(as: .pcapng)
    let store = TraceStore(trace)
    let window = store.window(TraceFilter(text: "00", failuresOnly: true), first: 0, count: 10)
    if window.matching > window.total || window.total != trace.exchanges.count {
        fatalError("exchanges lost in the list")
    }
    guard let source = ReplaySource(trace) else { return }
    for tag in source.recorded {
        guard let channel = try? source.connect(to: tag.reader + ReplaySource.mark) else { continue }
        for exchange in tag.exchanges { _ = try? channel.transmit(exchange.command) }
    }
}
