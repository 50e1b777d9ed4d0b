import Tags

/// How many links of NTAG 424 DNA one core checks in a second.
enum LinkFigures {
    /// One kind of link.
    struct Figure {
        var name: String
        var linksPerSecond: Double
        /// What is promised; `nil` for a figure that is only told.
        var promised: Double?
    }

    /// Links as they were published, with encrypted UID and counter; and one with encrypted file data.
    static func measure() -> [Figure] {
        [
            figure(
                "AES", .aes, "https://ntag.nxp.com/424?e=EF963FF7828658A599F3041510671E88&c=94EED9EE65337086",
                promised: 50_000),
            figure(
                "AES, file data", .aes,
                "https://www.my424dna.com/?picc_data=FD91EC264309878BE6345CBE53BADF40&enc=CEE9A53E3E463EF1F459635736738962"
                    + "&cmac=ECC1E7F6C6C73BF6", promised: 50_000),
            figure(
                "LRP", .lrp,
                "https://sdm.example/tag?picc_data=1FCBE61B3E4CAD980CBFDD333E7A4AC4A579569BAFD22C5F&cmac=4231608BA7B02BA9",
                promised: 15_000),
            figure(
                "LRP, file data", .lrp,
                "https://sdm.example/tag?picc_data=07D9CA2545881D4BFDD920BE1603268C0714420DD893A497"
                    + "&enc=D6E921C47DB4C17C56F979F81559BB83&cmac=F9481AC7D855BDB6", promised: nil),
        ]
    }

    /// The figures as text.
    static func table(_ figures: [Figure]) -> String {
        var table = Table(["SDM link", "checks/s", "promised"])
        for figure in figures {
            table.add([
                figure.name, String(Int(figure.linksPerSecond)), figure.promised.map { String(Int($0)) } ?? "-",
            ])
        }
        return table.text
    }

    /// What is slower than promised.
    static func missed(_ figures: [Figure]) -> [String] {
        figures.compactMap { figure in
            guard let promised = figure.promised, figure.linksPerSecond < promised else { return nil }
            return "\(figure.name): \(Int(figure.linksPerSecond)) links a second, \(Int(promised)) promised"
        }
    }

    /// The best of five rounds; a link whose MAC does not hold counts as nothing.
    private static func figure(
        _ name: String, _ suite: SecureSession.Suite, _ link: String, promised: Double?
    ) -> Figure {
        let zero = [UInt8](repeating: 0, count: 16)
        guard let checker = SUNChecker(suite: suite, metaKey: zero, fileKey: zero), checker.check(link).isGenuine else {
            return Figure(name: name, linksPerSecond: 0, promised: promised)
        }
        let best = (0..<5).map { _ in
            var (rounds, good) = (0, 0)
            let start = seconds()
            var end = start
            while end - start < 0.1 {
                for _ in 0..<64 { good += checker.check(link).isGenuine ? 1 : 0 }
                rounds += 64
                end = seconds()
            }
            return good == rounds ? Double(rounds) / (end - start) : 0
        }.max()
        return Figure(name: name, linksPerSecond: best ?? 0, promised: promised)
    }
}
