import Glibc
import Synchronization
import Tags
import Testing

@testable import Simulator

@Suite("The card side of vpcd")
struct VPCDTests {
    @Test("serves this machine only")
    func addresses() throws {
        #expect(try VPCDAddress(parsing: "35963") == VPCDAddress())
        #expect(try VPCDAddress(parsing: "localhost:1") == VPCDAddress(port: 1))
        #expect(try VPCDAddress(parsing: "127.0.0.5:80").host == "127.0.0.5")
        for host in ["192.168.1.1", "0.0.0.0", "example.com", "128.0.0.1", "127.0.0", "127.0.0.256", "::1", ""] {
            #expect(throws: VPCDAddress.Refusal.notLoopback(host)) { try VPCDAddress(parsing: host + ":80") }
        }
        for port in ["0", "65536", "-1", "x", ""] {
            #expect(throws: VPCDAddress.Refusal.badPort(port)) { try VPCDAddress(parsing: "127.0.0.1:" + port) }
        }
    }

    @Test("messages are found in the stream however it is cut", arguments: 1...9)
    func stream(piece: Int) {
        let bytes = hex("000101 0000 000104 0005FFCA000000 000109")
        var stream = VPCDStream()
        var found: [VPCDMessage] = []
        for start in Swift.stride(from: 0, to: bytes.count, by: piece) {
            stream.append(bytes[start..<min(bytes.count, start + piece)])
            while let message = stream.next() { found.append(message) }
        }
        #expect(found == [.powerOn, .askATR, .apdu(hex("FFCA000000")), .unknown(9)])
        #expect(VPCDMessage.framed([1, 2, 3]) == [0, 3, 1, 2, 3])
        #expect(VPCDMessage.framed(Array(repeating: 0, count: 65_536)) == nil)
    }

    @Test("power and reset act as on the card, and only ATR and APDUs are answered")
    func messages() throws {
        let reader = SimulatedReader(profile: .acr122)
        let tag = SimulatedTag(chip: try chip("NTAG213"))
        reader.insert(tag)
        #expect(reader.respond(to: .powerOn) == nil)
        #expect(reader.respond(to: .askATR) == hex("3B8F8001804F0CA0000003060300030000000068"))
        #expect(reader.respond(to: .apdu(hex("FFB000F010"))) == hex("6300"))
        #expect(reader.respond(to: .apdu(hex("FFB0000010"))) == hex("6300"))
        #expect(reader.respond(to: .reset) == nil)
        #expect(reader.respond(to: .apdu(hex("FFB0000010")))?.count == 18)
        #expect(reader.respond(to: .powerOff) == nil)
        #expect(tag.with { $0.state } == .unpowered)
        #expect(reader.respond(to: .powerOn) == nil)
        #expect(reader.respond(to: .apdu(hex("FFB0000010")))?.count == 18)
        #expect(reader.respond(to: .unknown(7)) == nil)
    }

    @Test("a tag on the reader is a connection, answered over it, and closed when the tag goes")
    func server() throws {
        let listener = try Listener()
        let reader = SimulatedReader(profile: .acr122)
        let server = VPCDServer(reader: reader, address: VPCDAddress(port: listener.port))
        server.start()
        defer { server.stop() }
        for round in 0..<3 {
            reader.insert(SimulatedTag(chip: try chip("NTAG213"), uid: [4, 1, 2, 3, 4, 5, UInt8(round)]))
            let card = try listener.accept()
            #expect(try card.exchange(hex("000104"), count: 22).count == 22)
            #expect(
                try card.exchange(hex("0005FFCA000000"), count: 11) == [0, 9, 4, 1, 2, 3, 4, 5, UInt8(round), 0x90, 0])
            reader.remove()
            #expect(try card.read(1).isEmpty, "closed")
        }
        reader.insert(SimulatedTag(chip: try chip("NTAG213")))
        let card = try listener.accept()
        reader.pull(afterFrames: 1)
        #expect(try card.exchange(hex("0005FFB0000010"), count: 4) == hex("00026300"))
        #expect(try card.read(1).isEmpty, "closed")
    }
}

/// What stands in for vpcd: listens, and blocks until the card side does its part.
final class Listener {
    private let descriptor: Int32
    let port: UInt16

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 4) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        try #require(bound)
        port = UInt16(bigEndian: address.sin_port)
    }
    deinit { close(descriptor) }

    func accept() throws -> Connection {
        let accepted = Glibc.accept(descriptor, nil, nil)
        try #require(accepted >= 0)
        return Connection(descriptor: accepted)
    }

    final class Connection {
        private let descriptor: Int32
        init(descriptor: Int32) { self.descriptor = descriptor }
        deinit { close(descriptor) }

        /// `count` bytes, or fewer where the other side closes.
        func read(_ count: Int) throws -> [UInt8] {
            var bytes: [UInt8] = []
            while bytes.count < count {
                var byte: UInt8 = 0
                let got = Glibc.read(descriptor, &byte, 1)
                guard got == 1 else { break }
                bytes.append(byte)
            }
            return bytes
        }

        func exchange(_ bytes: [UInt8], count: Int) throws -> [UInt8] {
            try #require(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
            return try read(count)
        }
    }
}
