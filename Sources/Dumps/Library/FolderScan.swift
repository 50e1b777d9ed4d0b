import Glibc

/// What stands in a folder, without following any link and without opening any file.
struct FolderScan {
    /// One name with what the system knows of it.
    struct Entry {
        /// As `SystemPath` has it.
        var name: String
        var kind: FileKind
        var isLink: Bool
        var size: Int
        /// Microseconds since 1970.
        var modified: Int64
        var inode: UInt64
    }

    private(set) var entries: [Entry] = []
    /// Why the folder cannot be read, in the system's words; `nil` also where there is none.
    private(set) var problem: String?

    /// More files than these are no library: the rest is left out, and `problem` says so.
    static let most = 100_000

    /// Looks at a folder; names that begin with a dot are left out, and so are folders in it.
    init(_ folder: String) {
        guard let stream = opendir(SystemPath.cString(folder)) else {
            if errno != ENOENT { problem = Files.systemReason() }
            return
        }
        defer { closedir(stream) }
        let descriptor = dirfd(stream)
        while let entry = readdir(stream) {
            let found = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { Self.entry($0, in: descriptor) }
            }
            guard let found, found.kind != .folder || found.isLink else { continue }
            guard entries.count < Self.most else {
                problem = "more than \(Self.most) files are in it, the rest is left out"
                return
            }
            entries.append(found)
        }
    }

    private static func entry(_ name: UnsafePointer<CChar>, in folder: Int32) -> Entry? {
        guard name[0] != 0x2E else { return nil }
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        return Entry(
            name: SystemPath.text(name), kind: FileKind(mode: status.st_mode),
            isLink: status.st_mode & S_IFMT == S_IFLNK, size: Int(status.st_size),
            modified: Int64(status.st_mtim.tv_sec) &* 1_000_000 &+ Int64(status.st_mtim.tv_nsec) / 1000,
            inode: UInt64(status.st_ino))
    }
}
