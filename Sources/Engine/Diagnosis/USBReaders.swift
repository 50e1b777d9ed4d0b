/// What the USB bus knows of readers, whether PC/SC sees them or not.
struct USBReaders: Sendable {
    let files: HostFiles

    /// One device on the bus that is a reader.
    struct Device: Equatable, Sendable {
        var vendor: UInt16
        var product: UInt16
        /// What the device calls itself, or its maker by the table.
        var name: String
        /// It has an interface of the smart card class (0Bh).
        var isCCID: Bool
    }

    /// Vendor IDs of makers of NFC readers.
    private static let makers: [UInt16: String] = [
        0x072F: "ACS", 0x076B: "HID OMNIKEY", 0x1C34: "SpringCard", 0x04E6: "Identiv", 0x096E: "Feitian",
        0x1DB2: "Duali",
    ]
    /// Single products of makers who make other things too.
    private static let products: [UInt32: String] = [
        0x054C_0DC8: "Sony RC-S300", 0x054C_0DC9: "Sony RC-S300", 0x054C_06C1: "Sony RC-S380",
        0x054C_06C3: "Sony RC-S380", 0x04CC_0531: "NXP PN533", 0x04CC_2533: "NXP PN533",
    ]

    /// The readers on the bus.
    var devices: [Device] {
        let folder = "/sys/bus/usb/devices"
        let names = files.names(in: folder)
        return names.compactMap { name in
            guard !name.contains(":"), let vendor = hex(folder + "/" + name + "/idVendor"),
                let product = hex(folder + "/" + name + "/idProduct")
            else { return nil }
            let isCCID = names.contains { interface in
                interface.hasPrefix(name + ":") && hex(folder + "/" + interface + "/bInterfaceClass") == 0x0B
            }
            let known = Self.products[UInt32(vendor) << 16 | UInt32(product)] ?? Self.makers[vendor]
            guard isCCID || known != nil else { return nil }
            let own = line(folder + "/" + name + "/product")
            return Device(
                vendor: vendor, product: product, name: own ?? known.map { $0 + " reader" } ?? "a card reader",
                isCCID: isCCID)
        }
    }

    /// The kernel's NFC drivers that hold a USB device, which pcscd then cannot have.
    var claimingDrivers: [String] {
        ["pn533_usb", "port100"].filter { driver in
            files.names(in: "/sys/bus/usb/drivers/" + driver).contains { $0.contains(":") }
        }
    }

    /// The vendor and product pairs that the installed CCID drivers list; `nil` where no driver is installed.
    var supported: Set<UInt32>? {
        let bundles = "/usr/lib/pcsc/drivers"
        let lists = files.names(in: bundles).filter { $0.hasSuffix(".bundle") }
            .compactMap { files.text("\(bundles)/\($0)/Contents/Info.plist") }
        guard !lists.isEmpty else { return nil }
        return lists.reduce(into: []) { all, text in
            let vendors = Self.numbers(under: "ifdVendorID", in: text)
            let products = Self.numbers(under: "ifdProductID", in: text)
            for (vendor, product) in zip(vendors, products) { all.insert(UInt32(vendor) << 16 | UInt32(product)) }
        }
    }

    /// The `<string>0x...</string>` entries of the array under a key of a driver's Info.plist.
    private static func numbers(under key: String, in text: String) -> [UInt16] {
        var inside = false
        var numbers: [UInt16] = []
        for element in text.split(separator: "<") {
            if element.hasPrefix("key>") {
                if inside { break }
                inside = element.dropFirst(4) == Substring(key)
            } else if inside, element.hasPrefix("string>0x") {
                if let number = UInt16(element.dropFirst(9), radix: 16) { numbers.append(number) }
            }
        }
        return numbers
    }

    private func line(_ path: String) -> String? {
        guard let first = files.text(path)?.split(separator: "\n").first else { return nil }
        let text = String(first.drop { $0 == " " })
        return text.isEmpty ? nil : text
    }

    private func hex(_ path: String) -> UInt16? { line(path).flatMap { UInt16($0, radix: 16) } }
}
