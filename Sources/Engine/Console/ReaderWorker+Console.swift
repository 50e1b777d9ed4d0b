import Tags

/// What a worker's thread alone uses.
final class ThreadOwned<Value>: @unchecked Sendable {
    /// Only ever touched by the thread that owns it.
    var value: Value
    init(_ value: Value) { self.value = value }
}

/// What the console keeps between two commands.
struct ConsoleState {
    /// The connection that is held.
    var session: ConsoleSession?
    /// The tag that the user works with; also after it left, until the change was told.
    var tag: TagIdentity?
}

/// Raw commands, over a connection that is held from one to the next.
extension ReaderWorker {
    /// Sends the command of a request, after all that must hold before.
    func console(_ operation: Operation, _ request: ConsoleRequest) -> OperationOutcome {
        guard !operation.isCancelled else { return operation.failure(.cancelled) }
        guard let generation = state.with({ $0.slot?.present == true ? $0.generation : nil }) else {
            closeConsole()
            return operation.failure(.noTag(reader: name, seconds: 0))
        }
        let session: ConsoleSession
        do throws(EngineError) {
            session = try openConsole(operation, generation)
        } catch {
            return operation.failure(error)
        }
        session.connection.trace.gate = gate(for: operation)
        let before = session.connection.trace.cost
        let start = Clock.monotonicMicroseconds
        func cost() -> Cost {
            let after = session.connection.trace.cost
            return Cost(
                exchanges: after.exchanges - before.exchanges, reconnects: after.reconnects - before.reconnects,
                milliseconds: Double(Clock.monotonicMicroseconds &- start) / 1000)
        }
        do throws(EngineError) {
            return .answered(try answer(to: request, session), cost())
        } catch {
            // Where the connection itself failed, the next command begins a new one.
            switch error {
            case .tagLost, .readerFailed, .readerBusy, .service: closeConsole()
            default: break
            }
            return .failed(error, partial: nil, cost())
        }
    }

    /// Ends the connection that is held, so that other work, and other programs, may use the reader.
    func closeConsole() {
        consoleState.value.session?.connection.close()
        consoleState.value.session = nil
    }

    /// The user has left the console: the next command may find any tag.
    func forgetConsole() {
        closeConsole()
        consoleState.value.tag = nil
    }

    private func openConsole(_ operation: Operation, _ generation: Int) throws(EngineError) -> ConsoleSession {
        if let session = consoleState.value.session {
            if session.generation == generation { return session }
            closeConsole()
        }
        let connection = try connect(for: operation)
        do throws(EngineError) {
            let known = state.with { $0.announced == generation ? $0.identity : nil }
            let identity = try identify(over: connection, known: known)
            if known == nil { announce(identity, generation) }
            let before = consoleState.value.tag
            if let before, before.uid != identity.uid || before.hasRandomUID || identity.uid.isEmpty {
                consoleState.value.tag = nil
                throw .refusedHere(
                    reason: "another tag lies on the reader (\(Self.words(identity))) than the one before "
                        + "(\(Self.words(before)))",
                    advice: "Nothing was sent. Send the command again to go on with this tag.")
            }
            guard let link = connection.link else { throw noLink }
            if identity.type == .type4 { try powerAnew(connection) }
            consoleState.value.tag = identity
            let session = ConsoleSession(
                connection: connection, link: link, identity: identity, generation: generation, isFresh: before != nil)
            consoleState.value.session = session
            return session
        } catch {
            connection.close()
            throw error
        }
    }

    /// A card keeps what earlier work selected; the console begins with none of that.
    private func powerAnew(_ connection: TagConnection) throws(EngineError) {
        do throws(ChannelError) {
            try connection.channel.reconnect(.reset)
        } catch {
            throw EngineError(error, reader: name, during: "powering it anew")
        }
    }

    private static func words(_ identity: TagIdentity) -> String {
        identity.chipName + (identity.uid.isEmpty ? "" : ", UID " + Hex.string(identity.uid, separator: ":"))
    }

    // MARK: - Before and after the exchange

    private func answer(to request: ConsoleRequest, _ session: ConsoleSession) throws(EngineError) -> ConsoleAnswer {
        if case .native = request.command, !session.link.capabilities.nativeFrames {
            throw .refusedHere(
                reason: "this reader passes no native frames on",
                advice: "Use APDUs such as FF B0 00 04 10, or a reader such as an ACR122U or ACR1252U.")
        }
        try check(request, session)
        let attempt = try attempt(of: request, session)
        let answer: ConsoleAnswer
        do throws(LinkError) {
            answer = try session.send(request.command)
        } catch {
            let work = "sending a command"
            // Where a tag was pulled pcscd says that somebody reset it, until it has looked again.
            if case .channel(.cardReset) = error, (try? session.connection.channel.reconnect(.reset)) == nil {
                throw .tagLost(during: work)
            }
            throw EngineError(error, reader: name, during: work)
        }
        if !answer.refused { attempt?() }
        return answer
    }

    /// Lets a command through, or refuses it.
    private func check(_ request: ConsoleRequest, _ session: ConsoleSession) throws(EngineError) {
        switch session.verdict(on: request.command) {
        case .reads: return
        case .changes(let what):
            guard request.readOnly else { return }
            throw .refusedHere(
                reason: "this is \(what), and the program was started with --read-only",
                advice: "Start it without --read-only to send this.")
        case .irreversible(let consequences):
            let what = consequences.joined(separator: "; ")
            guard !request.readOnly else {
                throw .refusedHere(
                    reason: "\(what), and the program was started with --read-only",
                    advice: "Start it without --read-only to send this.")
            }
            let uid = session.identity.uid
            guard !uid.isEmpty, request.confirmedUID == uid else {
                let wrong = request.confirmedUID == nil ? "" : " (another UID was typed)"
                throw .needsConfirmation(
                    reason: "this can never be undone\(wrong): \(what)",
                    advice: uid.isEmpty
                        ? "This tag has no UID to confirm it with, so that it is not sent."
                        : "Confirm it with the tag's UID: \(Hex.string(uid, separator: ":")) (--confirm UID).")
            }
        }
    }

    /// Counts a password or key that is about to be sent, where the chip may count it too.
    /// - Returns: What to do when it was right; `nil` where nothing is counted.
    private func attempt(
        of request: ConsoleRequest, _ session: ConsoleSession
    ) throws(EngineError) -> (() -> Void)? {
        let identity = session.identity
        if let frame = ConsoleSession.frame(in: request.command), frame.first == 0x1B,
            identity.chip?.authentication == .password
        {
            let attempts = PasswordAttempts(keeper: host.journal, identity: identity)
            let limit = try shownLimit(writer(for: identity, session.link, over: session.connection))
            try attempts.allow(shownLimit: limit, confirmedUID: request.confirmedUID)
            try attempts.count(shownLimit: limit)
            return { attempts.succeeded() }
        }
        if session.provesKey(request.command), !identity.uid.isEmpty, !identity.hasRandomUID {
            let attempts = DNAAttempts(keeper: host.journal, uid: identity.uid)
            try attempts.count(confirmedUID: request.confirmedUID)
            return { attempts.succeeded() }
        }
        return nil
    }
}
