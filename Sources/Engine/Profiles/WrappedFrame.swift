/// Finds the native frame in a command that anybody may have typed, in the way of any reader that is known.
///
/// A reader's own profile knows its own way; a person at the console may use another, and what is secret or cannot be undone is so in
/// every wrapping.
enum WrappedFrame {
    /// The frame in an APDU or an escape; `nil` where there is none.
    static func find(in command: [UInt8]) -> CarriedFrame? {
        if let frame = pn532(command) { return frame }
        // What begins with D4 is a command to the PN532 itself.
        if command.starts(with: direct), command.count > 5, command[5] == 0xD4 { return nil }
        for profile in profiles { if let frame = profile.frame(in: command) { return frame } }
        return nil
    }

    private static let direct: [UInt8] = [0xFF, 0x00, 0x00, 0x00]
    private static let profiles: [any ReaderProfile] = [
        Part3Profile(), PassThroughProfile.springCard, PassThroughProfile.omnikey21, StorageProfile(),
        PassThroughProfile.acr1252,
    ]

    /// InDataExchange with any target, and InCommunicateThru, also without the reader's head, as escapes have them.
    static func pn532(_ command: [UInt8]) -> CarriedFrame? {
        let start = command.starts(with: direct) ? 5 : 0
        guard command.count > start + 2, command[start] == 0xD4 else { return nil }
        let offset: Int
        switch command[start + 1] {
        case 0x40: offset = start + 3
        case 0x42: offset = start + 2
        default: return nil
        }
        guard command.count > offset else { return nil }
        return CarriedFrame(bytes: Array(command[offset...]), offset: offset)
    }
}
