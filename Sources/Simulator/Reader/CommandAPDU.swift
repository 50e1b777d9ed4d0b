/// A command APDU cut into its parts: CLA INS P1 P2, data, Le.
struct CommandAPDU {
    var header: [UInt8]
    var data: [UInt8]
    /// The bytes asked for; 256 for an Le of 00, 65536 for one of 00 00, `nil` without one.
    var expected: Int?
    /// The lengths are of the extended form.
    var isExtended = false

    /// `nil` for bytes that are no APDU: too short, or Lc does not fit.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 4 else { return nil }
        header = Array(bytes.prefix(4))
        data = []
        let body = bytes.dropFirst(4)
        guard let length = body.first else { return }
        if body.count == 1 {
            expected = length == 0 ? 256 : Int(length)
        } else if length == 0, body.count >= 3 {
            isExtended = true
            let long = Self.long(body.dropFirst())
            let rest = body.dropFirst(3)
            if rest.isEmpty {
                expected = long == 0 ? 65_536 : long
            } else {
                guard rest.count == long || rest.count == long + 2 else { return nil }
                data = Array(rest.prefix(long))
                if rest.count > long {
                    let wanted = Self.long(rest.suffix(2))
                    expected = wanted == 0 ? 65_536 : wanted
                }
            }
        } else {
            let rest = body.dropFirst()
            guard rest.count == Int(length) || rest.count == Int(length) + 1 else { return nil }
            data = Array(rest.prefix(Int(length)))
            if rest.count > Int(length), let last = rest.last { expected = last == 0 ? 256 : Int(last) }
        }
    }

    private static func long(_ bytes: ArraySlice<UInt8>) -> Int { bytes.prefix(2).reduce(0) { $0 << 8 | Int($1) } }
}
