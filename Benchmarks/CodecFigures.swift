import NDEF

/// How fast NDEF messages are decoded and encoded.
enum CodecFigures {
    /// One message and its speeds in megabytes (10^6) a second.
    struct Figure {
        var bytes: Int
        var decode: Double
        var encode: Double
    }

    /// Messages of 16 B, 800 B and 32 KB.
    static func measure() -> [Figure] {
        [message(of: 16), message(of: 800), message(of: 32_768)].map { message in
            let bytes = message.encoded()
            return Figure(
                bytes: bytes.count,
                decode: speed(bytes: bytes.count) { NDEFMessage.decode(bytes).records.count },
                encode: speed(bytes: bytes.count) { message.encoded().count })
        }
    }

    /// The figures as text.
    static func table(_ figures: [Figure]) -> String {
        var table = Table(["NDEF message", "decode MB/s", "encode MB/s"])
        for figure in figures {
            table.add(["\(figure.bytes) bytes", oneDigit(figure.decode), oneDigit(figure.encode)])
        }
        return table.text
    }

    /// A message of about so many bytes: a link, then texts and data as they are met.
    private static func message(of size: Int) -> NDEFMessage {
        var records = [NDEFRecord(tnf: .wellKnown, type: "U", payload: Bytes([4] + Array("example.com".utf8)))]
        var room = size - NDEFMessage(records).encoded().count
        while room > 8 {
            let payload = min(room - 8, records.count.isMultiple(of: 2) ? 200 : 900)
            if payload < 4 { break }
            records.append(
                NDEFRecord(
                    tnf: .wellKnown, type: "T",
                    payload: Bytes([2] + Array("en".utf8) + Array(repeating: UInt8(ascii: "x"), count: payload - 3))))
            room = size - NDEFMessage(records).encoded().count
        }
        return NDEFMessage(records)
    }

    /// The best of five rounds of a tenth of a second: what the machine can do when it does nothing else.
    private static func speed(bytes: Int, _ work: () -> Int) -> Double {
        (0..<5).map { _ in
            var (rounds, sink) = (0, 0)
            let start = seconds()
            var end = start
            while end - start < 0.1 {
                for _ in 0..<64 { sink &+= work() }
                rounds += 64
                end = seconds()
            }
            return sink == 0 ? 0 : Double(bytes * rounds) / (end - start) / 1e6
        }.max() ?? 0
    }
}
