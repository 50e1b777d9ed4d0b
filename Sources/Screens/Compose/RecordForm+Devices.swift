import NDEF
import Tags

/// Networks and devices.
extension RecordForm {
    static let devices: [RecordForm] = [wifi, bluetooth, handover, deviceInformation]

    private static let authentications: [(word: String, value: WiFiAuthentication?)] = [
        ("by the key", nil), ("open", .open), ("WPA2", .wpa2Personal), ("WPA and WPA2", .wpaWPA2Personal),
        ("WPA", .wpaPersonal), ("WEP", .shared), ("WPA2 enterprise", .wpa2Enterprise),
        ("WPA enterprise", .wpaEnterprise),
    ]
    private static let encryptions: [(word: String, value: WiFiEncryption?)] = [
        ("the usual", nil), ("none", WiFiEncryption.none), ("AES", .aes), ("TKIP", .tkip), ("AES and TKIP", .aesTKIP),
        ("WEP", .wep),
    ]

    private static let wifi = RecordForm(
        kind: .wifi, title: "Wi-Fi", summary: "a network and its key",
        fields: {
            [
                .text("ssid", "Network", help: "The network's name (SSID), 1 to 32 bytes"),
                .text(
                    "key", "Key", help: "The passphrase; it is data of the record and anybody who reads the tag sees it"
                ),
                .choice(
                    "auth", "Security", authentications.map(\.word), help: "By the key: WPA2 with one, open without"),
                .choice(
                    "encryption", "Encryption", encryptions.map(\.word), help: "The usual: what goes with the security"),
                .text(
                    "mac", "Access point", takes: .characters("0123456789abcdef:- "),
                    help: "Optional: the address of one access point; empty for any"),
            ]
        },
        read: { record in
            guard case .wifi(let wifi) = record.content, wifi.furtherCredentials.isEmpty, let ssid = wifi.ssid else {
                return nil
            }
            var values = ["ssid": ssid, "key": wifi.key ?? ""]
            // The words come from the bits that the record carries, whose number stands at the end of the description.
            func word<T: RawRepresentable<UInt16>>(_ text: String?, _ table: [(word: String, value: T?)]) -> String? {
                table.first { entry in
                    entry.value.map { value in
                        let digits = String(value.rawValue, radix: 16, uppercase: true)
                        return text?.uppercased().hasSuffix(
                            "(0X" + String(repeating: "0", count: 4 - digits.count) + digits + ")") == true
                    } ?? false
                }?.word
            }
            guard let auth = word(wifi.authentication, authentications), let code = word(wifi.encryption, encryptions)
            else { return nil }
            values["auth"] = auth
            values["encryption"] = code
            if let mac = wifi.macAddress, !mac.allSatisfy({ $0 == 0xFF }) {
                values["mac"] = Hex.string(mac, separator: ":")
            }
            return values
        },
        build: { values throws(FormProblem) in
            let mac = values["mac"]
            var address: Bytes?
            if !mac.isEmpty {
                do throws(RecordError) { address = Bytes(try BluetoothAddress(mac).bytes) } catch {
                    throw FormProblem(field: "mac", sentence: error.description)
                }
            }
            do throws(RecordError) {
                return try .wifi(
                    ssid: values["ssid"],
                    authentication: authentications.first { $0.word == values["auth"] }?.value,
                    encryption: encryptions.first { $0.word == values["encryption"] }?.value, key: values["key"],
                    macAddress: address)
            } catch {
                if case .ssidLength = error { throw FormProblem(field: "ssid", sentence: error.description) }
                throw FormProblem(field: "key", sentence: error.description)
            }
        })

    private static let bluetooth = RecordForm(
        kind: .bluetooth, title: "Bluetooth", summary: "offers to pair with a device",
        fields: {
            [
                .text(
                    "address", "Address", takes: .characters("0123456789abcdef:- "),
                    help: "Six bytes, such as 01:23:45:67:89:AB"),
                .text("name", "Name", help: "Optional: the device's name"),
                .choice("kind", "Kind", ["classic", "low energy"], help: "Classic: headsets and the like (BR/EDR)"),
            ]
        },
        read: { record in
            guard case .bluetooth(let device) = record.content, let address = device.address else { return nil }
            return [
                "address": address, "name": device.name ?? "", "kind": device.lowEnergy ? "low energy" : "classic",
            ]
        },
        build: { values throws(FormProblem) in
            try built("address") { () throws(RecordError) in
                try .bluetooth(
                    address: values["address"], name: values["name"], lowEnergy: values["kind"] == "low energy")
            }
        })

    private static let powers = ["inactive", "active", "activating", "unknown"]

    /// A static handover: the select record names the record that describes the device by its id.
    private static let handover = RecordForm(
        kind: .handover, title: "Handover select", summary: "points to a Bluetooth or Wi-Fi record of the message",
        fields: {
            [
                .text(
                    "reference", "Record ID",
                    help: "The ID of the record that describes the device, such as 0; give it that ID"),
                .choice("power", "Power", powers, "active", help: "Whether the device is on"),
                .choice("version", "Version", ["1.2", "1.3"], help: "Of the handover; 1.2 is the widest understood"),
            ]
        },
        read: { record in
            guard case .handover(let handover) = record.content, handover.type == "Hs", handover.carriers.count == 1,
                let carrier = handover.carriers.first, let version = handover.version
            else { return nil }
            return [
                "reference": RecordID.shown(carrier.reference), "power": powers[Int(carrier.powerState & 3)],
                "version": "\(version.major).\(version.minor)",
            ]
        },
        build: { values throws(FormProblem) in
            guard !values["reference"].isEmpty else {
                throw FormProblem(field: "reference", sentence: "Name the record that describes the device")
            }
            let reference = try RecordID.typed(values["reference"])
            guard reference.count <= 255 else {
                throw FormProblem(field: "reference", sentence: "An ID has at most 255 bytes")
            }
            // CPS, length and bytes of the reference, no auxiliary data. Source: Connection Handover 1.3, 3.3.1.
            let power = UInt8(clamping: powers.firstIndex(of: values["power"]) ?? 1)
            let carrier = NDEFRecord(
                tnf: .wellKnown, type: "ac",
                payload: Bytes([power, UInt8(clamping: reference.count)] + Array(reference) + [0]))
            let version: UInt8 = values["version"] == "1.3" ? 0x13 : 0x12
            return NDEFRecord(
                tnf: .wellKnown, type: "Hs", payload: Bytes([version] + NDEFMessage([carrier]).encoded()))
        })

    /// Entries of one byte type, one byte length. Source: RTD Device Information 1.0, 3.
    private static let deviceInformation = RecordForm(
        kind: .deviceInformation, title: "Device information", summary: "maker and model of the device the tag is on",
        fields: {
            [
                .text("vendor", "Maker", help: "Must be there"),
                .text("model", "Model", help: "Must be there"),
                .text("name", "Unique name", help: "Optional: what this very device is called"),
                .text("uuid", "UUID", takes: .characters("0123456789abcdef:- "), help: "Optional: 16 bytes in hex"),
                .text("firmware", "Firmware", help: "Optional: its version"),
            ]
        },
        read: { record in
            guard case .deviceInformation(let device) = record.content else { return nil }
            return [
                "vendor": device.vendor ?? "", "model": device.model ?? "", "name": device.uniqueName ?? "",
                "uuid": device.uuid.map { Hex.string($0) } ?? "", "firmware": device.firmware ?? "",
            ]
        },
        build: { values throws(FormProblem) in
            for field in ["vendor", "model"] where values[field].isEmpty {
                throw FormProblem(field: field, sentence: "Maker and model must be there")
            }
            let uuid = try HexText.bytes(values["uuid"].filter { $0 != "-" }, field: "uuid")
            guard uuid.isEmpty || uuid.count == 16 else {
                throw FormProblem(field: "uuid", sentence: "A UUID has 16 bytes, not \(uuid.count)")
            }
            var payload: [UInt8] = []
            let entries = [
                Array(values["vendor"].utf8), Array(values["model"].utf8), Array(values["name"].utf8), uuid,
                Array(values["firmware"].utf8),
            ]
            for (type, value) in entries.enumerated() where !value.isEmpty {
                guard value.count <= 255 else {
                    throw FormProblem(field: "vendor", sentence: "An entry has at most 255 bytes")
                }
                payload += [UInt8(clamping: type), UInt8(clamping: value.count)] + value
            }
            return NDEFRecord(tnf: .wellKnown, type: "Di", payload: Bytes(payload))
        })
}
