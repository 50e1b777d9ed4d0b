import Dumps
import Engine
import Glibc
import NDEF
import Screens

/// What the full screen needs of dumps on the disk: the library, files a person names, and what the journal last knew.
struct DumpStore {
    private var library: DumpLibrary
    private let engine: Engine
    /// What came from standard input at the start, for a dump that is named `-`.
    var standardInput: [UInt8]?

    /// The library in a folder, and the engine that has the journal.
    init(folder: String, engine: Engine) {
        library = DumpLibrary(folder: folder, version: Program.version)
        self.engine = engine
    }

    /// Files that a list opens before it answers; the next list goes on with the others, so that no picture waits.
    private static let openedAtOnce = 200

    /// Does what an intent asks for; `nil` for intents that are not about dumps.
    mutating func answer(_ intent: Intent) -> StorageAnswer? {
        switch intent {
        case .listDumps(let filter, let anew):
            let problem = anew ? library.list(opening: Self.openedAtOnce).problem : nil
            return .dumps(filter: filter, library.search(filter), problem: problem)
        case .openDump(let place, let use): return open(place, for: use)
        case .keepDump(let dump): return keep(dump)
        case .renameDump(let name, let newName): return rename(name, to: newName)
        case .deleteDump(let name): return delete(name)
        case .writeFile(let path, let bytes, let replacing): return write(bytes, to: path, replacing: replacing)
        case .lastSeen(let uid): return lastSeen(uid)
        default: return nil
        }
    }

    /// All that is on standard input, read before the terminal is taken.
    static func standardInput() throws(UsageError) -> [UInt8] {
        do throws(FileError) {
            return try Files.read(descriptor: STDIN_FILENO, named: "stdin", atMost: Dump.limit)
        } catch { throw .file(error.path, reason: error.reason) }
    }

    private func open(_ place: DumpPlace, for use: DumpUse) -> StorageAnswer {
        do throws(DumpError) {
            switch place {
            case .library(let name): return .dump(place, try library.open(name), use)
            case .file("-"):
                guard let bytes = standardInput else {
                    throw DumpError("nothing came from standard input", advice: "Name a file.")
                }
                return .dump(place, try Dump.open(bytes), use)
            case .file(let path): return .dump(place, try DumpFile.open(Files.expanded(path)), use)
            case .unsaved: return .dumpRefused(place, use, "It is kept nowhere.", advice: nil)
            }
        } catch {
            return .dumpRefused(
                place, use, "\(Self.name(of: place)) cannot be opened: \(error.reason.visible).",
                advice: error.advice.visible)
        }
    }

    private static func name(of place: DumpPlace) -> String {
        switch place {
        case .library(let name): name.visible
        case .file("-"): "Standard input"
        case .file(let path): path.visible
        case .unsaved: "What was read"
        }
    }

    private mutating func keep(_ dump: Dump) -> StorageAnswer {
        do throws(DumpError) {
            return .dumpKept(name: try library.add(dump, now: Moment.now.microseconds))
        } catch {
            return .failed("The dump could not be kept: \(error.reason.visible).", advice: error.advice.visible)
        }
    }

    private mutating func rename(_ name: String, to newName: String) -> StorageAnswer {
        do throws(FileError) {
            try library.rename(name, to: newName)
            return .dumpRenamed(to: newName)
        } catch {
            return .failed(
                "\(name.visible) was not renamed: \(error.reason).",
                advice: error.isThere ? "Choose a name that no dump has." : "Choose another name.")
        }
    }

    private mutating func delete(_ name: String) -> StorageAnswer {
        do throws(FileError) {
            _ = try library.discard(name)
            return .dumpDeleted(name: name)
        } catch {
            return .failed("\(name.visible) was not deleted: \(error.reason).", advice: nil)
        }
    }

    private func write(_ bytes: [UInt8], to path: String, replacing: Bool) -> StorageAnswer {
        let place = Files.expanded(path)
        do throws(FileError) {
            if replacing { try Files.replace(place, with: bytes) } else { try Files.create(place, with: bytes) }
            return .fileWritten(path: path)
        } catch {
            if error.isThere, !replacing { return .fileIsThere(path: path) }
            return .failed(
                "\(path.visible) could not be written: \(error.reason).",
                advice: "Check the path, and the right to write there.")
        }
    }

    private func lastSeen(_ uid: [UInt8]) -> StorageAnswer {
        do throws(JournalError) {
            return .lastSeen(uid: uid, try engine.lastSeen(uid: uid))
        } catch {
            return .failed(error.headline, advice: error.advice)
        }
    }
}
