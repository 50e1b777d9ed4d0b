extension ContentReading {
    /// A Smart Poster: a message of URI, titles, action, size and type. Source: RTD Smart Poster 1.1, 3.
    static func smartPoster(_ payload: Bytes, nesting: UInt8) -> ContentReading {
        let (inner, problems) = NDEFMessage.decodeInner(payload, nesting: nesting, offset: 0, of: "poster")
        var poster = SmartPosterContent(records: inner)
        var reading = ContentReading(.unknown)
        reading.problems = problems
        for record in inner { reading.add(record, to: &poster) }
        if Set(poster.titles.map(\.language)).count < poster.titles.count {
            reading.problems.warn(at: 0, "the poster has more than one title in the same language")
        }
        if poster.uri == nil { reading.problems.warn(at: 0, "the poster has no URI record") }
        reading.content = .smartPoster(poster)
        return reading
    }

    private mutating func add(_ record: NDEFRecord, to poster: inout SmartPosterContent) {
        guard record.tnf == .wellKnown else { return }
        if record.type.equals("U"), case .uri(let uri) = record.content {
            if poster.uri == nil {
                poster.uri = uri
            } else {
                problems.warn(at: 0, "the poster has more than one URI record; the first counts")
            }
        } else if record.type.equals("T"), case .text(let title) = record.content {
            poster.titles.append(title)
        } else if record.type.equals("act") {
            poster.action = record.payload.byte(at: 0)
            if record.payload.count != 1 {
                problems.warn(at: 0, "the poster's action record is \(record.payload.count) bytes long, not 1")
            } else if let action = poster.action, action > 2 {
                problems.warn(at: 0, "the poster's action \(action) is reserved")
            }
        } else if record.type.equals("s") {
            guard record.payload.count == 4 else {
                problems.warn(at: 0, "the poster's size record is \(record.payload.count) bytes long, not 4")
                return
            }
            poster.size = record.payload.reduce(0) { $0 << 8 | UInt32($1) }
        } else if record.type.equals("t") {
            poster.mediaType = record.payload.utf8Repaired
            if record.payload.utf8 == nil { problems.warn(at: 0, "the poster's type record is not valid UTF-8") }
        }
    }
}

extension NDEFMessage {
    /// Decodes the message inside a record: what is wrong in it does not make the outer record unreadable, unless
    /// nothing in it could be read.
    ///
    /// - Parameter offset: Where the inner message begins in the outer payload.
    static func decodeInner(
        _ bytes: Bytes, nesting: UInt8, offset: Int, of name: String
    ) -> (records: [NDEFRecord], problems: ProblemList) {
        let decoding = decode(bytes, insideNesting: nesting)
        var problems = ProblemList()
        for problem in decoding.problems {
            problems.add(
                decoding.records.isEmpty ? problem.severity : .warning, at: offset + problem.offset
            ) { "inside the \(name): \(problem.sentence)" }
        }
        return (decoding.records.map(\.record), problems)
    }
}
