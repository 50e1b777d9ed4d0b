/// The checksums that tags use, in the order they go over the air (least significant byte first).
///
/// The 16-bit ones of ISO/IEC 14443-3 both use the reflected polynomial 8408h. Source: ISO/IEC 14443-3, annex B.
public enum CRC {
    /// CRC_A: every Type A frame longer than four bits; starts from 6363h.
    public static func a(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        wireOrder(remainder(of: bytes, from: 0x6363))
    }

    /// CRC_B, also the checksum of ISO/IEC 15693: starts from FFFFh, inverted.
    public static func b(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        wireOrder(~remainder(of: bytes, from: 0xFFFF))
    }

    /// CRC-32 without the final inversion (JAMCRC): what DESFire and NTAG 424 DNA call CRC32 and CRC32NK.
    ///
    /// Reflected polynomial EDB88320h, starts from FFFFFFFFh; least significant byte first. Source: AN12196 table 26.
    public static func jam(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0xEDB8_8320 : crc >> 1 }
        }
        return [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: crc >> $0) }
    }

    private static func remainder(of bytes: some Sequence<UInt8>, from start: UInt16) -> UInt16 {
        var crc = start
        for byte in bytes {
            crc ^= UInt16(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0x8408 : crc >> 1 }
        }
        return crc
    }

    private static func wireOrder(_ crc: UInt16) -> [UInt8] { [UInt8(truncatingIfNeeded: crc), UInt8(crc >> 8)] }
}
