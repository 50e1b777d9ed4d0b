import Dumps

/// Where a dump is kept.
public enum DumpPlace: Hashable, Sendable {
    /// In the library, under the name of its file.
    case library(String)
    /// A file that a person named, or what came from standard input (`-`).
    case file(String)
    /// Nowhere yet: a tag that was read.
    case unsaved

    /// The name people know it by, made safe to show.
    var name: String {
        switch self {
        case .library(let name): Words.safe(name, limit: 200)
        case .file("-"): "standard input"
        case .file(let path): Words.safe(path.split(separator: "/").last.map(String.init) ?? path, limit: 200)
        case .unsaved: "not kept yet"
        }
    }
}

/// What a dump is opened for.
public enum DumpUse: Equatable, Sendable {
    /// The panes of the workbench show it.
    case show
    /// The screen Dumps shows its facts beside the list.
    case preview
    /// It is one side of a comparison.
    case compare(CompareSlot)
    /// It is put into a file of another format.
    case export
    /// It is put on the tag on the reader, or on several.
    case restore, clone
}
