import NDEF
import Tags

/// The tags a bench has from the start: one of each kind that is worth practising on.
extension SimulatorBench {
    /// The default tags as new, in the order they are shown.
    public static func defaultTags() -> [Entry] {
        chips + cards
    }

    private static var chips: [Entry] {
        catalogue.compactMap { model in
            guard let chip = SimulatedChipName.chip(model.chip), let uid = Hex.bytes(model.uid) else { return nil }
            var draft = TagDraft(chip: chip, uid: uid)
            model.prepare(&draft)
            let tag = SimulatedTag(chip: chip, name: model.name, image: draft.memory)
            tag.counters = draft.counters
            return Entry(tag: tag, summary: model.summary)
        }
    }

    /// One line of the catalogue.
    private struct Model: Sendable {
        var name: String
        var chip: String
        /// With a published signature where there is one (`PublishedSignature`).
        var uid: String
        var summary: String
        var prepare: @Sendable (inout TagDraft) -> Void
    }

    private static let password: [UInt8] = [0x12, 0x34, 0x56, 0x78]
    private static let pack: [UInt8] = [0xAB, 0xCD]

    private static let catalogue: [Model] = [
        Model(
            name: "ntag213-factory", chip: "ntag213", uid: "04E10CDA993C80",
            summary: "NTAG213 as delivered: an empty message, everything open"
        ) { _ in },
        Model(
            name: "ntag215-link-text", chip: "ntag215", uid: "04515CFA6F7381",
            summary: "NTAG215 with a link and a text in two languages"
        ) { draft in
            draft.write(
                message(
                    try? .uri("https://www.example.com/visit?room=2.17"),
                    try? .text("Meeting room 2.17", language: "en"),
                    try? .text("Besprechungsraum 2.17", language: "de")))
        },
        Model(
            name: "ntag216-contact-wifi-app", chip: "ntag216", uid: "04E5C922325E80",
            summary: "NTAG216 with a contact, a Wi-Fi network and an app to start"
        ) { draft in
            let contact = ContactFields(
                name: "Zoë Müller", telephones: ["+49 30 1234567"], emails: ["zoe@example.com"],
                organisation: "Example Works", title: "Technician", urls: ["https://example.com/zoe"])
            draft.write(
                message(
                    try? .contact(contact), try? .wifi(ssid: "Example Guests", key: "welcome-2-example"),
                    try? .bluetooth(address: "00:11:22:AA:BB:CC", name: "Speaker"),
                    try? .aar(package: "com.example.visitor")))
        },
        Model(
            name: "ntag213-write-password", chip: "ntag213", uid: "04DB0BDA993C80",
            summary: "NTAG213 that anyone reads; writing needs the password 12345678"
        ) { draft in
            draft.write(message(try? .uri("https://example.com/asset/4711")))
            draft.protect(password: password, pack: pack, from: 4, reading: false)
        },
        Model(
            name: "ntag213-read-password", chip: "ntag213", uid: "04AC6B72BA6C80",
            summary: "NTAG213 whose data needs the password 12345678 to be read; 3 wrong ones close it for good"
        ) { draft in
            draft.write(message(try? .text("Calibration due 2027-03", language: "en")))
            draft.protect(password: password, pack: pack, from: 8, reading: true, limit: 3)
        },
        Model(
            name: "ntag213-mirror", chip: "ntag213", uid: "045869D29C3980",
            summary: "NTAG213 whose link shows its UID and a counter of readings"
        ) { draft in
            let bytes = message(try? .uri("https://example.com/t?m=00000000000000x000000"))
            let start = draft.write(bytes)
            // The 21 placeholders are the last of the message.
            draft.mirrorUIDAndCounter(at: start + bytes.count - 21)
            draft.counters[2] = 41
        },
        Model(
            name: "ultralight", chip: "ultralight", uid: "04517CE1ED2580",
            summary: "Ultralight, 48 bytes, no GET_VERSION, with a short link"
        ) { draft in
            draft.format()
            draft.write(message(try? .uri("https://example.com/ticket/7")))
        },
        Model(
            name: "ultralight-c", chip: "ultralight-c", uid: "04BAFFCA4D5D80",
            summary: "Ultralight C with the factory key, everything open, with a smart poster"
        ) { draft in
            draft.format()
            draft.write(
                message(
                    try? .smartPoster(
                        uri: "https://example.com/menu",
                        titles: [
                            TextContent(text: "Menu", language: "en"), TextContent(text: "Speisekarte", language: "de"),
                        ])))
        },
        Model(
            name: "ul11", chip: "ul11", uid: "04C1285A373080",
            summary: "Ultralight EV1 (UL11), blank, with counters that were used"
        ) { draft in
            draft.counters = [10, 0, 250]
        },
        Model(
            name: "ul21", chip: "ul21", uid: "04C2285A373080",
            summary: "Ultralight EV1 (UL21) with data of an application of its own"
        ) { draft in
            draft.format()
            draft.write(
                message(try? .external(domain: "example.com", type: "seat", payload: Array("car 7, seat 43".utf8))))
        },
        Model(
            name: "ntag213-counterfeit", chip: "ntag213", uid: "1DAC2BB9950000",
            summary: "A counterfeit NTAG213: its signature does not hold"
        ) { draft in
            draft.put([0xA3], page: 2, byte: 1)
            draft.put([0, 0, 0, 0], page: 0x2A)
            draft.write(message(try? .uri("https://example.com/bargain")))
        },
        Model(
            name: "ntag215-torn", chip: "ntag215", uid: "0485928AA06181",
            summary: "NTAG215 whose last writing was cut short: the message is broken"
        ) { draft in
            let bytes = message(try? .text("This label was being written when it was taken away.", language: "en"))
            draft.write(Array(bytes.prefix(bytes.count / 2)), claiming: bytes.count + 64)
        },
        Model(
            name: "ntag216-empty", chip: "ntag216", uid: "04D9650A325E80",
            summary: "NTAG216 with one empty record, as phones leave it after erasing"
        ) { draft in
            draft.write([0xD0, 0x00, 0x00])
        },
        Model(
            name: "ntag213-locked", chip: "ntag213", uid: "04112233445566",
            summary: "NTAG213 that is locked for good, without a signature"
        ) { draft in
            draft.write(message(try? .uri("tel:+493012345678"), try? .text("Front desk", language: "en")))
            draft.lockAll()
        },
    ]

    private static func message(_ records: NDEFRecord?...) -> [UInt8] {
        NDEFMessage(records.compactMap { $0 }).encoded()
    }
}
