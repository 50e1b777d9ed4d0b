import CLinux
import Tags

/// The reader seen from pcscd's side of a vpcd: the card answers for the reader as well.
extension SimulatedReader {
    /// What is to be sent back, or `nil` where a message has no answer.
    func respond(to message: VPCDMessage) -> [UInt8]? {
        switch message {
        case .powerOff:
            change { $0.powerDown() }
            return nil
        case .powerOn:
            change { if !$0.fieldOn || $0.selected == nil { $0.powerUp() } }
            return nil
        case .reset:
            change { core in _ = core.warmReset() }
            return nil
        case .askATR: return slot.atr
        case .apdu(let bytes):
            let (answer, spent) = change { $0.faults.mute ? ([], 0) : $0.exchange(bytes) }
            pass(microseconds: spent)
            // A card that went away in the middle answers nothing; one that is there but lost has an empty answer.
            return answer ?? (tag == nil ? nil : [])
        case .unknown: return nil
        }
    }
}
