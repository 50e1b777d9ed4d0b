import Glibc

/// Where the program keeps things, by the XDG base directory rules; `tagdesk --paths` prints them.
struct Paths: Equatable, Sendable {
    /// The configuration file.
    var config: String
    /// The user's own themes.
    var themes: String
    /// The user's templates of messages.
    var templates: String
    /// What must not be lost: the journal and the simulator's tags.
    var data: String
    /// The library of dumps.
    var dumps: String
    /// The journal of changes.
    var journal: String
    /// The memory of the simulator's tags.
    var simulator: String
    /// State and log.
    var state: String
    /// The traces of the last sessions.
    var traces: String

    /// The paths for these variables; a variable that is unset, empty or relative counts as unset.
    init(environment: (String) -> String?) {
        func folder(_ variable: String, _ fallback: String) -> String {
            if let value = environment(variable), value.hasPrefix("/") { return value + "/tagdesk" }
            let home = environment("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/"
            return (home == "/" ? "" : home) + fallback + "/tagdesk"
        }
        let configuration = folder("XDG_CONFIG_HOME", "/.config")
        config = configuration + "/config"
        themes = configuration + "/themes"
        templates = configuration + "/templates"
        data = folder("XDG_DATA_HOME", "/.local/share")
        dumps = data + "/dumps"
        journal = data + "/journal.db"
        simulator = data + "/simulator"
        state = folder("XDG_STATE_HOME", "/.local/state")
        traces = state + "/traces"
    }

    /// Each path with the word that `--paths` gives it.
    var all: [(word: String, path: String)] {
        [
            ("config", config), ("themes", themes), ("templates", templates), ("data", data), ("dumps", dumps),
            ("journal", journal), ("simulator", simulator), ("state", state), ("traces", traces),
        ]
    }
}

/// The process's environment.
enum Environment {
    /// The variable's value, `nil` where it is not set.
    static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

extension Environment {
    /// The variable is set and not empty, as NO_COLOR asks.
    static func isSet(_ name: String) -> Bool { value(name)?.isEmpty == false }
}
