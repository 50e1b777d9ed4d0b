extension TagReader {
    /// Reads the message of a card with files and nothing else: at most five exchanges on an NTAG 424 DNA.
    ///
    /// For whoever taps one tag after the other. The report knows the container and the message's file.
    public static func readMessage(_ identity: TagIdentity, over session: APDUSession) -> Reading {
        readFiles(identity, Type4Files(session), .message)
    }

    /// Reads all that a card with files shows without a key.
    /// - Parameter atLeast: Bytes of the message's file that have to be known, however long it is.
    static func readFiles(
        _ identity: TagIdentity, _ card: Type4Files, _ depth: Type4Reading.Depth, atLeast: Int = 0,
        progress: @escaping (Progress) -> Bool = { _ in true }
    ) -> Reading {
        var job = Type4Reading(
            card: card, depth: depth, atLeast: atLeast,
            containerBytes: identity.version.flatMap(NativeVersion.init)?.containerBytes ?? 0, progress: progress)
        var failure: TagError?
        do throws(TagError) {
            try job.run()
        } catch {
            failure = error
        }
        var report: TagReport
        if let refusal = job.applicationRefusal {
            report = TagReport(identity: identity)
            report.ndef = NDEFState(
                state: .unformatted, problems: ["the card has no NDEF application (\(refusal.sentence))"])
        } else if job.files.isEmpty, failure != nil {
            report = TagReport(identity: identity)
        } else {
            report = Self.report(identity: identity, files: job.files)
        }
        report.findings += findings(identity, card)
        if depth == .full, failure == nil {
            do throws(TagError) {
                try NativeInspection(session: card.session).run(&report)
                card.forgetSelection()
            } catch {
                failure = error
            }
        }
        return Reading(report: report, failure: failure)
    }

    private static func findings(_ identity: TagIdentity, _ card: Type4Files) -> [Finding] {
        var findings: [Finding] = []
        if identity.hasRandomUID {
            findings.append(
                Finding(
                    .note,
                    "the UID begins with 08: it is random, another one at every tap; the card tells its real one only after "
                        + "an authentication"))
        }
        if card.application == .v1 {
            findings.append(
                Finding(
                    .note,
                    "the card has mapping version 1.0: its application is \(Hex.string(Type4Names.applicationV1))"))
        }
        return findings
    }
}
