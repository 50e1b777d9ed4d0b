import NDEF

/// The cards a bench has from the start.
extension SimulatorBench {
    static var cards: [Entry] {
        [
            Entry(
                tag: SimulatedTag(ntag424: SimulatedDNA(), name: "ntag424-factory"),
                summary: "NTAG 424 DNA as delivered: no message, all keys zero"),
            Entry(
                tag: SimulatedTag(ntag424: linkedNTAG424, name: "ntag424-link"),
                summary: "NTAG 424 DNA with a signed link; keys 0 to 4 are A0 to A4, each sixteen times"),
            Entry(
                tag: SimulatedTag(type4: plainType4, name: "type4-link-text"),
                summary: "Type 4 tag with a link and a text, 2 KB, that can be locked"),
            Entry(
                tag: SimulatedTag(type4: oldType4, name: "type4-version1"),
                summary: "Type 4 tag of the first version, 128 bytes, with a text that nobody can change"),
        ]
    }

    /// A link with encrypted UID and counter and their MAC: key 1 hides, key 2 signs, key 0 writes.
    private static var linkedNTAG424: SimulatedDNA {
        var card = SimulatedDNA(uid: [0x04, 0x63, 0x47, 0x4A, 0xA2, 0x6A, 0x80])
        for number in card.keys.indices {
            card.keys[number] = SimulatedDNA.Key(value: Array(repeating: 0xA0 + UInt8(number), count: 16), version: 1)
        }
        let places = (picc: String(repeating: "0", count: 32), mac: String(repeating: "0", count: 16))
        let message = NDEFMessage(
            [try? NDEFRecord.uri("https://example.com/t?p=\(places.picc)&m=\(places.mac)")].compactMap { $0 }
        ).encoded()
        let content = Type4Card.big(message.count, 2) + message
        // The MAC's place is the link's end, and the hidden data's lies three characters before it.
        let macOffset = content.count - places.mac.utf8.count
        var sdm = NTAG424FileSettings.SDM(options: 0xC1, access: 0x12F1)
        sdm.piccOffset = macOffset - "&m=".utf8.count - places.picc.utf8.count
        sdm.macInputOffset = macOffset
        sdm.macOffset = macOffset
        card.files[1].content.replaceSubrange(0..<content.count, with: content)
        card.files[1].settings = NTAG424FileSettings(mode: .plain, access: 0xE000, sdm: sdm)
        // The container says what the settings say: anybody reads, nobody writes without a key.
        card.files[0].content[14] = 0xFF
        return card
    }

    private static var plainType4: Type4Card {
        var rules = Type4Rules()
        rules.containerWritable = true
        let message = NDEFMessage(
            [
                try? NDEFRecord.uri("https://www.example.com/desk/12"),
                try? NDEFRecord.text("Desk 12, second floor", language: "en"),
            ].compactMap { $0 }
        ).encoded()
        return Type4Card(uid: [0x02, 0xA4, 0x00, 0x1B, 0x2C, 0x3D, 0x4E], message: message, rules: rules)
    }

    private static var oldType4: Type4Card {
        let message = NDEFMessage([try? NDEFRecord.text("Fire extinguisher 7", language: "en")].compactMap { $0 })
            .encoded()
        let size = 128
        let content = Type4Card.big(message.count, 2) + message
        return Type4Card(
            uid: [0x04, 0x5C, 0x11, 0x3A, 0x90, 0x2B, 0x80],
            container: [
                0x00, 0x0F, 0x10, 0x00, 0x3B, 0x00, 0x34, 0x04, 0x06, 0xE1, 0x04, 0x00, UInt8(size), 0x00, 0xFF,
            ],
            files: [Type4Card.messageID: content + Array(repeating: 0, count: size - content.count)],
            rules: .firstVersion)
    }
}
