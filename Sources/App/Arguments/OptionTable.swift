import Simulator

/// The options there are, by the name the shell uses without its dashes.
///
/// One table says what each takes and means; the parser, `--help` and the suggestions all read it.
enum OptionName: String, CaseIterable, Sendable {
    case reader, wait, json, quiet
    case readOnly = "read-only"
    case simulate, replay
    case noColor = "no-color"
    case theme
    case noMouse = "no-mouse"
    case noHistory = "no-history"
    case paths, keys, version, help

    case password

    case uri, text, vcard, contact, wifi, mime, external
    case externalHex = "external-hex"
    case aar, poster, bluetooth, ndef, raw

    case append
    case dryRun = "dry-run"
    case confirm
    case new, mode, from, pack, limit
    case all, pages
    case blockLocking = "block-locking"
    case withConfiguration = "with-configuration"
    case withLocks = "with-locks"
    case count, each
    case old
    case uid, finish
    case putBack = "put-back"
    case leave

    case key
    case newKey = "new-key"
    case keyVersion = "key-version"
    case keyFile = "key-file"
    case diversify
    case url, meta, file, counter
    case counterLimit = "counter-limit"
    case lrp, template, issuer
    case cardVersion = "card-version"

    case out, format, overwrite
    case keepPassword = "keep-password"

    case serve, profile, tag, tear, seed

    /// The value is or holds a path: its bytes need not be UTF-8.
    var takesPath: Bool {
        switch self {
        case .out, .replay, .simulate, .tag, .vcard, .mime, .ndef, .password, .new, .old, .key, .newKey, .keyFile,
            .theme:
            true
        default: false
        }
    }

    /// As typed, with its dashes.
    var dashed: String { "--" + rawValue }
}

/// What an option takes.
enum OptionValue: Equatable, Sendable {
    /// Nothing: it is there or not.
    case none
    /// A value, after `=` or as the next argument; the word stands for it in the help.
    case required(String)
    /// A value only after `=`.
    case optional(String)
}

/// One option as the table has it.
struct OptionSpec: Sendable {
    var name: OptionName
    var value: OptionValue
    var summary: String
}

extension OptionSpec {
    /// Every option, in the order in which help lists them.
    static let all: [OptionSpec] = [
        OptionSpec(
            name: .reader, value: .required("NAME"), summary: "use the reader whose PC/SC name is NAME or contains it"),
        OptionSpec(
            name: .wait, value: .required("SECONDS"),
            summary: "wait this long for a reader and a tag (default 10; 0 = only what is there now)"),
        OptionSpec(name: .json, value: .none, summary: "print one JSON document on stdout and nothing else there"),
        OptionSpec(name: .quiet, value: .none, summary: "no progress or notes on stderr"),
        OptionSpec(name: .readOnly, value: .none, summary: "nothing that changes a tag can be done"),
        OptionSpec(
            name: .simulate, value: .optional("CHIP[:IMAGE]|NAME"),
            summary: "use the built-in reader; with CHIP or the NAME of a bench tag, that tag lies on it"),
        OptionSpec(
            name: .replay, value: .required("FILE"),
            summary: "use a trace in place of readers: the recorded tag answers as it did; nothing is changed"),
        OptionSpec(name: .noColor, value: .none, summary: "no colours (NO_COLOR in the environment does the same)"),
        OptionSpec(name: .theme, value: .required("NAME"), summary: "the theme of the full screen, a name or a file"),
        OptionSpec(name: .noMouse, value: .none, summary: "leave the mouse to the terminal"),
        OptionSpec(name: .noHistory, value: .none, summary: "do not keep in the journal what was read of a tag"),
        OptionSpec(
            name: .paths, value: .none,
            summary: "print where configuration, themes, journal and the simulator's tags are"),
        OptionSpec(name: .keys, value: .none, summary: "print the keys of the full screen"),
        OptionSpec(name: .version, value: .none, summary: "print the version"),
        OptionSpec(name: .help, value: .none, summary: "print this help; after a command, that command's"),

        OptionSpec(
            name: .password, value: .required("SPEC"),
            summary: "authenticate first: hex:FFFFFFFF, ascii:abcd, nfctools:PHRASE, env:NAME, file:PATH or ask"),

        OptionSpec(name: .uri, value: .required("URI"), summary: "a URI record"),
        OptionSpec(
            name: .text, value: .required("[LANG:]TEXT"), summary: "a text record; without LANG the language is en"),
        OptionSpec(name: .vcard, value: .required("FILE"), summary: "a vCard from a file"),
        OptionSpec(
            name: .contact, value: .required("\"name=..,tel=..\""),
            summary: "a vCard of name, tel, email, org, title, url (a comma in a value is \\,)"),
        OptionSpec(
            name: .wifi, value: .required("\"ssid=..,auth=..,key=..\""),
            summary: "a Wi-Fi network (auth: open, wpa, wpa2, wpa3, ...)"),
        OptionSpec(name: .mime, value: .required("TYPE=FILE"), summary: "a MIME record, payload from a file"),
        OptionSpec(name: .external, value: .required("DOMAIN:TYPE=TEXT"), summary: "an external record with text"),
        OptionSpec(
            name: .externalHex, value: .required("DOMAIN:TYPE=HEX"), summary: "an external record with these bytes"),
        OptionSpec(name: .aar, value: .required("PACKAGE"), summary: "an Android application record"),
        OptionSpec(name: .poster, value: .required("URI=TITLE"), summary: "a smart poster (the last = separates)"),
        OptionSpec(name: .bluetooth, value: .required("MAC[=NAME]"), summary: "Bluetooth pairing data"),
        OptionSpec(name: .ndef, value: .required("FILE"), summary: "all records of a message in a file"),
        OptionSpec(name: .raw, value: .required("HEX"), summary: "all records of a message given as hex"),

        OptionSpec(
            name: .append, value: .none, summary: "keep the records that are there and put the new ones behind them"),
        OptionSpec(name: .dryRun, value: .none, summary: "only say what would be written; nothing is"),
        OptionSpec(
            name: .confirm, value: .required("UID"),
            summary: "the tag's own UID: a yes to what can never be undone, or could close the tag"),
        OptionSpec(
            name: .new, value: .required("SPEC"),
            summary: "the new password or key, beside --password (--old for keys), which opens the tag now"),
        OptionSpec(
            name: .mode, value: .required("write|readwrite"),
            summary: "what needs the password: writing (the default) or reading too"),
        OptionSpec(
            name: .from, value: .required("PAGE"),
            summary: "the first page that needs it; the first of user memory by default"),
        OptionSpec(name: .pack, value: .required("HEX"), summary: "what the tag answers to the password, two bytes"),
        OptionSpec(
            name: .limit, value: .required("N"),
            summary: "wrong passwords after which the tag refuses for ever, 1 to 7; 0 = no limit"),
        OptionSpec(name: .all, value: .none, summary: "every page that can be locked, and the CC says read-only"),
        OptionSpec(name: .pages, value: .required("PAGES"), summary: "these pages, such as 04-0F,10-11"),
        OptionSpec(
            name: .blockLocking, value: .none,
            summary: "freeze the lock bits of these pages too, so that nobody can set more"),
        OptionSpec(
            name: .withConfiguration, value: .none,
            summary: "CC and configuration too, with the password of --new, AUTH0 last"),
        OptionSpec(
            name: .withLocks, value: .none, summary: "the lock bits too, last of all; they can never be cleared"),
        OptionSpec(
            name: .count, value: .required("N"), summary: "so many tags, one after the other, none of them twice"),
        OptionSpec(name: .each, value: .none, summary: "every tag that comes, until Ctrl-C"),
        OptionSpec(name: .old, value: .required("SPEC"), summary: "the present key: hex:, env:, file: or ask"),
        OptionSpec(name: .uid, value: .required("UID"), summary: "only this tag"),
        OptionSpec(name: .finish, value: .none, summary: "bring the tag to the end that was planned"),
        OptionSpec(name: .putBack, value: .none, summary: "bring back what was there before"),
        OptionSpec(
            name: .leave, value: .none,
            summary: "leave the tag as it is and do not ask again; with --uid it need not be there"),

        OptionSpec(
            name: .key, value: .required("N=SPEC"),
            summary:
                "a present key, 0 to 4; repeatable; one of version 00 is the factory's without it"),
        OptionSpec(
            name: .newKey, value: .required("N=SPEC"),
            summary: "the key that an interrupted change was to set; repeatable"),
        OptionSpec(
            name: .keyVersion, value: .required("N"), summary: "the new key's version, 0 to 255 (--version N too)"),
        OptionSpec(
            name: .keyFile, value: .required("FILE"),
            summary: "the present keys, a line each: N=HEX; only its owner may read it (--keys FILE too)"),
        OptionSpec(
            name: .diversify, value: .required("AID:SYSTEM"),
            summary: "the new key is a master key: make the tag's own from it (AN10922)"),
        OptionSpec(
            name: .url, value: .required("TEMPLATE"),
            summary: "the link, with {uid} {counter} {picc} {mac} {file:32} {file:32=TEXT} {tt} {mac-from}"),
        OptionSpec(
            name: .meta, value: .required("N|free|SPEC"),
            summary: "the key that encrypts UID and counter: its number, or free; for `sdm check` the key itself"),
        OptionSpec(
            name: .file, value: .required("N|SPEC"),
            summary: "the key that makes the MAC: its number; for `sdm check` the key itself"),
        OptionSpec(
            name: .counter, value: .required("N|free|never"), summary: "who may ask for the reading counter (never)"),
        OptionSpec(
            name: .counterLimit, value: .required("N"), summary: "the last reading that is answered"),
        OptionSpec(name: .lrp, value: .none, summary: "the tag speaks LRP; found by the link's length without it"),
        OptionSpec(
            name: .template, value: .required("TEMPLATE"),
            summary: "where the link's parts are and what the MAC covers; looked for without it"),
        OptionSpec(
            name: .issuer, value: .required("SPEC"), summary: "the issuer's key, from which the card's five keys follow"
        ),
        OptionSpec(
            name: .cardVersion, value: .required("N"),
            summary: "counts on each time a card is set up anew (default 1)"),

        OptionSpec(name: .out, value: .required("FILE"), summary: "write to this file; - is stdout"),
        OptionSpec(name: .format, value: .required("FORMAT"), summary: "the format to write"),
        OptionSpec(name: .overwrite, value: .none, summary: "a file that has this name already is replaced"),
        OptionSpec(
            name: .keepPassword, value: .none,
            summary: "keep the password that opened the tag in the dump: the tag itself never gives it"),

        OptionSpec(
            name: .serve, value: .optional("[HOST:]PORT"),
            summary: "connect as a card to the vpcd at [HOST:]PORT (default 127.0.0.1:35963; this machine only)"),
        OptionSpec(
            name: .profile, value: .required("NAME"),
            summary: "the reader to be (default acr122): " + choice(SimulatedProfile.all.map(\.name))),
        OptionSpec(
            name: .tag, value: .required("[NAME=]CHIP[:IMAGE]"),
            summary: "a tag to have at hand, or a bench tag's name; repeatable; the first lies on the reader"),
        OptionSpec(
            name: .tear, value: .required("KIND"),
            summary: "what a torn write leaves: " + choice(TearManner.allCases.map(\.rawValue))),
        OptionSpec(name: .seed, value: .required("N"), summary: "start value of everything random"),
    ]

    /// Words to choose from: `a, b or c`.
    private static func choice(_ words: [String]) -> String {
        guard words.count > 1, let last = words.last else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }

    /// The options that every command takes.
    static let common: [OptionName] = [
        .reader, .wait, .json, .quiet, .readOnly, .simulate, .replay, .noColor, .theme, .noMouse,
        .noHistory, .paths, .keys,
        .version, .help,
    ]

    /// The options that stand for a record each.
    static let records: [OptionName] = [
        .uri, .text, .vcard, .contact, .wifi, .mime, .external, .externalHex, .aar, .poster, .bluetooth, .ndef, .raw,
    ]

    /// The options of every command that changes a tag.
    static let change: [OptionName] = [.password, .dryRun, .confirm]

    /// The table's row of this option.
    static func of(_ name: OptionName) -> OptionSpec? { all.first { $0.name == name } }

    /// The option with what it takes, as help shows it: `--reader NAME`.
    var usage: String {
        switch value {
        case .none: name.dashed
        case .required(let word): name.dashed + " " + word
        case .optional(let word): name.dashed + "[=" + word + "]"
        }
    }
}
