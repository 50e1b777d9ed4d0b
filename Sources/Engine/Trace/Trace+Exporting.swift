/// A trace in the formats others read.
extension Trace {
    /// The trace as a file of this format. Secrets stay masked in all of them.
    public func exported(as format: TraceFormat) -> TraceExport {
        switch format {
        case .text: TraceExport(bytes: Array(text.utf8), exchanges: exchanges.count)
        case .jsonl: TraceExport(bytes: jsonLines, exchanges: exchanges.count)
        case .pcapng: TraceCapture(self).export
        }
    }

    /// JSON lines, header first.
    private var jsonLines: [UInt8] {
        var bytes = TraceLine.header(program: program ?? "", time: entries.first?.time ?? 0)
        var profiles: [String: String] = [:]
        for entry in entries {
            switch entry {
            case .mark(let mark):
                if case .reader(let profile, _) = mark.event { profiles[mark.reader] = profile }
                bytes += TraceLine.bytes(of: mark)
            case .exchange(let exchange):
                bytes += TraceLine.bytes(of: exchange, profile: profiles[exchange.reader])
            }
        }
        return bytes
    }
}

extension Trace.Entry {
    /// Microseconds since 1970.
    var time: UInt64 {
        switch self {
        case .exchange(let exchange): exchange.time
        case .mark(let mark): mark.time
        }
    }
}
