import Tags

@testable import Engine

/// Exchanges for tests of traces.
enum TraceSample {
    static func exchange(
        _ number: UInt64, reader: String = "ACS ACR122U", kind: Exchange.Kind = .transmit, _ command: String,
        _ response: String?, masked: [Range<Int>] = [], frame: String? = nil, answer: String? = nil,
        failure: ChannelError? = nil, meaning: String = "READ 04: 16 bytes"
    ) -> Exchange {
        Exchange(
            number: number, reader: reader, kind: kind, command: hex(command), maskedCommand: masked,
            response: response.map(hex), failure: failure, nativeCommand: frame.map(hex),
            nativeResponse: answer.map(hex),
            meaning: meaning, time: 1_796_040_000_000_000 + number * 1000, duration: 700)
    }

    /// One of each kind.
    static let all: [Exchange] = [
        exchange(1, "FFCA000000", "04E10CDA993C809000", meaning: "GET UID: 7 bytes"),
        exchange(
            2, "FF00000003D44260", "D543000004040201000F039000", frame: "60", answer: "0004040201000F03",
            meaning: "GET_VERSION: 8 bytes"),
        exchange(
            3, "FF00000007D4421B00000000", "D5430000009000", masked: [8..<12], frame: "1B00000000", answer: "0000",
            meaning: "PWD_AUTH: 2 bytes"),
        exchange(4, kind: .reconnect, "", nil, meaning: "reconnect: the tag was powered anew"),
        exchange(5, kind: .control(code: 0x4200_0001), "E0000018 00", "E100", meaning: "reader command 42000001: done"),
        exchange(
            6, "FF00000009D44001A20403101112", nil, frame: "A20403101112", failure: .cardRemoved(code: 0x8010_0069),
            meaning: "WRITE 04: the tag was removed"),
        exchange(
            7, reader: "Lecteur d\u{2019}\u{E9}t\u{E9} \"2\"", "00A4040007D276000085010100", "9000",
            meaning: "SELECT the application NDEF: done"),
        exchange(
            8, "FF00000004D4423902", "D543029000", frame: "3902", meaning: "READ_CNT 02: refused or damaged (9000)"),
    ]

    static let marks: [TraceMark] = [
        TraceMark(
            time: 1_796_040_000_000_000, reader: "ACS ACR122U",
            event: .reader(profile: "acr122", atr: hex("3B8F8001804F0CA0000003060300030000000068"))),
        TraceMark(
            time: 1_796_040_000_000_000, reader: "ACS ACR122U",
            event: .tag(
                uid: hex("04E10CDA993C80"), chip: "NTAG213", atr: hex("3B8F8001804F0CA0000003060300030000000068"))),
        TraceMark(time: 1_796_040_000_009_000, reader: "ACS ACR122U", event: .tagLeft),
        TraceMark(time: 1_796_040_000_009_500, reader: "ACS ACR122U", event: .reader(profile: "acr122", atr: nil)),
    ]

    static var trace: Trace {
        Trace(
            program: "1.2",
            entries: marks.prefix(2).map { .mark($0) } + all.map { .exchange($0) }
                + marks.dropFirst(2).map { .mark($0) })
    }
}
