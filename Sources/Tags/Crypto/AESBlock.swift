/// One 16-byte block of AES: values without allocation, XOR in one operation.
typealias AESBlock = SIMD16<UInt8>

extension SIMD16<UInt8> {
    /// The 16 bytes given; `nil` for any other count.
    init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        self.init(bytes)
    }

    /// Up to 16 bytes, filled up with zeros.
    init(zeroPadded bytes: some Collection<UInt8>) {
        self.init()
        var lane = 0
        for byte in bytes where lane < 16 {
            self[lane] = byte
            lane += 1
        }
    }

    /// Every byte the same.
    static func filled(_ byte: UInt8) -> AESBlock { AESBlock(repeating: byte) }

    /// The bytes in order.
    var bytes: [UInt8] { (0..<16).map { self[$0] } }

    /// The block times x in GF(2^128) with the polynomial of NIST SP 800-38B: how CMAC makes its subkeys.
    var doubled: AESBlock {
        var result = AESBlock()
        var carry: UInt8 = 0
        for lane in stride(from: 15, through: 0, by: -1) {
            result[lane] = self[lane] << 1 | carry
            carry = self[lane] >> 7
        }
        if carry == 1 { result[15] ^= 0x87 }
        return result
    }
}
