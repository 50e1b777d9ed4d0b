import Glibc

/// A folder for the figures' files, gone afterwards.
struct Scratch {
    let path: String

    /// A new folder within this one, or within the next where that cannot be.
    init?(in folders: [String]) {
        for folder in folders {
            var template = Array((folder + "/tagdesk-bench.XXXXXX").utf8CString)
            if mkdtemp(&template) != nil {
                path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
                return
            }
        }
        return nil
    }

    /// Removes the folder with its files.
    func remove() {
        if let stream = opendir(path) {
            while let entry = readdir(stream) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                    pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name != ".", name != ".." { unlink(path + "/" + name) }
            }
            closedir(stream)
        }
        rmdir(path)
    }
}
