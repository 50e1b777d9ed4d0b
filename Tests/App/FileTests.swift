import Dumps
import Engine
import Glibc
import Simulator
import Terminal
import Testing

@testable import App

/// What a path may lead to that is no file. Opening or reading any of them could wait for ever, or set a device to work.
@Suite("Paths that lead to no file")
struct FileTests {
    /// A path of the kind, in `folder` where it has to be made.
    static func path(_ kind: FileKind, in folder: TemporaryFolder) throws -> String {
        let path = folder.path + "/odd.theme"
        switch kind {
        case .regular: return try folder.write("odd.theme", [])
        case .folder: try #require(mkdir(path, 0o700) == 0)
        case .pipe: try #require(mkfifo(path, 0o600) == 0)
        case .socket:
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(descriptor) }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
            let bound = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            try #require(bound == 0)
        case .device: return "/dev/zero"
        }
        return path
    }

    static let odd: [FileKind] = [.folder, .pipe, .socket, .device]

    @Test("none is read, whatever it is wanted for, and the sentence says what it is", arguments: odd)
    func refused(kind: FileKind) throws {
        let folder = try TemporaryFolder()
        let path = try Self.path(kind, in: folder)
        let objection = try #require(kind.objection)
        func sentence(_ arguments: [String]) -> String? {
            do {
                _ = try ReadCommandTests.run(arguments, home: folder.path)
                return nil
            } catch { return (error as? UsageError)?.sentence }
        }
        let commands = [
            ["ndef", "decode", path], ["ndef", "encode", "--vcard", path], ["ndef", "encode", "--ndef", path],
            ["ndef", "encode", "--mime", "a/b=" + path], ["read", "--simulate=ntag213:" + path],
            ["read", "--simulate=ntag213", "--password", "file:" + path],
            ["key", "set", "0", "--new", "file:" + path, "--simulate=ultralight-c"],
            ["protect", "--password", "file:" + path, "--simulate=ntag213"],
        ]
        for command in commands {
            #expect(sentence(command) == "`\(path)` cannot be used: \(objection).", "\(command)")
        }
        #expect(Config.load(path).problems == ["\(path): \(objection)"])
        let (theme, problems) = Theme.load(path, of: Paths(environment: { _ in nil }))
        #expect(theme == .standard)
        #expect(problems.map(\.message) == ["cannot be read (\(objection)); using default"])
    }

    @Test("none is written to, and none is replaced by a file", arguments: odd)
    func kept(kind: FileKind) throws {
        let folder = try TemporaryFolder()
        let path = try Self.path(kind, in: folder)
        #expect(throws: FileError(path: path, reason: try #require(kind.objection))) {
            try Files.replace(path, with: [1])
        }
        #expect(FileKind(path: path) == kind)
    }

    @Test("the journal is refused there, and so is the change that would have been kept in it", arguments: odd)
    func journal(kind: FileKind) throws {
        let home = try Home()
        try Files.makeFolder(home.paths.data)
        #expect(symlink(try Self.path(kind, in: home.folder), home.paths.journal) == 0)
        let answer = try home.run("write", "--uri", "https://a.example", "--simulate")
        #expect(answer.status == .failed && answer.result == "refusedHere")
        #expect(try home.run("journal", "list").status == .failed)
    }

    @Test(
        "a simulated tag's state is set aside there, and the tag begins anew and is kept", arguments: [odd[0], odd[1]])
    func state(kind: FileKind) throws {
        let home = try Home()
        try Files.makeFolder(home.paths.simulator)
        let name = try #require(TagSpec.benchNames.first)
        let place = home.paths.simulator + "/" + name + ".tag"
        #expect(rename(try Self.path(kind, in: home.folder), place) == 0)
        let answer = try home.say("write", "--uri", "https://a.example", "--simulate")
        #expect(answer.status == .done)
        #expect(answer.notes.contains("set aside as \(place).damaged"))
        #expect(FileKind(path: place + ".damaged") == kind && FileKind(path: place) == .regular)
        #expect(try home.records().count == 1)
    }

    @Test("what was set aside before stays where the next one is set aside")
    func setAsideTwice() throws {
        let folder = try TemporaryFolder()
        let files = BenchFiles(folder: folder.path, complain: { _ in })
        for byte in UInt8(1)...3 {
            _ = try folder.write("a.tag", [byte])
            #expect(files.load("a") == nil)
        }
        for (ending, byte) in [("", UInt8(1)), ("-2", 2), ("-3", 3)] {
            #expect(try Files.read(folder.path + "/a.tag.damaged" + ending, atMost: 10) == [byte])
        }
    }

    @Test("a descriptor that the shell hands over is read to its end, as the argument of a person")
    func handedOver() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        try Files.write(Array("D00000".utf8), to: ends[1], named: "pipe")
        close(ends[1])
        #expect(try MessageInput.file("/dev/fd/\(ends[0])") == [0xD0, 0, 0])
    }

    @Test("an empty path names no file", arguments: ["--vcard", "--ndef"])
    func empty(option: String) throws {
        #expect(throws: UsageError.file("", reason: "it names no file")) {
            try ReadCommandTests.run(["ndef", "encode", option, ""])
        }
    }

    @Test("a MIME record needs both a type and a file", arguments: ["", "=", "a/b", "a/b=", "=x", "=="])
    func mime(value: String) throws {
        do {
            _ = try ReadCommandTests.run(["ndef", "encode", "--mime=" + value])
            Issue.record("accepted")
        } catch let error as UsageError {
            #expect(error.sentence.contains("it has the form TYPE=FILE"), "\(error.sentence)")
        }
    }
}
