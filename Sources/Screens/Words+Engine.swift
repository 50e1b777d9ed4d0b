import Engine
import Tags

extension EngineError {
    /// It asks for the typed UID.
    var asksConfirmation: Bool { if case .needsConfirmation = self { true } else { false } }
}

extension Words {
    /// How pcscd is, in a few words.
    static func service(_ state: ServiceState) -> String { "pcscd " + state.predicate }

    /// Why a call to the reader failed, in a few words with the raw code.
    static func failure(_ error: ChannelError) -> String {
        switch error {
        case .cardRemoved(let code): "the tag is no longer there" + raw(code)
        case .cardReset(let code): "another program reset the tag" + raw(code)
        case .unresponsive(let code): "the tag does not answer" + raw(code)
        case .readerGone(let code): "the reader was unplugged" + raw(code)
        case .sharingViolation(let code): "another program is using this reader" + raw(code)
        case .serviceGone(let code): service(.unreachable) + raw(code)
        case .notAuthorized(let code): service(.notAuthorized) + raw(code)
        case .controlRefused(let code): "the driver passes no reader commands on" + raw(code)
        case .communication(let code): "the answer was damaged on its way" + raw(code)
        case .cancelled: "cancelled"
        case .notInTrace: "not in the trace"
        case .failed(let code): "the call failed" + raw(code)
        }
    }

    private static func raw(_ code: UInt32) -> String { " (" + "0x" + String(code, radix: 16, uppercase: true) + ")" }
}
