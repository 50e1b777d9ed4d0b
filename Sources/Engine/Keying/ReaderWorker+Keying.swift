import Tags

/// What a worker does with the keys, rights and links of an NTAG 424 DNA.
extension ReaderWorker {
    /// Does or recovers such a change; `nil` where the operation is none.
    func changeDNA(
        _ operation: Operation, _ context: ChangeContext, over connection: TagConnection
    ) throws(ChangeFailure) -> ChangeOutcome? {
        let uid = context.identity.hasRandomUID ? [] : context.identity.uid
        let session = { APDUSession(connection.channel, uid: uid) }
        switch operation.command {
        case .change(_, let request):
            guard case .dna(let wish) = request.wish else { return nil }
            // A session that stays open would refuse the next look at the card, which has no MAC; a dry run opens one, too.
            connection.leavesAuthenticated = true
            return try DNAJob(
                context: context, session: session(), wish: wish, request: request,
                given: DNAKeys(present: request.credential.keys)
            ).run()
        case .recover(_, let request):
            guard let entry = try? host.journal.existing()?.operation(request.operation), entry.isOfDNA else {
                return nil
            }
            connection.leavesAuthenticated = true
            do throws(EngineError) {
                let recovery = RecoveryJob(context: context, request: request)
                if !context.identity.hasRandomUID {
                    try Preflight(context: context).checkIdentity(planned: entry.uid)
                }
                try recovery.checkSituation(entry)
            } catch {
                throw ChangeFailure(error)
            }
            return try DNARecovery(context: context, session: session(), request: request, entry: entry).run()
        case .read, .console, .closeConsole: return nil
        }
    }
}
