import Foundation
import Simulator
import Tags
import Testing

@testable import Engine

/// One simulated reader with a console on it.
struct ConsoleBench {
    let reader: SimulatedReader
    let engine: Engine
    private let source: SimulatedSource

    init(_ tag: SimulatedTag, profile: SimulatedProfile = .acr122, journal: String? = nil) {
        reader = SimulatedReader(profile: profile)
        reader.insert(tag)
        source = SimulatedSource([reader])
        var options = Engine.Options.forTest
        options.autoRead = false
        engine = Engine(sources: [source], journalPath: journal, options: options)
        engine.start()
        _ = engine.settle()
    }

    /// What a line brought.
    enum Result {
        case answer(ConsoleAnswer)
        case error(EngineError)
        case nothing
    }

    @discardableResult func send(
        _ line: String, confirmed: [UInt8]? = nil, readOnly: Bool = false
    ) throws -> (result: Result, exchanges: [Exchange]) {
        guard case .command(let command) = try ConsoleLine.parse(line) else { return (.nothing, []) }
        engine.submit(
            .console(
                reader: reader.name, ConsoleRequest(command, confirmedUID: confirmed, readOnly: readOnly)))
        let events = engine.settle()
        for case .ended(_, _, let outcome) in events {
            switch outcome {
            case .answered(let answer, _): return (.answer(answer), events.exchanges)
            case .failed(let error, _, _): return (.error(error), events.exchanges)
            default: break
            }
        }
        return (.nothing, events.exchanges)
    }

    func answer(_ line: String, confirmed: [UInt8]? = nil) throws -> ConsoleAnswer {
        let result = try send(line, confirmed: confirmed).result
        guard case .answer(let answer) = result else { throw Unexpected(words: "\(result)") }
        return answer
    }

    func error(_ line: String, confirmed: [UInt8]? = nil, readOnly: Bool = false) throws -> EngineError {
        let result = try send(line, confirmed: confirmed, readOnly: readOnly).result
        guard case .error(let error) = result else { throw Unexpected(words: "\(result)") }
        return error
    }

    struct Unexpected: Error { var words: String }
}

@Suite("the console") struct ConsoleTests {
    private static func ntag213() throws -> SimulatedTag {
        SimulatedTag(chip: try #require(Type2Chip.named("NTAG213")), name: "tag")
    }

    @Test(
        "frames go out and answers come back on every reader that passes them",
        arguments: [
            SimulatedProfile.acr122, .acr1252, .part3,
        ])
    func frames(profile: SimulatedProfile) throws {
        let bench = ConsoleBench(try Self.ntag213(), profile: profile)
        defer { bench.engine.stop() }
        #expect(try bench.answer("native 60").bytes == hex("0004040201000F03"))
        #expect(try bench.answer("native 60").details == ["NTAG213 by its version"])
        #expect(try bench.answer("native 30 00").bytes.count == 16)
        let refused = try bench.answer("native 30 E0")
        #expect(refused.refused)
        #expect(try !bench.answer("native 30 00").refused)
        #expect(try bench.answer("native A2 04 01 02 03 04").bytes == [0x0A])
        #expect(try bench.answer("native 30 04").bytes.prefix(4) == [1, 2, 3, 4])
    }

    @Test("each command is one exchange once the connection is there, and is sent once")
    func cost() throws {
        let bench = ConsoleBench(try Self.ntag213())
        defer { bench.engine.stop() }
        _ = try bench.answer("native 60")
        for line in ["native 60", "native 30 04", "FF CA 00 00 00", "native A2 05 00 00 00 00"] {
            #expect(try bench.send(line).exchanges.count == 1, "\(line)")
        }
    }

    @Test("a reader without native frames says so and sends nothing")
    func storage() throws {
        let bench = ConsoleBench(try Self.ntag213(), profile: .storage)
        defer { bench.engine.stop() }
        _ = try bench.answer("FF B0 00 04 10")
        let (result, exchanges) = try bench.send("native 30 04")
        guard case .error(.refusedHere(let reason, _)) = result else {
            Issue.record("it was sent")
            return
        }
        #expect(reason.contains("no native frames"))
        #expect(exchanges.isEmpty)
    }

    @Test("a file stays selected from command to command, and is selected no more after another operation")
    func held() throws {
        let card = try #require(SimulatorBench.defaultTags().first { $0.tag.kind.name.contains("424") }?.tag)
        let bench = ConsoleBench(card)
        defer { bench.engine.stop() }
        #expect(try !bench.answer("00 A4 04 00 07 D2760000850101 00").refused)
        #expect(try !bench.answer("00 A4 00 0C 02 E103").refused)
        let container = try bench.answer("00 B0 00 00 0F")
        #expect(container.bytes.suffix(2) == [0x90, 0x00])
        #expect(container.details.first?.contains("E104") == true)
        #expect(!container.isFresh)
        bench.engine.submit(.read(reader: bench.reader.name, TagReader.Options()))
        _ = bench.engine.settle()
        let after = try bench.answer("00 B0 00 00 0F")
        #expect(after.isFresh)
    }

    @Test("another tag on the reader is refused once, with nothing sent to it")
    func otherTag() throws {
        let bench = ConsoleBench(try Self.ntag213())
        defer { bench.engine.stop() }
        _ = try bench.answer("native 60")
        bench.reader.remove()
        bench.reader.insert(
            SimulatedTag(chip: try #require(Type2Chip.named("NTAG215")), name: "other", uid: hex("04998877665544")))
        _ = bench.engine.settle()
        let (result, exchanges) = try bench.send("native A2 04 00 00 00 00")
        guard case .error(.refusedHere(let reason, _)) = result else {
            Issue.record("it was sent: \(result)")
            return
        }
        #expect(reason.contains("another tag"))
        #expect(!exchanges.contains { $0.nativeCommand?.first == 0xA2 })
        #expect(try !bench.answer("native 60").refused)
    }

    @Test("the same tag put back goes on, and it is said that it began anew")
    func sameTag() throws {
        let tag = try Self.ntag213()
        let bench = ConsoleBench(tag)
        defer { bench.engine.stop() }
        #expect(try !bench.answer("native 60").isFresh)
        #expect(try !bench.answer("native 60").isFresh)
        bench.reader.remove()
        bench.reader.insert(tag)
        _ = bench.engine.settle()
        #expect(try bench.answer("native 60").isFresh)
    }

    @Test("without a tag nothing is sent")
    func noTag() throws {
        let bench = ConsoleBench(try Self.ntag213())
        defer { bench.engine.stop() }
        _ = try bench.answer("native 60")
        bench.reader.remove()
        _ = bench.engine.settle()
        guard case .noTag = try bench.error("native 60") else {
            Issue.record("another error")
            return
        }
    }

    @Test("lock bits are set only with the tag's UID, and never with --read-only")
    func confirmation() throws {
        let tag = try Self.ntag213()
        let bench = ConsoleBench(tag)
        defer { bench.engine.stop() }
        let lock = "native A2 02 00 00 00 08"
        guard case .needsConfirmation = try bench.error(lock) else {
            Issue.record("not asked")
            return
        }
        guard case .needsConfirmation = try bench.error(lock, confirmed: [1, 2, 3]) else {
            Issue.record("taken with another UID")
            return
        }
        guard case .refusedHere = try bench.error(lock, confirmed: tag.uid, readOnly: true) else {
            Issue.record("sent in spite of --read-only")
            return
        }
        #expect(tag.image[8..<12].elementsEqual([tag.image[8], tag.image[9], 0, 0]))
        #expect(try bench.answer(lock, confirmed: tag.uid).bytes == [0x0A])
        #expect(tag.image[11] == 0x08)
    }

    @Test("with --read-only what reads is sent and what changes is not")
    func readOnly() throws {
        let bench = ConsoleBench(try Self.ntag213())
        defer { bench.engine.stop() }
        guard case .answer = try bench.send("native 30 04", readOnly: true).result else {
            Issue.record("refused")
            return
        }
        guard case .refusedHere = try bench.error("native A2 04 00 00 00 00", readOnly: true) else {
            Issue.record("sent")
            return
        }
    }

    @Test(
        "passwords are masked in trace and answer, in every wrapping",
        arguments: [
            "native 1B 11 22 33 44", "FF 00 00 00 07 D4 42 1B 11 22 33 44",
        ])
    func masked(line: String) throws {
        let bench = ConsoleBench(try Self.ntag213())
        defer { bench.engine.stop() }
        let (result, exchanges) = try bench.send(line)
        let sent = exchanges.filter { $0.meaning.contains("PWD_AUTH") }
        #expect(!sent.isEmpty)
        for exchange in exchanges { #expect(!Hex.string(exchange.command).contains("11223344")) }
        guard case .answer(let answer) = result else {
            Issue.record("no answer")
            return
        }
        #expect(!answer.maskedCommand.isEmpty)
    }

    @Test("bytes for the password's page stay masked when they are written in two parts")
    func compatibilityWrite() throws {
        let tag = try Self.ntag213()
        let bench = ConsoleBench(tag)
        defer { bench.engine.stop() }
        #expect(try bench.answer("native A0 2B").bytes == [0x0A])
        let (_, exchanges) = try bench.send("native 5A5B5C5D 000000000000000000000000")
        #expect(!exchanges.isEmpty)
        for exchange in exchanges { #expect(!Hex.string(exchange.command).contains("5A5B5C5D")) }
        #expect(tag.image[0x2B * 4..<0x2B * 4 + 4].elementsEqual(hex("5A5B5C5D")))
    }

    @Test("a password counts in the journal, and never the last try is sent")
    func attempts() throws {
        let folder = JournalFolder()
        let chip = try #require(Type2Chip.named("NTAG213"))
        var image = SimulatedTag(chip: chip, name: "x").image
        // AUTHLIM 3, everything protected from page 04.
        image[0x29 * 4 + 3] = 0x04
        image[0x2A * 4] = 0x03
        image.replaceSubrange(0x2B * 4..<0x2B * 4 + 4, with: [1, 2, 3, 4])
        let tag = SimulatedTag(chip: chip, name: "x", image: image)
        let bench = ConsoleBench(tag, journal: folder.journal)
        defer { bench.engine.stop() }
        #expect(try bench.answer("native 1B 00 00 00 00").refused)
        #expect(try bench.engine.failedAttempts(uid: tag.uid) == 1)
        guard case .needsConfirmation = try bench.error("native 1B 00 00 00 01") else {
            Issue.record("sent")
            return
        }
        #expect(try bench.answer("native 1B 00 00 00 01", confirmed: tag.uid).refused)
        guard case .refusedHere = try bench.error("native 1B 00 00 00 02", confirmed: tag.uid) else {
            Issue.record("the last try was sent")
            return
        }
    }

    @Test("closing ends the connection, also where there was none")
    func closing() throws {
        let bench = ConsoleBench(try Self.ntag213())
        defer { bench.engine.stop() }
        bench.engine.submit(.closeConsole(reader: bench.reader.name))
        #expect(bench.engine.settle().story == ["started", "console closed"])
        _ = try bench.answer("native 60")
        bench.engine.submit(.closeConsole(reader: bench.reader.name))
        #expect(bench.engine.settle().story == ["started", "console closed"])
    }
}
