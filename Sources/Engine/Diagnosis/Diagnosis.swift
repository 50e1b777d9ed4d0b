/// What is wrong when no reader is to be had, each in one sentence that says how to mend it.
///
/// Looks only at files: the kernel's view of the USB bus, the drivers pcscd would load, its socket. Sources of the facts:
/// Facts: libccid's ifdhandler.c, pcsc-lite's README.polkit.
public struct Diagnosis: Sendable {
    private let files: HostFiles
    private let usb: USBReaders

    /// A diagnosis of this host, or of the tree below `root` in a test.
    public init(root: String = "") {
        files = HostFiles(root: root)
        usb = USBReaders(files: files)
    }

    /// What a person can do.
    /// - Parameters:
    ///   - service: How pcscd is.
    ///   - readers: The readers it shows.
    public func advice(service: ServiceState, readers: [String]) -> [String] {
        var advice = self.advice(on: service).map { [$0] } ?? []
        if readers.isEmpty { advice += missingReaders(running: service == .running) }
        return advice
    }

    /// What a person can do about pcscd; `nil` where it runs.
    public func advice(on service: ServiceState) -> String? {
        switch service {
        case .running: nil
        case .notAuthorized: Self.notAuthorized
        case .unreachable: startService
        }
    }

    /// polkit lets only local sessions in; ssh, cron and containers need a rule.
    static let notAuthorized =
        "Run tagdesk in a local desktop or console session, or put a rule for org.debian.pcsc-lite.access_pcsc and"
        + " access_card into /etc/polkit-1/rules.d: polkit keeps this user away from pcscd."

    /// The driver passes no reader commands on; some readers need them for native frames.
    public static let escapeOff =
        "Set ifdDriverOptions to 0x0001 in /etc/libccid_Info.plist and restart pcscd: this reader takes its native commands"
        + " only as escape commands, and the driver does not pass them on."

    private var startService: String {
        let installed = ["/usr/sbin/pcscd", "/usr/bin/pcscd"].contains { files.exists($0) }
        guard installed else { return "Install the PC/SC service: sudo apt install pcscd libccid." }
        return files.exists("/run/systemd/system")
            ? "Start the PC/SC service: sudo systemctl enable --now pcscd.socket."
            : "Start the PC/SC service as root: pcscd."
    }

    /// Readers on the bus that PC/SC does not show.
    private func missingReaders(running: Bool) -> [String] {
        let claiming = usb.claimingDrivers
        var advice = claiming.map { driver in
            "The kernel's driver \(driver) holds the reader: run \"sudo modprobe -r \(driver)\", and put"
                + " \"blacklist \(driver)\" into /etc/modprobe.d/blacklist-nfc.conf so that it stays away."
        }
        let devices = usb.devices
        let supported = devices.isEmpty ? nil : usb.supported
        for device in devices {
            let id = Self.hex(device.vendor) + ":" + Self.hex(device.product)
            if supported == nil {
                advice.append(
                    "\(device.name) (\(id)) is plugged in but no driver is installed: sudo apt install libccid.")
            } else if supported?.contains(UInt32(device.vendor) << 16 | UInt32(device.product)) != true {
                advice.append(
                    device.isCCID
                        ? "\(device.name) (\(id)) is plugged in but the installed CCID driver does not know it: install a"
                            + " newer libccid, or its maker's driver."
                        : "\(device.name) (\(id)) is plugged in but is no PC/SC reader: it needs its maker's driver for"
                            + " pcscd, or another reader.")
            } else if running, claiming.isEmpty {
                advice.append(
                    "\(device.name) (\(id)) is plugged in but pcscd does not show it: plug it in again, or restart pcscd."
                )
            }
        }
        if running, devices.isEmpty, claiming.isEmpty { advice.append("Plug in a PC/SC reader.") }
        return advice
    }

    private static func hex(_ value: UInt16) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
