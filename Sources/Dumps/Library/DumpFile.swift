import Glibc
import NDEF

/// Dumps in files.
public enum DumpFile {
    /// Opens a dump by its path, whatever its format; the name serves only to find contradictions.
    ///
    /// Never waits and never reads without end: pipes, devices and folders are refused, and so is a file larger than any dump.
    /// - Parameter followingLinks: False refuses a symbolic link, for folders that hold what others put there.
    public static func open(_ path: String, followingLinks: Bool = true) throws(DumpError) -> OpenedDump {
        try open(bytes: try bytes(path, followingLinks: followingLinks), path: path)
    }

    /// The bytes of a file that may be a dump.
    public static func bytes(_ path: String, followingLinks: Bool = true) throws(DumpError) -> [UInt8] {
        if !followingLinks {
            var status = stat()
            if lstat(SystemPath.cString(path), &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
                throw DumpError("it is a link", advice: "Open the file that it leads to.")
            }
        }
        do throws(FileError) {
            return try Files.read(path, atMost: Dump.limit)
        } catch { throw DumpError(error) }
    }

    /// The dump in these bytes, which come from this path.
    public static func open(bytes: [UInt8], path: String) throws(DumpError) -> OpenedDump {
        try Dump.open(bytes, named: path.split(separator: "/").last.map(String.init))
    }
}

extension DumpError {
    /// A file that cannot be read.
    public init(_ error: FileError) {
        self.init(
            error.reason,
            advice: error.isTooLong
                ? "Name another file: no dump is so long." : "Check the path and its permissions.")
    }
}
