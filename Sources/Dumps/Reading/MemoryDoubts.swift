import Tags

/// What of a memory in a file may never have been on the tag: many programs write zeros, or what the tag answered in place,
/// for pages that they could not read, and nothing in the file says which.
///
/// Only what the chip itself contradicts is told: a page of user memory may well be zero.
struct MemoryDoubts {
    let chip: Type2Chip?
    let image: TagImage

    /// The doubts of a dump's memory; `nil` where it has none that could be doubted.
    ///
    /// What this program read from a tag keeps what is unread as unread: there zeros were read.
    init?(_ dump: Dump) {
        guard let image = dump.report.image, dump.origin.program != Dump.ownProgram else { return nil }
        chip = dump.report.identity.type == .type2 ? dump.report.identity.chip : nil
        self.image = image
    }

    /// One sentence each.
    var sentences: [String] {
        if let size = ClassicSize.of(image) { return trailers(of: size) }
        guard image.pageSize == 4 else { return [] }
        return container + configuration + secrets
    }

    private func isZero(_ page: Int) -> Bool { image.page(page)?.allSatisfy { $0 == 0 } == true }

    private static let habit = "many programs write zeros for a page that they did not read"

    // MARK: - Type 2

    /// Source: NTAG213/215/216 data sheet rev 3.2, 8.5.1: page 03 is delivered with the container, and its bits are only ever set.
    private var container: [String] {
        guard let chip, let factory = chip.factoryPage3, factory.contains(where: { $0 != 0 }),
            [.ntag21x, .ntag213TT, .ntag210].contains(chip.configuration?.layout), isZero(Type2Chip.capabilityPage)
        else { return [] }
        return [
            "page 03 is zero, though an \(chip.name) is delivered with \(Hex.string(factory, separator: " ")) there and "
                + "never clears a bit of it: \(Self.habit)"
        ]
    }

    /// A configuration of zeros would put the whole tag under the password; no chip is delivered so.
    private var configuration: [String] {
        guard let chip, let configuration = chip.configuration, let field = configuration.field(.auth0) else {
            return []
        }
        let page = configuration.page(of: field)
        guard isZero(page) else { return [] }
        let secret = chip.authentication == .password ? "password" : "key"
        let meaning =
            "AUTH0 00 there would put every page under the \(secret), and \(Self.habit)"
        let first = (0..<page).last { !isZero($0) }.map { $0 + 1 } ?? page
        let last = (page..<image.pageCount).last { !isZero($0) && image.page($0) != nil }
        guard last == nil, first < page else {
            return ["page \(Hex.address(page)), of the configuration, is zero: \(meaning)"]
        }
        return [
            "all from page \(Hex.address(first)) on is zero, with the configuration in page \(Hex.address(page)): \(meaning)"
        ]
    }

    /// A tag never gives its password, so most tools write zeros in its place.
    private var secrets: [String] {
        var sentences: [String] = []
        if let page = chip?.configuration?.password, isZero(page) {
            sentences.append(
                "page \(Hex.address(page)) holds the password 00 00 00 00: many programs write zeros there, since a tag "
                    + "never gives its password")
        }
        if let keys = chip?.unreadablePages, keys.allSatisfy(isZero) {
            sentences.append(
                "\(Words.places(Array(keys), "page")) hold a key of zeros: many programs write zeros there, since a tag "
                    + "never gives its key")
        }
        return sentences
    }

    // MARK: - MIFARE Classic

    /// The access bits of a sector are there twice, once inverted: nothing else can be read of a card.
    private func trailers(of size: ClassicSize) -> [String] {
        let unsound = (0..<size.sectors).map { ClassicSize.sector($0).upperBound - 1 }.filter { block in
            guard let bits = image.bytes(in: block * 16 + 6..<block * 16 + 9) else { return false }
            return !ClassicSize.areAccessBits(bits)
        }
        let zero = unsound.filter { image.bytes(in: $0 * 16 + 6..<$0 * 16 + 9) == [0, 0, 0] }
        let others = unsound.filter { !zero.contains($0) }
        var sentences: [String] = []
        if !zero.isEmpty {
            sentences.append(
                "\(Words.places(zero, "block")) hold access bits of zeros, which no card has: \(Self.habit)")
        }
        if !others.isEmpty {
            sentences.append(
                "the access bits in \(Words.places(others, "block")) contradict themselves, as those of no card do")
        }
        return sentences
    }
}

extension Dump {
    /// What this program calls itself as the origin of a dump.
    public static let ownProgram = "tagdesk"

    /// What is odd about the dump, as far as it tells by itself, one sentence each: found anew whenever it is asked for.
    public var problems: [String] {
        let checks = report.findings.filter { $0.sentence.hasPrefix("BCC") }.map(\.sentence)
        return (MemoryDoubts(self)?.sentences ?? []) + checks
    }
}

extension OpenedDump {
    /// The dump with another memory or other files, as somebody edited it; it is of our own format then, and what is odd
    /// about it is found anew.
    public func edited(to report: TagReport) -> OpenedDump {
        var dump = dump
        dump.report = report
        // The UID follows the pages where those were edited too.
        let chip = report.identity.chip
        if report.identity.type == .type2, let image = report.image, let stored = image.serialNumber(of: chip)?.uid,
            let before = self.dump.report.image?.serialNumber(of: chip)?.uid, stored != before
        {
            var facts = self.dump.report
            facts.identity.uid = stored
            facts.identity.vendor = Manufacturer.name(ofUID: stored)
            dump.report = facts.with(image: image)
            dump.report.signature = report.signature.map { OwnFormat.signature($0.bytes, facts.identity) }
        }
        return OpenedDump(format: .tagdesk, dump: dump, problems: dump.problems)
    }
}
