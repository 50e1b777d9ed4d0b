/// Opens trace files: JSON lines that tagdesk wrote, or that somebody else did.
extension Trace {
    /// The largest file that is taken, in bytes.
    public static let limit = 256 << 20

    /// Why bytes are no trace; sentence and advice.
    public struct ReadError: Error, Equatable, Sendable {
        /// What is wrong, to end a sentence with.
        public var reason: String
        /// What to do, one sentence.
        public var advice: String
        /// An error of these parts.
        public init(reason: String, advice: String) {
            self.reason = reason
            self.advice = advice
        }
    }

    /// The trace that a file's bytes are.
    ///
    /// The first line says what it is. A last line without its end was cut short while it was written, and is left out with a
    /// notice; other lines that cannot be understood are counted and left out.
    public init(_ bytes: [UInt8]) throws(ReadError) {
        guard bytes.count <= Self.limit else {
            throw ReadError(
                reason: "it is larger than \(Self.limit >> 20) MB, which no trace is", advice: "Cut it into parts.")
        }
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: true)
        guard let first = lines.first, case .header(let version, let program)? = TraceLine(first) else {
            throw ReadError(
                reason: "it is no trace of tagdesk (its first line does not say \"\(TraceLine.schema)\")",
                advice: "Record one with any command, and export it with tagdesk trace export FILE.")
        }
        guard version <= TraceLine.version, version > 0 else {
            throw ReadError(
                reason: "its form has version \(version), and this program knows \(TraceLine.version)",
                advice: "Open it with the tagdesk that wrote it, or a newer one.")
        }
        self.init(program: program)
        entries.reserveCapacity(lines.count - 1)
        var strange = 0
        for line in lines.dropFirst() {
            switch TraceLine(line) {
            case .entry(let entry)?: entries.append(entry)
            case .header(let version, _)? where version <= TraceLine.version: break
            case .header?, nil:
                if line.endIndex == bytes.endIndex {
                    problems.append("The last line was cut short and is left out.")
                } else if !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) {
                    strange += 1
                }
            }
        }
        if strange > 0 {
            problems.append(
                "\(strange) line\(strange == 1 ? "" : "s") could not be understood and \(strange == 1 ? "is" : "are") left out."
            )
        }
    }

    /// Bytes begin as a trace does.
    public static func isTrace(_ bytes: [UInt8]) -> Bool {
        guard let first = bytes.split(separator: 0x0A, maxSplits: 1).first else { return false }
        if case .header? = TraceLine(first) { return true }
        return false
    }
}
