import Glibc

/// The few looks at the host's files that a diagnosis takes, below a root that a test can set.
struct HostFiles: Sendable {
    /// Comes before every path: empty for the host itself.
    let root: String

    /// The names in a folder, sorted; none where it cannot be read.
    func names(in folder: String) -> [String] {
        guard let directory = opendir(root + folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// A file's text, at most a mebibyte of it; `nil` where it cannot be read.
    func text(_ path: String) -> String? {
        let descriptor = open(root + path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while bytes.count < 1 << 20 {
            let count = read(descriptor, &chunk, chunk.count)
            if count <= 0 { break }
            bytes += chunk.prefix(count)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Something is at this path.
    func exists(_ path: String) -> Bool { access(root + path, F_OK) == 0 }
}
