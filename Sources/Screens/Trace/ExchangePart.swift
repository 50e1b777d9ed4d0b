import Engine

/// One run of bytes that an exchange carried, and which of them must not be seen.
struct ExchangePart: Equatable, Sendable {
    /// What the bytes are.
    enum Kind: String, Sendable {
        case commandAPDU = "APDU out"
        case commandFrame = "frame out"
        case answerFrame = "frame in"
        case answerAPDU = "APDU in"
    }

    var kind: Kind
    var bytes: [UInt8]
    /// The places of `bytes` that hold a secret.
    var secrets: [Range<Int>]

    /// What stands for a byte that must not be seen.
    static let mask = "**"

    func isSecret(_ index: Int) -> Bool { secrets.contains { $0.contains(index) } }

    /// The bytes as two hex digits each, secrets masked; of very many only the first.
    func digits(limit: Int = .max) -> [String] {
        bytes.prefix(limit).enumerated().map { isSecret($0) ? Self.mask : Words.byte($1) }
    }

    /// All bytes on one line, as far as `limit` of them.
    func line(limit: Int = .max) -> String { digits(limit: limit).joined(separator: " ") }
}

extension Exchange {
    /// What went out and came back, in the order things happened: the native frame stands inside the APDU.
    var parts: [ExchangePart] {
        var parts: [ExchangePart] = []
        func add(_ kind: ExchangePart.Kind, _ bytes: [UInt8]?, _ secrets: [Range<Int>]) {
            guard let bytes, !bytes.isEmpty else { return }
            parts.append(ExchangePart(kind: kind, bytes: bytes, secrets: secrets))
        }
        add(.commandAPDU, command, maskedCommand)
        // A native frame lies inside the APDU; what is secret there is found by where it lies.
        add(.commandFrame, nativeCommand, Self.shifted(maskedCommand, from: command, to: nativeCommand ?? []))
        add(.answerFrame, nativeResponse, Self.shifted(maskedResponse, from: response ?? [], to: nativeResponse ?? []))
        add(.answerAPDU, response, maskedResponse)
        return parts
    }

    /// What a person calls command and answer: the frames where there are any, else the APDUs.
    var shownCommand: ExchangePart? {
        parts.first { $0.kind == .commandFrame } ?? parts.first { $0.kind == .commandAPDU }
    }

    /// See `shownCommand`.
    var shownAnswer: ExchangePart? {
        parts.first { $0.kind == .answerFrame } ?? parts.first { $0.kind == .answerAPDU }
    }

    /// The masked ranges of a frame inside an APDU. Where the frame cannot be found in it, all of it counts as secret.
    private static func shifted(_ ranges: [Range<Int>], from outer: [UInt8], to inner: [UInt8]) -> [Range<Int>] {
        guard !ranges.isEmpty else { return [] }
        guard inner.count <= outer.count else { return [0..<inner.count] }
        for start in stride(from: outer.count - inner.count, through: 0, by: -1)
        where outer[start..<start + inner.count].elementsEqual(inner) {
            return ranges.map { $0.lowerBound - start..<$0.upperBound - start }
        }
        return [0..<inner.count]
    }
}
