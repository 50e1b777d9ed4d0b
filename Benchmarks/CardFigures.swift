import Engine
import Simulator
import Tags

/// What it costs to read an NTAG 424 DNA: its message alone, and all it shows without a key.
enum CardFigures {
    /// One card on one reader.
    struct Figure {
        var name: String
        var profile: SimulatedProfile
        /// Exchanges for the message after the UID was read.
        var message = 0
        /// Exchanges for everything, the UID apart.
        var full = 0
        /// Milliseconds on air and with reader and host for everything, by the model of `AirClock`.
        var milliseconds = 0.0
        /// Message, settings, key versions and signature were all there.
        var complete = false
    }

    /// The most exchanges that are allowed after the UID.
    private static let most = (message: 6, full: 20)

    /// Reads both kinds of chip on every reader.
    static func measure() -> [Figure] {
        [false, true].flatMap { tamper in SimulatedProfile.all.map { measure(tamper, $0) } }
    }

    private static func measure(_ tamper: Bool, _ profile: SimulatedProfile) -> Figure {
        var card = SimulatedDNA(tagTamper: tamper)
        // A file that is full.
        let text = Array(repeating: UInt8(ascii: "x"), count: 247)
        card.files[1].content = [0x00, 0xFE, 0xD1, 0x01, 0xFA, 0x54, 0x02, 0x65, 0x6E] + text
        var figure = Figure(name: tamper ? "NTAG 424 DNA TT" : "NTAG 424 DNA", profile: profile)
        let reader = SimulatedReader(profile: profile)
        reader.insert(SimulatedTag(ntag424: card))
        if let channel = try? reader.connect() {
            let session = APDUSession(channel)
            let identity = TagIdentity(
                uid: card.uid, type: .type4, chipName: "Type 4 tag", identifiedBy: "", provenance: .assumed)
            let reading = TagReader.readMessage(identity, over: session)
            figure.message = session.exchanges
            figure.complete = reading.report.ndef?.raw?.count == 254
            channel.disconnect(reset: true)
        }
        reader.resetCosts()
        let engine = Engine(sources: [BenchSource(reader: reader)])
        engine.start()
        engine.waitUntilIdle()
        for event in engine.events.drain() {
            switch event {
            case .exchange(let exchange)
            where exchange.kind != .reconnect && !exchange.command.starts(with: [0xFF, 0xCA, 0x00]):
                figure.full += 1
            case .ended(_, _, .read(let report, _)):
                let isWhole = report.keyVersions.count == 5 && report.signature != nil && report.files.count == 3
                figure.complete = figure.complete && isWhole && report.files.allSatisfy { $0.access.mode != nil }
            default: break
            }
        }
        engine.stop()
        figure.milliseconds = Double(reader.totalMicroseconds) / 1000
        return figure
    }

    /// The figures as text.
    static func table(_ figures: [Figure]) -> String {
        var table = Table(["card, reader", "message", "all of it", "ms in all"])
        for figure in figures {
            table.add([
                "\(figure.name), \(figure.profile.name)" + (figure.complete ? "" : " (not all read)"),
                "\(figure.message)",
                "\(figure.full)", oneDigit(figure.milliseconds),
            ])
        }
        return table.text
    }

    /// The promised figures that are missed, a sentence each.
    static func missed(_ figures: [Figure]) -> [String] {
        figures.compactMap { figure in
            let name = "\(figure.name) on \(figure.profile.name)"
            if !figure.complete { return "\(name): not all of it was read" }
            if figure.message > most.message {
                return "\(name): \(figure.message) exchanges for the message, at most \(most.message) are allowed"
            }
            return figure.full <= most.full
                ? nil : "\(name): \(figure.full) exchanges for all of it, at most \(most.full) are allowed"
        }
    }
}
