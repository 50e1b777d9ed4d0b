/// Lock bytes and the capability container, bit by bit.
extension BytePlace {
    func lockMeaning(_ byte: UInt8?, label: String) -> Meaning {
        let table = (chip?.lockBits ?? Type2Chip.staticLockTable.map { (page: Type2Chip.staticLockPage, bit: $0) })
            .filter { $0.page == page && $0.bit.byte == index }
            .map(\.bit)
        guard !table.isEmpty else { return (unusedLockWords(label), []) }
        guard let byte else { return (label, []) }
        let bits = (0..<8).reversed().map { number in
            let value = byte >> UInt8(number) & 1 == 1
            guard let lock = table.first(where: { $0.bit == number }) else {
                return ByteExplanation.BitMeaning(
                    bit: number, value: value, name: "RFUI", meaning: "reserved, to be left 0", irreversible: true)
            }
            return ByteExplanation.BitMeaning(
                bit: number, value: value, name: lock.name, meaning: lock.meaning(set: value), irreversible: true)
        }
        let set = table.filter { byte >> UInt8($0.bit) & 1 == 1 }
        let summary = set.isEmpty ? "nothing locked here" : set.map { $0.meaning(set: true) }.joined(separator: ", ")
        return ("\(label): \(summary)", bits)
    }

    private func unusedLockWords(_ label: String) -> String {
        if let lock = chip?.dynamicLock, lock.page == page, lock.bits.isEmpty, index < 3 {
            return "\(label), not decoded for this chip"
        }
        if let constant = chip?.dynamicLock?.constantByte3, index == 3 {
            return "reads \(Hex.byte(constant))h on this chip"
        }
        return "no lock bits in this byte"
    }

    func containerMeaning(_ byte: UInt8?) -> Meaning {
        guard let byte else { return ("capability container", []) }
        let words: String
        switch index {
        case 0: words = byte == 0xE1 ? "NDEF magic number" : "no NDEF magic number, which is E1h"
        case 1: words = "version \(byte >> 4).\(byte & 0x0F) of the NDEF mapping"
        case 2: words = "size of the data area: \(Hex.byte(byte))h x 8 = \(Int(byte) * 8) bytes"
        default: words = accessWords(byte)
        }
        let bits = (0..<8).reversed().map { number in
            let value = byte >> UInt8(number) & 1 == 1
            return ByteExplanation.BitMeaning(
                bit: number, value: value, name: "CC",
                meaning: value ? "set for good" : "not set",
                irreversible: true)
        }
        return ("capability container: \(words)", bits)
    }

    private func accessWords(_ byte: UInt8) -> String {
        let read = byte >> 4 == 0 ? "reading is open" : "reading is restricted (\(byte >> 4))"
        switch byte & 0x0F {
        case 0x0: return "\(read), writing is open"
        case 0xF: return "\(read), writing is not allowed"
        default: return "\(read), writing is restricted (\(byte & 0x0F))"
        }
    }
}

extension Type2Chip.LockBit {
    /// The data sheet's name: `L4`, `BL 4-9`, with the container called CC.
    public var name: String {
        let first = pages.lowerBound == 3 ? "CC" : "\(pages.lowerBound)"
        let span = pages.count == 1 ? first : "\(first)-\(pages.upperBound)"
        return kind == .locks ? "L\(pages.count == 1 ? "" : " ")\(span)" : "BL \(span)"
    }

    /// What the bit does with this value.
    public func meaning(set: Bool) -> String {
        let span =
            pages.count == 1
            ? "page \(Hex.address(pages.lowerBound))"
            : "pages \(Hex.address(pages.lowerBound))-\(Hex.address(pages.upperBound))"
        return switch (kind, set) {
        case (.locks, true): "\(span) locked for good"
        case (.locks, false): "\(span) not locked"
        case (.freezes, true): "lock bits of \(span) frozen for good"
        case (.freezes, false): "lock bits of \(span) can still be set"
        }
    }
}
