/// The leakage-resilient primitive of NXP (AN12304) under one key: a function, an encryption and a MAC made of AES-128 alone,
/// in which no AES key is used for more than two blocks.
///
/// ```swift
/// let lrp = LRP(key: sessionMaster)
/// let mac = lrp?.mac(of: message)                              // CMAC-LRP under the first updated key
/// let sent = lrp?.encrypt(padded, counter: &counter, updatedKey: 1)
/// ```
/// A MAC over one block takes 33 AES key schedules (about 10 µs); the plaintexts of a key are made once, with 17. Belongs to
/// one thread. Source: NXP AN12304 rev 1.1.
public final class LRP {
    /// So many updated keys are asked for in NXP's own examples; protocols use the first two.
    public static let updatedKeyCount = 4

    private let aes: BlockAES
    private let inverse: BlockAES
    private(set) var plaintexts = [AESBlock](repeating: AESBlock(), count: 16)
    private(set) var updatedKeys: [AESBlock]
    /// The value of the function at zero, from which CMAC's subkeys come; made when first needed.
    private var zeroValues: [AESBlock?]

    /// The plaintexts and updated keys of a key; `nil` for a key that is not 16 bytes long, or without libcrypto's AES.
    /// - Parameter updatedKeys: How many updated keys are wanted.
    public init?(key: [UInt8], updatedKeys: Int = LRP.updatedKeyCount) {
        guard let key = AESBlock(bytes: key), let aes = BlockAES(), let inverse = BlockAES(.decrypting) else {
            return nil
        }
        self.aes = aes
        self.inverse = inverse
        self.updatedKeys = Array(repeating: AESBlock(), count: max(1, updatedKeys))
        zeroValues = Array(repeating: nil, count: max(1, updatedKeys))
        use(key)
        if aes.isBroken { return nil }
    }

    /// Goes on under another key, without a new context.
    func use(_ key: AESBlock) {
        aes.use(key)
        var chain = aes(.filled(0x55))
        var updates = aes(.filled(0xAA))
        for index in plaintexts.indices {
            plaintexts[index] = aes(.filled(0xAA), under: chain)
            chain = aes(.filled(0x55))
        }
        for index in updatedKeys.indices {
            updatedKeys[index] = aes(.filled(0xAA), under: updates)
            updates = aes(.filled(0x55))
            zeroValues[index] = nil
        }
    }

    /// libcrypto refused a call: what was computed may not be used.
    var isBroken: Bool { aes.isBroken || inverse.isBroken }

    /// EvalLRP (AN12304, algorithm 3).
    /// - Parameters:
    ///   - nibbles: The input, each 0-15, most significant first.
    ///   - updatedKey: Which of the updated keys, from 0.
    ///   - finalizing: One more step at the end, as encryption and MAC want it.
    /// - Returns: 16 bytes; `nil` for a nibble or key that does not exist.
    public func evaluate(_ nibbles: [UInt8], updatedKey: Int = 0, finalizing: Bool = true) -> [UInt8]? {
        guard updatedKeys.indices.contains(updatedKey), nibbles.allSatisfy({ $0 < 16 }) else { return nil }
        let value = value(at: nibbles, from: updatedKeys[updatedKey], finalizing: finalizing)
        return isBroken ? nil : value.bytes
    }

    private func value(at nibbles: [UInt8], from start: AESBlock, finalizing: Bool = true) -> AESBlock {
        var value = start
        for nibble in nibbles { value = aes(plaintexts[Int(nibble & 0x0F)], under: value) }
        return finalizing ? aes(AESBlock(), under: value) : value
    }

    private func value(at block: AESBlock, from start: AESBlock) -> AESBlock {
        var value = start
        for lane in 0..<16 {
            value = aes(plaintexts[Int(block[lane] >> 4)], under: value)
            value = aes(plaintexts[Int(block[lane] & 0x0F)], under: value)
        }
        return aes(AESBlock(), under: value)
    }
}

// MARK: - Encryption

extension LRP {
    /// LRICB encryption (AN12304, algorithm 4) of whole blocks; the counter goes on by one a block.
    /// - Returns: As many bytes; `nil` for data that is no whole blocks, or a key that does not exist.
    public func encrypt(_ data: [UInt8], counter: inout LRPCounter, updatedKey: Int = 0) -> [UInt8]? {
        blocks(data, counter: &counter, updatedKey: updatedKey, with: aes)
    }

    /// LRICB decryption; the parameters are those of `encrypt`.
    public func decrypt(_ data: [UInt8], counter: inout LRPCounter, updatedKey: Int = 0) -> [UInt8]? {
        blocks(data, counter: &counter, updatedKey: updatedKey, with: inverse)
    }

    /// One block, without an array for it.
    func decrypt(_ block: AESBlock, counter: LRPCounter, updatedKey: Int) -> AESBlock {
        guard updatedKeys.indices.contains(updatedKey) else { return AESBlock() }
        return inverse(block, under: value(at: counter.nibbles, from: updatedKeys[updatedKey]))
    }

    private func blocks(
        _ data: [UInt8], counter: inout LRPCounter, updatedKey: Int, with cipher: BlockAES
    ) -> [UInt8]? {
        guard updatedKeys.indices.contains(updatedKey), data.count.isMultiple(of: 16) else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(data.count)
        for start in stride(from: 0, to: data.count, by: 16) {
            let key = value(at: counter.nibbles, from: updatedKeys[updatedKey])
            result += cipher(AESBlock(zeroPadded: data[start..<start + 16]), under: key).bytes
            counter.advance()
        }
        return isBroken ? nil : result
    }
}

// MARK: - MAC

extension LRP {
    /// CMAC-LRP (AN12304, algorithm 5): CMAC with this function in place of the block cipher.
    /// - Returns: 16 bytes; none at all for a key that does not exist or where libcrypto refuses, which equal no MAC.
    public func mac(of message: [UInt8], updatedKey: Int = 0) -> [UInt8] {
        guard updatedKeys.indices.contains(updatedKey) else { return [] }
        let mac = macBlock(of: message, updatedKey: updatedKey)
        return isBroken ? [] : mac.bytes
    }

    /// The MAC as a block, for keys that follow from it.
    func macBlock(of message: [UInt8], updatedKey: Int) -> AESBlock {
        let start = updatedKeys[updatedKey]
        let subkey = subkey(updatedKey)
        // The last block is always one of its own, also when it is full; an empty message has one, of padding only.
        let lastStart = max(0, (message.count - 1) / 16 * 16)
        var chain = AESBlock()
        for offset in stride(from: 0, to: lastStart, by: 16) {
            chain = value(at: chain ^ AESBlock(zeroPadded: message[offset..<offset + 16]), from: start)
        }
        let rest = message[lastStart...]
        var last = AESBlock(zeroPadded: rest)
        if rest.count == 16 {
            last ^= subkey
        } else {
            last[rest.count] = 0x80
            last ^= subkey.doubled
        }
        return value(at: chain ^ last, from: start)
    }

    /// K1; K2 is its double.
    private func subkey(_ updatedKey: Int) -> AESBlock {
        if let known = zeroValues[updatedKey] { return known.doubled }
        let zero = value(at: AESBlock(), from: updatedKeys[updatedKey])
        zeroValues[updatedKey] = zero
        return zero.doubled
    }
}
