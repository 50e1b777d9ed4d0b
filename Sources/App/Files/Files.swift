import Glibc

/// A file that could not be used, with the system's reason.
struct FileError: Error, Equatable, Sendable {
    /// The path as it was given.
    var path: String
    /// In the system's words, or that it is too long.
    var reason: String
    /// It could be read, but is longer than anything of its kind.
    var isTooLong = false
}

/// Files by the system's calls: small, bounded, and replaced as a whole.
enum Files {
    /// The whole file, refused where it is longer than `limit` bytes.
    static func read(_ path: String, atMost limit: Int) throws(FileError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path: path, reason: systemReason()) }
        defer { close(descriptor) }
        return try read(descriptor: descriptor, named: path, atMost: limit)
    }

    /// All of an open file or pipe up to its end, refused where it is longer than `limit` bytes.
    static func read(descriptor: Int32, named name: String, atMost limit: Int) throws(FileError) -> [UInt8] {
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw FileError(path: name, reason: systemReason())
            }
            if count == 0 { return content }
            content += buffer[..<count]
            if content.count > limit {
                throw FileError(path: name, reason: "it is longer than \(limit) bytes", isTooLong: true)
            }
        }
    }

    /// Puts `content` in place of the file, as a whole or not at all: written beside it, flushed, then renamed over it.
    /// - Parameter mode: Who may read and write it; its owner alone by default.
    static func replace(_ path: String, with content: [UInt8], mode: mode_t = 0o600) throws(FileError) {
        var template = Array((path + ".XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw FileError(path: path, reason: systemReason()) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        do throws(FileError) {
            try write(content, to: descriptor, named: path)
            guard fsync(descriptor) == 0, fchmod(descriptor, mode) == 0 else {
                throw FileError(path: path, reason: systemReason())
            }
        } catch {
            close(descriptor)
            unlink(template)
            throw error
        }
        close(descriptor)
        guard rename(template, path) == 0 else {
            let reason = systemReason()
            unlink(template)
            throw FileError(path: path, reason: reason)
        }
        flushFolder(of: path)
    }

    /// Writes all of `bytes`, however often the system has to be asked.
    static func write(_ bytes: [UInt8], to descriptor: Int32, named name: String) throws(FileError) {
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes { buffer -> Int in
                guard let start = buffer.baseAddress else { return 0 }
                return Glibc.write(descriptor, start + offset, buffer.count - offset)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw FileError(path: name, reason: systemReason())
            }
            offset += count
        }
    }

    /// Makes the folder and those above it; one that is there already is fine.
    static func makeFolder(_ path: String) throws(FileError) {
        var prefix = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            prefix += prefix.isEmpty || prefix.hasSuffix("/") ? String(part) : "/" + part
            guard mkdir(prefix, 0o700) == 0 || errno == EEXIST else {
                throw FileError(path: prefix, reason: systemReason())
            }
        }
    }

    /// Renames a file, in place of what has the new name.
    static func move(_ path: String, to newPath: String) -> Bool { rename(path, newPath) == 0 }

    /// The names in a folder, in no order; none where it cannot be read.
    static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            names.append(name)
        }
        return names
    }

    /// Where a path leads with all links followed; the path itself where it leads nowhere.
    static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Who may read and write a file; `nil` where it cannot be looked at.
    static func mode(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    /// Something is there under this path.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// A rename survives power loss only once the folder is flushed too; where that cannot be, the rename still holds.
    private static func flushFolder(of path: String) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let descriptor = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        close(descriptor)
    }

    private static func systemReason() -> String { String(cString: strerror(errno)) }
}
