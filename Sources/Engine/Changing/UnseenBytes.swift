import Tags

/// Bytes that a change wrote and that the tag does not show: it answers something else in their place (an ASCII mirror, the
/// dynamic part of a link). That they are there is known by the tag's acknowledgement alone.
public struct UnseenBytes: Equatable, Sendable {
    /// The file; `nil` for the memory of a tag with pages.
    public var file: UInt16?
    /// The first byte, counted from the start of the memory or of the file.
    public var offset: Int
    /// How many.
    public var count: Int

    /// Bytes of a tag.
    public init(file: UInt16? = nil, offset: Int, count: Int) {
        self.file = file
        self.offset = offset
        self.count = count
    }

    /// Neighbouring offsets drawn together.
    static func runs(of offsets: some Sequence<Int>, in file: UInt16? = nil) -> [UnseenBytes] {
        offsets.sorted().reduce(into: []) { runs, offset in
            if let last = runs.last, last.offset + last.count == offset {
                runs[runs.count - 1].count += 1
            } else {
                runs.append(UnseenBytes(file: file, offset: offset, count: 1))
            }
        }
    }

    /// Where they are, in words: `bytes 1-3 of page 05`, `byte 1 of page 05 to byte 2 of page 08`, `bytes 32-45 of file E104`.
    public var place: String {
        let last = offset + max(1, count) - 1
        func bytes(_ first: Int, _ last: Int) -> String { first == last ? "byte \(first)" : "bytes \(first)-\(last)" }
        if let file { return "\(bytes(offset, last)) of file \(Hex.file(file))" }
        let (first, end) = (offset / Self.pageSize, last / Self.pageSize)
        guard first != end else {
            return "\(bytes(offset % Self.pageSize, last % Self.pageSize)) of page \(Hex.address(first))"
        }
        return "byte \(offset % Self.pageSize) of page \(Hex.address(first)) to byte \(last % Self.pageSize) of page "
            + Hex.address(end)
    }

    /// Bytes a page of the tags that have mirrors (Type 2).
    public static let pageSize = 4
}

extension [UnseenBytes] {
    /// What a person should know of them; `nil` where everything was seen.
    var remark: String? {
        guard !isEmpty else { return nil }
        return "Written and acknowledged, but not seen again: the tag shows something else (a mirror) in place of "
            + map(\.place).joined(separator: ", ") + "."
    }
}
