import Tags

/// What a worker does with a tag.
extension ReaderWorker {
    /// Looks at a tag that came: says what it is, then reads it.
    func arrive(_ generation: Int) {
        closeConsole()
        host.journal.beginVisit(on: name)
        let connection: TagConnection
        let identity: TagIdentity
        do throws(EngineError) {
            connection = try connect(for: nil)
        } catch {
            return announceFailure(error, generation)
        }
        defer { connection.close() }
        do throws(EngineError) {
            identity = try identify(over: connection)
        } catch {
            return announceFailure(error, generation)
        }
        announce(identity, generation)
        defer { tellInterrupted(identity) }
        guard host.autoRead else { return }
        let operation = Operation(id: host.nextOperationID(), command: .read(reader: name, TagReader.Options()))
        state.with { $0.current = operation }
        host.emit(.started(operation.id, reader: name, operation.kind))
        connection.trace.gate = gate(for: operation)
        end(operation, read(identity, TagReader.Options(), operation, over: connection))
    }

    /// Does what was asked.
    func perform(_ operation: Operation) {
        host.emit(.started(operation.id, reader: name, operation.kind))
        switch operation.command {
        case .closeConsole:
            forgetConsole()
            return end(operation, .consoleClosed)
        case .console(_, let request): return end(operation, console(operation, request))
        case .read, .change, .recover: closeConsole()
        }
        if let outcome = leave(operation) { return end(operation, outcome) }
        guard !operation.isCancelled else { return end(operation, operation.failure(.cancelled)) }
        guard let generation = state.with({ $0.slot?.present == true ? $0.generation : nil }) else {
            return end(operation, operation.failure(.noTag(reader: name, seconds: 0)))
        }
        let connection: TagConnection
        do throws(EngineError) {
            connection = try connect(for: operation)
        } catch {
            return end(operation, operation.failure(error))
        }
        defer { connection.close() }
        let identity: TagIdentity
        do throws(EngineError) {
            identity = try identify(over: connection)
        } catch {
            return end(operation, operation.failure(error, connection.trace.cost))
        }
        if state.with({ $0.identity }) != identity { announce(identity, generation) }
        switch operation.command {
        case .read(_, let options): end(operation, read(identity, options, operation, over: connection))
        case .change, .recover:
            let outcome = change(operation, identity, over: connection)
            end(operation, outcome)
            if leftHalfDone(outcome) { tellInterrupted(identity) }
        case .console, .closeConsole: break
        }
    }

    // MARK: - Steps

    func connect(for operation: Operation?) throws(EngineError) -> TagConnection {
        // pcscd lets a transaction wait for that of another program, silently and without end.
        let alarm = source.isSimulated ? nil : Alarm(after: host.patienceMilliseconds) { [self] in tellHeld(operation) }
        defer {
            alarm?.stop()
            setHeld(false)
        }
        do {
            let connection = try TagConnection(
                try source.connect(to: sourceName), reader: name, pause: host.pause, gate: gate(for: operation),
                nextNumber: { [host] in host.nextExchangeNumber() }, emit: { [host] in host.emit(.exchange($0)) })
            setWaiting(false)
            return connection
        } catch {
            if case .sharingViolation = error { setWaiting(true) }
            // A tag that was known to be there and cannot be powered has gone; pcscd says so only at its next look.
            if operation != nil, case .unresponsive = error { throw .tagLost(during: "connecting to it") }
            throw EngineError(error, reader: name, during: "connecting to it")
        }
    }

    /// - Parameter known: What the tag was found to be at its arrival; it is not asked again where its UID is still the same.
    func identify(over connection: TagConnection, known: TagIdentity? = nil) throws(EngineError) -> TagIdentity {
        let work = "looking what it is"
        do throws(LinkError) {
            let settled = state.with { $0.settled }
            if let outcome = try connection.open(settled.map { [$0] } ?? candidates, settled: settled != nil) {
                settle(outcome)
            }
        } catch {
            if case .channel(.sharingViolation) = error { setWaiting(true) }
            throw EngineError(error, reader: name, during: work)
        }
        guard let link = connection.link else {
            throw noLink
        }
        if let known, !known.uid.isEmpty, known.uid == link.uid {
            connection.trace.chip = known.chip
            return known
        }
        do throws(TagError) {
            let identity = try TagReader.identify(link: link, channel: connection.channel)
            connection.trace.chip = identity.chip
            return identity
        } catch {
            throw EngineError(error, reader: name, during: work)
        }
    }

    private func read(
        _ identity: TagIdentity, _ options: TagReader.Options, _ operation: Operation,
        over connection: TagConnection
    ) -> OperationOutcome {
        if identity.type == .type4 { return readCard(identity, options, operation, over: connection) }
        guard let link = connection.link else {
            return .failed(noLink, partial: nil, connection.trace.cost)
        }
        connection.leavesAuthenticated = options.password != nil || options.key != nil
        let writer = writer(for: identity, link, over: connection)
        do throws(EngineError) {
            try open(writer, options)
        } catch {
            return .failed(error, partial: TagReport(identity: identity), connection.trace.cost)
        }
        let reading = writer.read { [host] progress in
            host.emit(
                .progressed(
                    operation.id,
                    OperationProgress(activity: "reading pages", done: progress.done, total: progress.total)))
            return !operation.isCancelled
        }
        if let failure = reading.failure {
            let error = EngineError(failure, reader: name, during: "reading it")
            return .failed(error, partial: reading.report, connection.trace.cost)
        }
        // A refusal as the last answer may have been the silence of a tag that was just taken away.
        guard connection.isTagThere() else {
            return .failed(.tagLost(during: "reading it"), partial: reading.report, connection.trace.cost)
        }
        return .read(reading.report, connection.trace.cost)
    }

    /// Reads a card with files. It keeps nothing of the session once the connection is closed, since other programs would find
    /// another file selected.
    private func readCard(
        _ identity: TagIdentity, _ options: TagReader.Options, _ operation: Operation, over connection: TagConnection
    ) -> OperationOutcome {
        let writer = Type4Writer(channel: connection.channel, identity: identity)
        func read() -> Reading {
            writer.read { [host] progress in
                host.emit(
                    .progressed(
                        operation.id,
                        OperationProgress(activity: "reading files", done: progress.done, total: progress.total)))
                return !operation.isCancelled
            }
        }
        var reading = read()
        if reading.failure == nil, reading.report.messageFile?.content.isEmpty == true,
            let number = reading.report.messageFile?.keyNumber.flatMap({ UInt8(exactly: $0) }),
            let key = options.keys[number] ?? options.key
        {
            connection.leavesAuthenticated = true
            do throws(EngineError) {
                try DNAAttempts(keeper: host.journal, uid: identity.uid).prove(
                    number, key, by: writer, on: name, confirmedUID: options.confirmedUID)
            } catch {
                return .failed(error, partial: reading.report, connection.trace.cost)
            }
            reading = read()
        }
        guard let failure = reading.failure else { return .read(reading.report, connection.trace.cost) }
        let error = EngineError(failure, reader: name, during: "reading it")
        return .failed(error, partial: reading.report, connection.trace.cost)
    }

    private func end(_ operation: Operation, _ outcome: OperationOutcome) {
        host.emit(.ended(operation.id, reader: name, outcome))
        // Behind the event, so that nobody waits for the disk.
        if case .read(let report, _) = outcome {
            host.journal.remember(report, on: name, at: Int64(clamping: Clock.microsecondsSince1970 / 1000))
        }
    }

    func gate(for operation: Operation?) -> () -> ChannelError? {
        { [state] in operation?.isCancelled == true || state.with({ $0.stopping }) ? .cancelled : nil }
    }

    // MARK: - What the events say

    func announce(_ identity: TagIdentity, _ generation: Int) {
        state.with { state in
            state.announced = generation
            state.identity = identity
        }
        host.emit(.tagArrived(reader: name, .success(identity)))
    }

    /// Says once for each tag that it could not be looked at; a reader in other hands is asked again in silence.
    private func announceFailure(_ error: EngineError, _ generation: Int) {
        let again = state.with { state in
            let waits = state.waitsForOther && state.announced == generation
            state.announced = generation
            return waits
        }
        if !again { host.emit(.tagArrived(reader: name, .failure(error))) }
    }

    /// Says that another program's transaction keeps the work from beginning.
    private func tellHeld(_ operation: Operation?) {
        setHeld(true)
        guard let operation else { return }
        let words = "waiting: another program holds the reader"
        host.emit(.progressed(operation.id, OperationProgress(activity: words, done: 0, total: 0)))
    }

    private func setHeld(_ held: Bool) {
        let changed = state.with { state in
            defer { state.isHeldElsewhere = held }
            return state.isHeldElsewhere != held
        }
        if changed { host.readersChanged() }
    }

    private func setWaiting(_ waits: Bool) {
        let changed = state.with { state in
            defer { state.waitsForOther = waits }
            return state.waitsForOther != waits
        }
        if changed { host.readersChanged() }
    }

    private func settle(_ outcome: ProfileConfirmation.Outcome) {
        state.with { state in
            if outcome.certain { state.settled = outcome.link.profile }
            state.escapeRefused = outcome.escapeRefused && !outcome.link.capabilities.nativeFrames
        }
        if outcome.certain { host.settled(outcome.link.profile, on: name) }
        host.readersChanged()
    }
}
