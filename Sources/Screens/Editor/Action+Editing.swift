extension Action {
    /// The actions that change bytes by hand, and those that find them.
    static let editing: [Action] = [
        Action(
            .edit, .memory, "Edit bytes", command: "edit", keys: ["F2"], bar: "Edit",
            help: "Types hex or ASCII over the bytes of the tag or of a dump; nothing is sent before its plan has a yes"
        ),
        Action(
            .writeEdits, .memory, "Write the edits", command: "apply", keys: ["w", "Ctrl-S"],
            help: "Shows the plan for the changed bytes and writes after a yes; a dump is kept so under a new name"),
        Action(
            .undoByte, .memory, "Take the last change back", command: "takeback", keys: ["u", "Ctrl-_", "Alt-u"],
            help: "Puts the bytes back that the last change to the memory replaced"),
        Action(
            .redoByte, .memory, "Make the change again", command: "again", keys: ["U", "Ctrl-Y", "Alt-e"],
            help: "Makes the change to the memory again that was taken back last"),
        Action(
            .discardEdits, .memory, "Discard the edits", command: "discard", keys: ["X", "Alt-x"],
            help: "Asks, and then shows the bytes as the tag or the dump has them"),
        Action(
            .fillBytes, .memory, "Fill with a pattern", command: "fill", keys: ["f", "Alt-f"],
            help: "Puts bytes in hex over the selection, again and again"),
        Action(
            .pasteBytes, .memory, "Put in what was copied", command: "paste", keys: ["P", "Ctrl-V"],
            help: "Puts the bytes that were copied last over those from the cursor on"),
        Action(
            .showBits, .memory, "Bits of the byte", command: "bits", keys: ["B", "Alt-b"],
            help: "Each bit with its meaning, and whether it can be undone; Space turns it over"),
        Action(
            .memoryPlaces, .memory, "Places in the memory", command: "places", keys: ["'", "Ctrl-G"],
            help: "Lists bookmarks, changed bytes, regions, files and records, and goes there"),
        Action(
            .setBookmark, .memory, "Bookmark here", command: "bookmark", keys: ["M", "Alt-m"],
            help: "Sets a bookmark on the byte, or takes it away"),
        Action(
            .crossOver, .memory, "From record to bytes and back", command: "cross", keys: ["v", "Alt-v"],
            help: "From the record in NDEF to its bytes, from a byte in Memory to its record"),
        Action(
            .extendUp, .memory, "Select upwards", command: "selectup", keys: ["Shift-Up"],
            help: "Takes the line above into the selection"),
        Action(
            .extendDown, .memory, "Select downwards", command: "selectdown", keys: ["Shift-Down"],
            help: "Takes the line below into the selection"),
        Action(
            .extendLeft, .memory, "Select to the left", command: "selectleft", keys: ["Shift-Left"],
            help: "Takes the byte on the left into the selection"),
        Action(
            .extendRight, .memory, "Select to the right", command: "selectright", keys: ["Shift-Right"],
            help: "Takes the byte on the right into the selection"),

        Action(
            .finishTyping, .typing, "Finish", command: "finish", keys: ["Enter", "F2"],
            help: "Shows the plan for the changed bytes and writes after a yes; a dump is kept so under a new name"),
        Action(
            .otherColumn, .typing, "Hex or ASCII side", command: "column", keys: ["Tab", "Shift-Tab"],
            help: "Types on the other side: hex digits or characters"),
        Action(
            .untype, .typing, "Take the last byte back", command: "untype", keys: ["Backspace"],
            help: "Puts back what the byte typed last replaced"),
        Action(
            .stopTyping, .typing, "Stop typing", command: "stoptyping", keys: ["Esc"],
            help: "Leaves the editor; what was changed stays until it is written, kept or discarded"),
    ]
}
