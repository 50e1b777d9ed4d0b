import Tags

/// The two sentences that screens and the command line print, and the words of the JSON contract.
extension EngineError {
    /// One sentence that says what happened and whose refusal it was.
    public var headline: String {
        switch self {
        case .noReader(nil): "There is no reader."
        case .noReader(let wanted?): "There is no reader named \"\(wanted)\"."
        case .noTag(let reader, 0): "There is no tag on \(reader ?? "any reader")."
        case .noTag(let reader, let seconds):
            "No tag came onto \(reader ?? "any reader") within \(seconds) second\(seconds == 1 ? "" : "s")."
        case .refusedHere(let reason, _), .needsPassword(let reason, _), .needsConfirmation(let reason, _):
            "Refused before anything was sent: \(Self.ended(reason))"
        case .differs(let pages): "The tag does not hold what was written: \(Self.differences(pages))."
        case .refusedByTag(let command, let page, let raw): Self.refusal(command, page, raw)
        case .refusedByCard(let refusal): Self.refusal(refusal)
        case .badAnswer(let reason): "The tag does not answer as a tag does: \(Self.ended(reason))"
        case .tagLost(let work): "The tag was lost while \(work)."
        case .readerFailed(let reader, let reason, _, _): "The reader \(reader) failed: \(Self.ended(reason))"
        case .readerBusy(let reader): "Another program is using this reader: \(reader)."
        case .service(let state): state.headline
        case .cancelled: "Cancelled."
        }
    }

    /// One sentence that says what to do next.
    public var advice: String {
        switch self {
        case .noReader(nil): "Plug in a PC/SC reader, or try the built-in one with --simulate."
        case .noReader: "Run \"tagdesk readers\" for the names; a part of one is enough."
        case .noTag: "Put a tag on the reader, or wait longer with --wait."
        case .refusedHere(_, let advice), .needsPassword(_, let advice), .needsConfirmation(_, let advice):
            Self.ended(advice.prefix(1).uppercased() + advice.dropFirst())
        case .refusedByTag(0x1B, _, _): "Check the password; each wrong one counts where the tag has a limit (AUTHLIM)."
        case .refusedByTag(0x1A, _, _), .refusedByTag(0xAF, _, _): "Check the key; the tag takes only its own."
        case .refusedByTag(0xA2, _, _): "The page is locked, or needs the password; nothing there was changed."
        case .refusedByTag: "The page may need the password, or this chip does not know the command."
        case .refusedByCard(let refusal): Self.advice(on: refusal)
        case .badAnswer: "Take it off and read it again; where it stays so, the tag is faulty or hostile."
        case .differs:
            "Put back what was there or finish the change; where it differs again, the tag is worn out or false."
        case .tagLost: "Put it back flat on the reader and keep it still until the work is done."
        case .readerFailed(_, _, _, let code): Self.readerAdvice(code)
        case .readerBusy:
            "Close the other program (for example GnuPG's scdaemon: gpgconf --kill scdaemon); tagdesk keeps trying."
        case .service(let state): Diagnosis().advice(on: state) ?? ""
        case .cancelled: "Start it again when you are ready."
        }
    }

    /// The word for `error.kind` in JSON.
    public var jsonKind: String {
        switch self {
        case .noReader: "noReader"
        case .noTag: "noTag"
        case .refusedHere, .needsPassword, .needsConfirmation: "refusedHere"
        case .refusedByTag, .refusedByCard, .differs: "refusedByTag"
        case .tagLost: "tagLost"
        case .readerFailed, .readerBusy, .badAnswer: "readerFailed"
        case .service: "pcscd"
        case .cancelled: "cancelled"
        }
    }

    /// The raw status for `error.raw` in JSON: the answer's bytes or the PC/SC code, as hex; `nil` where there is none.
    public var jsonRaw: String? {
        switch self {
        case .refusedByTag(_, _, let raw) where !raw.isEmpty: Hex.string(raw)
        case .refusedByCard(let refusal): refusal.status.digits
        case .readerFailed(_, _, let raw, _) where !raw.isEmpty: Hex.string(raw)
        case .readerFailed(_, _, _, let code?): PCSCCode.hex(code)
        case .readerBusy: PCSCCode.hex(PCSCCode.sharingViolation)
        case .service(.notAuthorized): PCSCCode.hex(PCSCCode.securityViolation)
        case .service: PCSCCode.hex(PCSCCode.noService)
        default: nil
        }
    }

    private static func refusal(_ command: UInt8, _ page: Int?, _ raw: [UInt8]) -> String {
        let what =
            switch command {
            case 0: "the command"
            case 0x1B: "the password"
            case 0x1A, 0xAF: "the key"
            case let code: CommandWords.frame([code])
            }
        let place = page.map {
            " of page " + Hex.string($0 > 0xFF ? [UInt8($0 >> 8 & 0xFF), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF)])
        }
        let code = raw.count == 1 ? ": " + NAKMeaning.words(raw[0], chip: nil) : ""
        return "The tag refused \(what)\(place ?? "")\(code)."
    }

    private static func refusal(_ refusal: CardRefusal) -> String {
        let place = refusal.file.map { " of file " + Hex.file($0) } ?? ""
        return "The tag refused \(refusal.command)\(place): \(ended(refusal.status.sentence))"
    }

    private static func advice(on refusal: CardRefusal) -> String {
        if let advice = refusal.nativeAdvice { return advice }
        if let explanation = refusal.status.explanation { return ended("Possible cause: " + explanation) }
        return "Nothing was changed by this command; read the tag again to see what it allows."
    }

    /// The first pages that differ, with the bytes.
    private static func differences(_ pages: [PageDifference]) -> String {
        let told = pages.prefix(3).map { difference in
            let found = difference.found.map { "reads " + Hex.string($0, separator: " ") } ?? "does not answer"
            return "\(difference.place) \(found) where "
                + "\(Hex.string(difference.expected, separator: " ")) was written"
        }
        return told.joined(separator: "; ") + (pages.count > 3 ? "; and \(pages.count - 3) more" : "")
    }

    private static func readerAdvice(_ code: UInt32?) -> String {
        switch code {
        case 0x8010_0017, 0x8010_0009: "Plug the reader in again; tagdesk goes on by itself."
        case 0x8010_0066, 0x8010_0065, 0x8010_000F: "Move the tag a little, and keep only one on the reader."
        case 0x8010_0068, 0x8010_0067: "Close the other program that uses this reader, then read the tag again."
        case 0x8010_001F: Diagnosis.escapeOff
        case 0x8010_002F, 0x8010_0016, 0x8010_0013: "Lay the tag flat on the middle of the reader, then read it again."
        default: "Read the tag again; where it stays so, plug the reader in again."
        }
    }

    private static func ended(_ sentence: String) -> String {
        guard let last = sentence.last else { return sentence }
        return ".!?".contains(last) ? sentence : sentence + "."
    }
}
