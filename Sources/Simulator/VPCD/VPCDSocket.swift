import CLinux
import Glibc

/// A TCP connection to a vpcd; closed when it is let go.
///
/// Nagle's algorithm and delayed acknowledgements are off: with them every exchange costs 40 to 50 ms.
final class VPCDSocket {
    let descriptor: Int32

    /// Connects, or is `nil` where nobody listens.
    init?(_ address: VPCDAddress) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var target = sockaddr_in()
        target.sin_family = sa_family_t(AF_INET)
        target.sin_port = address.port.bigEndian
        let known = inet_pton(AF_INET, address.host, &target.sin_addr) == 1
        let connected = withUnsafePointer(to: &target) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                known && connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard connected else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        set(TCP_NODELAY)
        set(TCP_QUICKACK)
    }

    deinit { close(descriptor) }

    /// What has arrived, at least one byte; `nil` once the other side is gone.
    func receive() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return nil }
            // The kernel forgets this after every read.
            set(TCP_QUICKACK)
            return Array(buffer.prefix(count))
        }
    }

    /// Sends everything; false once the other side is gone.
    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { raw -> Int in
                guard let base = raw.baseAddress else { return -1 }
                return Glibc.send(descriptor, base + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    private func set(_ option: Int32) {
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), option, &on, socklen_t(MemoryLayout<Int32>.size))
    }
}
