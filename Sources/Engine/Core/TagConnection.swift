import Tags

/// One connection to the tag on a reader, from connect to disconnect, in a transaction of its own.
///
/// Belongs to the reader's worker thread. Nothing of it lives on between two works, so that other programs may use the reader.
final class TagConnection {
    let channel: RecoveringChannel
    let trace: TracingChannel
    private let pause: (Int) -> Void
    private(set) var link: ProfiledLink?
    /// The tag must be reset when we leave: it holds a right that a password gave.
    var leavesAuthenticated = false

    static let getUID: [UInt8] = [0xFF, 0xCA, 0x00, 0x00, 0x00]

    /// Connects and keeps other programs out until `close`.
    init(
        _ raw: any CardChannel, reader: String, pause: @escaping (Int) -> Void, gate: @escaping () -> ChannelError?,
        nextNumber: @escaping () -> UInt64, emit: @escaping (Exchange) -> Void
    ) throws(ChannelError) {
        trace = TracingChannel(raw, reader: reader, gate: gate, nextNumber: nextNumber, emit: emit)
        channel = RecoveringChannel(trace)
        self.pause = pause
        do {
            try channel.beginTransaction()
        } catch {
            channel.disconnect(reset: false)
            throw error
        }
    }

    /// Makes the link in the way that works on this reader.
    /// - Parameters:
    ///   - candidates: The profiles to try; one where that is settled.
    ///   - settled: The profile is known to work.
    /// - Returns: What trying showed, `nil` where nothing had to be tried or the tag could not tell.
    func open(_ candidates: [any ReaderProfile], settled: Bool) throws(LinkError) -> ProfileConfirmation.Outcome? {
        let uid = try firstLook()
        if !settled, candidates.count > 1, Self.isType2(channel.atr) {
            let confirmation = ProfileConfirmation(channel: channel, counter: trace, pause: pause)
            let outcome = try confirmation.confirm(candidates, uid: uid)
            link = outcome.link
            return outcome
        }
        let link = ProfiledLink(
            profile: candidates.first ?? StorageProfile(), channel: channel, counter: trace, pause: pause)
        link.uid = uid
        self.link = link
        return nil
    }

    /// The tag is still there; it is selected anew where a NAK left it silent.
    func isTagThere() -> Bool {
        guard let link, link.isSilent else { return true }
        do {
            try link.restart()
            return true
        } catch {
            return false
        }
    }

    /// Ends session, transaction and connection.
    func close() {
        trace.isGated = false
        link?.closeSession()
        channel.endTransaction()
        channel.disconnect(reset: leavesAuthenticated || link?.isSilent == true)
    }

    /// The UID, asked once and kept for the identification. A card that fails the very first command is not there: drivers
    /// report ghosts.
    private func firstLook() throws(LinkError) -> [UInt8] {
        do {
            let answer = try channel.prefetch(Self.getUID)
            guard let (uid, word) = StatusWord.split(answer), word == StatusWord.ok else { return [] }
            return uid
        } catch .communication(let code) {
            throw .channel(.cardRemoved(code: code))
        } catch {
            throw .channel(error)
        }
    }

    /// The reader takes it for a Type 2 tag (storage card names of PC/SC part 3; FFh and SAK where it has no name).
    private static func isType2(_ atr: [UInt8]) -> Bool {
        guard let card = AnswerToReset(atr).storageCard, card.standard <= 0x03 else { return false }
        return [0x0000, 0x0003, 0x003A, 0x003D, 0xFF00].contains(card.name)
    }
}
