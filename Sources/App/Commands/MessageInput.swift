import Dumps
import NDEF
import Tags

/// A message as the command line gives it: hex, a file of raw bytes or hex text, or stdin.
enum MessageInput {
    /// The most bytes a file may have; hex text of the largest message a tag can hold is far below.
    static let limit = 1 << 20

    /// The message's bytes for `HEX...|FILE|-`. One argument alone may name a file; several are the parts of one hex text.
    static func bytes(of arguments: [String]) throws(UsageError) -> [UInt8] {
        let argument = arguments.joined(separator: " ")
        if argument == "-" {
            do throws(FileError) { return content(try ArgumentFile.read("-", atMost: limit)) } catch {
                throw error.usage(of: "-")
            }
        }
        if arguments.count == 1, !argument.isEmpty, Files.exists(argument) { return try file(argument) }
        if let bytes = Hex.bytes(argument) { return bytes }
        throw .badValue(
            of: "a message", value: String(argument.prefix(40)), wanted: "it is neither hex nor a file that is there")
    }

    /// The bytes of a message in a file.
    static func file(_ path: String) throws(UsageError) -> [UInt8] { content(try raw(path)) }

    /// A file's bytes as they are.
    static func raw(_ path: String) throws(UsageError) -> [UInt8] {
        do throws(FileError) {
            return try ArgumentFile.read(path, atMost: limit)
        } catch { throw error.usage(of: path) }
    }

    /// Hex text where the content is that and nothing else, the bytes themselves otherwise.
    ///
    /// The two cannot be mistaken: a message's first byte carries MB and is 80h or more, a digit is below 80h.
    private static func content(_ bytes: [UInt8]) -> [UInt8] {
        guard !bytes.isEmpty, let text = String(validating: bytes, as: UTF8.self), let decoded = Hex.bytes(text) else {
            return bytes
        }
        return decoded
    }
}

extension FileError {
    /// As wrong usage: an argument named this file, as `path`.
    func usage(of path: String) -> UsageError {
        if isCancelled { return .cancelled }
        return isTooLong
            ? .content(path, reason: reason, advice: "Name another file: nothing of the kind wanted is so long.")
            : .file(path, reason: reason)
    }
}
