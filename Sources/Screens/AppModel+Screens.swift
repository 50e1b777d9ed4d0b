import Engine
import Tags
import Terminal

/// The screens beside the workbench.
extension AppModel {
    /// The part of the screen between header and status line.
    var screenBody: Rect { WorkbenchLayout(size: size, focus: focus, maximised: false).body }

    /// There is room for frames.
    func isBoxed(_ body: Rect) -> Bool { body.size.columns >= 100 && body.size.rows >= 16 }

    /// Draws the screen shown, where that is not the workbench.
    func drawScreen(_ canvas: inout Canvas, in body: Rect) {
        canvas.withClip(body) { canvas in
            switch screen {
            case .workbench: break
            case .compose: drawCompose(&canvas, in: body)
            case .protect: drawProtect(&canvas, in: body)
            case .journal: drawJournal(&canvas, in: body)
            case .console: drawConsole(&canvas, in: body)
            case .trace: drawTrace(&canvas, in: body)
            case .tools: drawTools(&canvas, in: body)
            case .dumps: drawDumps(&canvas, in: body)
            case .compare: drawCompare(&canvas, in: body)
            case .clone: drawClone(&canvas, in: body)
            }
        }
        if canvas.cursor == nil { canvas.cursor = body.origin }
    }

    /// Does an action on the screen shown; `nil` where it means the same everywhere.
    mutating func performOnScreen(_ id: Action.ID) -> [Intent]? {
        let intents: [Intent]? =
            switch screen {
            case .workbench: nil
            case .compose: performInCompose(id)
            case .protect: performInProtect(id)
            case .journal: performInJournal(id)
            case .console: performInConsole(id)
            case .trace: performInTrace(id)
            case .tools: performInTools(id)
            case .dumps: performInDumps(id)
            case .compare: performInCompare(id)
            case .clone: performInClone(id)
            }
        if intents == nil, screen != .workbench, id == .copy {
            openChoice(.copy)
            return []
        }
        if intents == nil, screen != .workbench, let action = Action.named(id), Self.ofPanes.contains(action.group) {
            hint("\(action.keys.first?.name ?? action.title) does nothing on this screen")
            return []
        }
        return intents
    }

    /// The actions that only the panes of the workbench know.
    private static let ofPanes: Set<Action.Group> = [.look, .move, .panes]

    /// Does an action that goes to another screen or belongs to one; `nil` where it is neither.
    mutating func performChange(_ id: Action.ID) -> [Intent]? {
        switch id {
        case .compose: openCompose()
        case .protect:
            screen = .protect
            // The first task that this tag can take has the cursor.
            if reason(against: changes.protect.task) != nil,
                let first = ProtectTask.allCases.firstIndex(where: { reason(against: $0) == nil })
            {
                changes.protect.list.cursor = first
            }
        case .journal: return openJournal()
        case .console: openConsole()
        case .trace: openTrace()
        case .tools: openTools()
        case .dumps: return openDumps()
        case .saveDump: return keepDump()
        case .compareDump: return beginComparing()
        case .exportDump: return useDump(.export)
        case .restoreDump: return useDump(.restore)
        case .cloneDump: return useDump(.clone)
        case .openDumpFile: openDumpFileForm()
        default:
            if let task = ProtectTask.allCases.first(where: { $0.action == id }) { return begin(task) }
            return nil
        }
        return []
    }

    /// What the status line says of the screen shown, and the actions worth a reminder there.
    var screenStatus: (words: String, hints: [Action.ID]) {
        switch screen {
        case .workbench: ("", [])
        case .compose: (composeStatus, [.writeMessage, .addRecord, .open, .deleteRecord, .startFrom, .saveTemplate])
        case .protect: ("", [.open, .leave])
        case .journal:
            journal.entry == nil
                ? ("", [.open, .filterJournal, .leave]) : ("", [.undoOperation, .recoverOperation, .leave])
        case .console: consoleStatus
        case .trace: traceStatus
        case .tools: toolsStatus
        case .dumps: dumpsStatus
        case .compare: compareStatus
        case .clone: cloneStatus
        }
    }

    /// Takes one action of the mouse on a screen beside the workbench.
    mutating func handleOnScreen(_ mouse: Mouse) -> [Intent] {
        switch mouse.action {
        case .wheelUp: return performOnScreen(.up) ?? []
        case .wheelDown: return performOnScreen(.down) ?? []
        case .rightClick, .drag: return []
        case .click, .doubleClick: break
        }
        let body = screenBody
        let plain = isBoxed(body) ? body.inset(by: 1) : body.split(rows: 1).rest
        let row: Int
        switch screen {
        case .compose:
            let geometry = ComposeGeometry(body: body)
            let list = geometry.content(geometry.list)
            guard list.contains(mouse.position) else { return [] }
            row = mouse.position.row - list.origin.row + compose.draft.list.top
            guard compose.draft.records.indices.contains(row) else { return [] }
            compose.draft.list.cursor = row
        case .protect:
            row = mouse.position.row - plain.origin.row + changes.protect.list.top
            guard ProtectTask.allCases.indices.contains(row) else { return [] }
            changes.protect.list.cursor = row
        case .journal:
            row = mouse.position.row - plain.origin.row + journal.list.top
            guard journal.entry == nil, journal.operations?.indices.contains(row) == true else { return [] }
            journal.list.cursor = row
        case .console: return clickInConsole(mouse)
        case .trace:
            let lines = TraceGeometry(body: body).lines
            row = mouse.position.row - lines.origin.row + trace.list.top
            guard !trace.isOpen, lines.contains(mouse.position), trace.row(row) != nil else { return [] }
            trace.list.cursor = row
            trace.follows = row == trace.matching - 1
        case .tools: return clickInTools(mouse)
        case .dumps:
            let list = dumpRows
            guard list.contains(mouse.position) else { return [] }
            row = mouse.position.row - list.origin.row + dumps.list.top
            guard dumps.rows?.indices.contains(row) == true else { return [] }
            dumps.list.cursor = row
            if mouse.action == .click { return previewed() }
        case .compare:
            let list = CompareGeometry(body: body, unit: comparing?.unit ?? 4).list
            guard list.contains(mouse.position) else { return [] }
            row = mouse.position.row - list.origin.row + (comparing?.list.top ?? 0)
            guard comparing?.rows.indices.contains(row) == true else { return [] }
            comparing?.list.cursor = row
        case .clone:
            let list = cloneGeometry(body).list
            guard list.contains(mouse.position) else { return [] }
            row = mouse.position.row - list.origin.row + (clone?.list.top ?? 0)
            guard clone?.results.indices.contains(row) == true else { return [] }
            clone?.list.cursor = row
        case .workbench: return []
        }
        return mouse.action == .doubleClick ? performOnScreen(.open) ?? [] : []
    }

    /// Brings the cursors of the screens beside the workbench into bounds.
    mutating func settleScreen() {
        let body = screenBody
        compose.draft.list.settle(
            count: compose.draft.records.count, height: ComposeGeometry(body: body).listRows)
        changes.protect.list.settle(count: ProtectTask.allCases.count, height: max(1, body.size.rows - 1))
        journal.list.settle(count: journal.operations?.count ?? 0, height: max(1, body.size.rows - 2))
        switch screen {
        case .console: settleConsole()
        case .trace: trace.settle(height: TraceGeometry(body: body).rows)
        case .tools: settleTools()
        case .workbench, .compose, .protect, .journal, .dumps, .compare, .clone: break
        }
        dumps.list.settle(count: dumps.rows?.count ?? 0, height: dumpRows.size.rows)
        let compared = comparing?.rows.count ?? 0
        let compareRows = CompareGeometry(body: body, unit: comparing?.unit ?? 4).list.size.rows
        comparing?.list.settle(count: compared, height: compareRows)
        let (cloned, cloneRows) = (clone?.results.count ?? 0, cloneGeometry(body).list.size.rows)
        clone?.list.settle(count: cloned, height: cloneRows)
    }

    /// What the work that is going on is called, as a line of the log and of progress.
    static func words(_ kind: OperationKind) -> String {
        switch kind {
        case .read: "reading"
        case .recover: "recovering"
        case .console: "sending a command"
        case .change(let kind):
            switch kind {
            case .write: "writing"
            case .format: "formatting"
            case .erase: "erasing"
            case .protect: "setting the password"
            case .unprotect: "removing the password"
            case .lock: "locking"
            case .configure: "configuring"
            case .key: "replacing the key"
            case .edit: "writing what was typed"
            case .restore: "restoring"
            case .access: "setting rights"
            case .sdm: "setting up the link"
            }
        }
    }
}
