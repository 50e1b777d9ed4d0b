import Engine
import NDEF
import Tags

/// `tagdesk readers`.
enum ReadersCommand {
    static func run(_ context: CommandContext, sources: [any ReaderSource]) throws(EngineError) -> ShellStatus {
        let session = EngineSession(context, sources: sources, reads: false)
        defer { session.stop() }
        let state = try session.triedReaders()
        if context.options.json {
            context.output.print(JSONValue(readers: state))
        } else {
            tell(state, context.output)
        }
        return state.readers.isEmpty || (state.service != .running && !state.readers.contains(where: \.simulated))
            ? .nothingThere : .done
    }

    private static func tell(_ state: ReadersState, _ output: Output) {
        let paint = Paint(enabled: output.colour)
        for reader in state.readers {
            output.print(paint(.title, reader.name.visible))
            output.print("  " + Columns.row("profile", reader.profile + (reader.native ? "" : ", no native frames")))
            let tag =
                reader.mute
                ? "a card that does not answer"
                : reader.present ? "there, ATR " + Hex.string(reader.atr, separator: " ") : "none"
            output.print("  " + Columns.row("tag", tag))
            if reader.busyElsewhere { output.print("  " + Columns.row("", "another program is using this reader")) }
            if let limits = reader.limits { output.print("  " + Columns.row("limits", limits.visible)) }
        }
        output.print(Columns.row("pcscd", state.service.predicate))
        if state.readers.isEmpty { output.print(Columns.row("readers", "none")) }
        for sentence in state.advice { output.print(sentence.visible) }
    }
}
