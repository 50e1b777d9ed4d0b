import Tags
import Testing

@testable import Engine

private let reselect = "FF00000004D44A0100"
private let selected = "D54B010100440007" + "04E10CDA993C80" + "9000"

@Suite struct LinkTests {
    @Test("the first refusal on a connection is followed by one reconnect and one repeat")
    func firstRefusal() throws {
        let test = LinkUnderTest(
            StorageProfile(),
            [
                .exchange("FFB0000010", "6300"), .reconnect,
                .exchange("FFB0000010", "04A1B29FC3D4E5F604480000E11012009000"),
            ])
        #expect(try test.link.transceive([0x30, 0], answerLength: 16) == hex("04A1B29FC3D4E5F604480000E1101200"))
        #expect(test.channel.isFinished)
        #expect(test.link.activations == 2)
        #expect(test.link.exchanges == 2)
    }

    @Test("after a NAK the tag is selected again before the next frame, not before (TRC-001)")
    func lazyActivation() throws {
        let page0 = "04A1B29FC3D4E5F604480000E11012009000"
        let test = LinkUnderTest(
            StorageProfile(),
            [
                .exchange("FFB0000010", page0), .exchange("FFB0002B10", "6300"), .reconnect,
                .exchange("FFB0000010", page0),
            ])
        _ = try test.link.transceive([0x30, 0], answerLength: 16)
        #expect(throws: LinkError.nak(nil)) { try test.link.transceive([0x30, 0x2B], answerLength: 16) }
        #expect(test.channel.reconnects.isEmpty)
        #expect(test.link.isSilent)
        #expect(try test.link.transceive([0x30, 0], answerLength: 16).count == 16)
        #expect(test.channel.isFinished)
        #expect(test.link.activations == 2)
    }

    @Test("an ACR122U selects again by a command; another tag in its place is a lost tag")
    func reselects() throws {
        let good = ScriptedChannel.Step.exchange(
            "FF00000004D4423C00", "D54300" + String(repeating: "AB", count: 32) + "9000")
        let test = LinkUnderTest(
            ACR122Profile(),
            [
                good, .exchange("FF00000004D4423902", "D543029000"), .exchange(reselect, selected), good,
                .exchange("FF00000004D4423902", "D543029000"),
                .exchange(reselect, "D54B010100440007" + "04FFFFFFFFFFFF" + "9000"),
            ])
        test.link.uid = hex("04E10CDA993C80")
        _ = try test.link.transceive([0x3C, 0], answerLength: 32)
        #expect(throws: LinkError.nak(nil)) { try test.link.transceive([0x39, 2], answerLength: 3) }
        #expect(try test.link.transceive([0x3C, 0], answerLength: 32).count == 32)
        #expect(test.link.activations == 2)
        #expect(throws: LinkError.nak(nil)) { try test.link.transceive([0x39, 2], answerLength: 3) }
        #expect(throws: LinkError.channel(.cardRemoved(code: PCSCCode.removedCard))) {
            try test.link.transceive([0x3C, 0], answerLength: 32)
        }
        #expect(test.channel.isFinished)
    }

    @Test("where the command finds no tag, the reader is connected anew")
    func reselectFails() throws {
        let version = "D543000004040201000F039000"
        let test = LinkUnderTest(
            ACR122Profile(),
            [
                .exchange("FF00000003D44260", version), .exchange("FF00000004D4423902", "D543019000"),
                .exchange(reselect, "D54B009000"), .reconnect, .exchange("FF00000003D44260", version),
            ])
        _ = try test.link.transceive([0x60], answerLength: 8)
        #expect(throws: LinkError.silence) { try test.link.transceive([0x39, 2], answerLength: 3) }
        #expect(try test.link.transceive([0x60], answerLength: 8).count == 8)
        #expect(test.channel.isFinished)
    }

    @Test(
        "a tag that can no longer be powered is lost, whatever pcscd calls it",
        arguments: [0x8010_0066, 0x8010_000F] as [UInt32])
    func notPowered(code: UInt32) throws {
        let mute = ScriptedChannel.Step.reconnect(.unresponsive(code: code))
        let test = LinkUnderTest(StorageProfile(), [.exchange("FFB0000010", "6300"), mute, mute])
        #expect(throws: LinkError.channel(.cardRemoved(code: code))) {
            try test.link.transceive([0x30, 0], answerLength: 16)
        }
        #expect(test.channel.reconnects.count == 2)
        #expect(test.channel.isFinished)
    }

    @Test("a wrong password is sent once and never again by itself (TRC-007)")
    func wrongPassword() throws {
        let test = LinkUnderTest(ACR122Profile(), [.exchange("FF00000007D4421B00000000", "D543029000")])
        #expect(throws: LinkError.nak(nil)) { try test.link.transceive(hex("1B00000000"), answerLength: 2) }
        #expect(test.channel.isFinished)
    }

    @Test("a password whose answer was damaged on its way is not sent again: it may have been counted")
    func passwordNotRepeated() throws {
        let lost = ChannelError.communication(code: 0x8010_002F)
        let test = LinkUnderTest(ACR122Profile(), [.failing("FF00000007D4421B01020304", lost)])
        #expect(throws: LinkError.channel(lost)) { try test.link.transceive(hex("1B01020304"), answerLength: 2) }
        #expect(test.channel.isFinished)
    }

    @Test("an answer with bytes twice is asked for again, and at most twice")
    func duplicatedBytes() throws {
        let good = String(repeating: "11", count: 16) + "9000"
        let bad = String(repeating: "11", count: 18) + "9000"
        let test = LinkUnderTest(
            PassThroughProfile.acr1252, [.exchange("FF000000023004", bad), .exchange("FF000000023004", good)])
        #expect(try test.link.transceive([0x30, 4], answerLength: 16).count == 16)
        let never = LinkUnderTest(
            PassThroughProfile.acr1252, Array(repeating: .exchange("FF000000023004", bad), count: 3))
        #expect(throws: LinkError.wrongLength(expected: 16, bytes: Array(repeating: 0x11, count: 18))) {
            try never.link.transceive([0x30, 4], answerLength: 16)
        }
        #expect(never.channel.isFinished)
    }

    @Test("READ that returns 2 bytes is an error that says so, and no data (TRC-017)")
    func shortAnswer() throws {
        let test = LinkUnderTest(StorageProfile(), Array(repeating: .exchange("FFB0000410", "D1019000"), count: 3))
        do throws(LinkError) {
            _ = try test.link.transceive([0x30, 4], answerLength: nil)
            Issue.record("taken for data")
        } catch {
            #expect(error == .wrongLength(expected: 16, bytes: [0xD1, 0x01]))
            let told = EngineError(error, reader: "R", during: "reading it")
            #expect(told.headline == "The reader R failed: it returned 2 bytes, 16 expected.")
            #expect(told.jsonRaw == "D101")
        }
    }

    @Test("a write that is answered 6300 is not taken for done, and reading back shows the truth (TRC-011)")
    func writeAnswered6300() throws {
        let test = LinkUnderTest(
            StorageProfile(),
            [
                .exchange("FFB0000010", "04A1B29FC3D4E5F604480000E11012009000"),
                .exchange("FFD600040403101112", "6300"), .reconnect,
                .exchange("FFB0000410", "031011120000000000000000000000009000"),
            ])
        _ = try test.link.transceive([0x30, 0], answerLength: 16)
        #expect(throws: LinkError.nak(nil)) { try test.link.transceive(hex("A20403101112"), answerLength: 1) }
        #expect(try test.link.transceive([0x30, 4], answerLength: 16).prefix(4).elementsEqual(hex("03101112")))
        #expect(test.channel.isFinished)
    }

    @Test(
        "what a storage-only reader cannot send is refused before anything is sent",
        arguments: ["60", "1B11223344", "3A0010", "3902", "3C00", "1A00", "C2FF"])
    func unsupported(frame: String) throws {
        let test = LinkUnderTest(StorageProfile(), [])
        #expect(throws: LinkError.unsupported(command: hex(frame)[0])) {
            try test.link.transceive(hex(frame), answerLength: nil)
        }
        #expect(test.link.capabilities.limits?.contains("PWD_AUTH") == true)
    }

    @Test("a transparent session is opened for frames, closed for ordinary APDUs, and opened again")
    func session() throws {
        let ok = "C0030090009000"
        let open: [ScriptedChannel.Step] = [
            .exchange("FFC20000028100", ok), .exchange("FFC20000075F460400010100", ok),
            .exchange("FFC20002048F020003", ok),
        ]
        let version = ScriptedChannel.Step.exchange("FFC2000103950160", "C00300900092010097080004040201000F039000")
        let test = LinkUnderTest(
            Part3Profile(),
            open + [
                version, .exchange("FFC20000028200", ok), .exchange("FFCA000000", "04E10CDA993C809000"),
            ] + open + [version, .exchange("FFC20000028200", ok)])
        #expect(try test.link.transceive([0x60], answerLength: 8) == hex("0004040201000F03"))
        _ = try test.recovering.transmit(hex("FFCA000000"))
        #expect(try test.link.transceive([0x60], answerLength: 8).count == 8)
        test.link.closeSession()
        test.link.closeSession()
        #expect(test.channel.isFinished)
    }

    @Test(
        "a session that the reader does not know is unsupported, at the cost of one exchange",
        arguments: ["6A81", "6D00", "6300", "C003006A819000"])
    func noSession(answer: String) throws {
        let test = LinkUnderTest(Part3Profile(), [.exchange("FFC20000028100", answer)])
        #expect(throws: LinkError.unsupported(command: 0)) { try test.link.transceive([0x60], answerLength: 8) }
        #expect(test.channel.isFinished)
    }

    @Test("a card reset by another program under a session: reconnect, open again, repeat; the activation is counted")
    func resetInSession() throws {
        let ok = "C0030090009000"
        let open: [ScriptedChannel.Step] = [
            .exchange("FFC20000028100", ok), .exchange("FFC20000075F460400010100", "6A81"),
            .exchange("FFC20002048F020003", ok),
        ]
        let read = "FFC200010495023004"
        let answer = "C0030090009710" + String(repeating: "22", count: 16) + "9000"
        let test = LinkUnderTest(
            Part3Profile(),
            open + [.failing(read, .cardReset(code: PCSCCode.resetCard)), .reconnect] + open
                + [.exchange(read, answer)])
        #expect(try test.link.transceive([0x30, 4], answerLength: 16).count == 16)
        #expect(test.link.activations == 2)
        #expect(test.channel.isFinished)
    }

    @Test("the NAK's code is told where the reader lets it through")
    func nakCode() throws {
        let ok = "C0030090009000"
        let test = LinkUnderTest(
            Part3Profile(),
            [
                .exchange("FFC20000028100", ok), .exchange("FFC20000075F460400010100", ok),
                .exchange("FFC20002048F020003", ok),
                .exchange("FFC2000103950160", "C00300900092010097080004040201000F039000"),
                .exchange("FFC20001089506A20400000000", "C0030090009201049701059000"),
            ])
        _ = try test.link.transceive([0x60], answerLength: 8)
        #expect(throws: LinkError.nak(5)) { try test.link.transceive(hex("A20400000000"), answerLength: 1) }
        #expect(test.link.capabilities.seesNAKCode)
    }

    @Test("silence after which no answer means yes; a NAK does not")
    func passive() throws {
        let test = LinkUnderTest(
            ACR122Profile(),
            [.exchange("FF00000004D442C2FF", "D543029000"), .exchange("FF00000006D44201000000", "D543019000")])
        #expect(try test.link.transceive([0xC2, 0xFF], answerLength: 1) == [0x0A])
        try test.link.transceivePassive([1, 0, 0, 0])
        #expect(!test.link.isSilent)
        let refused = LinkUnderTest(PassThroughProfile.acr1252, [.exchange("FF0000000401000000", "009000")])
        #expect(throws: LinkError.nak(0)) { try refused.link.transceivePassive([1, 0, 0, 0]) }
    }

    @Test("an ACR1252 is given its pause after a failed command")
    func pause() throws {
        let version = "0004040201000F039000"
        let test = LinkUnderTest(
            PassThroughProfile.acr1252,
            [.exchange("FF0000000160", version), .exchange("FF000000023902", "6300")])
        _ = try test.link.transceive([0x60], answerLength: 8)
        #expect(throws: LinkError.nak(nil)) { try test.link.transceive([0x39, 2], answerLength: 3) }
        #expect(test.pauses == [150])
    }

    @Test("escape commands that the driver refuses are told as that")
    func escapeRefused() throws {
        let test = LinkUnderTest(
            Part3Profile(transport: .escape, expectedLength: true),
            [.control(command: "FFC2000002810000", .failure(.controlRefused(code: PCSCCode.notTransacted)))])
        #expect(throws: LinkError.channel(.controlRefused(code: PCSCCode.notTransacted))) {
            try test.link.transceive([0x60], answerLength: 8)
        }
    }
}
