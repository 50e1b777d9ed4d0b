import Tags
import Terminal

/// Password, locks, configuration and mirror in words.
enum ProtectionText {
    /// The fields of the Tag pane.
    static func fields(of report: TagReport) -> [TagField] {
        guard let state = report.protection else { return [] }
        let chip = report.identity.chip
        var fields: [TagField] = []
        if chip?.authentication != Type2Chip.Authentication.none || state.passwordProtects != nil {
            fields.append(password(state, pageCount: report.image?.pageCount ?? chip?.pageCount))
            if let tries = tries(state) { fields.append(tries) }
        }
        fields.append(locks(state))
        if let locked = state.configurationLocked {
            fields.append(
                locked ? TagField("Config", "frozen for good", .locked) : TagField("Config", "can be changed", .value))
        }
        if let mirror = state.mirror { fields.append(TagField("Mirror", self.mirror(mirror, report))) }
        if state.strongModulation == false {
            fields.append(TagField("Modulation", "weak", .value))
        }
        return fields
    }

    /// Whether a page needs the password, and for what; empty where it does not.
    static func needsPassword(page: Int, _ state: ProtectionState?) -> Bool {
        guard let state, let first = state.auth0, let guards = state.passwordProtects, guards != .nothing else {
            return false
        }
        return page >= first
    }

    private static func password(_ state: ProtectionState, pageCount: Int?) -> TagField {
        let first = state.auth0.map(Words.page) ?? "??"
        switch state.passwordProtects {
        case nil:
            return TagField("Password", "not known: the configuration could not be read", .unread)
        case .nothing: return TagField("Password", "not needed", .value)
        case .write, .readWrite:
            let what = state.passwordProtects == .write ? "to write" : "to read and write"
            var lines = [StyledLine("needed \(what) from page \(first)", .warning)]
            if state.authenticated { lines.append(StyledLine("given and accepted in this session", .success)) }
            return TagField("Password", lines)
        }
    }

    private static func tries(_ state: ProtectionState) -> TagField? {
        switch state.authLimit {
        case nil: nil
        case 0?: state.passwordProtects == .nothing ? nil : TagField("Tries", "no limit of wrong passwords", .value)
        case let limit?:
            TagField("Tries", "\(Words.count(limit, "wrong password")) in all, then closed for good", .warning)
        }
    }

    private static func locks(_ state: ProtectionState) -> TagField {
        var lines: [StyledLine] = []
        if state.permanentlyReadOnly {
            lines.append(StyledLine("all user pages closed for good", .locked))
        } else if state.lockedPages.isEmpty {
            lines.append(StyledLine("none", .value))
        } else {
            lines.append(StyledLine("pages \(Words.pages(state.lockedPages)) closed for good", .locked))
        }
        if !state.frozenPages.isEmpty {
            lines.append(StyledLine("lock bits of \(Words.pages(state.frozenPages)) frozen", .locked))
        }
        if state.ccReadOnly { lines.append(StyledLine("the CC says: message is read-only", .locked)) }
        return TagField("Locks", lines)
    }

    private static func mirror(_ mirror: MirrorState, _ report: TagReport) -> String {
        let what: String =
            switch mirror.content {
            case .uid: "UID"
            case .counter: "counter"
            case .both: "UID and counter"
            case .tamper: "tamper message"
            }
        guard mirror.length > 0 else { return "\(what), but set outside user memory: nothing is mirrored" }
        let size = report.image?.pageSize ?? 4
        return "\(what) in \(mirror.length) bytes from page \(Words.page(mirror.offset / size)) "
            + "byte \(mirror.offset % size)"
    }
}
