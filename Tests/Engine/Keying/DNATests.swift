import NDEF
import Simulator
import Tags
import Testing

@testable import Engine

@Suite("Keys, rights and links of an NTAG 424 DNA")
struct DNATests {
    private static func bench(lrp: Bool = false, profile: SimulatedProfile = .acr122) -> ChangeBench {
        var card = SimulatedDNA()
        card.usesLRP = lrp
        return ChangeBench(SimulatedTag(ntag424: card), profile: profile)
    }

    private static let template = "https://example.com/t?p={picc}&e={file:32=serial 12}&m={mac}"

    private static func link(meta: UInt8 = 1, file: UInt8 = 2) throws -> DNAWish {
        .link(
            DNALink(
                template: try SDMTemplate("https://example.com/t?p={picc}&e={file:32=serial-12}&m={mac}"),
                rights: SDMTemplate.Rights(meta: .key(meta), file: .key(file), counter: .free)))
    }

    @Test(
        "a factory tag gets keys, rights and a link, is tapped 20 times, and goes back to the factory's state",
        arguments: [false, true])
    func wholeLife(lrp: Bool) throws {
        let bench = Self.bench(lrp: lrp)
        let delivered = bench.card
        let keys = DNATestKeys.custom
        let set = bench.change(DNATestKeys.changes(to: keys, version: 1))
        #expect(set.isDone, "\(String(describing: set.error))")
        #expect(bench.card.keyValues == keys)
        #expect(bench.card.keys.allSatisfy { $0.version == 1 && $0.failures == 0 })

        let rights = bench.change(.preset(.publicRead), keys: keys)
        #expect(rights.isDone, "\(String(describing: rights.error))")
        let setUp = bench.change(try Self.link(), keys: keys)
        #expect(setUp.isDone, "\(String(describing: setUp.error))")
        #expect(setUp.outcome?.remarks.first?.contains("its MAC holds") == true)

        let checker = try #require(SUNChecker(suite: lrp ? .lrp : .aes, metaKey: keys[1], fileKey: keys[2]))
        var last = 0
        for _ in 0..<20 {
            let result = checker.check(try bench.tap())
            #expect(result.isGenuine)
            #expect(result.uid == bench.uid)
            let counter = try #require(result.counter)
            #expect(counter > last)
            last = counter
            #expect(result.fileData.map { String(decoding: $0, as: UTF8.self) } == "serial-120000000")
        }
        #expect(bench.change(.linkOff, keys: keys).isDone)
        #expect(bench.change(.preset(.factory), keys: keys).isDone)
        let back = bench.change(
            DNATestKeys.changes(to: keys.mapValues { _ in DNATestKeys.factory }, version: 0), keys: keys)
        #expect(back.isDone, "\(String(describing: back.error))")
        #expect(bench.card.keys == delivered.keys)
        #expect(bench.card.files.map(\.settings) == delivered.files.map(\.settings))
        #expect(bench.card.keys.allSatisfy { $0.failures == 0 }, "no key was ever tried in vain")
    }

    @Test("keys are changed through every reader", arguments: SimulatedProfile.all.map(\.name))
    func readers(name: String) throws {
        let profile = try #require(SimulatedProfile.all.first { $0.name == name })
        let bench = Self.bench(profile: profile)
        let set = bench.change(DNATestKeys.changes(to: [0: DNATestKeys.first, 3: DNATestKeys.second], version: 7))
        #expect(set.isDone, "\(String(describing: set.error))")
        #expect(bench.card.keys[0].value == DNATestKeys.first)
        #expect(bench.card.keys[3].version == 7)
    }

    @Test("custom keys are changed for custom keys, key 0 last", arguments: [false, true])
    func customToCustom(lrp: Bool) throws {
        let bench = Self.bench(lrp: lrp)
        #expect(bench.change(DNATestKeys.changes(to: DNATestKeys.custom, version: 1)).isDone)
        let next = DNATestKeys.custom.mapValues { $0.map { $0 ^ 0xFF } }
        let change = bench.change(DNATestKeys.changes(to: next, version: 2), keys: DNATestKeys.custom)
        #expect(change.isDone, "\(String(describing: change.error))")
        #expect(bench.card.keyValues == next)
        let changed = change.outcome?.plan.steps.compactMap(\.target.keyNumber)
        #expect(changed == [1, 2, 3, 4, 0])
    }

    @Test("a diversified key is made from the master key and this tag's UID")
    func diversified() throws {
        let bench = Self.bench()
        let diversification = DNAKeyChange.Diversification(
            application: [0x30, 0x42, 0xF5], system: Array("NXP Abu".utf8))
        let change = DNAKeyChange(number: 2, new: DNATestKeys.third, version: 1, diversification: diversification)
        #expect(bench.change(.keys([change])).isDone)
        let input = bench.uid + [0x30, 0x42, 0xF5] + Array("NXP Abu".utf8)
        #expect(bench.card.keys[2].value == KeyDiversification.aes128(master: DNATestKeys.third, input: input))
    }

    @Test("keys are in no plan, journal entry or event as bytes")
    func secrets() throws {
        let bench = Self.bench()
        let change = bench.change(DNATestKeys.changes(to: [0: DNATestKeys.first], version: 1))
        let number = try #require(change.outcome?.journalNumber)
        let entry = try #require(try Journal(path: bench.folder.journal).operation(number))
        #expect(entry.steps.allSatisfy { $0.step.new.isEmpty && $0.step.secret })
        #expect(change.outcome?.plan.steps.allSatisfy(\.secret) == true)
        for exchange in bench.events.exchanges {
            #expect(!Hex.string(exchange.command).contains(Hex.string(DNATestKeys.first)))
        }
    }

    @Test("a dry run shows the plan and sends no key")
    func dryRun() throws {
        let bench = Self.bench()
        let before = bench.card
        let planned = bench.change(DNATestKeys.changes(to: DNATestKeys.custom, version: 1), dryRun: true)
        #expect(planned.outcome?.result == .planned)
        #expect(planned.outcome?.plan.steps.count == 10)
        #expect(bench.card == before)
        #expect(
            !bench.events.exchanges.contains { $0.command.count > 1 && $0.command[0] == 0x90 && $0.command[1] == 0x71 })
    }

    @Test("what is there already is not written again")
    func nothingToDo() throws {
        let bench = Self.bench()
        #expect(bench.change(.preset(.publicRead)).isDone)
        #expect(bench.change(.preset(.publicRead)).outcome?.result == .nothingToDo)
        #expect(bench.change(.linkOff).outcome?.result == .nothingToDo)
        #expect(bench.change(try Self.link()).isDone)
        #expect(bench.change(try Self.link()).outcome?.result == .nothingToDo)
    }

    // MARK: - Wrong keys

    @Test("a wrong key is refused in words, counted, and nothing is changed")
    func wrongKey() throws {
        let bench = Self.bench()
        let before = bench.card.lasting
        let wrong = bench.change(
            DNATestKeys.changes(to: [0: DNATestKeys.first], version: 1), keys: [0: DNATestKeys.second])
        #expect(wrong.outcome?.result != .done)
        #expect(wrong.error?.jsonKind == "refusedByTag")
        #expect(wrong.error?.advice.contains("wrong") == true, "\(wrong.error?.advice ?? "")")
        #expect(bench.card.lasting == before)
        #expect(try Journal(path: bench.folder.journal).failedAttempts(uid: bench.uid) == 1)
        #expect(bench.change(DNATestKeys.changes(to: [0: DNATestKeys.first], version: 1)).isDone)
        #expect(try Journal(path: bench.folder.journal).failedAttempts(uid: bench.uid) == 0)
    }

    @Test("a wrong old key of another number leaves it as it is, and costs no try")
    func wrongOldKey() throws {
        let bench = Self.bench()
        #expect(bench.change(DNATestKeys.changes(to: [2: DNATestKeys.first], version: 1)).isDone)
        let wrong = bench.change(
            DNATestKeys.changes(to: [2: DNATestKeys.second], version: 2), keys: [2: DNATestKeys.third])
        #expect(wrong.error?.jsonRaw == "911E")
        #expect(bench.card.keys[2].value == DNATestKeys.first)
        #expect(bench.card.keys[2].failures == 0)
    }

    @Test("a key whose version says that it is not the factory's is never guessed")
    func neverGuessed() throws {
        let bench = Self.bench()
        #expect(bench.change(DNATestKeys.changes(to: [0: DNATestKeys.first], version: 1)).isDone)
        let refused = bench.change(.preset(.publicRead))
        #expect(refused.error?.jsonKind == "refusedHere")
        #expect(bench.card.keys[0].failures == 0)
        #expect(
            !bench.events.exchanges.contains { $0.command.count > 1 && $0.command[0] == 0x90 && $0.command[1] == 0x71 })
    }

    @Test("the last tries that a key bears are never sent, and the one before only with the typed UID")
    func attempts() throws {
        let bench = Self.bench()
        let journal = try Journal(path: bench.folder.journal)
        for _ in 0..<998 { try journal.countAttempt(uid: bench.uid) }
        let wish = DNATestKeys.changes(to: [1: DNATestKeys.first], version: 1)
        let unconfirmed = bench.change(wish)
        #expect(unconfirmed.error?.jsonKind == "refusedHere")
        #expect(bench.card.keys[1].value == DNATestKeys.factory)
        try journal.countAttempt(uid: bench.uid)
        #expect(bench.change(wish, confirm: true).error?.jsonKind == "refusedHere")
        #expect(bench.card.keys[1].value == DNATestKeys.factory)
    }

    // MARK: - Rights

    @Test("rights are set per file, and what is not named stays")
    func rights() throws {
        let bench = Self.bench()
        let change = bench.change(.access([2: AccessChange(write: .key(3)), 3: AccessChange(mode: .mac)]))
        #expect(change.isDone, "\(String(describing: change.error))")
        #expect(change.outcome?.plan.steps.count == 2)
    }

    @Test("rights that close a file's settings for good need the typed UID")
    func closing() throws {
        let bench = Self.bench()
        let wish = DNAWish.access([2: AccessChange(change: .never)])
        let refused = bench.change(wish)
        #expect(refused.error?.jsonKind == "refusedHere")
        #expect(refused.outcome?.plan.irreversibleSteps.count == 1)
        #expect(bench.change(wish, confirm: true).isDone)
        #expect(bench.change(.preset(.factory)).error?.jsonKind == "refusedHere", "nobody can set it any more")
    }

    @Test("the factory's container comes back, and only where it differs")
    func container() throws {
        var card = SimulatedDNA()
        let delivered = card.files[0].content
        card.files[0].content[3] = 0x00
        card.files[0].content[14] = 0xFF
        let bench = ChangeBench(SimulatedTag(ntag424: card))
        #expect(bench.change(.preset(.factory)).isDone)
        #expect(bench.card.files[0].content == delivered)
        #expect(bench.change(.preset(.factory)).outcome?.result == .nothingToDo)
    }

    @Test("a message is written with the key that may, and torn nowhere")
    func message() throws {
        let bench = Self.bench()
        #expect(bench.change(.preset(.publicRead)).isDone)
        let message = NDEFMessage([try NDEFRecord.uri("https://example.com/written-with-a-key")]).encoded()
        let refused = bench.change(.write(message: message))
        #expect(refused.error != nil, "nobody may write without a key")
        let written = bench.change(.write(message: message), Credential(keys: [0: DNATestKeys.factory]))
        #expect(written.isDone, "\(String(describing: written.error))")
        #expect(try bench.tap() == "https://example.com/written-with-a-key")
        #expect(bench.card.files[1].content.starts(with: [0, UInt8(message.count)] + message))
    }

    @Test("a link in a file that nobody can read without a key is set up, and said not to be tapped")
    func privateLink() throws {
        let bench = Self.bench()
        #expect(bench.change(.preset(.private)).isDone)
        let change = bench.change(try Self.link())
        #expect(change.isDone, "\(String(describing: change.error))")
        #expect(change.outcome?.remarks.first?.hasPrefix("Not tapped") == true)
    }

    @Test("a tag that is set to LRP goes on with the same keys")
    func becomesLRP() throws {
        let bench = Self.bench()
        #expect(bench.change(.configure([.lrp])).error?.jsonKind == "refusedHere", "it can never be undone")
        let change = bench.change(.configure([.lrp]), confirm: true)
        #expect(change.isDone, "\(String(describing: change.error))")
        #expect(bench.card.usesLRP)
        #expect(bench.change(DNATestKeys.changes(to: DNATestKeys.custom, version: 1)).isDone)
        #expect(bench.card.keyValues == DNATestKeys.custom)
    }

    @Test("a tag with a random UID is journalled by its own one, and recovered")
    func randomUID() throws {
        let bench = Self.bench()
        let own = bench.uid
        #expect(bench.change(.configure([.randomID])).error?.jsonKind == "refusedHere", "it can never be undone")
        #expect(bench.change(.configure([.randomID]), confirm: true).isDone)
        bench.put(bench.tag)
        let change = bench.change(DNATestKeys.changes(to: [0: DNATestKeys.first], version: 1))
        #expect(change.isDone, "\(String(describing: change.error))")
        #expect(change.outcome?.plan.uid == own)
        let number = try #require(change.outcome?.journalNumber)
        #expect(try Journal(path: bench.folder.journal).operation(number)?.uid == own)
        let back = bench.recover(
            number, .undo, Credential(keys: [0: DNATestKeys.factory]),
            afterwards: Credential(keys: [0: DNATestKeys.first]))
        #expect(back.isDone, "\(String(describing: back.error))")
        #expect(bench.card.keys[0].value == DNATestKeys.factory)
    }

    // MARK: - Links

    @Test("a bolt card has the issuer's keys and a link that pays")
    func boltCard() throws {
        let bench = Self.bench()
        let issuer = DNATestKeys.third
        let change = bench.change(
            .link(
                DNALink(
                    template: try SDMTemplate(BoltCard.template(url: "lnurlw://pay.example/card")),
                    rights: SDMTemplate.Rights(meta: .key(1), file: .key(2)),
                    access: AccessPreset.publicRead.changes[2] ?? AccessChange(),
                    issuer: DNALink.Issuer(key: issuer))))
        #expect(change.isDone, "\(String(describing: change.error))")
        let keys = try #require(BoltCard.keys(issuer: issuer, uid: bench.uid))
        #expect(bench.card.keys.map(\.value) == keys.keys)
        let link = try bench.tap()
        #expect(link.hasPrefix("lnurlw://pay.example/card?p="))
        let checker = try #require(SUNChecker(suite: .aes, metaKey: keys.keys[1], fileKey: keys.keys[2]))
        #expect(checker.check(link).isGenuine)
    }

    @Test(
        "plain mirrors with and without MAC are set up and tapped",
        arguments: [
            "https://example.com/t?uid={uid}&ctr={counter}&mac={mac}", "https://example.com/{uid}/{counter}",
            "https://example.com/t?{mac-from}uid={uid}&ctr={counter}&mac={mac}",
        ])
    func plainMirrors(text: String) throws {
        let bench = Self.bench()
        let wish = DNAWish.link(DNALink(template: try SDMTemplate(text)))
        let change = bench.change(wish)
        #expect(change.isDone, "\(String(describing: change.error))")
        let checker = try #require(SUNChecker(suite: .aes, metaKey: nil, fileKey: DNATestKeys.factory))
        let result = checker.check(try bench.tap())
        #expect(result.uid == bench.uid)
        #expect(result.counter != nil)
        #expect(result.isGenuine == text.contains("{mac}"))
    }

    @Test("what the chip would refuse is refused before anything is sent")
    func refusedBefore() throws {
        let bench = Self.bench()
        let before = bench.card
        let long = String(repeating: "a", count: 240)
        let refused = bench.change(.link(DNALink(template: try SDMTemplate("https://e.x/\(long)?m={mac}"))))
        #expect(refused.error?.jsonKind == "refusedHere")
        #expect(bench.card.lasting == before.lasting)
        #expect(
            bench.change(.keys([DNAKeyChange(number: 5, new: DNATestKeys.first, version: 0)])).error?.jsonKind
                == "refusedHere")
        #expect(
            bench.change(.keys([DNAKeyChange(number: 1, new: [1, 2], version: 0)])).error?.jsonKind == "refusedHere")
    }

    @Test("a plan that was agreed to is done as it was shown, or not at all")
    func agreedPlan() throws {
        let bench = Self.bench()
        let wish = try Self.link()
        let shown = try #require(bench.change(wish, dryRun: true).outcome?.plan)
        let agreed = ChangeRequest(wish: .dna(wish), expected: shown)
        #expect(bench.change(.access([2: AccessChange(readWrite: .key(0))])).isDone)
        let refused = bench.submit(.change(reader: bench.reader.name, agreed))
        #expect(refused.error?.jsonKind == "refusedHere")
        #expect(bench.card.files[1].content.allSatisfy { $0 == 0 })
        let again = try #require(bench.change(wish, dryRun: true).outcome?.plan)
        #expect(
            bench.submit(.change(reader: bench.reader.name, ChangeRequest(wish: .dna(wish), expected: again))).isDone)
    }

    @Test("another tag than the one meant is left alone")
    func otherTag() throws {
        let bench = Self.bench()
        let request = ChangeRequest(wish: .dna(.preset(.private)), uid: [4, 1, 2, 3, 4, 5, 6])
        let refused = bench.submit(.change(reader: bench.reader.name, request))
        #expect(refused.error?.jsonKind == "refusedHere")
        let type2 = ChangeBench(try SimulatedTag.holding(nil, chip: "NTAG213"))
        #expect(type2.change(.preset(.publicRead)).error?.jsonKind == "refusedHere")
    }
}
