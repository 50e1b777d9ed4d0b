import Engine
import Tags
import Terminal
import Testing

@testable import Screens

/// Something the screens can be in, made by a person's steps.
struct Situation: Sendable, CustomTestStringConvertible {
    var name: String
    var make: @Sendable () -> AppModel

    var testDescription: String { name }

    init(_ name: String, _ make: @escaping @Sendable () -> AppModel) {
        self.name = name
        self.make = make
    }

    /// All situations that have golden screens.
    static let all: [Situation] = [
        Situation("no-pcscd") {
            told(
                .unreachable,
                advice: ["Start the PC/SC service: sudo systemctl enable --now pcscd.socket."])
        },
        Situation("no-reader") { told(.running, advice: ["Plug in a PC/SC reader."]) },
        Situation("no-tag") { Session().model },
        Situation("factory") { Session().place("ntag213-factory").quiet().model },
        Situation("records") { Session().place("ntag216-contact-wifi-app").quiet().press("3").model },
        Situation("protected") { Session().place("ntag213-read-password").quiet().press("1").model },
        Situation("counterfeit") { Session().place("ntag213-counterfeit").quiet().press("1").model },
        Situation("torn") { Session().place("ntag215-torn").quiet().press("3").model },
        Situation("pulled") {
            let session = Session().place("ntag215-link-text").quiet()
            session.bench.pull(afterFrames: 2)
            return session.press("R").model
        },
        Situation("help") { Session().place("ntag213-factory").quiet().press("?").model },
        Situation("palette") { Session().place("ntag213-factory").quiet().press(":").type("re").model },
        Situation("search") {
            Session().place("ntag215-link-text").quiet().press("/").type("room").press("Enter", "n").model
        },
        Situation("bench") { Session().place("ntag213-factory").quiet().press("b", "j").model },
        Situation("password") { Session().place("ntag213-read-password").quiet().press("p").model },
        Situation("link") { Session().place("ntag215-link-text").quiet().press("3", "o").model },
        Situation("go-to") { Session().place("ntag215-link-text").quiet().press("F5").type("p85.2").model },
        Situation("exchange") {
            Session().place("ntag213-factory").quiet().press("5", "Enter", "j", "Enter").model
        },
        Situation("lock-bits") {
            Session().place("ntag213-locked").quiet().press("2", "g", "j", "j", "l", "l").model
        },
        Situation("gone") { Session().place("ntag215-link-text").quiet().takeOff().model },
    ]

    /// Further situations, drawn at every size only.
    static let more: [Situation] = [
        Situation("looking") { AppModel() },
        Situation("capacity") { Session().place("ul21").quiet().press("4").model },
        Situation("maximised") { Session().place("ultralight-c").quiet().press("3", "z").model },
        Situation("copy") { Session().place("ntag213-mirror").quiet().press("2", "Space", "j", "y").model },
        Situation("theme") { Session().place("ntag213-locked").quiet().press("t").model },
        Situation("reader") { Session().press("r").model },
        Situation("help-search") { Session().press("?", "/").type("page").model },
        Situation("not-identified") {
            var model = told(.running, advice: [], readers: [reader("Reader A", present: true)])
            let error = EngineError.readerFailed(reader: "Reader A", reason: "nonsense", raw: [0x63], code: nil)
            _ = model.apply(.tagArrived(reader: "Reader A", .failure(error)), at: noon)
            return model
        },
    ]

    static let noon = Moment(microseconds: 1_796_040_271_000_000)

    static func reader(_ name: String, present: Bool = false) -> ReaderState {
        ReaderState(name: name, profile: "acr122", native: true, present: present)
    }

    static func told(_ service: ServiceState, advice: [String], readers: [ReaderState] = []) -> AppModel {
        var model = AppModel()
        _ = model.apply(.readers(ReadersState(service: service, readers: readers, advice: advice)), at: noon)
        return model
    }
}

extension Session {
    /// Lets the line of success go.
    @discardableResult func quiet() -> Session { wait(milliseconds: 3001) }
}

extension AppModel {
    /// The screen at a size.
    func drawn(columns: Int, rows: Int, glyphs: Glyphs = .unicode) -> Canvas {
        var model = self
        _ = model.handle(.resize(Size(columns: columns, rows: rows)), at: lastMoment)
        var canvas = Canvas(size: Size(columns: columns, rows: rows), glyphs: glyphs)
        model.draw(into: &canvas)
        return canvas
    }
}
