/// Where `Go to` leads: the forms a user may type, and why one leads nowhere.
enum GoToTarget {
    /// A byte offset, or one sentence on what is wrong with the input.
    enum Answer: Equatable {
        case offset(Int)
        case wrong(String)
    }

    /// The characters of all forms.
    static let characters = "0123456789abcdefhpx#+-. endstart"

    /// The forms, as the dialog prints them.
    static let forms = "1C page · 1C.2 its byte 2 · 70h or 0x70 byte · #112 decimal · +4 -4 pages · end"

    /// Reads what was typed. Pages are in hex, as the memory pane prints them.
    static func parse(_ input: String, from current: Int, pageSize: Int, pageCount: Int) -> Answer {
        let text = input.filter { $0 != " " }.lowercased()
        let size = max(1, pageSize)
        let count = pageCount * size
        guard count > 0 else { return .wrong("no memory was read") }
        if text.isEmpty { return .wrong("type a page or byte") }
        if text == "end" { return .offset(count - 1) }
        if text == "start" { return .offset(0) }
        if let sign = text.first, sign == "+" || sign == "-" {
            guard let pages = Int(text.dropFirst(), radix: 16), pages <= pageCount else {
                return .wrong("a number of pages in hex follows the \(sign)")
            }
            return check(current + (sign == "+" ? pages : -pages) * size, count, pageCount, size)
        }
        if text.hasPrefix("0x") { return byte(Int(text.dropFirst(2), radix: 16), count, pageCount, size) }
        if text.hasSuffix("h") { return byte(Int(text.dropLast(), radix: 16), count, pageCount, size) }
        if text.hasPrefix("#") { return byte(Int(text.dropFirst(1)), count, pageCount, size) }
        return page(text.hasPrefix("p") ? String(text.dropFirst()) : text, count, pageCount, size)
    }

    private static func byte(_ offset: Int?, _ count: Int, _ pageCount: Int, _ size: Int) -> Answer {
        guard let offset else { return .wrong("that is no number: 0x and h take hex digits, # decimal ones") }
        return check(offset, count, pageCount, size)
    }

    private static func page(_ text: String, _ count: Int, _ pageCount: Int, _ size: Int) -> Answer {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let first = parts.first, parts.count <= 2, let page = Int(first, radix: 16), page >= 0 else {
            return .wrong("that is no page: pages are in hex")
        }
        guard page < pageCount else { return .wrong(lastPage(pageCount)) }
        guard parts.count == 2 else { return .offset(page * size) }
        guard let byte = Int(parts[1]), (0..<size).contains(byte) else {
            return .wrong("a page has the bytes 0 to \(size - 1)")
        }
        return .offset(page * size + byte)
    }

    private static func check(_ offset: Int, _ count: Int, _ pageCount: Int, _ size: Int) -> Answer {
        guard (0..<count).contains(offset) else { return .wrong(lastPage(pageCount)) }
        return .offset(offset)
    }

    private static func lastPage(_ pageCount: Int) -> String {
        "the pages of this tag are 00 to \(Words.page(pageCount - 1))"
    }
}
