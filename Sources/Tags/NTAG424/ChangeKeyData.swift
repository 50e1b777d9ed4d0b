/// The data of ChangeKey, before they are encrypted. Source: NT4H2421Gx data sheet, 10.6.1; AN12196 tables 26 and 27.
public enum ChangeKeyData {
    /// Key 0, or any key that the session was opened with: the new key and its version. Others: old and new key mixed, the
    /// version, and a checksum of the new key.
    /// - Returns: 17 or 21 bytes; `nil` where a key does not have 16 bytes, or the old one is needed and missing.
    public static func make(number: UInt8, new: [UInt8], version: UInt8, old: [UInt8]?) -> [UInt8]? {
        guard new.count == 16 else { return nil }
        if number == 0 { return new + [version] }
        guard let old, old.count == 16 else { return nil }
        return zip(new, old).map { $0 ^ $1 } + [version] + CRC.jam(new)
    }
}
