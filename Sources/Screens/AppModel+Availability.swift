import NDEF
import Tags

extension AppModel {
    /// Whether an action can be done now, and if not, why.
    public func availability(of id: Action.ID) -> Availability {
        reason(against: id).map { .disabled(because: $0) } ?? .available
    }

    /// The reason why an action cannot be done now, `nil` where it can.
    private func reason(against id: Action.ID) -> String? {
        if let reason = reasonOfDump, Self.aboutTagAlone.contains(id) { return reason }
        return switch id {
        case .readAgain where screen == .journal || screen == .dumps: nil
        case .readAgain: reasonAgainstReading
        case .readWithPassword: reasonAgainstReading ?? reasonAgainstPassword
        case .cancelOperation: tagDeck.running == nil ? "nothing is running" : nil
        case .openLink: selectedLink == nil ? "no record with a link is selected" : nil
        case .chooseReader: state?.readers.isEmpty == false ? nil : "no reader is connected"
        case .bench:
            options.replaying
                ? "a trace is replayed: there is no bench"
                : options.simulated || !benchTags.isEmpty ? nil : "there is no built-in reader: start with --simulate"
        case .search where screen == .journal || screen == .trace || screen == .dumps: nil
        case .searchNext where screen == .compare, .searchPrevious where screen == .compare: nil
        case .searchNext where screen == .trace, .searchPrevious where screen == .trace:
            trace.search.isEmpty ? "nothing was searched for" : nil
        case .search, .goTo: deck.image == nil ? "no memory was read" : nil
        case .searchNext, .searchPrevious:
            deck.image == nil
                ? "no memory was read"
                : deck.memory.query == nil && deck.memory.earlierQuery == nil
                    ? "nothing was searched for" : nil
        case .paneTag, .paneMemory, .paneNDEF, .paneCapacity, .paneActivity, .nextPane, .previousPane, .maximise:
            reasonAgainstPanes
        case .copy: copyItems.isEmpty ? "there is nothing to copy here" : nil
        case .asciiSide: needs(.memory, deck.image != nil)
        case .open, .mark, .left, .right, .up, .down, .first, .last, .halfUp, .halfDown, .pageUp, .pageDown,
            .lineStart, .lineEnd:
            screen == .workbench ? reasonAgainstPanes : nil
        case .chooseTheme: options.themes.isEmpty ? "there are no themes" : nil
        case .compose: nil
        case .protect: deck.hasTag ? nil : "there is no tag to show"
        case .journal: nil
        case .addRecord, .duplicateRecord, .deleteRecord, .moveRecordUp, .moveRecordDown, .undoEdit, .redoEdit,
            .writeMessage, .startFrom, .saveTemplate, .assumeChip:
            reasonInCompose(against: id)
        case .setPassword, .removePassword, .configureTag, .changeKey, .lockPages, .formatTag, .eraseTag,
            .resetKeys, .fileRights, .usualRights, .dynamicLink, .boltCard, .dynamicLinkOff:
            ProtectTask.allCases.first { $0.action == id }.flatMap { reason(against: $0) }
        case .edit, .writeEdits, .undoByte, .redoByte, .discardEdits, .fillBytes, .pasteBytes, .showBits,
            .memoryPlaces, .setBookmark, .crossOver, .extendUp, .extendDown, .extendLeft, .extendRight, .finishTyping,
            .otherColumn, .untype, .stopTyping:
            reasonInEditor(against: id)
        case .dumps, .openDumpFile: nil
        case .saveDump, .compareDump, .exportDump, .restoreDump, .cloneDump, .renameDump, .deleteDump:
            reasonAboutDump(against: id)
        case .compareAll, .swapSides: screen == .compare ? nil : "only on the screen Compare"
        case .filterJournal, .undoOperation, .recoverOperation: reasonInJournal(against: id)
        case .console, .trace, .tools: nil
        case .namedCommands, .stopCommand, .clearConsole: reasonInConsole(against: id)
        case .filterTrace, .failuresOnly, .exportTrace, .openTraceFile: reasonInTrace(against: id)
        case .nextTool, .previousTool, .takeValue: reasonInTools(against: id)
        case .checkLink, .help, .palette, .toggleMouse, .repaint, .suspend, .back, .leave, .quit: nil
        }
    }

    private var reasonAgainstPanes: String? {
        if screen != .workbench { return "only on the workbench (q goes there)" }
        return deck.hasTag ? nil : "there is no tag to show"
    }

    private var reasonAgainstReading: String? {
        if reader == nil { return "no reader is connected" }
        if !deck.present { return "no tag is on the reader" }
        if deck.identity == nil { return "the tag could not be identified" }
        return deck.running == nil ? nil : "the tag is being read"
    }

    private var reasonAgainstPassword: String? {
        guard let chip = deck.identity?.chip else { return "this chip has no password that is known" }
        switch chip.authentication {
        case .password, .tripleDES: break
        case .none: return "\(chip.name) has no password"
        case .aes: return "\(chip.name) takes an AES key"
        }
        return readerState?.native == false ? "this reader cannot send the command for it" : nil
    }

    private func needs(_ pane: Pane, _ hasContent: Bool) -> String? {
        if focus != pane { return "only in the pane \(pane.title)" }
        return hasContent ? nil : "no memory was read"
    }

    /// The link of the selected record.
    var selectedLink: String? { deck.tree.selected?.record.link }
}

extension NDEFRecord {
    /// The link that it holds.
    var link: String? {
        switch content {
        case .uri(let uri), .absoluteURI(let uri): uri
        case .smartPoster(let poster): poster.uri
        default: nil
        }
    }
}
