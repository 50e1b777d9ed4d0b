/// The options that every command takes, as values.
struct CommonOptions: Equatable, Sendable {
    /// A reader's name or a part of it.
    var reader: String?
    /// Seconds to wait for a tag; 0 = only what is there now.
    var wait = 10.0
    /// `wait` was asked for: then it holds for pcscd too, which somebody has to start.
    var waitsForService = false
    var json = false
    var quiet = false
    var readOnly = false
    /// The built-in reader is wanted, with this tag on it where one is named.
    var simulate: Simulation?
    /// A trace is wanted in place of readers.
    var replay: String?
    var noColor = false
    var theme: String?
    var noMouse = false
    /// Readings are not kept in the journal.
    var noHistory = false

    /// What `--simulate` asks for.
    enum Simulation: Equatable, Sendable {
        /// The bench of tags to put on and take off.
        case bench
        /// One tag, on the reader: a chip, or one of the bench's tags with the bench around it.
        case tag(TagSpec)
    }
}

extension CommonOptions {
    /// How to tell things to whoever gave these arguments, also where they cannot be understood.
    init(tellingBy arguments: [String]) {
        let options = Set(arguments.prefix { $0 != "--" })
        json = options.contains(OptionName.json.dashed)
        quiet = options.contains(OptionName.quiet.dashed)
        noColor = options.contains(OptionName.noColor.dashed)
    }

    /// The common options of an invocation.
    init(_ invocation: Invocation) throws(UsageError) {
        reader = invocation.value(of: .reader)
        json = invocation.has(.json)
        quiet = invocation.has(.quiet)
        readOnly = invocation.has(.readOnly)
        replay = invocation.value(of: .replay)
        if replay != nil, invocation.has(.simulate), invocation.command.name != .traceReplay {
            throw .badValue(
                of: OptionName.replay.dashed, value: replay ?? "", wanted: "it cannot stand beside --simulate")
        }
        // What was recorded can be looked at and not be changed.
        if replay != nil { readOnly = true }
        noColor = invocation.has(.noColor)
        theme = invocation.value(of: .theme)
        noMouse = invocation.has(.noMouse)
        noHistory = invocation.has(.noHistory)
        if let text = invocation.value(of: .wait) {
            wait = try CommonOptions.seconds(text)
            waitsForService = wait > 0
        }
        if let given = invocation.options.last(where: { $0.name == .simulate }) {
            if let value = given.value {
                simulate = .tag(try TagSpec(value, option: .simulate, named: false))
            } else {
                simulate = .bench
            }
        }
    }

    /// A number of seconds, at most a day.
    private static func seconds(_ text: String) throws(UsageError) -> Double {
        guard let value = Double(text), value.isFinite, value >= 0, value <= 86_400 else {
            throw .badValue(of: OptionName.wait.dashed, value: text, wanted: "a number of seconds from 0 to 86400")
        }
        return value
    }
}

/// A simulated tag as the command line names it: `[NAME=]CHIP[:IMAGE]`.
struct TagSpec: Equatable, Sendable {
    /// What it is called; the chip's name where none is given.
    var name: String
    /// The chip, as typed, lower case.
    var chip: String
    /// The file its memory comes from; `nil` = as delivered.
    var image: String?

    /// A tag's description.
    /// - Parameter named: `NAME=` may stand in front.
    init(_ text: String, option: OptionName, named: Bool) throws(UsageError) {
        var rest = Substring(text)
        var name: String?
        let beforeImage = rest.prefix { $0 != ":" }
        if named, let equals = beforeImage.firstIndex(of: "=") {
            name = String(rest[..<equals])
            rest = rest[rest.index(after: equals)...]
        }
        let parts = rest.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        chip = String(parts.first ?? "").lowercased()
        image = parts.count > 1 ? String(parts[1]) : nil
        self.name = name ?? chip
        if chip.isEmpty || self.name.isEmpty || image == "" {
            let wanted = (named ? "[NAME=]" : "") + "CHIP[:IMAGE]"
            throw .badValue(of: option.dashed, value: text, wanted: "it has the form " + wanted)
        }
    }
}
