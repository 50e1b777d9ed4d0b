import NDEF
import Tags
import Testing

@testable import Dumps

@Suite("Flipper files from elsewhere", .enabled(if: Cases.isThere))
struct FlipperCaseTests {
    @Test("A Flipper file gives the tag it was made of", arguments: Cases.all(["flipper_nfc", "flipper_text"]))
    func opens(test: Cases.Case) throws {
        let opened = try Dump.open(try Cases.bytes(test))
        let report = opened.dump.report
        #expect(opened.format == .flipper)
        if let uid = test.expected.text("uid") { #expect(Hex.string(report.identity.uid) == uid) }
        if let length = test.expected.number("uid_len") { #expect(report.identity.uid.count == length) }
        if let atqa = test.expected.text("atqa") {
            let value = opened.dump.values.first { $0.name == "ATQA" }?.value ?? ""
            #expect(Hex.bytes(value) == Hex.bytes(atqa))
        }
        if let sak = test.expected.text("sak") { #expect(report.identity.sak.map { Hex.byte($0) } == sak) }
        if let version = test.expected.text("get_version") {
            #expect(report.identity.version.map { Hex.string($0) } == version)
        }
        if let signed = test.expected.flag("signature_present") { #expect((report.signature != nil) == signed) }
        if let pages = test.expected.number("pages_total") { #expect(report.image?.pageCount == pages) }
        if let container = test.expected.text("cc") {
            #expect(report.image?.page(3).map { Hex.string($0) } == container)
        }
        if let chip = test.expected.text("ic") { #expect(report.identity.chipName == chip) }
        if let message = test.expected.text("ndef_hex") { #expect(report.ndef?.raw.map { Hex.string($0) } == message) }
        for warning in test.expected["warnings"] as? [String] ?? [] { #expect(opened.problems.contains(warning)) }
        if let present = test.expected.number("pages_present"), let image = report.image {
            #expect((0..<image.pageCount).filter { image.page($0) != nil } == Array(0..<present))
            #expect(opened.problems.contains { $0.contains("not read") })
        }
        if let config = test.expected["config"] as? [String: Any] { try check(config, report) }
    }

    private func check(_ config: [String: Any], _ report: TagReport) throws {
        let image = try #require(report.image)
        let places = try #require(report.identity.chip?.configuration)
        let pages = [("cfg0", places.cfg0), ("cfg1", places.cfg1), ("pwd", places.password ?? -1)]
        for (name, page) in pages where config[name] != nil {
            #expect(image.page(page).map { Hex.string($0) } == config[name] as? String)
        }
        #expect(report.protection?.auth0 == config["auth0"] as? Int)
        #expect(report.protection?.configurationLocked == config["cfglck"] as? Bool)
        let protectsReading = (config["prot"] as? Bool) == true
        if protectsReading { #expect(report.protection?.passwordProtects == .readWrite) }
    }
}
