/// Proves a right to protected pages, by password or by key, and says in words why it did not work.
///
/// No policy: whether a password may be sent at all is decided above.
struct Type2Authentication {
    let session: LinkSession
    let identity: TagIdentity

    /// PWD_AUTH, once.
    /// - Parameter pack: What the tag should answer; `nil` takes whatever it answers.
    func prove(password: [UInt8], pack: [UInt8]?) throws(TagError) {
        guard identity.chip?.authentication == .password else {
            throw .refusedHere(
                reason: "\(identity.chipName) has no 4-byte password",
                advice: "leave the password out, or give the key this chip takes")
        }
        guard password.count == 4 else {
            throw .refusedHere(
                reason: "a password has 4 bytes, this one has \(password.count)",
                advice: "give exactly 4 bytes; nothing is padded or cut")
        }
        let answer: [UInt8]
        do throws(LinkError) {
            try refuseWithoutNativeFrames(0x1B)
            answer = try session.authenticate(password: password)
        } catch {
            throw try refusal(error, command: 0x1B, "PWD_AUTH")
        }
        guard let pack, pack != answer else { return }
        throw .refusedHere(
            reason: "the tag accepts the password but answers another PACK than the one given",
            advice: "this may be another tag than you think; leave the PACK out to go on all the same")
    }

    /// The three passes of AUTHENTICATE.
    func prove(key: [UInt8]) throws(TagError) {
        guard identity.chip?.authentication == .tripleDES else {
            throw .refusedHere(
                reason: "\(identity.chipName) has no 3DES key", advice: "leave the key out, or give its password")
        }
        guard key.count == 16 else {
            throw .refusedHere(
                reason: "the key has 16 bytes, this one has \(key.count)",
                advice: "give exactly 16 bytes; nothing is padded or cut")
        }
        do throws(LinkError) {
            try refuseWithoutNativeFrames(0x1A)
            try session.authenticate(key: key)
        } catch .nonsense {
            throw .refusedByTag(command: 0x1A, page: nil, nak: nil)
        } catch {
            throw try refusal(error, command: 0x1A, "AUTHENTICATE")
        }
    }

    private func refuseWithoutNativeFrames(_ command: UInt8) throws(LinkError) {
        if !session.capabilities.nativeFrames { throw .unsupported(command: command) }
    }

    /// What a failed proof means. After silence, and after a failure that the reader does not tell from it, the tag is asked
    /// whether it is still there.
    private func refusal(_ error: LinkError, command: UInt8, _ name: String) throws(TagError) -> TagError {
        switch error {
        case .unsupported:
            return .refusedHere(
                reason: "this reader cannot send \(name)", advice: "use a reader that passes native frames")
        case .nak(let code?):
            return .refusedByTag(command: command, page: nil, nak: code)
        case .nak(nil), .silence:
            guard session.tagStillAnswers() else { throw .tagLost }
            return .refusedByTag(command: command, page: nil, nak: nil)
        default:
            return error.asTagError
        }
    }
}
