import Tags

/// Finds the profile that works on a reader by trying it on the tag that lies there.
///
/// GET_VERSION is asked once, and its answer kept on the link for the identification that follows. A tag without
/// GET_VERSION refuses it on the best of readers, so that then a native READ decides.
struct ProfileConfirmation {
    let channel: RecoveringChannel
    let counter: TracingChannel
    let pause: (Int) -> Void

    /// What was found.
    struct Outcome {
        var link: ProfiledLink
        /// It holds for this reader and need not be tried again.
        var certain: Bool
        /// The driver refused escape commands.
        var escapeRefused: Bool
    }

    private static let getVersion: [UInt8] = [0x60]
    private static let authenticate: [UInt8] = [0x1A, 0x00]
    private static let readFirst: [UInt8] = [0x30, 0x00]

    /// Tries the profiles in order.
    func confirm(_ candidates: [any ReaderProfile], uid: [UInt8]) throws(LinkError) -> Outcome {
        var escapeRefused = false
        for (number, profile) in candidates.enumerated() {
            let link = ProfiledLink(profile: profile, channel: channel, counter: counter, pause: pause)
            link.uid = uid
            let isLast = number == candidates.count - 1
            do {
                if try profile.capabilities.nativeFrames ? works(link) : reads(link) {
                    return Outcome(link: link, certain: true, escapeRefused: escapeRefused)
                }
            } catch .channel(.controlRefused) {
                escapeRefused = true
            }
            if isLast { return Outcome(link: link, certain: false, escapeRefused: escapeRefused) }
            try link.restart()
        }
        // Unreachable while the table's lists are not empty; a storage link is then right too.
        let link = ProfiledLink(profile: StorageProfile(), channel: channel, counter: counter, pause: pause)
        return Outcome(link: link, certain: false, escapeRefused: escapeRefused)
    }

    /// The tag answers native frames.
    private func works(_ link: ProfiledLink) throws(LinkError) -> Bool {
        do {
            let version = try link.transceive(Self.getVersion, answerLength: nil)
            link.keep(.success(version), for: Self.getVersion)
            return true
        } catch .unsupported(_), .nonsense(_) {
            return false
        } catch .nak(let code) {
            guard try answers(link) else { return false }
            link.keep(.failure(.nak(code)), for: Self.getVersion)
            return true
        } catch .silence {
            guard try answers(link) else { return false }
            link.keep(.failure(.silence), for: Self.getVersion)
            return true
        } catch .wrongLength(_, _) {
            return true
        }
    }

    /// The tag answers a native frame that is no question of its version.
    private func answers(_ link: ProfiledLink) throws(LinkError) -> Bool {
        if try reads(link) { return true }
        return try authenticates(link)
    }

    /// The tag is an Ultralight C that lets nobody read it without its key: it answers AUTHENTICATE. Left half done, that
    /// needs a new selection.
    private func authenticates(_ link: ProfiledLink) throws(LinkError) -> Bool {
        do {
            let answer = try link.transceive(Self.authenticate, answerLength: nil)
            try link.reactivate()
            return answer.count == 9 && answer.first == 0xAF
        } catch .channel(let error) {
            throw .channel(error)
        } catch {
            return false
        }
    }

    /// The tag answers READ of page 0; the answer is kept.
    private func reads(_ link: ProfiledLink) throws(LinkError) -> Bool {
        do {
            let bytes = try link.transceive(Self.readFirst, answerLength: 16)
            link.keep(.success(bytes), for: Self.readFirst)
            return true
        } catch .channel(let error) {
            throw .channel(error)
        } catch {
            return false
        }
    }
}
