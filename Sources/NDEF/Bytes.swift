/// A read-only view of bytes that is always indexed from zero.
///
/// A slice of an array keeps the indices of the array it was cut from, so code that reads `slice[0]` traps. A record's
/// fields are views of this kind: cutting one costs a retain, never a copy, and index 0 is its first byte.
///
///     let bytes = Bytes([0xD1, 0x01, 0x0C])
///     bytes[1...][0]        // 0x01
///
/// A subscript outside the bounds traps, as an array's does; `byte(at:)` answers `nil` instead and is what code that
/// reads outside data uses.
public struct Bytes: RandomAccessCollection, Equatable, Hashable, Sendable {
    @usableFromInline let storage: [UInt8]
    @usableFromInline let lower: Int
    @usableFromInline let upper: Int

    /// A view of all of `array`.
    @inlinable public init(_ array: [UInt8]) {
        storage = array
        lower = 0
        upper = array.count
    }

    @usableFromInline init(storage: [UInt8], lower: Int, upper: Int) {
        self.storage = storage
        self.lower = lower
        self.upper = upper
    }

    /// Always 0.
    @inlinable public var startIndex: Int { 0 }

    /// The number of bytes.
    @inlinable public var endIndex: Int { upper - lower }

    /// The byte at `position`, counted from zero.
    @inlinable public subscript(position: Int) -> UInt8 {
        precondition(position >= 0 && position < upper - lower, "Bytes index out of range")
        return storage[lower + position]
    }

    /// The bytes in `bounds`, again counted from zero.
    @inlinable public subscript(bounds: Range<Int>) -> Bytes {
        precondition(bounds.lowerBound >= 0 && bounds.upperBound <= upper - lower, "Bytes range out of bounds")
        return Bytes(storage: storage, lower: lower + bounds.lowerBound, upper: lower + bounds.upperBound)
    }

    /// The byte at `position`, or `nil` outside the bounds.
    @inlinable public func byte(at position: Int) -> UInt8? {
        position >= 0 && position < upper - lower ? storage[lower + position] : nil
    }

    /// Equal when the same bytes are seen, wherever they are stored.
    public static func == (left: Bytes, right: Bytes) -> Bool { left.elementsEqual(right) }

    /// Hashes the bytes seen.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for byte in self { hasher.combine(byte) }
    }

    /// Gives the bytes as contiguous memory, without a copy.
    @inlinable public func withContiguousStorageIfAvailable<R>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> R
    ) rethrows -> R? {
        try storage.withUnsafeBufferPointer { try body(UnsafeBufferPointer(rebasing: $0[lower..<upper])) }
    }
}

extension Bytes: ExpressibleByArrayLiteral {
    /// A view of the bytes listed.
    public init(arrayLiteral elements: UInt8...) { self.init(elements) }
}
