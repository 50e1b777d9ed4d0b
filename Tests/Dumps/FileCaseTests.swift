import Foundation
import NDEF
import Tags
import Testing

@testable import Dumps

@Suite("Dump files from elsewhere", .enabled(if: Cases.isThere))
struct FileCaseTests {
    @Test(
        "A Proxmark3 dump of an NTAG gives the tag it was made of",
        arguments: Cases.all(["pm3_mfu_bin_new", "pm3_mfu_bin_old", "pm3_mfu_json", "pm3_mfu_eml"]))
    func ultralight(test: Cases.Case) throws {
        let opened = try Dump.open(try Cases.bytes(test))
        let report = opened.dump.report
        let image = try #require(report.image)
        let chip = try #require(report.identity.chip)
        let configuration = try #require(chip.configuration)
        let formats: [String: DumpFormat] = ["pm3_mfu_json": .proxmarkJSON, "pm3_mfu_eml": .eml]
        #expect(opened.format == formats[test.kind] ?? .proxmarkBinary)
        #expect(Hex.string(report.identity.uid) == test.expected.text("uid"))
        #expect(report.identity.chipName == test.expected.text("ic"))
        #expect(image.pageCount == test.expected.number("pages"))
        if let version = test.expected.text("get_version") {
            #expect(report.identity.version.map { Hex.string($0) } == version)
            #expect(report.identity.provenance == .reported)
        }
        if let signature = test.expected.text("signature") {
            #expect(report.signature.map { Hex.string($0.bytes) } == signature)
        }
        #expect(image.page(3).map { Hex.string($0) } == test.expected.text("cc"))
        if let state = test.expected.text("ndef_state") { #expect(report.ndef?.state.rawValue == state) }
        if test.expected.text("counter2_tearing") == "BD" {
            #expect(
                report.counters == [
                    CounterState(number: 2, enabled: false, value: report.counters.first?.value, torn: false)
                ])
        }
        #expect(image.page(configuration.password ?? 0).map { Hex.string($0) } == test.expected.text("pwd"))
        #expect(image.page(configuration.pack ?? 0).map { Hex.string($0) } == test.expected.text("pack"))
        let config = [configuration.cfg0, configuration.cfg1].map { image.page($0).map { Hex.string($0) } }
        #expect(config == (test.expected["cfg"] as? [String] ?? []).map { $0 })
        #expect(
            chip.dynamicLock.flatMap { image.page($0.page) }.map { Hex.string($0) } == test.expected.text("dyn_lock"))
    }

    @Test(
        "A Proxmark3 dump of an ISO 15693 tag gives the tag it was made of",
        arguments: Cases.all(["pm3_iso15_bin", "pm3_iso15_json"]))
    func vicinity(test: Cases.Case) throws {
        let name = test.expected.text("filename_uid").map { "hf-15-\($0)-dump.bin" }
        let opened = try Dump.open(try Cases.bytes(test), named: name)
        let report = opened.dump.report
        let image = try #require(report.image)
        #expect(Hex.string(report.identity.uid) == test.expected.text("uid"))
        #expect(image.pageCount == test.expected.number("blocks") ?? 80)
        #expect(image.pageSize == test.expected.number("block_size") ?? test.expected.number("bytes_per_page"))
        #expect(report.ndef?.raw?.count == test.expected.number("ndef_len") || report.ndef?.state == .invalid)
        if name != nil { #expect(opened.problems.contains { $0.contains("the file's name says UID") }) }
        if test.expected.number("page_count_byte") == 128 {
            #expect(opened.problems.contains { $0.contains("the page count byte says 128") })
        }
        if test.expected.text("ndef_state")?.hasPrefix("broken") == true { #expect(report.ndef?.state == .invalid) }
    }

    @Test("A Type 5 memory gives its message", arguments: Cases.all(["raw_t5t_bin"]))
    func type5(test: Cases.Case) throws {
        let opened = try Dump.open(try Cases.bytes(test))
        #expect(opened.format == .raw)
        #expect(opened.dump.report.identity.type == .type5)
        let ndef = try #require(opened.dump.report.ndef)
        #expect(ndef.state == .message)
        #expect(ndef.raw?.count == test.expected.number("ndef_len"))
        let records = test.expected["records"] as? [[String: Any]] ?? []
        #expect(ndef.decoding?.records.count == records.count)
    }

    @Test("A Metrodroid scan gives the tag it was made of", arguments: Cases.all(["metrodroid_json"]))
    func metrodroid(test: Cases.Case) throws {
        let opened = try Dump.open(try Cases.bytes(test))
        let report = opened.dump.report
        #expect(opened.format == .metrodroid)
        #expect(Hex.string(report.identity.uid) == test.expected.text("uid"))
        #expect(report.image?.pageCount == test.expected.number("pages"))
        #expect(report.identity.chipName == "Ultralight EV1 (UL11)")
        #expect(report.ndef?.raw.map { Hex.string($0) } == test.expected.text("ndef_hex"))
        #expect(opened.problems.contains { $0.contains("BCC0") })
    }

    @Test(
        "A file of a message gives its records", arguments: Cases.all(["ndef"]).filter { $0.input.text("file") != nil })
    func message(test: Cases.Case) throws {
        let bytes = try Cases.bytes(test)
        let opened = try Dump.open(bytes)
        #expect(opened.format == .ndef)
        #expect(opened.dump.report.ndef?.raw == bytes)
        let records = test.expected["raw_records"] as? [[String: Any]] ?? []
        #expect((opened.dump.report.ndef?.decoding?.records.count ?? 0) >= min(1, records.count))
    }

    @Test("Every file from elsewhere can be written in every format that takes its kind, and opened again")
    func everyFormat() throws {
        let folder = try #require(Cases.folder) + "/files"
        for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where name != "index.json" {
            let bytes = [UInt8](try #require(FileManager.default.contents(atPath: folder + "/" + name)))
            let opened = try Dump.open(bytes, named: name)
            for format in DumpFormat.allCases {
                guard let export = try? opened.dump.encoded(as: format),
                    !export.lost.contains(where: { $0.hasPrefix("what kind of tag it is of") })
                else { continue }
                let again = try Dump.open(export.bytes)
                #expect(again.dump.report.ndef?.raw == opened.dump.report.ndef?.raw, "\(name) as \(format.rawValue)")
                if format == .tagdesk { #expect(again.dump == opened.dump, "\(name)") }
            }
        }
    }
}
