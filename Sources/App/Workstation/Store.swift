import Dumps
import Engine
import NDEF
import Screens
import Tags

/// What the full screen needs from the disk: files a person names, templates, and the journal.
struct Store {
    let paths: Paths
    let engine: Engine

    /// What a template's file name ends with.
    private static let ending = ".ndef"

    /// Does what an intent asks for; `nil` for intents that are not about storage.
    func answer(_ intent: Intent) -> StorageAnswer? {
        do throws(StoreError) {
            switch intent {
            case .readFile(let path, .key):
                return .file(path: path, .key, try readKey(Files.expanded(path)))
            case .readFile(let path, let purpose):
                return .file(path: path, purpose, try read(Files.expanded(path)))
            case .listTemplates: return .templates(templates)
            case .saveTemplate(let name, let bytes, let replacing):
                if !replacing, Files.exists(try place(of: name)) { return .templateIsThere(name: name) }
                try save(name, bytes)
                return .saved(name: name)
            case .openTemplate(let name): return .template(name: name, try read(try place(of: name)))
            case .listJournal(let query):
                return .journal(try journal { () throws(JournalError) in try engine.journal(query) })
            case .openJournalEntry(let id):
                return .journalEntry(try journal { () throws(JournalError) in try engine.journalEntry(id) })
            case .countAttempts(let uid):
                return .attempts(
                    uid: uid, try journal { () throws(JournalError) in try engine.failedAttempts(uid: uid) })
            default: return nil
            }
        } catch {
            return .failed(error.sentence, advice: error.advice)
        }
    }

    private struct StoreError: Error {
        var sentence: String
        var advice: String?
    }

    private func read(_ path: String) throws(StoreError) -> [UInt8] {
        do throws(FileError) { return try Files.read(path, atMost: MessageInput.limit) } catch {
            throw StoreError(sentence: "\(path.visible) could not be read: \(error.reason).", advice: "Check the path.")
        }
    }

    /// A key file, refused where others than its owner may read it.
    private func readKey(_ path: String) throws(StoreError) -> [UInt8] {
        if let mode = Files.mode(of: path), mode & 0o077 != 0 {
            throw StoreError(
                sentence: "\(path.visible) may be read by others than you (mode \(String(mode, radix: 8))).",
                advice: "chmod 600 takes that right from them.")
        }
        do throws(FileError) { return try Files.read(path, atMost: Self.longestKeyFile) } catch {
            throw StoreError(sentence: "\(path.visible) could not be read: \(error.reason).", advice: "Check the path.")
        }
    }

    /// A key in hex with blanks and a line end is shorter.
    private static let longestKeyFile = 256

    private var templates: [String] {
        Files.names(in: paths.templates).filter { $0.hasSuffix(Self.ending) && !$0.hasPrefix(".") }
            .map { String($0.dropLast(Self.ending.count)) }.sorted()
    }

    /// The file of a template. A name never leads out of the folder.
    private func place(of name: String) throws(StoreError) -> String {
        guard !name.isEmpty, !name.contains("/"), !name.hasPrefix("."), !name.utf8.contains(0) else {
            throw StoreError(sentence: "\(name.visible) is no name for a template.", advice: "Use letters and digits.")
        }
        return paths.templates + "/" + name + Self.ending
    }

    private func save(_ name: String, _ bytes: [UInt8]) throws(StoreError) {
        let path = try place(of: name)
        do throws(FileError) {
            try Files.makeFolder(paths.templates)
            try Files.replace(path, with: bytes)
        } catch {
            throw StoreError(
                sentence: "The template could not be kept in \(paths.templates.visible): \(error.reason).",
                advice: "Make room there, or give yourself the right to write.")
        }
    }

    private func journal<Found>(_ find: () throws(JournalError) -> Found) throws(StoreError) -> Found {
        do throws(JournalError) { return try find() } catch {
            throw StoreError(sentence: error.headline, advice: error.advice)
        }
    }
}
