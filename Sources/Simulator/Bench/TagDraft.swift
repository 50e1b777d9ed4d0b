import NDEF
import Tags

/// A tag in the making: a chip as delivered, and what is then put into its memory.
struct TagDraft {
    let chip: Type2Chip
    private(set) var memory: [UInt8]
    var counters: [UInt32] = [0, 0, 0]

    init(chip: Type2Chip, uid: [UInt8]) {
        self.chip = chip
        memory = FactoryMemory.image(of: chip, uid: uid)
    }

    /// Puts bytes at a page, from its first byte on; what does not fit is dropped.
    mutating func put(_ bytes: [UInt8], page: Int, byte: Int = 0) {
        for (index, value) in bytes.enumerated() where memory.indices.contains(page * 4 + byte + index) {
            memory[page * 4 + byte + index] = value
        }
    }

    /// Where the NDEF message begins that `write` puts: after the lock control TLV where the chip is delivered with one.
    private var messageTLV: Int {
        let start = chip.userPages.lowerBound * 4
        return memory[start] == 0x01 ? start + 5 : start
    }

    /// Puts a message: TLV, length, message, terminator.
    /// - Returns: Where the message's bytes begin.
    @discardableResult mutating func write(_ message: [UInt8], claiming length: Int? = nil) -> Int {
        let length = length ?? message.count
        let head: [UInt8] =
            length < 0xFF ? [0x03, UInt8(length)] : [0x03, 0xFF, UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF)]
        let start = messageTLV
        put(head + message + [0xFE], page: 0, byte: start)
        return start + head.count
    }

    /// A capability container for chips that are delivered without one: NDEF 1.0, all of user memory, read and write.
    mutating func format() {
        put([0xE1, 0x10, UInt8(clamping: chip.userPages.count * 4 / 8), 0x00], page: 3)
    }

    /// A password and what it guards.
    mutating func protect(password: [UInt8], pack: [UInt8], from page: Int, reading: Bool, limit: UInt8 = 0) {
        guard let configuration = chip.configuration, let passwordPage = configuration.password,
            let packPage = configuration.pack
        else { return }
        put(password, page: passwordPage)
        put(pack, page: packPage)
        put([UInt8(clamping: page)], page: configuration.cfg0, byte: 3)
        put([(reading ? 0x80 : 0) | (limit & 7)], page: configuration.cfg1)
    }

    /// UID and counter mirrored at a byte of the memory, the counter switched on.
    mutating func mirrorUIDAndCounter(at offset: Int) {
        guard let configuration = chip.configuration else { return }
        // Bits 7-6 both, bits 5-4 the byte within the page, bit 2 strong modulation as delivered.
        put([0xC4 | UInt8(offset % 4) << 4, 0x00, UInt8(clamping: offset / 4)], page: configuration.cfg0)
        put([0x10], page: configuration.cfg1)
    }

    /// Every lock bit set, and the container says read only.
    mutating func lockAll() {
        for (page, bit) in chip.lockBits {
            let offset = page * 4 + bit.byte
            if memory.indices.contains(offset) { memory[offset] |= 1 << UInt8(bit.bit & 7) }
        }
        put([0x0F], page: 3, byte: 3)
    }
}
