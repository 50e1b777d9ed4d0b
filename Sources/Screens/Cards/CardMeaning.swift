import Engine
import Tags

/// What an exchange with an NTAG 424 DNA or another card told, beyond command and status word.
enum CardMeaning {
    /// One line of what the answer says, or of what to do where it is a refusal; `nil` where the title says enough.
    static func words(of exchange: Exchange) -> String? {
        let apdu = exchange.command
        guard case .transmit = exchange.kind, apdu.count >= 4, apdu[0] == 0x90 || apdu[0] == 0x00,
            let answer = exchange.response, let (data, status) = StatusWord.split(answer)
        else { return nil }
        guard apdu[0] == 0x90, let command = DNACommand(rawValue: apdu[1]) else {
            return status.isOK ? nil : status.explanation
        }
        if status == .moreFrames { return more(command, data) }
        guard status.isOK || status == 0x9190 else { return command.advice(on: status) ?? status.explanation }
        return told(command, data)
    }

    private static func more(_ command: DNACommand, _ data: [UInt8]) -> String? {
        switch command {
        case .authenticateFirst, .authenticateNonFirst:
            data.count == 17
                ? "the tag's challenge, in LRP, to be answered with the key"
                : "the tag's challenge, to be answered with the key"
        default: nil
        }
    }

    private static func told(_ command: DNACommand, _ data: [UInt8]) -> String? {
        switch command {
        case .getKeyVersion:
            return data.first.map { $0 == 0 ? "version 00: the factory's key (assumed)" : "version \(Words.byte($0))" }
        case .getFileSettings:
            guard let settings = FileSettings(data) else { return nil }
            let link = settings.sdm.map { "; mirrors \($0.mirrorWords)" } ?? ""
            return "\(settings.access.sentence); \(settings.mode.word), \(Words.count(settings.size, "byte"))\(link)"
        case .getFileCounters:
            guard data.count == 5 else { return nil }
            return "the link was read \(Int(data[0]) | Int(data[1]) << 8 | Int(data[2]) << 16) times"
        case .readSignature: return "the originality signature, \(Words.count(data.count, "byte"))"
        case .additionalFrame where data.count == 32:
            return "the tag took the key, and proves that it knows it too"
        case .changeKey: return "the tag took the new key"
        default: return nil
        }
    }
}
