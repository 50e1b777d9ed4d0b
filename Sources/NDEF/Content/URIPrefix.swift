/// The abbreviations a URI record's first byte stands for.
///
/// Source: NFC Forum URI Record Type Definition 1.0, table 3.
enum URIPrefix {
    /// The prefixes by identifier code, 00h to 23h.
    static let all: [StaticString] = [
        "", "http://www.", "https://www.", "http://", "https://", "tel:", "mailto:", "ftp://anonymous:anonymous@",
        "ftp://ftp.", "ftps://", "sftp://", "smb://", "nfs://", "ftp://", "dav://", "news:", "telnet://", "imap:",
        "rtsp://", "urn:", "pop:", "sip:", "sips:", "tftp:", "btspp://", "btl2cap://", "btgoep://", "tcpobex://",
        "irdaobex://", "file://", "urn:epc:id:", "urn:epc:tag:", "urn:epc:pat:", "urn:epc:raw:", "urn:epc:",
        "urn:nfc:",
    ]

    /// What `code` stands for, `nil` where the code is reserved.
    static func text(of code: UInt8) -> String? {
        Int(code) < all.count ? String(describing: all[Int(code)]) : nil
    }

    /// The code of the longest prefix of `uri` and the number of bytes it stands for.
    ///
    /// Scheme and host have no case (RFC 3986, 6.2.2.1); user names and what follows `urn:epc:` do.
    static func longest(of uri: [UInt8]) -> (code: UInt8, length: Int) {
        var best = (code: UInt8(0), length: 0)
        for (code, prefix) in all.enumerated() where prefix.utf8CodeUnitCount > best.length {
            let length = prefix.utf8CodeUnitCount
            guard length <= uri.count else { continue }
            let head = Bytes(uri)[0..<length]
            let matches = isCaseSensitive(code) ? head.equals(prefix) : head.equalsIgnoringCase(prefix)
            if matches { best = (UInt8(truncatingIfNeeded: code), length) }
        }
        return best
    }

    private static func isCaseSensitive(_ code: Int) -> Bool { code == 0x07 || 0x1E...0x22 ~= code }
}
