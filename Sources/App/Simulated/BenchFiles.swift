import Dumps
import NDEF
import Simulator

/// The memory of the bench's tags, one file a tag: replaced as a whole, so that a crash leaves the old or the new.
///
/// A file that cannot be understood is never written over: it is set aside under another name first.
struct BenchFiles: SimulatorStorage {
    /// The folder, made when the first tag is saved.
    let folder: String
    /// Told what went wrong, a sentence each.
    let complain: @Sendable (String) -> Void

    /// The most bytes a tag's file may have; the largest chip's state is far below.
    private static let limit = 65_536

    func load(_ name: String) -> [UInt8]? {
        let path = path(of: name)
        guard Files.exists(path) else { return nil }
        do throws(FileError) {
            let bytes = try Files.read(path, atMost: BenchFiles.limit)
            if SimulatedTag(name: name, encodedState: bytes) != nil { return bytes }
            setAside(path, because: "is damaged")
        } catch {
            setAside(path, because: "cannot be read (\(error.reason))")
        }
        return nil
    }

    func save(_ name: String, _ bytes: [UInt8]) {
        do throws(FileError) {
            try Files.makeFolder(folder)
            try Files.replace(path(of: name), with: bytes)
        } catch {
            complain("The simulated tag \(name.visible) could not be saved in \(error.path.visible): \(error.reason).")
        }
    }

    private func setAside(_ path: String, because reason: String) {
        let aside = (["damaged"] + (2...99).map { "damaged-\($0)" }).map { path + "." + $0 }
        if let free = aside.first(where: { !Files.exists($0) }), Files.move(path, to: free) {
            complain("\(path.visible) \(reason); it was set aside as \(free.visible), and the tag begins anew.")
        } else {
            complain("\(path.visible) \(reason), and the tag begins anew.")
        }
    }

    /// Names come from the program's own catalogue; whatever else a name held could not leave the folder.
    private func path(of name: String) -> String {
        let safe = name.map { $0 == "/" || $0 == "\0" ? "_" : $0 }
        return folder + "/" + String(safe) + ".tag"
    }
}
