import Tags
import Testing

@testable import Simulator

@Suite("Failed authentications of a simulated NTAG 424 DNA")
struct NTAG424FailureTests {
    @Test("counts failed authentications, delays them after fifty, and closes a key for good")
    func failures() throws {
        var card = SimulatedDNA()
        card.failureCounting.limit = 60
        let host = try NTAG424Host(card)
        for count in 1...50 {
            #expect(try host.authenticate(1, key(5)) == "91AE")
            #expect(host.card.keys[1].failures == count)
        }
        #expect(try host.authenticate(1) == "91AD", "the right key has to wait as well")
        host.bench.reader.remove()
        host.bench.reader.insert(host.bench.tag)
        let again = try NTAG424Host(host.card)
        #expect(try again.authenticate(1) == "9100", "taking the tag away does not help, waiting does")
        #expect(again.card.keys[1].failuresInRow == 0 && again.card.keys[1].failures == 40)
        #expect(try again.authenticate(2) == "9100", "each key has its own counters")
        var waits = 0
        while again.card.keys[1].failures < 60 {
            let answer = try again.authenticate(1, key(5))
            if answer == "91AD" { waits += 1 } else { #expect(answer == "91AE") }
        }
        #expect(waits == 0, "twenty in a row are not fifty")
        #expect(try again.authenticate(1) == "919D")
        try again.authenticate(0)
        #expect(try again.changeKey(1, old: zeros, new: key(1)) == "9100")
        #expect(try again.authenticate(1, key(1)) == "9100", "a new key begins anew")
    }

    @Test("makes each further failure cost one more wait")
    func delays() throws {
        var card = SimulatedDNA()
        card.keys[0].failuresInRow = 50
        let host = try NTAG424Host(card)
        for waits in 1...4 {
            for _ in 0..<waits { #expect(try host.authenticate(0, key(5)) == "91AD") }
            #expect(try host.authenticate(0, key(5)) == "91AE")
        }
        card.failureCounting.enabled = false
        let uncounted = try NTAG424Host(card)
        #expect(try uncounted.authenticate(0, key(5)) == "91AE")
        #expect(try uncounted.authenticate(0) == "9100")
    }
}
