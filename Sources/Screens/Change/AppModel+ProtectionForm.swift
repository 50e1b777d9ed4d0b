import Tags
import Terminal

extension AppModel {
    private static let modes = ["writing", "reading and writing"]
    private static let keepLimit = "as it is"
    private static let noLimit = "no limit"

    /// The secret that guards this chip: a password of 4 bytes, or a key of 16.
    static func secretLength(of chip: Type2Chip?) -> Int {
        switch chip?.authentication {
        case .tripleDES?, .aes?: 16
        case .password?, Type2Chip.Authentication.none?, nil: PasswordDialog.length
        }
    }

    private static func limits(_ chip: Type2Chip) -> [String] {
        guard chip.configuration?.field(.authLimit) != nil else { return [keepLimit] }
        return [keepLimit, noLimit] + (1...7).map { "\($0)" }
    }

    /// A page guards something on this tag now.
    private var isGuarded: Bool {
        switch tagDeck.report?.protection?.passwordProtects {
        case .write?, .readWrite?: true
        case .nothing?, nil: false
        }
    }

    /// Opens the form that sets or changes the password.
    mutating func openProtectionForm() {
        guard let chip = tagDeck.identity?.chip, let state = tagDeck.report?.protection else { return }
        let length = Self.secretLength(of: chip)
        let name = length == PasswordDialog.length ? "password" : "key"
        let first = isGuarded ? state.auth0 ?? chip.userPages.lowerBound : chip.userPages.lowerBound
        let hasLimit = chip.configuration?.field(.authLimit) != nil
        let fields: [FormField] = [
            .secret(
                "secret", "New \(name)", length: length,
                help: isGuarded
                    ? "Empty keeps the present one; Ctrl-T types it another way"
                    : "\(length) bytes; Ctrl-T types it another way"),
            .choice(
                "mode", "Needed for", Self.modes, state.passwordProtects == .readWrite ? Self.modes[1] : nil,
                help: "Writing: anybody can read. Reading and writing: without it nothing behind the first page is seen"
            ),
            .text(
                "from", "From page", Words.page(first), takes: .characters("0123456789abcdefx"),
                help: "In hex; this page and all behind it. 04 guards the whole message, 03 the CC too"),
            .secret("pack", "PACK", length: 2, help: "What the tag answers to the right password; empty is 00 00")
                .disabled(because: length == PasswordDialog.length ? nil : "\(chip.name) answers no PACK"),
            .choice(
                "limit", "Tries", Self.limits(chip),
                help: "Wrong passwords in all, by anybody, before the guarded pages are closed for good (AUTHLIM)"
            )
            .disabled(because: hasLimit ? nil : "\(chip.name) has no limit of tries"),
        ]
        let title = isGuarded ? "Change the \(name)" : "Set the \(name)"
        dialogs.append(.form(FormDialog(.protect, title: title, form: Form(fields))))
    }

    /// What the form as it is filled asks for.
    private func protection(_ form: Form) throws(FormProblem) -> Wish.Protection {
        guard let chip = tagDeck.identity?.chip else { throw FormProblem(field: "", sentence: "The chip is not known") }
        var secret: [UInt8]?
        if let typed = form.secret("secret"), !typed.isEmpty {
            if let wrong = typed.problem { throw FormProblem(field: "secret", sentence: wrong) }
            secret = typed.bytes
        } else if !isGuarded {
            throw FormProblem(
                field: "secret", sentence: "Type the new password: a tag whose password nobody knows is lost")
        }
        var pack: [UInt8]?
        if let typed = form.secret("pack"), !typed.isEmpty {
            if let wrong = typed.problem { throw FormProblem(field: "pack", sentence: wrong) }
            guard secret != nil else {
                throw FormProblem(field: "secret", sentence: "PACK is set together with a password: type that too")
            }
            pack = typed.bytes
        }
        let first = try HexText.page(form["from"], field: "from")
        guard first < chip.pageCount else {
            throw FormProblem(field: "from", sentence: "\(chip.name) ends with page \(Words.page(chip.pageCount - 1))")
        }
        let limit: Int? =
            switch form["limit"] {
            case Self.keepLimit: nil
            case Self.noLimit: 0
            default: Int(form["limit"])
            }
        return Wish.Protection(
            password: secret, pack: pack, guardsReading: form["mode"] == Self.modes[1], firstPage: first, limit: limit)
    }

    mutating func acceptProtection(_ dialog: FormDialog) throws(FormProblem) -> [Intent] {
        let wish = try protection(dialog.form)
        return propose(Proposal(.protect(wish), title: isGuarded ? "Change the password" : "Set the password"))
    }

    /// What the protection as it is filled in means.
    func protectNotes(_ dialog: FormDialog, columns: Int) -> [StyledLine] {
        guard let chip = tagDeck.identity?.chip, let first = try? HexText.page(dialog.form["from"], field: ""),
            first < chip.pageCount
        else { return [] }
        let last = Words.page(chip.pageCount - 1)
        let reading = dialog.form["mode"] == Self.modes[1]
        var lines = StyledLine.wrapped(
            "Pages \(Words.page(first))-\(last) then need the password to be \(reading ? "read or written" : "written")"
                + (first > 0 ? "; pages 00-\(Words.page(first - 1)) stay open." : "."), .text, columns: columns)
        if let limit = Int(dialog.form["limit"]), limit > 0 {
            lines += StyledLine.wrapped(
                "After \(Words.count(limit, "wrong password")) in all these pages can never be opened again.", .warning,
                columns: columns)
        }
        if let typed = dialog.form.secret("secret"), typed.bytes == [0xFF, 0xFF, 0xFF, 0xFF] {
            lines += StyledLine.wrapped(
                "FF FF FF FF is the password every tag is delivered with: anybody knows it.", .warning, columns: columns
            )
        }
        return lines
    }

    // MARK: Key

    /// Opens the form that replaces the 3DES key.
    mutating func openKeyForm() {
        let fields: [FormField] = [
            .secret(
                "secret", "New key", length: 16, help: "16 bytes as DES uses them; the chip stores each half reversed"),
            .secret("again", "Once more", length: 16, help: "A key that was mistyped locks you out"),
        ]
        dialogs.append(.form(FormDialog(.key, title: "Replace the 3DES key", form: Form(fields))))
    }

    mutating func acceptKey(_ dialog: FormDialog) throws(FormProblem) -> [Intent] {
        guard let secret = dialog.form.secret("secret"), let again = dialog.form.secret("again") else { return [] }
        if let wrong = secret.problem { throw FormProblem(field: "secret", sentence: wrong) }
        guard let key = secret.bytes, key == again.bytes else {
            throw FormProblem(field: "again", sentence: "The two keys are not the same")
        }
        return propose(Proposal(.writeKey(key), title: "Replace the key"))
    }

    func keyNotes(columns: Int) -> [StyledLine] {
        StyledLine.wrapped(
            "The key is proved before the tag asks for it. Which pages it guards stays as it is; Set the password changes that.",
            .dim, columns: columns)
    }
}
