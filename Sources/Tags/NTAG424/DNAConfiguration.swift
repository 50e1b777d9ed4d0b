/// One setting of the whole chip (SetConfiguration). Source: NT4H2421Gx data sheet, 10.5.1; NT4H2421Tx for option 07.
public enum DNAConfiguration: Equatable, Sendable {
    /// The chip shows another, random UID at every power-up. Never to be switched off again.
    case randomID
    /// WriteData in several frames is refused in the modes MAC and Full.
    case chainedWritingOff
    /// The chip speaks LRP in place of AES, for good.
    case lrp
    /// What wrong keys do: after `limit` of them, less `decrement` for each right one, the key is closed.
    case failures(enabled: Bool, limit: UInt16, decrement: UInt16)
    /// Strong back modulation, which reaches farther.
    case strongModulation(Bool)
    /// The tamper loop is watched from now on, for good (TagTamper); who may ask for its state.
    case tamper(statusRight: AccessCondition)

    /// The option's number.
    public var option: UInt8 {
        switch self {
        case .randomID: 0x00
        case .chainedWritingOff: 0x04
        case .lrp: 0x05
        case .tamper: 0x07
        case .failures: 0x0A
        case .strongModulation: 0x0B
        }
    }

    /// The data behind the option's number.
    public var data: [UInt8] {
        switch self {
        case .randomID: return [0x02]
        case .chainedWritingOff: return [0x04, 0x00]
        case .lrp: return [0, 0, 0, 0, 0x02, 0, 0, 0, 0, 0]
        case .tamper(let right): return [0x01, right.nibble]
        case .failures(let enabled, let limit, let decrement):
            return [enabled ? 0x01 : 0x00] + [limit, decrement].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        case .strongModulation(let on): return [on ? 0x01 : 0x00]
        }
    }

    /// What can never be undone; `nil` where it can.
    public var consequence: String? {
        switch self {
        case .randomID: "the tag shows a random UID for ever; its own one only after authentication"
        case .lrp: "the tag speaks LRP for ever: readers and services that know AES only cannot use it any more"
        case .tamper: "the tamper loop is watched for ever"
        case .chainedWritingOff, .failures, .strongModulation: nil
        }
    }

    /// Why it is not sent; `nil` where the chip will take it.
    public func problem(tamper: Bool) -> String? {
        switch self {
        case .failures(true, let limit, let decrement):
            if limit == 0 { return "a limit of 0 would close the keys at once" }
            return decrement > limit ? "the decrement is greater than the limit" : nil
        case .tamper(let right):
            if !tamper { return "only NTAG 424 DNA TT has a tamper loop" }
            return right.isReserved ? "the right is \(right.word)" : nil
        default: return nil
        }
    }
}
