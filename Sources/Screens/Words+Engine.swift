import Engine
import Tags

extension Words {
    /// How pcscd is, in a few words.
    static func service(_ state: ServiceState) -> String {
        switch state {
        case .running: "pcscd is running"
        case .unreachable: "pcscd cannot be reached"
        case .notAuthorized: "pcscd does not let this user in"
        }
    }

    /// Why a call to the reader failed, in a few words with the raw code.
    static func failure(_ error: ChannelError) -> String {
        switch error {
        case .cardRemoved(let code): "the tag is no longer there" + raw(code)
        case .cardReset(let code): "another program reset the tag" + raw(code)
        case .unresponsive(let code): "the tag does not answer" + raw(code)
        case .readerGone(let code): "the reader was unplugged" + raw(code)
        case .sharingViolation(let code): "another program is using this reader" + raw(code)
        case .serviceGone(let code): "pcscd is gone" + raw(code)
        case .notAuthorized(let code): "pcscd refuses this user" + raw(code)
        case .controlRefused(let code): "the driver passes no reader commands on" + raw(code)
        case .communication(let code): "the answer was damaged on its way" + raw(code)
        case .cancelled: "cancelled"
        case .failed(let code): "the call failed" + raw(code)
        }
    }

    private static func raw(_ code: UInt32) -> String { " (" + "0x" + String(code, radix: 16, uppercase: true) + ")" }
}

extension EngineError {
    /// What happened, in one sentence.
    var whatHappened: String {
        switch self {
        case .noReader(let wanted): wanted.map { "no reader with \($0) in its name" } ?? "no reader is connected"
        case .noTag(_, let seconds): "no tag came within \(Words.count(seconds, "second"))"
        case .refusedHere(let reason, _): "refused here: \(reason)"
        case .refusedByTag(let command, let page, let raw):
            "the tag refused command \(Words.byte(command))"
                + (page.map { " at page \(Words.page($0))" } ?? "") + (raw.isEmpty ? "" : ": \(Words.bytes(raw))")
        case .tagLost(let during): "the tag went away while \(during)"
        case .readerFailed(let reader, let reason, _, _): "\(reader): \(reason)"
        case .readerBusy: "another program is using this reader"
        case .service(let state): Words.service(state)
        case .cancelled: "cancelled"
        }
    }

    /// What to do next, in one sentence.
    var whatToDo: String {
        switch self {
        case .noReader: "Connect a reader."
        case .noTag, .tagLost: "Put the tag on the reader and leave it there."
        case .refusedHere(_, let advice): advice
        case .refusedByTag: "Look at the protection of the tag."
        case .readerFailed: "Take the tag off, put it on again and read once more."
        case .readerBusy: "Close the other program; this one goes on by itself."
        case .service: "Start pcscd."
        case .cancelled: "Read again when you like."
        }
    }
}
