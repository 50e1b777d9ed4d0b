import Tags

/// What a worker does where a tag is changed, or opened by a password.
extension ReaderWorker {
    /// Changes or recovers the tag that was just identified.
    func change(_ operation: Operation, _ identity: TagIdentity, over connection: TagConnection) -> OperationOutcome {
        let writer: TagWriter
        if identity.type == .type4 {
            writer = .files(Type4Writer(channel: connection.channel, identity: identity))
        } else if let link = connection.link {
            writer = .pages(self.writer(for: identity, link, over: connection))
        } else {
            return operation.failure(noLink, connection.trace.cost)
        }
        let context = ChangeContext(
            reader: name, writer: writer, keeper: host.journal,
            wantsEnd: { [state] in operation.isCancelled || state.with { $0.stopping } },
            holdGate: {
                connection.trace.gate = { nil }
                // What was written acts from the next power-up on, and an accepted password ends with it.
                connection.leavesAuthenticated = true
            },
            tell: { [host] in host.emit(.progressed(operation.id, $0)) },
            now: { Int64(clamping: Clock.microsecondsSince1970 / 1000) })
        defer { if context.writer.isAuthenticated { connection.leavesAuthenticated = true } }
        do throws(ChangeFailure) {
            if let outcome = try changeDNA(operation, context, over: connection) {
                return .changed(outcome, connection.trace.cost)
            }
            switch operation.command {
            case .change(_, let request):
                return .changed(try ChangeJob(context: context, request: request).run(), connection.trace.cost)
            case .recover(_, let request):
                return .changed(try RecoveryJob(context: context, request: request).run(), connection.trace.cost)
            case .read, .console, .closeConsole: return operation.failure(noLink, connection.trace.cost)
            }
        } catch {
            return .changeFailed(error.error, error.outcome, connection.trace.cost)
        }
    }

    /// Leaves an interrupted operation as it is, for which no tag is needed; `nil` for anything else.
    func leave(_ operation: Operation) -> OperationOutcome? {
        guard case .recover(_, let request) = operation.command, request.action == .leave else { return nil }
        do throws(EngineError) {
            return .changed(try RecoveryJob.leave(request, host.journal), Cost())
        } catch {
            return .changeFailed(error, nil, Cost())
        }
    }

    /// Says that the tag waits for recovery, where the journal knows so. A journal that cannot be read keeps nobody from
    /// reading a tag.
    func tellInterrupted(_ identity: TagIdentity) {
        guard !identity.uid.isEmpty, let entry = try? host.journal.existing()?.interrupted(uid: identity.uid) else {
            return
        }
        host.emit(.interrupted(reader: name, entry))
    }

    /// A change failed after its first write while the tag stayed on the reader.
    func leftHalfDone(_ outcome: OperationOutcome) -> Bool {
        guard case .changeFailed(let error, let change?, _) = outcome, change.journalNumber != nil else { return false }
        return error.journalResult != .tagLost
    }

    /// Opens the tag by what the options give, under the rule for passwords.
    func open(
        _ writer: Type2Writer, _ options: TagReader.Options
    ) throws(EngineError) {
        let identity = writer.identity
        let attempts = PasswordAttempts(keeper: host.journal, identity: identity)
        do throws(TagError) {
            if let key = options.key { try writer.authenticate(key: key) }
            guard let password = options.password else { return }
            guard identity.chip?.authentication == .password, writer.capabilities.nativeFrames, password.count == 4
            else {
                return try writer.authenticate(password: password)
            }
        } catch {
            throw EngineError(error, reader: name, during: "proving the password")
        }
        guard let password = options.password else { return }
        let limit = try shownLimit(writer)
        try attempts.allow(shownLimit: limit, confirmedUID: options.confirmedUID)
        try attempts.prove(password, pack: options.pack, limit: limit, by: writer, on: name)
    }

    /// AUTHLIM as the tag shows it; `nil` where its page needs the password.
    func shownLimit(_ writer: Type2Writer) throws(EngineError) -> Int? {
        guard let place = writer.identity.chip?.configuration, let field = place.field(.authLimit) else { return nil }
        let page = place.page(of: field)
        do throws(TagError) {
            return try writer.read(pages: [page])[page].map { Int(field.value(in: $0[field.byte])) }
        } catch {
            throw EngineError(error, reader: name, during: "reading its limit of tries")
        }
    }

    /// A writer that asks the reader for the UID where the tag hides it.
    func writer(for identity: TagIdentity, _ link: ProfiledLink, over connection: TagConnection) -> Type2Writer {
        let channel = connection.channel
        return Type2Writer(
            link: link, identity: identity,
            uidFromReader: {
                guard let answer = try? channel.transmit(TagConnection.getUID),
                    let (uid, word) = StatusWord.split(answer), word == StatusWord.ok
                else { return nil }
                return uid
            })
    }

    var noLink: EngineError {
        .readerFailed(reader: name, reason: "there is no way to send commands", raw: [], code: nil)
    }
}
