import NDEF

/// Paths as the system has them: bytes, of which not all have to be UTF-8.
///
/// A `String` holds text only. A byte that is no part of UTF-8 stands in it as a character of the last private plane, from
/// U+10FF80 for 80 to U+10FFFF for FF, and becomes that byte again where the system is asked: `Files` does so for each path.
/// Where a name is shown, `visible` makes `‹E9›` of it.
///
///     SystemPath.text([0x63, 0x61, 0x66, 0xE9])       // "caf\u{10FFE9}"
public enum SystemPath {
    private static let stand: ClosedRange<UInt32> = 0x10FF80...0x10FFFF

    /// The text for a path or name of the system. Costs a copy of what is UTF-8.
    public static func text(_ bytes: some Collection<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self), !holdsForeignBytes(text) { return text }
        let bytes = Array(bytes)
        var text = ""
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        var position = 0
        while true {
            switch parser.parseScalar(from: &rest) {
            case .emptyInput: return text
            case .valid(let encoded):
                let scalar = Unicode.UTF8.decode(encoded)
                // A name that holds such a character itself is kept byte by byte, so that it comes back as it was.
                if stand.contains(scalar.value) {
                    for byte in encoded { append(byte, to: &text) }
                } else {
                    text.unicodeScalars.append(scalar)
                }
                position += encoded.count
            case .error(let length):
                for byte in bytes[position..<min(position + length, bytes.count)] { append(byte, to: &text) }
                position += length
            }
        }
    }

    /// The same for a string of C.
    public static func text(_ pointer: UnsafePointer<CChar>) -> String {
        var bytes: [UInt8] = []
        var next = pointer
        while next.pointee != 0 {
            bytes.append(UInt8(bitPattern: next.pointee))
            next += 1
        }
        return text(bytes)
    }

    private static func append(_ byte: UInt8, to text: inout String) {
        // Bytes below 80 are UTF-8 always.
        if let scalar = Unicode.Scalar(stand.lowerBound &- 0x80 &+ UInt32(byte)) { text.unicodeScalars.append(scalar) }
    }

    /// The bytes of a path.
    public static func bytes(_ text: String) -> [UInt8] {
        guard holdsForeignBytes(text) else { return Array(text.utf8) }
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            if stand.contains(scalar.value) {
                bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            } else {
                bytes += String(scalar).utf8
            }
        }
        return bytes
    }

    /// The bytes of a path with the zero at the end that C wants.
    static func cString(_ text: String) -> [CChar] { bytes(text).map { CChar(bitPattern: $0) } + [0] }

    /// The text with bytes that are no UTF-8 shown as `‹E9›`, for a document: those hold text only.
    public static func shown(_ text: String) -> String {
        guard holdsForeignBytes(text) else { return text }
        return text.unicodeScalars.map { stand.contains($0.value) ? String($0).visible : String($0) }.joined()
    }

    /// The text stands for bytes that are no UTF-8.
    public static func holdsForeignBytes(_ text: String) -> Bool {
        // All of them begin with this byte, and hardly anything else does.
        text.utf8.contains(0xF4) && text.unicodeScalars.contains { stand.contains($0.value) }
    }
}
