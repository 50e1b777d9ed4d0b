import Dumps
import Engine
import NDEF
import Tags
import Terminal

@testable import Screens
@testable import Simulator

/// A file as the Flipper writes it, by hand: an NTAG213 with a link, its header and pages from the format's description.
enum FlipperText {
    /// The lines of an NTAG213 that was read whole.
    /// - Parameters:
    ///   - uid: What the header says; pages 0-2 always hold 04 E1 0C DA 99 3C 80.
    ///   - link: What page 4 and those behind it hold after `https://`.
    ///   - password: What page 2B holds.
    static func ntag213(
        uid: String = "04 E1 0C DA 99 3C 80", link: String = "example.org", password: [UInt8] = [0, 0, 0, 0]
    ) -> [UInt8] {
        var memory: [UInt8] = [
            0x04, 0xE1, 0x0C, 0x61, 0xDA, 0x99, 0x3C, 0x80, 0xFF, 0x48, 0x00, 0x00, 0xE1, 0x10, 0x12, 0x00,
        ]
        let payload = [0x04] + Array(link.utf8)
        let message = [0xD1, 0x01, UInt8(payload.count), 0x55] + payload
        memory += [0x01, 0x03, 0xA0, 0x0C, 0x34, 0x03, UInt8(message.count)] + message + [0xFE]
        memory += [UInt8](repeating: 0, count: 40 * 4 - memory.count)
        memory += [0x00, 0x00, 0x00, 0xBD, 0x04, 0x00, 0x00, 0xFF, 0x00, 0x05, 0x00, 0x00]
        memory += password + [0x00, 0x00, 0x00, 0x00]
        var lines = [
            "Filetype: Flipper NFC device", "Version: 4", "Device type: NTAG/Ultralight", "UID: \(uid)",
            "ATQA: 00 44", "SAK: 00", "Data format version: 2", "NTAG/Ultralight type: NTAG213",
            "Signature:" + String(repeating: " 00", count: 32), "Mifare version: 00 04 04 02 01 00 0F 03",
        ]
        for number in 0..<3 { lines += ["Counter \(number): 0", "Tearing \(number): 00"] }
        lines += ["Pages total: 45", "Pages read: 45"]
        for page in 0..<45 {
            lines.append("Page \(page): " + Hex.string(Array(memory[page * 4..<page * 4 + 4]), separator: " "))
        }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }
}

extension Situation {
    /// What the screens can be in while dumps are looked at, compared or put on tags.
    static let dumping: [Situation] = [
        Situation("dumps-empty") { Session().place("ntag213-factory").quiet().press("F8").model },
        Situation("dumps") { library().press("F8", "j").quiet().model },
        Situation("dumps-preview") {
            let session = library()
            return session.send(.resize(Size(columns: 200, rows: 60))).press("F8").toFlipper().model
        },
        Situation("dumps-filter") { library().press("F8", "/").type("example.org").model },
        Situation("dump-shown") { shown().model },
        Situation("dump-problem") {
            let session = Session().place("ntag213-factory").quiet()
            session.files["door.nfc"] = FlipperText.ntag213(uid: "04 11 22 33 44 55 66")
            return session.press("F8", "o").type("door.nfc").press("Enter", "1").model
        },
        Situation("dump-export") { library().press("F8", "e").model },
        Situation("dump-delete") { library().press("F8", "Del").model },
        Situation("dump-restore") { library().press("F8", "I").model },
        Situation("dump-restore-plan") { library().press("F8").toFlipper().press("I", "Enter").model },
        Situation("compare") { library().press("F8").toFlipper().press("c").model },
        Situation("compare-all") { library().press("F8").toFlipper().press("c", "a").model },
        Situation("compare-same") {
            let session = Session().place("ntag215-link-text").quiet()
            return session.press("S", "F8", "c").quiet().model
        },
        Situation("compare-last-seen") { changedSince().press("c").model },
        Situation("clone-form") { library().press("F8").toFlipper().press("W").model },
        Situation("clone") { cloned().quiet().model },
    ]

    /// A library with a dump of a tag, one as a Flipper writes it, and a file that is none; the tag lies on the reader.
    static func library() -> Session {
        let session = Session().place("ntag215-link-text").quiet().press("S").place("ntag213-factory").quiet()
        _ = try? session.add(FlipperText.ntag213(), as: "door.nfc")
        _ = try? session.add(Array("nothing that anybody would take for a dump\n".utf8), as: "notes.txt")
        return session.quiet()
    }

    /// The Flipper's dump in the panes.
    static func shown() -> Session { library().press("F8").toFlipper().press("Enter").quiet() }

    /// A tag that was written, and written over since without us.
    static func changedSince() -> Session {
        let session = Session().place("ntag213-factory").quiet().press("F3", "a").choose("Link")
        session.type("https://example.com/a").press("Enter", "w", "Enter").quiet()
        // Somebody else writes /b where we wrote /a: its place is the last letter before the terminator.
        session.bench.tag(named: "ntag213-factory")?.with { chip in
            guard let end = chip.memory.lastIndex(of: UInt8(ascii: "a")) else { return }
            chip.memory[end] = UInt8(ascii: "b")
        }
        return session.press("q").takeOff().place("ntag213-factory").quiet()
    }

    /// One dump onto three tags, of which one cannot take it and one comes twice.
    static func cloned() -> Session {
        let session = library().press("F8").toFlipper().press("W")
        session.press("Tab", "Tab", "Tab", "Tab", "Tab").type("clone").press("Enter")
        session.place("ntag215-link-text").place("ntag213-mirror").place("ntag213-factory")
        return session
    }
}

extension Session {
    /// Brings the cursor of the list of dumps to the Flipper's.
    @discardableResult func toFlipper() -> Session {
        guard let index = model.dumps.rows?.firstIndex(where: { $0.name == "door.nfc" }) else { return self }
        press("g")
        for _ in 0..<index { press("j") }
        return self
    }
}
