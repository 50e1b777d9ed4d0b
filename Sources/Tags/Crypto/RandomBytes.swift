import CCrypto

/// Random bytes of libcrypto's generator (`RAND_bytes`), for challenges.
public enum RandomBytes {
    /// So many bytes, or `nil` where the generator has none to give: then no authentication is tried.
    public static func make(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: max(0, count))
        let made = bytes.withUnsafeMutableBufferPointer { RAND_bytes($0.baseAddress, Int32(clamping: $0.count)) }
        return made == 1 ? bytes : nil
    }
}
