import Tags

/// Native commands of DESFire and NTAG 424 DNA in words: what is asked of which key, file and bytes.
enum CardCommandWords {
    /// A native command of DESFire or NTAG 424 DNA (CLA 90): `AuthenticateEV2First key 0`, `ReadData file 02, 32 bytes from 0`.
    /// - Returns: `nil` where the command is none that is known here.
    static func native(_ apdu: [UInt8]) -> String? {
        guard apdu.count >= 4, apdu[0] == 0x90, let name = names[apdu[1]] else { return nil }
        let data = data(of: apdu)
        switch apdu[1] {
        case 0x71: return authentication("First", data)
        case 0x77: return "AuthenticateEV2NonFirst" + (data.first.map { " key \($0)" } ?? "")
        case 0x0A, 0x1A, 0xAA: return name + (data.first.map { " key \($0)" } ?? "")
        case 0xAF: return data.isEmpty ? name : "second part of the authentication, or more data"
        case 0xC4, 0x64: return name + (data.first.map { " key \($0)" } ?? "")
        case 0xF5, 0x5F, 0xF6: return name + (data.first.map { " file \(Hex.byte($0))" } ?? "")
        case 0x5C: return name + (data.first.map { " option \(Hex.byte($0))" } ?? "")
        case 0xAD, 0xBD, 0x8D, 0x3D: return name + place(data)
        case 0x5A where data.count == 3: return "\(name) \(Hex.string(data.reversed()))"
        default: return name
        }
    }

    /// EV2 or, where the capabilities ask for it, LRP.
    private static func authentication(_ step: String, _ data: [UInt8]) -> String {
        let isLRP = data.count > 2 && data[2] & 0x02 != 0
        return "Authenticate\(isLRP ? "LRP" : "EV2")\(step)" + (data.first.map { " key \($0)" } ?? "")
    }

    /// File, offset and length, each of the latter in three bytes with the least significant first.
    private static func place(_ data: [UInt8]) -> String {
        guard let file = data.first else { return "" }
        guard data.count >= 7 else { return " file \(Hex.byte(file))" }
        func number(_ start: Int) -> Int { data[start..<start + 3].reversed().reduce(0) { $0 << 8 | Int($1) } }
        let count = number(4) == 0 ? "all" : bytes(number(4))
        return " file \(Hex.byte(file)), \(count) from \(number(1))"
    }

    private static func bytes(_ count: Int) -> String { count == 1 ? "1 byte" : "\(count) bytes" }

    /// The data field of a short or extended command; what is there of it where it is cut short.
    static func data(of apdu: [UInt8]) -> [UInt8] {
        guard apdu.count > 5 else { return [] }
        if apdu[4] != 0 { return Array(apdu[5...].prefix(Int(apdu[4]))) }
        guard apdu.count > 7 else { return [] }
        return Array(apdu[7...].prefix(Int(apdu[5]) << 8 | Int(apdu[6])))
    }

    private static let names: [UInt8: String] = [
        0x60: "GetVersion", 0xAF: "continue", 0x5A: "SelectApplication", 0x6A: "GetApplicationIDs",
        0x6F: "GetFileIDs", 0xF5: "GetFileSettings", 0x5F: "ChangeFileSettings", 0xBD: "ReadData", 0xAD: "ReadData",
        0x3D: "WriteData", 0x8D: "WriteData", 0x71: "AuthenticateEV2First", 0x77: "AuthenticateEV2NonFirst",
        0x0A: "Authenticate", 0x1A: "AuthenticateISO", 0xAA: "AuthenticateAES", 0xC4: "ChangeKey",
        0x64: "GetKeyVersion", 0x45: "GetKeySettings", 0x3C: "Read_Sig", 0x51: "GetCardUID", 0xF6: "GetFileCounters",
        0x5C: "SetConfiguration", 0x6E: "GetFreeMemory", 0xF7: "GetTTStatus",
    ]
}
