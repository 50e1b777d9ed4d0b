@testable import Tags

/// A Type 2 memory that answers the reading commands by the data sheets: roll-over, AUTH0, mute after a NAK. Written for these
/// tests from the facts, apart from the simulator and from the reader under test.
final class ModelTag: TagLink {
    var capabilities: LinkCapabilities
    private(set) var activations = 1
    private(set) var exchanges = 0
    private(set) var frames: [String] = []

    var memory: [UInt8]
    var version: [UInt8]?
    var hasFastRead = true
    /// READ and FAST_READ from this page on need the password.
    var protectedFrom: Int?
    /// The last page that READ answers, where keys follow it.
    var lastReadable: Int
    var password: [UInt8]?
    var signature: [UInt8]?
    var counter: [UInt8]?
    var answersTripleDES = false
    /// The tag leaves the field before this exchange.
    var leavesBefore: Int?

    private var mute = false
    private var authenticated = false

    init(memory: [UInt8], version: String? = nil, capabilities: LinkCapabilities? = nil) {
        self.memory = memory
        self.version = version.flatMap(Hex.bytes)
        self.capabilities =
            capabilities ?? LinkCapabilities(nativeFrames: true, maximumAnswer: 250, seesNAKCode: true)
        lastReadable = memory.count / 4 - 1
    }

    func reactivate() throws(LinkError) {
        if gone { throw .channel(.cardRemoved(code: 0x8010_0069)) }
        mute = false
        authenticated = false
        activations += 1
    }

    func transceivePassive(_ frame: [UInt8]) throws(LinkError) { throw .silence }

    func transceive(_ frame: [UInt8], answerLength: Int?) throws(LinkError) -> [UInt8] {
        if gone { throw .channel(.cardRemoved(code: 0x8010_0069)) }
        exchanges += 1
        frames.append(Hex.string(frame))
        if mute { throw .silence }
        guard capabilities.nativeFrames || frame.first == 0x30 else { throw .unsupported(command: frame.first ?? 0) }
        if let answer = answer(to: frame) { return answer }
        mute = true
        throw .nak(capabilities.seesNAKCode ? 0 : nil)
    }

    private var gone: Bool { leavesBefore.map { exchanges >= $0 } ?? false }

    private var limit: Int {
        guard let page = protectedFrom, !authenticated else { return lastReadable + 1 }
        return min(page, lastReadable + 1)
    }

    private func answer(to frame: [UInt8]) -> [UInt8]? {
        switch frame.first {
        case 0x30 where frame.count == 2: read(Int(frame[1]))
        case 0x3A where frame.count == 3 && hasFastRead: fastRead(Int(frame[1]), Int(frame[2]))
        case 0x60 where frame.count == 1: version
        case 0x3C where frame == [0x3C, 0x00]: signature
        case 0x39 where frame == [0x39, 0x02]: counter
        case 0x1A where frame == [0x1A, 0x00] && answersTripleDES: [0xAF, 1, 2, 3, 4, 5, 6, 7, 8]
        case 0x1B: authenticate(Array(frame.dropFirst()))
        default: nil
        }
    }

    private func read(_ page: Int) -> [UInt8]? {
        guard page < limit else { return nil }
        return (page..<page + 4).flatMap { bytes(at: $0 % limit) }
    }

    private func fastRead(_ first: Int, _ last: Int) -> [UInt8]? {
        guard first <= last, last < limit, (last - first + 1) * 4 <= capabilities.maximumAnswer else { return nil }
        return (first...last).flatMap { bytes(at: $0) }
    }

    private func authenticate(_ given: [UInt8]) -> [UInt8]? {
        guard let password, given == password else { return nil }
        authenticated = true
        return [0x12, 0x34]
    }

    private func bytes(at page: Int) -> [UInt8] { Array(memory[page * 4..<page * 4 + 4]) }
}

extension ModelTag {
    /// A chip as delivered, with this UID; PWD and PACK read as zeros.
    static func fresh(_ name: String, uid: String = "04A1B2C3D4E5F6") -> ModelTag? {
        guard let chip = Type2Chip.named(name), let uid = Hex.bytes(uid),
            let serial = SerialNumber.memory(of: uid, layout: chip.serialLayout)
        else { return nil }
        var memory = [UInt8](repeating: 0, count: chip.pageCount * 4)
        memory.replaceSubrange(0..<10, with: serial)
        memory.replaceSubrange(12..<16, with: chip.factoryPage3 ?? [0, 0, 0, 0])
        if let user = chip.factoryUser { memory.replaceSubrange(16..<16 + user.count, with: user) }
        if let lock = chip.dynamicLock, let constant = lock.constantByte3 { memory[lock.page * 4 + 3] = constant }
        if let configuration = chip.configuration {
            memory.replaceSubrange(configuration.cfg0 * 4..<configuration.cfg0 * 4 + 4, with: configuration.factoryCFG0)
            memory.replaceSubrange(configuration.cfg1 * 4..<configuration.cfg1 * 4 + 4, with: configuration.factoryCFG1)
        }
        let tag = ModelTag(memory: memory, version: chip.versions.first.map { Hex.string($0) })
        tag.hasFastRead = chip.commands.contains(.fastRead)
        tag.lastReadable = chip.readablePageCount - 1
        tag.answersTripleDES = chip.authentication == .tripleDES
        return tag
    }
}
