/// The bytes of a page: up to eight of them in place, more in an array.
///
/// Thousands of pages cost no arrays of their own so, and no counting of references.
enum ShortBytes: Equatable, Sendable {
    /// The first byte is the least significant.
    case few(UInt64, count: UInt8)
    case many([UInt8])

    /// The most that lie in place.
    private static let most = 8

    /// Takes the bytes over.
    init(_ bytes: some Collection<UInt8>) {
        let count = bytes.count
        guard count <= Self.most else {
            self = .many(Array(bytes))
            return
        }
        self = .few(bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }, count: UInt8(count))
    }

    /// The bytes in a part of a memory; the range lies in it.
    init(_ memory: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        guard range.count <= Self.most else {
            self = .many(Array(memory[range]))
            return
        }
        var word: UInt64 = 0
        for index in range.reversed() { word = word << 8 | UInt64(memory[index]) }
        self = .few(word, count: UInt8(range.count))
    }

    /// The bytes in an array of their own.
    var array: [UInt8] {
        switch self {
        case .few(let word, let count): (0..<count).map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) }
        case .many(let bytes): bytes
        }
    }
}
