extension Action {
    /// The actions on dumps: files that hold what is known of a tag.
    static let dumping: [Action] = [
        Action(
            .dumps, .dumps, "Library of dumps", command: "dumps", keys: ["F8"], bar: "Dumps",
            help: "Lists the dumps that are kept; searches, shows, restores and exports them"),
        Action(
            .saveDump, .dumps, "Keep as a dump", command: "dump", keys: ["S"],
            help: "Keeps what was read of the tag, or the dump that is shown, in the library"),
        Action(
            .compareDump, .dumps, "Compare", command: "compare", keys: ["c"],
            help: "A dump with the tag or with the one marked; the tag now with how it was last seen"),
        Action(
            .exportDump, .dumps, "Export to a file", command: "export", keys: ["e"],
            help: "Writes the dump or the tag in the format of another tool; says first what that cannot hold"),
        Action(
            .restoreDump, .dumps, "Restore onto the tag", command: "restore", keys: ["I"],
            help: "Puts the dump on the tag, after the plan: data, and only where asked for configuration and locks"),
        Action(
            .cloneDump, .dumps, "Clone onto several tags", command: "clone", keys: ["W"],
            help: "The same onto one tag after the other, each told in a list"),
        Action(
            .openDumpFile, .browsing, "Open a file", command: "openfile", keys: ["o"],
            help: "Opens a dump of this or another tool by its path; what it is, its content says"),
        Action(
            .renameDump, .browsing, "Rename the dump", command: "rename", keys: ["r"],
            help: "Gives its file in the library another name"),
        Action(
            .deleteDump, .browsing, "Delete the dump", command: "deletedump", keys: ["Del", "X"],
            help: "Takes it out of the library, after a question"),
        Action(
            .compareAll, .comparing, "All or changes only", command: "all", keys: ["a"],
            help: "Lists what is the same too, or only what differs"),
        Action(
            .swapSides, .comparing, "Swap the sides", command: "swap", keys: ["s"],
            help: "What came first comes second"),
    ]
}
