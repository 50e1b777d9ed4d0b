import Foundation
import Testing

/// A terminal that a test plays: what the program wrote comes out of it, keys go in.
final class PseudoTerminal {
    let master: Int32
    /// The path of the program's side.
    let device: String
    /// The program's side, held open so that its modes can be asked for at any time.
    private let slave: Int32

    init(columns: Int, rows: Int) throws {
        // posix_openpt and its kin are hidden from Swift; this is what they do (ioctl_tty(2)).
        let (getNumber, setLock) = (UInt(0x8004_5430), UInt(0x4004_5431))
        var (number, locked) = (Int32(0), Int32(0))
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        try #require(master >= 0)
        try #require(ioctl(master, setLock, &locked) == 0 && ioctl(master, getNumber, &number) == 0)
        device = "/dev/pts/\(number)"
        slave = open(device, O_RDWR | O_NOCTTY)
        try #require(slave >= 0)
        resize(columns: columns, rows: rows)
    }

    deinit { hangUp() }

    private var isOpen = true

    /// The window is closed.
    func hangUp() {
        guard isOpen else { return }
        isOpen = false
        close(slave)
        close(master)
    }

    func resize(columns: Int, rows: Int) {
        var window = winsize()
        window.ws_col = UInt16(columns)
        window.ws_row = UInt16(rows)
        _ = ioctl(master, UInt(TIOCSWINSZ), &window)
    }

    func type(_ text: String) {
        let bytes = Array(text.utf8)
        #expect(write(master, bytes, bytes.count) == bytes.count)
    }

    /// Everything the program has written since the last call.
    func output() -> String {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65536)
        var descriptor = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        // What was written to a pseudo-terminal reaches its other side a moment later.
        while poll(&descriptor, 1, 50) == 1, descriptor.revents & Int16(POLLIN) != 0 {
            let count = read(master, &part, part.count)
            guard count > 0 else { break }
            bytes += part.prefix(count)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The modes that make a shell usable.
    var modes: [UInt32] {
        var modes = termios()
        tcgetattr(slave, &modes)
        return [modes.c_iflag, modes.c_oflag, modes.c_lflag]
    }
}
