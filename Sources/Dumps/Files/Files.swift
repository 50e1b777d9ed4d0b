import Glibc

/// A file that could not be used, with the system's reason.
public struct FileError: Error, Equatable, Sendable {
    /// The path as it was given.
    public var path: String
    /// In the system's words, or that it is too long.
    public var reason: String
    /// It could be read, but is longer than anything of its kind.
    public var isTooLong = false
    /// Whoever read the other end of a pipe went away. `EPIPE`
    public var isClosedPipe = false
    /// Something has that name already. `EEXIST`
    public var isThere = false
    /// Somebody asked for an end before all was read.
    public var isCancelled = false

    /// A failure of these parts.
    public init(
        path: String, reason: String, isTooLong: Bool = false, isClosedPipe: Bool = false, isThere: Bool = false,
        isCancelled: Bool = false
    ) {
        self.path = path
        self.reason = reason
        self.isTooLong = isTooLong
        self.isClosedPipe = isClosedPipe
        self.isThere = isThere
        self.isCancelled = isCancelled
    }
}

/// Files by the system's calls: small, bounded, and replaced as a whole.
public enum Files {
    /// The whole of a regular file, refused where it is longer than `limit` bytes.
    ///
    /// Never waits: pipes and devices are refused before they are opened, and once more on what was opened.
    public static func read(_ path: String, atMost limit: Int) throws(FileError) -> [UInt8] {
        guard !path.isEmpty else { throw FileError(path: path, reason: "it names no file") }
        if let objection = FileKind(path: path)?.objection { throw FileError(path: path, reason: objection) }
        let descriptor = open(SystemPath.cString(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw FileError(path: path, reason: systemReason()) }
        defer { close(descriptor) }
        if let objection = FileKind(descriptor: descriptor)?.objection {
            throw FileError(path: path, reason: objection)
        }
        return try read(descriptor: descriptor, named: path, atMost: limit)
    }

    /// As `read`, for a path that a person gave as an argument: that may also be a descriptor which was handed over,
    /// `/dev/stdin` or what the shell makes of `<(command)`. Such a one is read to its end, however long that takes.
    /// - Parameter stop: A descriptor that becomes readable where somebody asks for an end; the error says so then.
    public static func readArgument(
        _ path: String, atMost limit: Int, unless stop: Int32? = nil
    ) throws(FileError) -> [UInt8] {
        guard let descriptor = handedOver(path) else { return try read(path, atMost: limit) }
        if FileKind(descriptor: descriptor) == .folder {
            throw FileError(path: path, reason: "it is a folder, not a file")
        }
        return try read(descriptor: descriptor, named: path, atMost: limit, unless: stop)
    }

    /// The descriptor that a path of the kernel's stands for.
    private static func handedOver(_ path: String) -> Int32? {
        if path == "/dev/stdin" { return STDIN_FILENO }
        guard let folder = ["/dev/fd/", "/proc/self/fd/"].first(where: path.hasPrefix) else { return nil }
        return Int32(path.dropFirst(folder.count))
    }

    /// All of an open file or pipe up to its end, refused where it is longer than `limit` bytes.
    /// - Parameter stop: A descriptor that becomes readable where somebody asks for an end; the error says so then.
    public static func read(
        descriptor: Int32, named name: String, atMost limit: Int, unless stop: Int32? = nil
    ) throws(FileError) -> [UInt8] {
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let stop, isStopped(by: stop, beforeInputOn: descriptor) {
                throw FileError(path: name, reason: "it was not read to its end", isCancelled: true)
            }
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0 {
                let code = errno
                if isPassing(code, descriptor, POLLIN) { continue }
                throw FileError(path: name, reason: systemReason(code))
            }
            if count == 0 { return content }
            content += buffer[..<count]
            if content.count > limit {
                throw FileError(path: name, reason: "it is longer than \(limit) bytes", isTooLong: true)
            }
        }
    }

    /// Waits until there is something to read.
    /// - Returns: True where `stop` has something first.
    private static func isStopped(by stop: Int32, beforeInputOn descriptor: Int32) -> Bool {
        var entries = [stop, descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while poll(&entries, nfds_t(entries.count), -1) < 0, errno == EINTR {}
        return entries[0].revents != 0
    }

    /// Puts `content` in place of the file, as a whole or not at all: written beside it, flushed, then renamed over it.
    ///
    /// What is there and is no regular file stays: a pipe or device is neither written to nor replaced.
    /// - Parameter mode: Who may read and write it; its owner alone by default.
    public static func replace(_ path: String, with content: [UInt8], mode: mode_t = 0o600) throws(FileError) {
        if let objection = FileKind(path: path)?.objection { throw FileError(path: path, reason: objection) }
        let template = try draft(of: path, content, mode)
        guard Glibc.rename(template, SystemPath.cString(path)) == 0 else {
            let reason = systemReason()
            unlink(template)
            throw FileError(path: path, reason: reason)
        }
        flushFolder(of: path)
    }

    /// Writes a file of this name only where nothing has it yet; as a whole or not at all.
    ///
    /// Costs a link and an unlink more than `replace`. A file that is there gives an error with `isThere`.
    public static func create(_ path: String, with content: [UInt8], mode: mode_t = 0o600) throws(FileError) {
        guard !isThere(path) else { throw thereAlready(path) }
        let draft = try draft(of: path, content, mode)
        defer { unlink(draft) }
        guard link(draft, SystemPath.cString(path)) != 0 else { return flushFolder(of: path) }
        let code = errno
        if code == EEXIST { throw thereAlready(path) }
        // Some file systems know no links: there the look before has to do.
        guard code == EPERM || code == ENOTSUP || code == ENOSYS else {
            throw FileError(path: path, reason: systemReason(code))
        }
        guard Glibc.rename(draft, SystemPath.cString(path)) == 0 else {
            throw FileError(path: path, reason: systemReason())
        }
        flushFolder(of: path)
    }

    private static func thereAlready(_ path: String) -> FileError {
        FileError(path: path, reason: "something has that name already", isThere: true)
    }

    /// The content in a file beside `path`, flushed; the caller renames or removes it.
    private static func draft(
        of path: String, _ content: [UInt8], _ mode: mode_t
    ) throws(FileError) -> [CChar] {
        var template = SystemPath.cString(path + ".XXXXXX")
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
        return template
    }

    /// Writes all of `bytes`, however often the system has to be asked.
    public static func write(_ bytes: [UInt8], to descriptor: Int32, named name: String) throws(FileError) {
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes { buffer -> Int in
                guard let start = buffer.baseAddress else { return 0 }
                return Glibc.write(descriptor, start + offset, buffer.count - offset)
            }
            if count < 0 {
                let code = errno
                if isPassing(code, descriptor, POLLOUT) { continue }
                throw FileError(path: name, reason: systemReason(code), isClosedPipe: code == EPIPE)
            }
            offset += count
        }
    }

    /// The call may be made again: a signal came between, or the descriptor, which somebody set not to wait, is ready now.
    private static func isPassing(_ code: Int32, _ descriptor: Int32, _ readiness: Int32) -> Bool {
        guard code == EAGAIN else { return code == EINTR }
        var entry = pollfd(fd: descriptor, events: Int16(readiness), revents: 0)
        guard poll(&entry, 1, -1) >= 0 || errno == EINTR else { return false }
        return true
    }

    /// Makes the folder and those above it; one that is there already is fine.
    public static func makeFolder(_ path: String) throws(FileError) {
        var prefix = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            prefix += prefix.isEmpty || prefix.hasSuffix("/") ? String(part) : "/" + part
            guard mkdir(SystemPath.cString(prefix), 0o700) == 0 || errno == EEXIST else {
                throw FileError(path: prefix, reason: systemReason())
            }
        }
    }

    /// Renames a file, in place of what has the new name.
    public static func move(_ path: String, to newPath: String) -> Bool {
        Glibc.rename(SystemPath.cString(path), SystemPath.cString(newPath)) == 0
    }

    /// Gives a file another name that nothing has yet.
    ///
    /// What is there already stays, and the error says so with `isThere`. A link is renamed, not what it leads to.
    public static func rename(_ path: String, to newPath: String) throws(FileError) {
        guard !isThere(newPath) else { throw thereAlready(newPath) }
        let (old, new) = (SystemPath.cString(path), SystemPath.cString(newPath))
        // A second name first, the old one away then: between two programs only one can make it.
        if linkat(AT_FDCWD, old, AT_FDCWD, new, 0) == 0 {
            guard unlink(old) == 0 else { throw FileError(path: path, reason: systemReason()) }
            return
        }
        let code = errno
        if code == EEXIST { throw thereAlready(newPath) }
        guard code == EPERM || code == ENOTSUP || code == ENOSYS else {
            throw FileError(path: path, reason: systemReason(code))
        }
        guard Glibc.rename(old, new) == 0 else { throw FileError(path: path, reason: systemReason()) }
    }

    /// The names in a folder, in no order; none where it cannot be read.
    public static func names(in folder: String) -> [String] {
        guard let stream = opendir(SystemPath.cString(folder)) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { SystemPath.text($0) }
            }
            names.append(name)
        }
        return names
    }

    /// Where a path leads with all links followed; the path itself where it leads nowhere.
    public static func resolved(_ path: String) -> String {
        guard let resolved = realpath(SystemPath.cString(path), nil) else { return path }
        defer { free(resolved) }
        return SystemPath.text(resolved)
    }

    /// Who may read and write a file; `nil` where it cannot be looked at.
    public static func mode(of path: String) -> mode_t? {
        var status = stat()
        return stat(SystemPath.cString(path), &status) == 0 ? status.st_mode & 0o777 : nil
    }

    /// Something is there under this path.
    public static func exists(_ path: String) -> Bool { access(SystemPath.cString(path), F_OK) == 0 }

    /// Something has this name, be it a link that leads nowhere.
    public static func isThere(_ path: String) -> Bool {
        var status = stat()
        return lstat(SystemPath.cString(path), &status) == 0
    }

    /// A rename survives power loss only once the folder is flushed too; where that cannot be, the rename still holds.
    private static func flushFolder(of path: String) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let descriptor = open(SystemPath.cString(folder.isEmpty ? "/" : folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        close(descriptor)
    }

    /// What the system calls an error.
    public static func systemReason(_ code: Int32 = errno) -> String { String(cString: strerror(code)) }
}
