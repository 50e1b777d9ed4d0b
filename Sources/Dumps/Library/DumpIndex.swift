/// The library's index as bytes: what was learned of each file, so that a folder of ten thousand is listed without opening them.
///
/// A cache and nothing more: it is thrown away where one byte of it is wrong, and built anew from the files. Each entry holds
/// for a file of that name, size, time and inode. The layout is the program's own: a head with the version, the number of
/// entries, then their fields with lengths before texts, and a checksum of all that at the end.
enum DumpIndex {
    private static let magic = Array("tagdesk dump index 2\n".utf8)
    /// A larger file is no index.
    static let limit = 64 << 20

    /// The bytes of these entries.
    /// - Parameter version: The program's: another one looks at the files with other eyes.
    static func encoded(_ rows: [DumpRow], version: String) -> [UInt8] {
        var out = IndexWriter()
        out.bytes += magic
        out.write(Array(version.utf8))
        out.write(UInt64(rows.count))
        for row in rows {
            out.write(Array(row.name.utf8))
            out.write(UInt64(bitPattern: Int64(row.size)))
            out.write(UInt64(bitPattern: row.modified))
            out.write(row.inode)
            out.write(Array((row.format?.rawValue ?? "").utf8))
            out.write(Array(row.title.utf8))
            out.write(row.uid)
            out.write(row.taken.map { $0 &+ 1 } ?? 0)
            out.write(UInt64(row.message == nil ? 0 : 1))
            out.write(Array((row.message ?? "").utf8))
            out.write(UInt64(row.problems))
            out.write(UInt64(row.failure == nil ? 0 : 1))
            out.write(Array((row.failure ?? "").utf8))
            out.write(row.searched)
        }
        let sum = checksum(out.bytes[...])
        for shift in stride(from: 0, to: 64, by: 8) { out.bytes.append(UInt8(truncatingIfNeeded: sum >> shift)) }
        return out.bytes
    }

    /// The entries of an index; `nil` where it is damaged, or another version's.
    static func decode(_ bytes: [UInt8], version: String) -> [DumpRow]? {
        guard bytes.count >= magic.count + 8, bytes.starts(with: magic) else { return nil }
        let end = bytes.count - 8
        let sum = bytes[end...].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard checksum(bytes[..<end]) == sum else { return nil }
        var input = IndexReader(bytes: bytes, position: magic.count, end: end)
        guard input.text() == version, let count = input.number(), count <= UInt64(end) else { return nil }
        var rows: [DumpRow] = []
        rows.reserveCapacity(min(Int(count), FolderScan.most))
        for _ in 0..<count {
            guard let row = row(&input) else { return nil }
            rows.append(row)
        }
        return input.position == end ? rows : nil
    }

    private static func row(_ input: inout IndexReader) -> DumpRow? {
        guard let name = input.text(), let size = input.number(), let modified = input.number(),
            let inode = input.number(), let format = input.text(), let title = input.text(),
            let uid = input.bytesField(),
            let taken = input.number(), let hasMessage = input.number(), let message = input.text(),
            let problems = input.number(), let hasFailure = input.number(), let failure = input.text(),
            let searched = input.bytesField()
        else { return nil }
        return DumpRow(
            name: name, size: Int(truncatingIfNeeded: size), modified: Int64(bitPattern: modified),
            format: DumpFormat(rawValue: format), title: title, uid: uid, taken: taken == 0 ? nil : taken &- 1,
            message: hasMessage == 0 ? nil : message, problems: Int(truncatingIfNeeded: problems & 0xFFFF),
            failure: hasFailure == 0 ? nil : failure, isPending: false, searched: searched, inode: inode)
    }

    /// FNV-1a, 64 bits: finds damage, no forgery.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.withUnsafeBufferPointer { buffer in
            var sum: UInt64 = 0xCBF2_9CE4_8422_2325
            for byte in buffer { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
            return sum
        }
    }
}

/// Puts fields one behind the other.
private struct IndexWriter {
    var bytes: [UInt8] = []

    mutating func write(_ number: UInt64) {
        var rest = number
        repeat {
            let part = UInt8(truncatingIfNeeded: rest & 0x7F)
            rest >>= 7
            bytes.append(rest == 0 ? part : part | 0x80)
        } while rest != 0
    }

    mutating func write(_ field: [UInt8]) {
        write(UInt64(field.count))
        bytes += field
    }
}

/// Takes fields one after the other; `nil` where one is not whole.
private struct IndexReader {
    let bytes: [UInt8]
    var position: Int
    let end: Int

    mutating func number() -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            guard position < end else { return nil }
            let byte = bytes[position]
            position += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return value }
        }
        return nil
    }

    private mutating func range() -> Range<Int>? {
        guard let length = number(), length <= UInt64(end - position) else { return nil }
        let start = position
        position += Int(length)
        return start..<position
    }

    mutating func bytesField() -> [UInt8]? { range().map { Array(bytes[$0]) } }

    mutating func text() -> String? { range().map { String(decoding: bytes[$0], as: UTF8.self) } }
}
