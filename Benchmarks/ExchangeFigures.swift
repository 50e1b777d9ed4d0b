import Engine
import Simulator
import Tags

/// What it costs to identify and read a tag, for every chip and reader the simulator plays.
enum ExchangeFigures {
    /// One chip on one reader.
    struct Figure {
        var chip: Type2Chip
        var profile: SimulatedProfile
        /// Exchanges by what they were for.
        var count = Count()
        /// The fewest that chip and reader allow.
        var lowerBound = 0
        /// Milliseconds on air and with reader and host, by the model of `AirClock`.
        var air = 0.0
        var total = 0.0
        /// The whole memory was read.
        var complete = false
    }

    /// Exchanges by what they were for.
    struct Count {
        var identify = 0
        var memory = 0
        var signature = 0
        var counter = 0
        /// Opening and closing sessions, selecting the tag again, trying the profile.
        var session = 0

        /// Without the session commands that a profile needs.
        var work: Int { identify + memory + signature + counter }

        /// Counts one exchange by the native command inside, or the pseudo-APDU it is.
        mutating func add(_ exchange: Exchange) {
            switch (exchange.nativeCommand?.first, exchange.command.prefix(2)) {
            case (0x60, _), (0x1A, _), (nil, [0xFF, 0xCA]): identify += 1
            case (0x30, _), (0x3A, _), (nil, [0xFF, 0xB0]): memory += 1
            case (0x3C, _): signature += 1
            case (0x39, _), (0x3E, _): counter += 1
            default: session += 1
            }
        }
    }

    /// Reads every chip on every reader.
    static func measure() -> [Figure] {
        SimulatedChipName.all.flatMap { word, _ in
            SimulatedProfile.all.compactMap { profile in
                SimulatedChipName.chip(word).map { measure($0, on: profile) }
            }
        }
    }

    private static func measure(_ chip: Type2Chip, on profile: SimulatedProfile) -> Figure {
        var figure = Figure(chip: chip, profile: profile)
        let reader = SimulatedReader(profile: profile)
        reader.insert(SimulatedTag(chip: chip, image: memory(of: chip)))
        reader.resetCosts()
        let engine = Engine(sources: [BenchSource(reader: reader)])
        engine.start()
        engine.waitUntilIdle()
        for event in engine.events.drain() {
            switch event {
            case .exchange(let exchange) where exchange.kind != .reconnect: figure.count.add(exchange)
            case .ended(_, _, .read(let report, _)): figure.complete = isComplete(report, chip)
            default: break
            }
        }
        engine.stop()
        figure.air = Double(reader.airMicroseconds) / 1000
        figure.total = Double(reader.totalMicroseconds) / 1000
        figure.lowerBound = lowerBound(chip, profile)
        return figure
    }

    /// The chip as delivered, with its NFC counter switched on where it has one: reading it is part of the figure.
    private static func memory(of chip: Type2Chip) -> [UInt8] {
        var memory = SimulatedTag(chip: chip).image
        if chip.counters == .nfc, let configuration = chip.configuration {
            // ACCESS, byte 0 of CFG1: NFC_CNT_EN.
            memory[configuration.cfg1 * 4] |= 0x10
        }
        return memory
    }

    /// Every page is known but those that no command reads.
    private static func isComplete(_ report: TagReport, _ chip: Type2Chip) -> Bool {
        guard let image = report.image else { return false }
        return image.states.indices.allSatisfy { page in
            image.states[page] == .known || image.states[page] == .unread(.writeOnly)
        }
    }

    /// UID, GET_VERSION, the memory in the largest pieces, signature and counters; storage-card readers can do no more
    /// than UID and pieces of 16 bytes.
    private static func lowerBound(_ chip: Type2Chip, _ profile: SimulatedProfile) -> Int {
        let pages = chip.readablePageCount
        let piecesOfFour = (pages + 3) / 4
        guard profile.passage != [] else { return 1 + piecesOfFour }
        var count = 1
        if chip.commands.contains(.getVersion) { count += 1 }
        if chip.commands.contains(.fastRead) {
            // Bytes around the tag's answer: PN532 header and status word, or the status word alone (ACR122U API V2.04).
            let room = profile.maximumAnswer - (profile.passage.contains(.pn532) ? 5 : 2)
            count += (pages * 4 + room / 4 * 4 - 1) / (room / 4 * 4)
        } else {
            count += piecesOfFour
        }
        if chip.commands.contains(.readSignature) { count += 1 }
        switch chip.counters {
        case .none: break
        case .nfc: count += 1
        case .three: count += 6
        }
        return count
    }

    /// The figures as text.
    static func table(_ figures: [Figure]) -> String {
        var table = Table([
            "chip, reader", "identify", "memory", "signature", "counter", "exchanges", "least", "session", "ms on air",
            "ms in all",
        ])
        for figure in figures {
            let count = figure.count
            table.add([
                "\(figure.chip.name), \(figure.profile.name)" + (figure.complete ? "" : " (not all read)"),
                "\(count.identify)", "\(count.memory)", "\(count.signature)", "\(count.counter)", "\(count.work)",
                "\(figure.lowerBound)", "\(count.session)", oneDigit(figure.air), oneDigit(figure.total),
            ])
        }
        return table.text
    }

    /// The promised figures that are missed, a sentence each: an NTAG216 takes at most 9 exchanges on a reader with
    /// 255-byte frames, session commands apart, and at most 62 on one that knows storage-card APDUs only.
    static func missed(_ figures: [Figure]) -> [String] {
        figures.filter { $0.chip.name == "NTAG216" }.compactMap { figure in
            let most = figure.profile.passage == [] ? 62 : 9
            if !figure.complete { return "NTAG216 on \(figure.profile.name): not all of it was read" }
            return figure.count.work <= most
                ? nil : "NTAG216 on \(figure.profile.name): \(figure.count.work) exchanges, at most \(most) are allowed"
        }
    }
}
