extension Action {
    /// The actions that change a tag, or a message that is to be written to one.
    static let changing: [Action] = [
        Action(
            .compose, .change, "Compose a message", command: "compose", keys: ["F3"], bar: "Compose",
            help: "Edits the message on the tag, or begins one with nothing, a file or a template"),
        Action(
            .protect, .change, "Protect, lock, configure, clear", command: "protect", keys: ["F4"], bar: "Protect",
            help: "Password, configuration, locks, format and erase"),
        Action(
            .journal, .change, "Journal of changes", command: "journal", keys: ["J"],
            help: "What was done to which tag; undoes it, or finishes what was interrupted"),

        Action(
            .writeMessage, .composing, "Write to the tag", command: "write", keys: ["w"],
            help: "Shows the plan, page by page, and writes after a yes"),
        Action(
            .addRecord, .composing, "Add a record", command: "add", keys: ["a", "Ins"],
            help: "Lists the kinds of record and asks for what is in it"),
        Action(
            .duplicateRecord, .composing, "Duplicate the record", command: "duplicate", keys: ["d"],
            help: "Puts the same record behind it"),
        Action(
            .deleteRecord, .composing, "Delete the record", command: "delete", keys: ["Del", "X"],
            help: "Takes it out of the message; u brings it back"),
        Action(
            .moveRecordUp, .composing, "Move the record up", command: "moveup", keys: ["-"],
            help: "Swaps it with the one before"),
        Action(
            .moveRecordDown, .composing, "Move the record down", command: "movedown", keys: ["+"],
            help: "Swaps it with the one behind"),
        Action(
            .undoEdit, .composing, "Take the last edit back", command: "undo", keys: ["u"],
            help: "Brings the records back as they were before"),
        Action(
            .redoEdit, .composing, "Make the edit again", command: "redo", keys: ["U"],
            help: "Makes the edit again that was taken back last"),
        Action(
            .startFrom, .composing, "Begin with", command: "begin", keys: ["e"],
            help: "Begins with the tag's message, nothing, a file or a template"),
        Action(
            .saveTemplate, .composing, "Save as template", command: "template", keys: ["s"],
            help: "Keeps the message under a name, to begin with later"),
        Action(
            .assumeChip, .composing, "Count the room by a chip", command: "room", keys: ["c"],
            help: "Counts by a chip that is assumed, or again by the tag on the reader"),

        Action(
            .setPassword, .protecting, "Set or change the password", command: "setpassword", keys: ["s"],
            help: "Password, what needs it, from which page on, PACK and limit of tries"),
        Action(
            .removePassword, .protecting, "Remove the password", command: "unprotect", keys: ["u"],
            help: "No page needs the password any more"),
        Action(
            .configureTag, .protecting, "Configuration", command: "configure", keys: ["c"],
            help: "Mirror, counter, wrong tries, modulation and the other settings, each in words"),
        Action(
            .changeKey, .protecting, "Set or change a key", command: "key", keys: ["K"],
            help: "One of the five keys of an NTAG 424 DNA, or the 3DES key of an Ultralight C"),
        Action(
            .resetKeys, .protecting, "Keys to factory", command: "resetkeys", keys: ["0"],
            help: "All keys of an NTAG 424 DNA become what the chip is delivered with"),
        Action(
            .fileRights, .protecting, "Rights of a file", command: "access", keys: ["a"],
            help: "Who may read, write and change a file of an NTAG 424 DNA, and how its data travel"),
        Action(
            .usualRights, .protecting, "Usual rights", command: "preset", keys: ["P"],
            help: "Public read and keyed write, private, or as delivered with the CC"),
        Action(
            .dynamicLink, .protecting, "Dynamic link (SDM)", command: "sdm", keys: ["d"],
            help: "A link in which the chip puts UID, counter and MAC at each reading"),
        Action(
            .boltCard, .protecting, "Bolt card", command: "boltcard", keys: ["B"],
            help: "A link that pays (LNURL-withdraw), with keys that follow from the issuer's"),
        Action(
            .dynamicLinkOff, .protecting, "Dynamic link off", command: "sdmoff", keys: ["D"],
            help: "Nothing is put into the link any more"),
        Action(
            .lockPages, .protecting, "Lock pages for good", command: "lock", keys: ["L"],
            help: "Closes pages for writing, one by one or all; never to be undone"),
        Action(
            .formatTag, .protecting, "Format", command: "format", keys: ["F"],
            help: "User memory as the chip is delivered, with an empty message"),
        Action(
            .eraseTag, .protecting, "Erase", command: "erase", keys: ["E"],
            help: "Clears user memory and leaves an empty message"),

        Action(
            .filterJournal, .journal, "Filter", command: "filter", keys: ["f"],
            help: "Lists only some: by UID, result and day"),
        Action(
            .undoOperation, .journal, "Undo the operation", command: "undooperation", keys: ["u"],
            help: "Brings back what was on the tag before, where nothing of it is for good"),
        Action(
            .recoverOperation, .journal, "Recover the operation", command: "recover", keys: ["v"],
            help: "Finishes what was interrupted, puts it back, or leaves it"),
    ]
}
