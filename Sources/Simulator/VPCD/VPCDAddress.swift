/// Where a vpcd listens: on this machine, and nowhere else.
///
/// A vpcd listens on all interfaces and asks nobody who they are; a card is offered to this machine's only.
public struct VPCDAddress: Equatable, Sendable {
    /// The loopback address, four numbers.
    public let host: String
    /// The port.
    public let port: UInt16

    /// The port of the first slot of Debian's vpcd, 8C7Bh.
    public static let defaultPort: UInt16 = 35963

    /// The vpcd at `port` of this machine.
    public init(port: UInt16 = Self.defaultPort) {
        host = "127.0.0.1"
        self.port = port
    }

    /// Why text is no address to connect to.
    public enum Refusal: Error, Equatable, Sendable {
        /// The host is not this machine.
        case notLoopback(String)
        /// Not a number from 1 to 65535.
        case badPort(String)
    }

    /// Reads `PORT` or `HOST:PORT`; the host is `localhost` or within 127.0.0.0/8.
    public init(parsing text: String) throws(Refusal) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let portText = parts.last.map(String.init) ?? ""
        let host = parts.dropLast().joined(separator: ":")
        guard parts.count <= 1 || Self.isLoopback(host) else { throw .notLoopback(host) }
        guard let port = UInt16(portText), port > 0 else { throw .badPort(portText) }
        self.host = host.isEmpty || host == "localhost" ? "127.0.0.1" : host
        self.port = port
    }

    private static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return numbers.count == 4 && numbers.first == 127 && !numbers.contains(nil)
    }
}
