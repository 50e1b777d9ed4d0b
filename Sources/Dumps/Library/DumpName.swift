import Glibc
import Tags

/// Names of files in the library.
public enum DumpName {
    /// The most bytes a file system takes for a name.
    static let limit = 255

    /// A name that says what is in it: `NTAG215-04E548929C3980-20261130-130501.tagdesk.json`.
    ///
    /// Of letters, digits, `_` and `-` only: it can be typed in any shell. Times are in UTC.
    /// - Parameter now: Microseconds since 1970, for a dump that does not say when it was taken.
    public static func suggested(for dump: Dump, format: DumpFormat = .tagdesk, now: UInt64) -> String {
        let identity = dump.report.identity
        let words = identity.chipName.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        let chip = words.joined(separator: "_").prefix(32)
        let uid = identity.uid.isEmpty ? "no_UID" : Hex.string(identity.uid.prefix(10))
        return [chip.isEmpty ? "tag" : String(chip), uid, stamp(dump.origin.taken ?? now)].joined(separator: "-")
            + format.ending
    }

    /// The same name with a number before its ending: `name-2.bin`.
    static func numbered(_ name: String, _ number: Int) -> String {
        guard number > 1 else { return name }
        let dot = name.dropFirst().firstIndex(of: ".") ?? name.endIndex
        return name[..<dot] + "-\(number)" + name[dot...]
    }

    /// Why a name cannot be given to a file of the library, a sentence part; `nil` where it can.
    public static func objection(to name: String) -> String? {
        if name.isEmpty { return "a name has at least one character" }
        if name.hasPrefix(".") { return "a name that begins with a dot is hidden" }
        if name.utf8.contains(UInt8(ascii: "/")) { return "a name holds no /" }
        if SystemPath.bytes(name).count > limit { return "a name has at most \(limit) bytes" }
        if name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            return "a name holds no control characters"
        }
        return nil
    }

    /// `20261130-130501`; `undated` for a moment that the calendar of the system does not reach.
    private static func stamp(_ microseconds: UInt64) -> String {
        var seconds = time_t(clamping: microseconds / 1_000_000)
        var parts = tm()
        guard gmtime_r(&seconds, &parts) != nil, (0...8099).contains(parts.tm_year) else { return "undated" }
        func digits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(parts.tm_year + 1900)" + digits(parts.tm_mon + 1) + digits(parts.tm_mday) + "-"
            + digits(parts.tm_hour) + digits(parts.tm_min) + digits(parts.tm_sec)
    }
}
