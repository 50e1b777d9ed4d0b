import Tags
import Testing

@testable import Simulator

let zeros = [UInt8](repeating: 0, count: 16)
func key(_ byte: UInt8) -> [UInt8] { Array(repeating: byte, count: 16) }

/// The other side of an NTAG 424 DNA, as small as it can be: authentication and protected commands in AES and LRP, made of the
/// formulas of vectors/ntag424.json and lrp.json.
final class NTAG424Host {
    /// Settings of file 2 with a link whose places are as in AN12196, table 8.
    static let link = "40" + "00E0" + "C1" + "F121" + "200000" + "430000" + "430000"

    let bench: CardBench
    /// LRP under the session's master key, where the chip speaks it.
    private var lrp: LRP?
    private var blocks = LRPCounter(0)
    private var encryption: [UInt8] = []
    private var macKey: [UInt8] = []
    private var transaction: [UInt8] = []
    private(set) var counter = 0
    private static let randomA = (0..<16).map { UInt8($0 * 7 + 1) }

    init(_ card: SimulatedDNA = SimulatedDNA(), profile: SimulatedProfile = .acr1252, seed: UInt64 = 1) throws {
        bench = try CardBench(SimulatedTag(ntag424: card, seed: seed), profile: profile, seed: seed)
        try selectApplication()
    }

    var card: SimulatedDNA {
        get { bench.tag.ntag424 ?? SimulatedDNA() }
        set { bench.tag.ntag424 = newValue }
    }

    func selectApplication() throws { try #require(try bench.send("00A4040007D276000085010100") == "9000") }

    func send(_ command: String) throws -> String { try bench.send(command) }

    /// A native command as it is.
    func native(_ instruction: UInt8, _ body: [UInt8] = []) throws -> [UInt8] {
        try bench.send([0x90, instruction, 0, 0] + (body.isEmpty ? [] : [UInt8(body.count)] + body) + [0])
    }

    /// A first or a following authentication, as the chip is configured; the status, 9100 where it went well.
    @discardableResult func authenticate(
        _ number: UInt8, _ key: [UInt8] = zeros, first: Bool = true
    ) throws -> String {
        lrp = nil
        if card.usesLRP { return try authenticateLRP(number, key, first: first) }
        let begun = try native(first ? 0x71 : 0x77, first ? [number, 0] : [number])
        guard begun.count == 18 else { return Hex.string(begun) }
        let randomB = try #require(BlockCipher.aes128.decrypt(Array(begun.prefix(16)), key: key))
        let proof = try #require(
            BlockCipher.aes128.encrypt(Self.randomA + randomB.dropFirst() + randomB.prefix(1), key: key))
        let done = try native(0xAF, proof)
        guard done.suffix(2) == [0x91, 0x00] else { return Hex.string(done) }
        let plain = try #require(BlockCipher.aes128.decrypt(Array(done.dropLast(2)), key: key))
        let told = first ? Array(plain[4..<20]) : plain
        #expect(told == Array(Self.randomA.dropFirst()) + Self.randomA.prefix(1))
        if first { begin(Array(plain.prefix(4))) }
        encryption = try #require(AESCMAC.mac(of: hex("A55A00010080") + Self.vector(randomB), key: key))
        macKey = try #require(AESCMAC.mac(of: hex("5AA500010080") + Self.vector(randomB), key: key))
        return "9100"
    }

    private func authenticateLRP(_ number: UInt8, _ key: [UInt8], first: Bool) throws -> String {
        let begun = try native(first ? 0x71 : 0x77, first ? [number, 6, 2, 0, 0, 0, 0, 0] : [number])
        guard begun.count == 19, begun[0] == 0x01 else { return Hex.string(begun) }
        let randomB = Array(begun[1..<17])
        let master = try #require(LRP(key: key)).mac(of: hex("00010080") + Self.vector(randomB) + hex("9669"))
        let session = try #require(LRP(key: master))
        let done = try native(0xAF, Self.randomA + session.mac(of: Self.randomA + randomB))
        guard done.suffix(2) == [0x91, 0x00] else { return Hex.string(done) }
        let data = first ? Array(done.prefix(16)) : []
        #expect(Array(done.dropLast(2).suffix(16)) == session.mac(of: randomB + Self.randomA + data))
        blocks = LRPCounter(0)
        if first {
            let plain = try #require(session.decrypt(data, counter: &blocks, updatedKey: 1))
            #expect(plain[4] == 0x02 && plain[10] == 0x02)
            begin(Array(plain.prefix(4)))
        }
        lrp = session
        return "9100"
    }

    private func begin(_ identifier: [UInt8]) {
        transaction = identifier
        counter = 0
    }

    /// The 26 bytes of both random numbers in a session vector.
    private static func vector(_ randomB: [UInt8]) -> [UInt8] {
        var vector: [UInt8] = Array(randomA[0..<2])
        for index in 0..<6 { vector.append(randomA[2 + index] ^ randomB[index]) }
        vector += randomB[6...]
        vector += randomA[8...]
        return vector
    }

    private func mac(_ first: UInt8, _ count: Int, _ bytes: [UInt8]) -> [UInt8] {
        let input = [first, UInt8(count & 0xFF), UInt8(count >> 8)] + transaction + bytes
        return AESCMAC.truncated(lrp?.mac(of: input) ?? AESCMAC.mac(of: input, key: macKey) ?? [])
    }

    private func vector(_ label: [UInt8], _ count: Int) -> [UInt8] {
        let block = label + transaction + [UInt8(count & 0xFF), UInt8(count >> 8)] + Array(repeating: 0, count: 8)
        return BlockCipher.aes128.encrypt(block, key: encryption) ?? []
    }

    /// The body of a command in mode Full.
    func full(_ instruction: UInt8, _ head: [UInt8], _ data: [UInt8]) -> [UInt8] {
        var body = head
        if !data.isEmpty {
            let padded = data + [0x80] + Array(repeating: 0, count: 15 - data.count % 16)
            body +=
                lrp?.encrypt(padded, counter: &blocks, updatedKey: 1)
                ?? BlockCipher.aes128.encrypt(padded, key: encryption, iv: vector([0xA5, 0x5A], counter)) ?? []
        }
        return body + mac(instruction, counter, body)
    }

    /// A command in a mode; its answer decrypted, its MAC checked, and the status.
    func command(
        _ instruction: UInt8, _ head: [UInt8] = [], _ data: [UInt8] = [], _ mode: NTAG424Mode = .full
    ) throws -> (data: [UInt8], status: String) {
        let body =
            switch mode {
            case .plain: head + data
            case .mac: head + data + mac(instruction, counter, head + data)
            case .full: full(instruction, head, data)
            }
        let answer = try native(instruction, body)
        let status = Hex.string(Array(answer.suffix(2)))
        guard status == "9100" else {
            #expect(answer.count == 2, "an error has neither data nor MAC")
            return ([], status)
        }
        defer { counter += 1 }
        guard mode != .plain, answer.count > 2 else { return (Array(answer.dropLast(2)), status) }
        let content = Array(answer.dropLast(10))
        #expect(Array(answer.dropLast(2).suffix(8)) == mac(0, counter + 1, content))
        guard mode == .full, !content.isEmpty else { return (content, status) }
        var plain = try #require(
            lrp?.decrypt(content, counter: &blocks, updatedKey: 1)
                ?? BlockCipher.aes128.decrypt(content, key: encryption, iv: vector([0x5A, 0xA5], counter + 1)))
        while plain.last == 0 { plain.removeLast() }
        #expect(plain.popLast() == 0x80)
        return (plain, status)
    }

    /// ChangeKey; the status.
    func changeKey(_ number: UInt8, old: [UInt8], new: [UInt8], version: UInt8 = 1) throws -> String {
        let data = number == 0 ? new + [version] : zip(new, old).map { $0 ^ $1 } + [version] + CRC.jam(new)
        return try command(0xC4, [number], data).status
    }
}
