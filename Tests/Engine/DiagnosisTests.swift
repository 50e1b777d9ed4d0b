import Foundation
import Testing

@testable import Engine

/// A tree of files below a folder of its own.
private final class HostTree {
    let root = NSTemporaryDirectory() + "tagdesk-host-" + UUID().uuidString

    func add(_ path: String, _ text: String = "") throws {
        let full = root + path
        try FileManager.default.createDirectory(
            atPath: (full as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try text.write(toFile: full, atomically: false, encoding: .utf8)
    }

    func addDevice(_ name: String, _ vendor: String, _ product: String, interfaceClass: String, words: String? = nil)
        throws
    {
        let folder = "/sys/bus/usb/devices/"
        try add(folder + name + "/idVendor", vendor + "\n")
        try add(folder + name + "/idProduct", product + "\n")
        if let words { try add(folder + name + "/product", words + "\n") }
        try add(folder + name + ":1.0/bInterfaceClass", interfaceClass + "\n")
    }

    func addDriver() throws {
        try add(
            "/usr/lib/pcsc/drivers/ifd-ccid.bundle/Contents/Info.plist",
            """
            <key>ifdVendorID</key>
            <array>
            <string>0x072F</string>
            <string>0x076B</string>
            </array>
            <key>ifdProductID</key>
            <array>
            <string>0x2200</string>
            <string>0x5022</string>
            </array>
            """)
    }

    func advice(_ service: ServiceState = .running, readers: [String] = []) -> [String] {
        Diagnosis(root: root).advice(service: service, readers: readers)
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }
}

@Suite struct DiagnosisTests {
    private let host = HostTree()

    @Test("nothing is wrong while there is a reader")
    func fine() { #expect(host.advice(readers: ["R"]) == []) }

    @Test("no reader at all: plug one in")
    func nothing() { #expect(host.advice() == ["Plug in a PC/SC reader."]) }

    @Test("pcscd that is not running is started, or installed where it is missing")
    func service() throws {
        #expect(host.advice(.unreachable) == ["Install the PC/SC service: sudo apt install pcscd libccid."])
        try host.add("/usr/sbin/pcscd")
        #expect(host.advice(.unreachable) == ["Start the PC/SC service as root: pcscd."])
        try host.add("/run/systemd/system/x")
        #expect(
            host.advice(.unreachable) == ["Start the PC/SC service: sudo systemctl enable --now pcscd.socket."])
    }

    @Test("polkit that refuses is named with its actions")
    func polkit() {
        let advice = host.advice(.notAuthorized).joined()
        #expect(advice.contains("polkit"))
        #expect(advice.contains("org.debian.pcsc-lite.access_pcsc"))
    }

    @Test("a reader held by a kernel driver is freed by modprobe -r and a blacklist")
    func claimed() throws {
        try host.addDriver()
        try host.addDevice("1-2", "072f", "2200", interfaceClass: "0b", words: "ACR122U PICC Interface")
        try host.add("/sys/bus/usb/drivers/pn533_usb/1-2:1.0")
        let advice = host.advice()
        #expect(advice.count == 1)
        #expect(advice.first?.contains("sudo modprobe -r pn533_usb") == true)
        #expect(advice.first?.contains("blacklist pn533_usb") == true)
    }

    @Test("a kernel driver that is loaded but holds nothing is not blamed")
    func notClaimed() throws {
        try host.add("/sys/bus/usb/drivers/pn533_usb/bind")
        #expect(host.advice() == ["Plug in a PC/SC reader."])
    }

    @Test("a reader without any driver: libccid is to be installed")
    func noDriver() throws {
        try host.addDevice("1-2", "072f", "2200", interfaceClass: "0b", words: "ACR122U PICC Interface")
        #expect(
            host.advice() == [
                "ACR122U PICC Interface (072F:2200) is plugged in but no driver is installed: sudo apt install libccid."
            ])
    }

    @Test("a reader the installed driver does not list, one that is none, and one that should be seen")
    func unlisted() throws {
        try host.addDriver()
        try host.addDevice("1-1", "1234", "5678", interfaceClass: "0b")
        try host.addDevice("1-2", "054c", "06c3", interfaceClass: "ff", words: "RC-S380/P")
        try host.addDevice("1-3", "076b", "5022", interfaceClass: "0b")
        try host.addDevice("1-4", "046d", "c31c", interfaceClass: "03", words: "Keyboard")
        let advice = host.advice()
        #expect(advice.count == 3)
        #expect(
            advice[0].hasPrefix(
                "a card reader (1234:5678) is plugged in but the installed CCID driver does not know it"))
        #expect(advice[1].hasPrefix("RC-S380/P (054C:06C3) is plugged in but is no PC/SC reader"))
        #expect(advice[2].contains("restart pcscd"))
    }

    @Test("files that are no such thing do no harm")
    func nonsense() throws {
        try host.add("/usr/lib/pcsc/drivers/x.bundle/Contents/Info.plist", "<key>ifdVendorID<string>0xZZ<string>0x")
        try host.addDevice("1-1", "zzzz", "", interfaceClass: "")
        try host.addDevice("1-2", "072f", "FFFFF", interfaceClass: "0b")
        #expect(host.advice() == ["Plug in a PC/SC reader."])
    }
}

@Suite struct SocketWatchTests {
    private let folder = NSTemporaryDirectory() + "tagdesk-run-" + UUID().uuidString

    @Test("the wait ends when the socket appears, its folder not even being there at first")
    func socketAppears() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let watch = SocketWatch(socket: folder + "/pcscd/pcscd.comm")
        let thread = WorkerThread(name: "test") { [folder] in
            try? FileManager.default.createDirectory(atPath: folder + "/pcscd", withIntermediateDirectories: true)
            _ = FileManager.default.createFile(atPath: folder + "/pcscd/pcscd.comm", contents: nil)
        }
        #expect(watch.wait())
        thread?.join()
    }

    @Test("the wait ends when it is stopped, also before it began")
    func stopped() {
        let watch = SocketWatch(socket: folder + "/none/pcscd.comm")
        watch.stop()
        #expect(!watch.wait())
        #expect(!watch.wait())
    }
}

@Suite struct EventQueueTests {
    @Test("events come out in order, once, and the descriptor is readable only while some wait")
    func order() {
        let queue = EventQueue()
        var descriptor = pollfd(fd: queue.fileDescriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&descriptor, 1, 0) == 0)
        for number in 1...3 { queue.push(.tagLeft(reader: "\(number)")) }
        #expect(poll(&descriptor, 1, 0) == 1)
        let names = queue.drain().compactMap { event in if case .tagLeft(let reader) = event { reader } else { nil } }
        #expect(names == ["1", "2", "3"])
        #expect(poll(&descriptor, 1, 0) == 0)
        #expect(queue.drain().isEmpty)
    }

    @Test("nothing is lost when many threads push at once")
    func manyThreads() {
        let queue = EventQueue()
        let threads = (0..<8).map { number in
            WorkerThread(name: "push") { for _ in 0..<500 { queue.push(.tagLeft(reader: "\(number)")) } }
        }
        for thread in threads { thread?.join() }
        #expect(queue.drain().count == 4000)
    }
}
