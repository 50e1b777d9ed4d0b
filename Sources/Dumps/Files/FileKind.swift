import Glibc

/// What a path leads to, as far as it decides whether it may be read or replaced.
public enum FileKind: Equatable, Sendable {
    case regular, folder, pipe, socket, device

    /// The kind that `st_mode` names.
    public init(mode: mode_t) {
        switch mode & S_IFMT {
        case S_IFREG: self = .regular
        case S_IFDIR: self = .folder
        case S_IFIFO: self = .pipe
        case S_IFSOCK: self = .socket
        default: self = .device
        }
    }

    /// The kind of what is there with all links followed; `nil` where nothing can be looked at.
    public init?(path: String) {
        var status = stat()
        guard stat(SystemPath.cString(path), &status) == 0 else { return nil }
        self.init(mode: status.st_mode)
    }

    /// The kind of an open descriptor; `nil` where it is none.
    public init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(mode: status.st_mode)
    }

    /// Why it is not taken for a file; `nil` for one.
    ///
    /// A pipe may never end and opening it may wait for ever, opening a device may set it to work.
    public var objection: String? {
        switch self {
        case .regular: nil
        case .folder: "it is a folder, not a file"
        case .pipe: "it is a named pipe, not a file"
        case .socket: "it is a socket, not a file"
        case .device: "it is a device, not a file"
        }
    }
}
