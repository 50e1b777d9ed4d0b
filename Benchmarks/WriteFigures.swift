import Engine
import Simulator
import Tags

/// What it costs to write a message over another one and to make sure of it, for every chip and reader.
enum WriteFigures {
    /// One chip on one reader: a 40-byte message over another one, then the same message again.
    struct Figure {
        var chip: Type2Chip
        var profile: SimulatedProfile
        /// Pages of the memory that the new message changes.
        var differing = 0
        /// Pages written.
        var written = 0
        /// Exchanges after the last write that read back.
        var verifying = 0
        /// All exchanges of the operation, session commands apart.
        var exchanges = 0
        /// Milliseconds with reader and host, by the model of `AirClock`.
        var total = 0.0
        /// Pages written when the same message is written again.
        var rewritten = 0
        /// Why it was not done, where it was not.
        var trouble: String?
    }

    /// Writes to every chip that takes NDEF, on every reader.
    static func measure(journal: String) -> [Figure] {
        SimulatedChipName.all.flatMap { word, _ in
            SimulatedProfile.all.compactMap { profile in
                SimulatedChipName.chip(word).flatMap { measure($0, on: profile, journal) }
            }
        }
    }

    private static func measure(_ chip: Type2Chip, on profile: SimulatedProfile, _ journal: String) -> Figure? {
        guard chip.userByteCount >= 48 else { return nil }
        var figure = Figure(chip: chip, profile: profile)
        let tag = SimulatedTag(chip: chip, image: formatted(chip))
        let reader = SimulatedReader(profile: profile)
        reader.insert(tag)
        let engine = Engine(sources: [BenchSource(reader: reader)], journalPath: journal, autoRead: false)
        engine.start()
        engine.waitUntilIdle()
        defer { engine.stop() }
        var count = write(message("an old and longer page of example.com"), engine, reader)
        figure.trouble = count.trouble
        let before = tag.image
        reader.resetCosts()
        count = write(message("the new page, of example.com too....."), engine, reader)
        figure.trouble = figure.trouble ?? count.trouble
        figure.total = Double(reader.totalMicroseconds) / 1000
        let after = tag.image
        figure.differing = (0..<chip.pageCount).count { page in
            before[page * 4..<page * 4 + 4] != after[page * 4..<page * 4 + 4]
        }
        (figure.written, figure.verifying, figure.exchanges) = (count.writes, count.afterLastWrite, count.work)
        count = write(message("the new page, of example.com too....."), engine, reader)
        figure.rewritten = count.writes
        figure.trouble = figure.trouble ?? count.trouble
        return figure
    }

    /// Exchanges of one operation.
    private struct Count {
        var writes = 0
        var afterLastWrite = 0
        var work = 0
        var trouble: String?

        mutating func add(_ exchange: Exchange) {
            switch (exchange.nativeCommand?.first, exchange.command.prefix(2)) {
            case (0xA2, _), (nil, [0xFF, 0xD6]):
                writes += 1
                afterLastWrite = 0
            case (0x30, _), (0x3A, _), (nil, [0xFF, 0xB0]): afterLastWrite += 1
            case (0x60, _), (0x1A, _), (0x3C, _), (0x39, _), (0x3E, _), (nil, [0xFF, 0xCA]): break
            default: return
            }
            work += 1
        }
    }

    private static func write(_ message: [UInt8], _ engine: Engine, _ reader: SimulatedReader) -> Count {
        _ = engine.events.drain()
        engine.submit(.change(reader: reader.name, ChangeRequest(wish: .write(message: message))))
        engine.waitUntilIdle()
        var count = Count()
        for event in engine.events.drain() {
            switch event {
            case .exchange(let exchange) where exchange.kind != .reconnect: count.add(exchange)
            case .ended(_, _, .changed(let outcome, _)):
                if !outcome.verified { count.trouble = "not verified" }
            case .ended(_, _, .changeFailed(let error, _, _)): count.trouble = error.headline
            default: break
            }
        }
        return count
    }

    /// A 40-byte message: one link.
    private static func message(_ rest: String) -> [UInt8] {
        let payload = [0x04] + Array(rest.utf8.prefix(35))
        return [0xD1, 0x01, UInt8(payload.count), 0x55] + payload
    }

    /// The chip as delivered, with a capability container and an empty message where it is delivered without.
    private static func formatted(_ chip: Type2Chip) -> [UInt8] {
        var memory = SimulatedTag(chip: chip).image
        guard memory[12] != 0xE1 else { return memory }
        memory.replaceSubrange(12..<16, with: [0xE1, 0x10, UInt8(clamping: chip.userByteCount / 8), 0])
        memory.replaceSubrange(16..<19, with: [0x03, 0x00, 0xFE])
        return memory
    }

    /// The figures as text.
    static func table(_ figures: [Figure]) -> String {
        var table = Table([
            "40 bytes over 40, chip, reader", "differ", "written", "to verify", "exchanges", "again", "ms in all",
        ])
        for figure in figures {
            table.add([
                "\(figure.chip.name), \(figure.profile.name)" + (figure.trouble.map { " (\($0))" } ?? ""),
                "\(figure.differing)", "\(figure.written)", "\(figure.verifying)", "\(figure.exchanges)",
                "\(figure.rewritten)", oneDigit(figure.total),
            ])
        }
        return table.text
    }

    /// The promised figures that are missed, a sentence each: at most 2 pages more than differ, at most 2 exchanges to verify
    /// where FAST_READ passes, and nothing written the second time.
    static func missed(_ figures: [Figure]) -> [String] {
        figures.flatMap { figure -> [String] in
            let name = "writing \(figure.chip.name) on \(figure.profile.name): "
            var lines: [String] = []
            if let trouble = figure.trouble { lines.append(name + trouble) }
            if figure.written > figure.differing + 2 {
                lines.append(
                    name + "\(figure.written) pages for \(figure.differing) that differ, at most 2 more are allowed")
            }
            if figure.chip.commands.contains(.fastRead), figure.profile.passage != [], figure.verifying > 2 {
                lines.append(name + "\(figure.verifying) exchanges to verify, at most 2 are allowed")
            }
            if figure.rewritten > 0 { lines.append(name + "\(figure.rewritten) pages written again") }
            return lines
        }
    }
}
