import Tags

/// Reads the tag whole, and proves the user's right to it where that is needed, before anything is planned.
///
/// First without a password: that alone tells whether one is needed at all, and how many wrong ones the tag bears. A password
/// is never tried that nobody gave, and none is sent to a tag that asks for none.
struct TagOpening {
    let context: ChangeContext

    private static let work = "reading it"

    /// The tag as it is now.
    /// - Parameter atLeast: Bytes of a message's file that have to be known.
    /// - Parameter files: The files that have to be known, beside that of the message.
    /// - Parameter needsRight: Whether what shall be done needs the password, judged by what can be read without it.
    func look(
        _ credential: Credential, confirmedUID: [UInt8]?, atLeast: Int = 0, files: Set<UInt16> = [],
        needsRight: (TagReport) -> NeededRight
    ) throws(EngineError) -> TagReport {
        let report = try read(atLeast)
        if case .files(let writer) = context.writer {
            let opened = try open(report, by: writer, credential, confirmedUID, needsRight)
            guard let opened else { return report }
            // What was closed before may be read now.
            let closed = report.files.filter { $0.role == .message || files.contains($0.id) }
            return closed.contains(where: \.content.isEmpty) ? try read(atLeast) : opened
        }
        guard case .pages(let writer) = context.writer, let chip = report.identity.chip, chip.authentication != .none
        else { return report }
        let hidden = report.image?.states.contains(.unread(.protected)) ?? false
        guard hidden || !needsRight(report).isNone else { return report }
        if chip.authentication == .tripleDES, let key = credential.key {
            do throws(TagError) {
                try writer.authenticate(key: key)
            } catch {
                throw context.error(error, during: "proving the key")
            }
        } else if chip.authentication == .password, let password = credential.password {
            let limit = report.protection?.authLimit
            try context.attempts.allow(shownLimit: limit, confirmedUID: confirmedUID)
            try context.attempts.prove(
                password, pack: credential.pack, limit: limit, by: writer, on: context.reader)
        } else {
            return report
        }
        if hidden { return try read(atLeast) }
        var opened = report
        opened.protection?.authenticated = true
        return opened
    }

    /// A card with files is opened by the key that its file asks for, where one was given; `nil` where it was not.
    private func open(
        _ report: TagReport, by writer: Type4Writer, _ credential: Credential, _ confirmedUID: [UInt8]?,
        _ needsRight: (TagReport) -> NeededRight
    ) throws(EngineError) -> TagReport? {
        guard case .secret(let planned) = needsRight(report),
            let number = (planned ?? report.messageFile?.keyNumber).flatMap({ UInt8(exactly: $0) }),
            let key = credential.keys[number] ?? credential.key
        else { return nil }
        try DNAAttempts(keeper: context.keeper, uid: context.identity.uid).prove(
            number, key, by: writer, on: context.reader, confirmedUID: confirmedUID)
        var opened = report
        opened.openedWith = Int(number)
        return opened
    }

    private func read(_ atLeast: Int) throws(EngineError) -> TagReport {
        let words = context.writer.readingWords
        let reading = context.writer.read(atLeast: atLeast) { [context] progress in
            context.tell(OperationProgress(activity: words, done: progress.done, total: progress.total))
            return !context.wantsEnd()
        }
        if let failure = reading.failure { throw context.error(failure, during: Self.work) }
        return reading.report
    }
}

/// The right that a change needs, judged by what can be read without it.
enum NeededRight: Equatable {
    case none
    /// The password or key; its number where the card has several and the plan says which.
    case secret(number: Int?)

    var isNone: Bool { self == .none }
}
