import Tags
import Testing

@testable import Engine

@Suite(.enabled(if: Cases.areThere)) struct CaseTests {
    @Test("every PC/SC case is lived through: what is there is told, and the engine goes on")
    func pcsc() throws {
        let cases = try Cases.of(area: "pcsc")
        try #require(!cases.isEmpty)
        for one in cases {
            let events = try play(one)
            #expect(events.lastReaders != nil, "\(one.id): nothing was told")
            if let chip = one.expected["ic"] as? String, one.steps.contains(where: { $0.atr != nil }) {
                #expect(events.story.contains("arrived \(chip)"), "\(one.id): \(events.story)")
            }
            for case .tagArrived(_, .failure(let error)) in events {
                #expect(error.headline.hasSuffix("."), "\(one.id)")
            }
            for case .ended(_, _, .failed(let error, _, _)) in events {
                #expect(error.advice.hasSuffix("."), "\(one.id)")
            }
        }
    }

    @Test("every traced APDU is wrapped as the case says, and its answer taken for no more than it is")
    func apduTraces() throws {
        let cases = try Cases.of(area: "pcsc_apdu")
        try #require(!cases.isEmpty)
        for one in cases {
            let correct = one.expected["correct"] as? String
            for step in one.steps {
                guard let text = step.command, let command = Hex.bytes(text),
                    let answer = step.answer.flatMap(Hex.bytes)
                else { continue }
                let fits = [ACR122Profile(), StorageProfile()] as [any ReaderProfile]
                guard let profile = fits.first(where: { $0.frame(in: command) != nil }),
                    let frame = profile.frame(in: command)?.bytes
                else {
                    // No frame of a Type 2 tag: it must still have words.
                    #expect(!CommandWords.apdu(command).isEmpty, "\(one.id)")
                    #expect(!CommandWords.answer(answer, to: command).isEmpty, "\(one.id)")
                    continue
                }
                let wrapped = profile.command(for: frame)
                let other = ACR122Profile().command(for: frame)
                #expect(wrapped == command || other == command || correct != nil, "\(one.id): \(text)")
                check(profile.result(of: answer, to: frame, answerLength: NativeFrame.answerLength(frame)), answer, one)
            }
            if let correct, let frame = one.steps.first?.command.flatMap(Hex.bytes).map({ Array($0.dropFirst(5)) }) {
                #expect(ACR122Profile().command(for: frame) == Hex.bytes(correct), "\(one.id)")
            }
        }
    }

    private func check(_ result: FrameResult, _ answer: [UInt8], _ one: Case) {
        let good = answer.suffix(2).elementsEqual([0x90, 0x00])
        if case .answer(let bytes) = result {
            #expect(good, "\(one.id): a refusal was taken for data")
            if bytes != [NativeFrame.acknowledge] {
                #expect(Hex.string(answer).contains(Hex.string(bytes)), "\(one.id): data was invented")
            }
        } else if one.expected["ic"] != nil {
            Issue.record("\(one.id): the answer was not taken")
        }
    }

    /// Plays a case on a pcscd of its own and returns all events.
    private func play(_ one: Case) throws -> [EngineEvent] {
        let name =
            one.steps.contains { $0.command?.hasPrefix("FF000000") == true }
            ? "ACS ACR122U PICC Interface 00 00" : "Some Contactless Reader 00 00"
        let startsEmpty = one.steps.first?.code == PCSCCode.noReadersAvailable
        let pcsc = PCSCUnderTest(startsEmpty || one.steps.contains { !$0.states.isEmpty } ? [] : [.init(name: name)])
        for step in one.steps where !step.states.isEmpty {
            pcsc.layer.model.with { model in
                model.readers = zip(step.readers, step.states).map { name, state in
                    let present = state.contains("present")
                    return .init(
                        name: name,
                        flags: present
                            ? PCSCState.present | (state.contains("mute") ? PCSCState.mute : 0) : PCSCState.empty)
                }
            }
        }
        pcsc.engine.start()
        var events = pcsc.settle()
        let card = FakeCard(replies(of: one), next: failures(of: one, calls: "SCardTransmit"))
        let connects = one.steps.filter { $0.call?.hasPrefix("SCardConnect") == true && !$0.succeeds }.compactMap(
            \.code)
        pcsc.layer.changeReader(name) { $0.connectFailures = connects }
        let atr = one.steps.compactMap(\.atr).first ?? "3B8F8001804F0CA0000003060300030000000068"
        if one.steps.contains(where: {
            $0.atr != nil || $0.command != nil || $0.call?.hasPrefix("SCardConnect") == true
        }) {
            pcsc.layer.insert(card, atr: hex(atr), on: name)
            events += pcsc.settle()
        }
        for step in one.steps {
            if step.code == PCSCCode.noService, step.call == "SCardGetStatusChange" {
                pcsc.layer.service(PCSCCode.noService)
                events += pcsc.settleWithoutService()
            } else if step.call?.contains("SCardEstablishContext") == true, step.succeeds {
                pcsc.layer.service(nil)
                pcsc.service.wake()
                events += pcsc.settle()
            } else if step.event == "reader added", let added = step.name {
                pcsc.layer.model.with { model in
                    model.watching = false
                    model.readers.append(.init(name: added))
                }
                events += pcsc.settle()
                #expect(events.lastReaders?.readers.contains { $0.name == added } == true, "\(one.id)")
            }
        }
        pcsc.engine.stop()
        return events + pcsc.engine.events.drain()
    }

    private func replies(of one: Case) -> [String: [FakeCard.Reply]] {
        var replies: [String: [FakeCard.Reply]] = [:]
        for step in one.steps {
            guard let command = step.command, Hex.bytes(command) != nil else { continue }
            if let answer = step.answer.flatMap(Hex.bytes) {
                replies[command, default: []].append(.answer(answer))
            } else if let code = step.code {
                replies[command, default: []].append(.failure(code))
            }
        }
        return replies
    }

    private func failures(of one: Case, calls: String) -> [FakeCard.Reply] {
        one.steps.filter { $0.call == calls && !$0.succeeds }.compactMap { $0.code.map { .failure($0) } }
    }
}
