import Engine
import Foundation
import Screens
import Testing

@testable import App

@Suite("A key file for the full screen")
struct KeyFileTests {
    private static func answer(mode: Int, _ content: String) throws -> StorageAnswer? {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tagdesk-key-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("my.key")
        try Data(content.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        let store = Store(paths: Paths(environment: { _ in folder.path }), engine: Engine(sources: []))
        return store.answer(.readFile(path: file.path, .key))
    }

    @Test("is read where only its owner may", arguments: [0o600, 0o400])
    func own(mode: Int) throws {
        guard case .file(_, .key, let bytes)? = try Self.answer(mode: mode, "00112233") else {
            Issue.record("not read")
            return
        }
        #expect(bytes == Array("00112233".utf8))
    }

    @Test(
        "is refused where others may read it, without a byte of it in the words",
        arguments: [0o644, 0o640, 0o604, 0o666])
    func others(mode: Int) throws {
        guard case .failed(let sentence, let advice)? = try Self.answer(mode: mode, "00112233") else {
            Issue.record("not refused")
            return
        }
        #expect(sentence.contains("may be read by others") && advice?.contains("chmod 600") == true)
        #expect(!sentence.contains("00112233"))
    }

    @Test("is refused where it is longer than any key")
    func long() throws {
        guard case .failed? = try Self.answer(mode: 0o600, String(repeating: "0", count: 300)) else {
            Issue.record("not refused")
            return
        }
    }
}
