import Simulator
import Tags
import Testing

@testable import Engine

@Suite("A password that is proved before it is asked for")
struct ProofTests {
    private static func credential(_ password: [UInt8]) -> Credential {
        var credential = Credential()
        credential.password = password
        return credential
    }

    @Test("goes out before the first write, so that a wrong one leaves neither the tag changed nor anything to recover")
    func wrongPassword() throws {
        let bench = ChangeBench(try .holding(nil, chip: "NTAG213", uid: "04AABBCC112280"))
        let before = bench.memory
        let change = bench.change(.configure([.guardsReading(true), .auth0(4)]), Self.credential([1, 2, 3, 4]))
        #expect(change.error != nil && change.outcome?.written == 0, "\(String(describing: change.error))")
        #expect(bench.memory == before && bench.writes.isEmpty)
        let journal = try Journal(path: bench.folder.journal)
        #expect(try journal.interrupted(uid: bench.uid) == nil)
        #expect(try journal.operations().allSatisfy { !$0.result.needsRecovery })
    }

    @Test("is the first step of the plan, the right one lets the rest through")
    func rightPassword() throws {
        let bench = ChangeBench(try .holding(nil, chip: "NTAG213", uid: "04AABBCC112280"))
        let change = bench.change(.configure([.auth0(4)]), Self.credential([0xFF, 0xFF, 0xFF, 0xFF]))
        #expect(change.isDone, "\(String(describing: change.error))")
        #expect(change.outcome?.plan.steps.first?.phase == .prove)
    }

    @Test(
        "a tag that was left in its second sector is read and changed as what it is",
        arguments: ["NTAG I2C 2K", "NTAG I2C plus 2K"])
    func secondSector(chip: String) throws {
        let bench = ChangeBench(try .holding(nil, chip: chip, uid: "04AABBCC112280"))
        let first = bench.read(TagReader.Options()).report
        let second = bench.read(TagReader.Options()).report
        #expect(first?.image == second?.image && second?.image?.page(0) == [0x04, 0xAA, 0xBB, 0xCC])
        guard chip.contains("plus") else { return }
        let change = bench.change(.protect(Wish.Protection(password: [1, 2, 3, 4])))
        #expect(change.isDone, "\(String(describing: change.error))")
    }
}
