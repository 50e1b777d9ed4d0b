import Foundation
import Tags
import Testing

@testable import Engine
@testable import Simulator

private let old = message("what was there before, long enough for more than one command of a small card")
private let new = message(
    "and what comes in its place, which is longer still, so that every chunk of it changes the file")
private let key: [UInt8] = Array(0x10..<0x20)

/// An NTAG 424 DNA with a message.
private func dna(
    _ message: [UInt8] = old, access: UInt16 = 0xEEE0, mode: NTAG424Mode = .plain, tagTamper: Bool = false,
    lrp: Bool = false
) -> SimulatedDNA {
    var card = SimulatedDNA(tagTamper: tagTamper)
    card.files[1].content.replaceSubrange(0..<2 + message.count, with: [0, UInt8(message.count)] + message)
    card.files[1].settings = NTAG424FileSettings(mode: mode, access: access)
    card.keys[2].value = key
    card.usesLRP = lrp
    return card
}

extension SimulatedTag {
    fileprivate var ndefFile: [UInt8] { ntag424?.files[1].content ?? [] }
}

@Suite struct DNAChangeTests {
    @Test("a full look at an NTAG 424 DNA costs at most twenty exchanges after the UID", arguments: [false, true])
    func exchanges(tagTamper: Bool) throws {
        let bench = ChangeBench(SimulatedTag(ntag424: dna(tagTamper: tagTamper)))
        let report = try #require(bench.read(TagReader.Options()).report)
        let sent = bench.events.exchanges.map { Hex.string($0.command) }
        #expect(sent.first == "FFCA000000")
        #expect(sent.count <= 21, "\(sent)")
        #expect(report.identity.chipName == (tagTamper ? "NTAG 424 DNA TT" : "NTAG 424 DNA"))
        #expect(report.signature?.valid == true)
        #expect(report.ndef?.raw == old)
        #expect(report.keyVersions == [0: 0, 1: 0, 2: 0, 3: 0, 4: 0])
        #expect(report.files.map(\.size) == [32, 256, 128])
        #expect(report.files.map { $0.content.count } == [32, 256, 0])
        #expect(
            report.files.map(\.access.words) == [
                "read free, write key 0, read and write key 0, change key 0, plain",
                "read free, write free, read and write free, change key 0, plain",
                "read key 2, write key 3, read and write key 3, change key 0, full",
            ])
        #expect(report.findings.contains { $0.sentence.contains("tag tamper") } == tagTamper)
    }

    @Test("a file behind a key is read with that of the keys by number that it asks for")
    func keysByNumber() throws {
        let bench = ChangeBench(SimulatedTag(ntag424: dna(access: 0x2222)))
        #expect(bench.read(TagReader.Options()).report?.ndef?.raw == nil)
        var options = TagReader.Options()
        options.keys = [1: Array(repeating: 7, count: 16), 2: key]
        #expect(bench.read(options).report?.ndef?.raw == old)
        options.keys = [1: key]
        #expect(bench.read(options).report?.ndef?.raw == nil)
        #expect(bench.card.keys[2].failures == 0, "no key was tried that was not given for its number")
    }

    @Test("what SDM puts into the file is told, and does not make a written message differ")
    func dynamic() throws {
        var card = dna(message("?p=00000000000000000000000000000000&m=0000000000000000"))
        var sdm = NTAG424FileSettings.SDM(options: 0xC1, access: 0x20F2)
        sdm.piccOffset = 12
        sdm.macInputOffset = 47
        sdm.macOffset = 47
        card.files[1].settings.sdm = sdm
        let bench = ChangeBench(SimulatedTag(ntag424: card))
        let report = try #require(bench.read(TagReader.Options()).report)
        #expect(report.messageFile?.mirrored == [12..<44, 47..<63])
        #expect(report.messageFile?.settings.contains { $0.hasPrefix("SDM on: PICCData in bytes 12-43") } == true)
        let change = bench.change(.write(message: message("?p=11111111111111111111111111111111&m=1111111111111111")))
        #expect(change.isDone, "\(String(describing: change.error))")
        #expect(change.outcome?.plan.notices.contains { $0.contains("SDM") } == true)
        #expect(bench.tag.ndefFile[12] == UInt8(ascii: "1"))
    }

    @Test(
        "a file that asks for a key is written under that key, in every mode and both kinds of cryptography",
        arguments: [NTAG424Mode.plain, .mac, .full], [false, true])
    func keyed(mode: NTAG424Mode, lrp: Bool) throws {
        for access in [0xE222, 0xEFF2, 0x2222] as [UInt16] {
            let bench = ChangeBench(SimulatedTag(ntag424: dna(access: access, mode: mode, lrp: lrp)))
            let closed = bench.change(.write(message: new))
            guard access != 0xEFF2 else {
                #expect(closed.outcome?.refusal == .readOnlyContainer)
                continue
            }
            #expect(closed.outcome?.refusal == .needsPassword, "\(access)")
            let wrong = bench.change(.write(message: new), Credential(key: Array(repeating: 0x77, count: 16)))
            #expect(wrong.error?.jsonKind == "refusedByTag")
            #expect(bench.tag.ndefFile == dna(access: access, mode: mode).files[1].content)
            let change = bench.change(.write(message: new), Credential(key: key))
            #expect(change.isDone, "\(access): \(String(describing: change.error))")
            #expect(Array(bench.tag.ndefFile.prefix(2 + new.count)) == [0, UInt8(new.count)] + new)
            let number = try #require(change.outcome?.journalNumber)
            #expect(bench.recover(number, .undo, Credential(key: key)).isDone)
            #expect(bench.tag.ndefFile == dna(access: access, mode: mode).files[1].content)
            let read = bench.read(TagReader.Options(key: key))
            #expect(read.report?.ndef?.raw == old, "\(access)")
        }
    }

    @Test("no key appears in the trace of a keyed write")
    func secrecy() throws {
        let bench = ChangeBench(SimulatedTag(ntag424: dna(access: 0xE222, mode: .full)))
        #expect(bench.change(.write(message: new), Credential(key: key)).isDone)
        let all = bench.events.exchanges.flatMap { [Hex.string($0.command), Hex.string($0.response ?? [])] }
        #expect(!all.contains { $0.contains(Hex.string(key)) })
    }

    @Test(
        "an NTAG 424 DNA that is pulled before or within any write is finished or put back, with and without a key",
        arguments: [UInt16(0xEEE0), 0xE222], [false, true])
    func torn(access: UInt16, erases: Bool) throws {
        let start = dna(access: access, mode: access == 0xEEE0 ? .plain : .full)
        let wish: Wish = erases ? .erase : .write(message: new)
        let credential = Credential(key: access == 0xEEE0 ? nil : key)
        let whole = ChangeBench(SimulatedTag(ntag424: start))
        let counted = Guarded(0)
        whole.source.watchFrames { number in counted.with { $0 = number + 1 } }
        let done = whole.change(wish, credential)
        try #require(done.isDone, "\(String(describing: done.error))")
        let end = whole.tag.ndefFile
        for write in 0..<counted.with({ $0 }) {
            for (manner, frames) in [(TearManner?.none, 0)]
                + TearManner.allCases.flatMap({ [(Optional($0), 1), ($0, 2)] })
            {
                let note =
                    "access \(Hex.address(Int(access))), write \(write), torn \(manner?.rawValue ?? "before") \(frames)"
                let bench = ChangeBench(SimulatedTag(ntag424: start))
                let reader = bench.reader
                bench.source.watchFrames { number in
                    guard number == write else { return }
                    guard let manner else { return reader.remove() }
                    reader.tear = manner
                    reader.pull(afterFrames: frames)
                }
                let change = bench.change(wish, credential)
                guard case .tagLost? = change.error else {
                    Issue.record("\(note): \(String(describing: change.error))")
                    continue
                }
                guard let left = bench.tag.ntag424 else { continue }
                for action in [RecoveryRequest.Action.finish, .putBack] {
                    let journal = try bench.folder.copy(named: action.rawValue)
                    let again = ChangeBench(SimulatedTag(ntag424: left), folder: bench.folder, journal: journal)
                    guard let entry = again.interrupted else {
                        #expect(left.files[1].content == start.files[1].content, "\(note)")
                        continue
                    }
                    let recovered = again.recover(entry.id, action, credential)
                    #expect(recovered.isDone, "\(note), \(action): \(String(describing: recovered.error))")
                    #expect(
                        again.tag.ndefFile == (action == .finish ? end : start.files[1].content), "\(note), \(action)")
                }
            }
        }
    }

    @Test("a random UID is refused for what is journalled, and reading says that it is one")
    func randomID() throws {
        var card = dna()
        card.randomID = true
        let bench = ChangeBench(SimulatedTag(ntag424: card))
        let report = try #require(bench.read(TagReader.Options()).report)
        #expect(report.identity.hasRandomUID)
        #expect(report.identity.chipName == "NTAG 424 DNA")
        #expect(report.signature == nil)
        #expect(bench.change(.write(message: new)).error?.headline.contains("random UID") == true)
    }

    @Test("it is made read-only by its container under key 0, and key 0 can undo that")
    func lock() throws {
        let bench = ChangeBench(SimulatedTag(ntag424: dna()))
        let asked = bench.change(.lock(.init(pages: nil)))
        #expect(asked.outcome?.refusal == .needsPassword)
        #expect(asked.error?.headline.contains("key 0") == true)
        let factory = Credential(key: Array(repeating: 0, count: 16))
        let change = bench.change(.lock(.init(pages: nil)), factory, confirm: false)
        #expect(change.isDone, "\(String(describing: change.error))")
        #expect(bench.tag.ntag424?.files[0].content[14] == 0xFF)
        let number = try #require(change.outcome?.journalNumber)
        #expect(bench.recover(number, .undo, factory).isDone)
        #expect(bench.tag.ntag424?.files[0].content[14] == 0x00)
    }

    @Test("files behind keys are edited and restored under them, and undone")
    func editAndRestore() throws {
        let bench = ChangeBench(SimulatedTag(ntag424: dna()))
        let zero = Array(repeating: UInt8(0), count: 16)
        let third = Wish.editFiles([0xE105: FileContent([1, 2, 3, 4], at: 10)])
        #expect(bench.change(third).error?.jsonKind == "refusedHere")
        let edited = bench.change(third, Credential(keys: [3: zero]))
        #expect(edited.isDone, "\(String(describing: edited.error))")
        #expect(Array((bench.tag.ntag424?.files[2].content ?? [])[10..<14]) == [1, 2, 3, 4])
        #expect(bench.recover(1, .undo, Credential(keys: [3: zero])).isDone)
        #expect(Array((bench.tag.ntag424?.files[2].content ?? [])[10..<14]) == [0, 0, 0, 0])
        let source = try #require(ChangeBench(SimulatedTag(ntag424: dna(new))).read(TagReader.Options()).report)
        let guarded = ChangeBench(SimulatedTag(ntag424: dna(access: 0xE220)))
        #expect(guarded.change(.restore(Restoration(source: source))).error?.jsonKind == "refusedHere")
        #expect(guarded.change(.restore(Restoration(source: source)), Credential(keys: [2: key])).isDone)
        #expect(Array(guarded.tag.ndefFile.prefix(2 + new.count)) == [0, UInt8(new.count)] + new)
    }
}
