/// Finds out what an ISO/IEC 14443-4 card is: by GetVersion where it has that, else by the applications it answers to.
///
/// Only reads and selects. An NXP card costs three exchanges, any other one or two, an unknown one as many as there are
/// applications to ask for.
struct Type4Identification {
    let session: APDUSession
    let kind: CardKind

    /// Completes what the reader told.
    func complete(_ identity: inout TagIdentity) throws(TagError) {
        if let version = try version() {
            identity.version = version.bytes
            take(version.decoded, &identity)
            return
        }
        // Readers name nothing but families here; an application says more than they do.
        if kind.name != Self.anyCard { return }
        guard let found = try firstApplication() else {
            identity.chipName = "ISO 14443-4 card"
            identity.identifiedBy =
                "the reader's answer to reset; the card has no GetVersion and no application known here"
            return
        }
        identity.chipName = found.chip
        identity.identifiedBy = "its application \(Hex.string(found.name)): \(found.words)"
    }

    /// What `CardKind` calls a card of which it knows nothing.
    private static let anyCard = "Type 4 tag"

    private func version() throws(TagError) -> (bytes: [UInt8], decoded: NativeVersion)? {
        do throws(APDUError) {
            let answer = try session.native(0x60, frames: 4)
            guard answer.status == .nativeOK, let version = NativeVersion(answer.data) else { return nil }
            return (answer.data, version)
        } catch .nonsense, .endless {
            return nil
        } catch {
            throw error.asTagError
        }
    }

    private func take(_ version: NativeVersion, _ identity: inout TagIdentity) {
        identity.provenance = .reported
        identity.identifiedBy = "GetVersion"
        if let implementation = version.implementation { identity.identifiedBy += ", \(implementation)" }
        if let name = version.chipName {
            identity.chipName = name
            // A random UID names no maker, but the version does.
            identity.vendor = identity.vendor ?? Manufacturer.name(version.hardware[0])
        } else {
            identity.identifiedBy = "GetVersion, with an answer that no source names"
            if version.hardware[0] != 0x04 { identity.vendor = Manufacturer.name(version.hardware[0]) }
        }
    }

    /// An application that tells what a card is for.
    struct KnownApplication {
        let name: [UInt8]
        let words: String
        /// What the card is called where it has this one.
        let chip: String
    }

    private func firstApplication() throws(TagError) -> KnownApplication? {
        for application in Self.applications {
            let command = CommandAPDU(
                0x00, 0xA4, 0x04, 0x00, data: application.name, expected: CommandAPDU.shortExpected)
            let status: StatusWord
            do throws(APDUError) {
                status = try session.send(command).status
            } catch .nonsense, .endless {
                return nil
            } catch {
                throw error.asTagError
            }
            if status.isOK || status == 0x6283 { return application }
            if status.isUnknownCommand { return nil }
        }
        return nil
    }

    /// In the order of how likely they are on a desk for NFC tags. Sources: NFC Forum Type 4; ICAO 9303-10; EMV book 1; FIDO
    /// CTAP; the makers' own documents.
    static let applications: [KnownApplication] = [
        KnownApplication(name: Type4Names.applicationV2, words: "NDEF, mapping 2.0", chip: "Type 4 tag"),
        KnownApplication(name: Type4Names.applicationV1, words: "NDEF, mapping 1.0", chip: "Type 4 tag"),
        KnownApplication(
            name: Array("2PAY.SYS.DDF01".utf8), words: "the list of payment applications", chip: "payment card"),
        KnownApplication(
            name: [0xA0, 0x00, 0x00, 0x02, 0x47, 0x10, 0x01], words: "travel document", chip: "electronic passport"),
        KnownApplication(
            name: [0xA0, 0x00, 0x00, 0x06, 0x47, 0x2F, 0x00, 0x01], words: "FIDO", chip: "security key"),
        KnownApplication(name: [0xD2, 0x76, 0x00, 0x01, 0x24, 0x01], words: "OpenPGP", chip: "OpenPGP card"),
        KnownApplication(name: [0xA0, 0x00, 0x00, 0x03, 0x08], words: "PIV", chip: "PIV card"),
    ]
}
