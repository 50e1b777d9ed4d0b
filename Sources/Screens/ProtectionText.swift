import Tags
import Terminal

/// Password, locks, configuration and mirror as the Tag and Memory panes show them.
enum ProtectionText {
    /// The fields of the Tag pane; the words are those the command line prints.
    static func fields(of report: TagReport) -> [TagField] {
        guard report.protection != nil || report.identity.type == .type5 else { return [] }
        let closed = report.protection?.permanentlyReadOnly == true || report.protection?.lockedPages.isEmpty == false
        let lines = report.protectionLines.enumerated().map { index, line in
            // What matters most comes first.
            StyledLine(line, index == 0 && closed ? .locked : .value)
        }
        let mirror = report.mirrorLine.map { TagField("Mirror", $0) }
        return (lines.isEmpty ? [] : [TagField("Protection", lines)]) + [mirror].compactMap { $0 }
    }

    /// Whether a page needs the password, to write or also to read.
    static func needsPassword(page: Int, _ state: ProtectionState?) -> Bool {
        guard let state, let first = state.auth0, let guards = state.passwordProtects, guards != .nothing else {
            return false
        }
        return page >= first
    }
}
