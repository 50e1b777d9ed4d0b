import CLinux
import Synchronization
import Tags

/// A reader that is not there: APDUs in, APDUs out, with a simulated tag in its field.
///
///     let reader = SimulatedReader(profile: .acr122)
///     reader.insert(tag)
///     let channel = try reader.connect()
///     try channel.transmit([0xFF, 0xB0, 0x00, 0x00, 0x10])
///
/// Safe to use from any thread: an exchange runs alone. Time on air is counted, not waited for, unless `realTime` says so.
public final class SimulatedReader: Sendable {
    /// The kind of reader.
    public let profile: SimulatedProfile
    /// The PC/SC name.
    public let name: String
    private let core: Mutex<ReaderCore>
    private let observers = Mutex<[@Sendable () -> Void]>([])
    private let sleeps = Mutex(false)

    /// A reader without a tag.
    /// - Parameters:
    ///   - profile: What it can do.
    ///   - name: Its name; the profile's own where none is given.
    ///   - seed: Begins the numbers that accidents are drawn from.
    public init(profile: SimulatedProfile, name: String? = nil, seed: UInt64 = 1) {
        self.profile = profile
        self.name = name ?? profile.readerName
        core = Mutex(ReaderCore(profile: profile, seed: seed))
    }

    /// Called after every change of what `slot` says, on the thread that made it, and without a lock held.
    public func observe(_ change: @escaping @Sendable () -> Void) {
        observers.withLock { $0.append(change) }
    }

    /// What a monitor of PC/SC sees.
    public struct Slot: Equatable, Sendable {
        /// The reader is plugged in.
        public var plugged: Bool
        /// A tag is there.
        public var present: Bool
        /// Grows with every arrival and departure.
        public var eventCount: UInt16
        /// The card does not answer.
        public var mute: Bool
        /// Another program has the reader for itself.
        public var exclusive: Bool
        /// The answer to reset.
        public var atr: [UInt8]
    }

    /// What a monitor of PC/SC sees now.
    public var slot: Slot {
        core.withLock {
            Slot(
                plugged: $0.plugged, present: $0.tag != nil, eventCount: $0.eventCount,
                mute: $0.faults.mute && $0.tag != nil, exclusive: $0.faults.sharingViolation,
                atr: $0.faults.mute ? [] : $0.atr)
        }
    }

    /// The tag on the reader.
    public var tag: SimulatedTag? { core.withLock { $0.tag } }

    /// Puts a tag on the reader, in place of the one that is there.
    public func insert(_ tag: SimulatedTag) { change { $0.put(tag) } }

    /// Takes the tag off.
    public func remove() { change { $0.takeAway() } }

    /// Takes the tag off after `frames` more frames on air (at least one), in the middle of the last: if that is a write,
    /// it is torn in the manner of `tear`. Every block from the reader to an ISO-DEP card is a frame: a command of more than its
    /// frame size takes several and is obeyed with the last, an answer of more than the reader's takes one more for each
    /// further part. Where no tag is there, the next one that is put on, from then on.
    public func pull(afterFrames frames: Int) {
        core.withLock { $0.framesToPull = max(1, frames) }
    }

    /// What a torn write leaves; a mix unless told otherwise.
    public var tear: TearManner {
        get { core.withLock { $0.tear } }
        set { core.withLock { $0.tear = newValue } }
    }

    /// What goes wrong on purpose.
    public var faults: SimulatedFaults {
        get { core.withLock { $0.faults } }
        set { change { $0.faults = newValue } }
    }

    /// Another program resets the card: open channels get `cardReset` until they connect anew.
    public func resetByAnotherProgram() {
        core.withLock {
            $0.resets += 1
            $0.powerDown()
            $0.powerUp()
        }
    }

    /// Pulls the reader's plug; the tag stays where it is.
    public func unplug() {
        change {
            $0.plugged = false
            $0.powerDown()
        }
    }

    /// Plugs the reader in again.
    public func plugIn() {
        change {
            $0.plugged = true
            $0.eventCount &+= 1
            $0.powerUp()
        }
    }

    /// Opens a channel to the card. A tag that was left silent or unpowered is selected again.
    public func connect() throws(ChannelError) -> any CardChannel {
        let opened = core.withLock { core -> Result<(UInt16, Int), ChannelError> in
            if let failure = core.obstacle { return .failure(failure) }
            let awake = core.tag?.withSilicon { $0.isAwake } ?? false
            if !awake { core.powerUp() }
            return .success((core.eventCount, core.resets))
        }
        let (epoch, resets) = try opened.get()
        return SimulatedChannel(reader: self, epoch: epoch, resets: resets)
    }

    /// Runs `body` on the reader alone and tells observers when the slot has changed by it.
    func change<R>(_ body: (inout ReaderCore) -> sending R) -> sending R {
        let (result, changed) = core.withLock { core -> sending (R, Bool) in
            let before = core.visibleState
            let result = body(&core)
            return (result, core.visibleState != before)
        }
        if changed {
            for observer in observers.withLock({ $0 }) { observer() }
        }
        return result
    }
}

/// What simulated work has cost.
extension SimulatedReader {
    /// Microseconds on air so far: frames, pauses, programming and waiting in vain.
    public var airMicroseconds: Int { core.withLock { $0.clock.microseconds } }
    /// Microseconds of reader, USB and host so far (measured on an ACR122U, assumed for the others).
    public var hostMicroseconds: Int { core.withLock { $0.hostMicroseconds } }
    /// Both together: what a person would wait.
    public var totalMicroseconds: Int { core.withLock { $0.clock.microseconds + $0.hostMicroseconds } }
    /// Frames sent to the tag so far, selection included.
    public var frames: Int { core.withLock { $0.frames } }
    /// APDUs and control commands so far.
    public var exchanges: Int { core.withLock { $0.exchanges } }

    /// Begins to count anew.
    public func resetCosts() {
        core.withLock {
            $0.clock = AirClock()
            $0.hostMicroseconds = 0
            $0.frames = 0
            $0.exchanges = 0
        }
    }

    /// Exchanges take the time they would take with a real reader; off unless set.
    public var realTime: Bool {
        get { sleeps.withLock { $0 } }
        set { sleeps.withLock { $0 = newValue } }
    }

    /// Lets time pass where exchanges are to take their time.
    func pass(microseconds: Int) {
        if realTime, microseconds > 0 { usleep(UInt32(clamping: microseconds)) }
    }
}

extension ReaderCore {
    /// The part of the state that a monitor sees.
    var visibleState: [AnyHashable] {
        [eventCount, plugged, tag == nil, faults.mute, faults.sharingViolation]
    }

    /// Why nobody can open the card now.
    var obstacle: ChannelError? {
        if !plugged { return .readerGone(code: PCSCCode.readerUnavailable) }
        if faults.sharingViolation { return .sharingViolation(code: PCSCCode.sharingViolation) }
        if tag == nil { return .cardRemoved(code: PCSCCode.noSmartcard) }
        if faults.mute { return .unresponsive(code: PCSCCode.unresponsiveCard) }
        return nil
    }
}

/// The PC/SC codes that failures carry (pcsclite.h).
enum PCSCCode {
    static let sharingViolation: UInt32 = 0x8010_000B
    static let noSmartcard: UInt32 = 0x8010_000C
    static let notTransacted: UInt32 = 0x8010_0016
    static let readerUnavailable: UInt32 = 0x8010_0017
    static let unresponsiveCard: UInt32 = 0x8010_0066
    static let resetCard: UInt32 = 0x8010_0068
    static let removedCard: UInt32 = 0x8010_0069
}
