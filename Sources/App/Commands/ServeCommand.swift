import CLinux
import Dumps
import Glibc
import NDEF
import Simulator
import Tags

/// `tagdesk simulate --serve`: a simulated reader's tag as the card of a vpcd, with commands on stdin.
enum ServeCommand {
    static func run(_ context: CommandContext) throws(UsageError) -> ShellStatus {
        let invocation = context.invocation
        guard invocation.has(.serve) else { throw .missingOption(.serve, command: .simulate) }
        let address = try address(invocation.value(of: .serve) ?? invocation.operands.first)
        let seed = try seed(invocation.value(of: .seed))
        let profile = try profile(invocation.value(of: .profile))
        let reader = SimulatedReader(profile: profile, seed: seed)
        if let tear = try tear(invocation.value(of: .tear)) { reader.tear = tear }
        let bench = SimulatorBench(reader: reader, tags: try tags(invocation.values(of: .tag), seed: seed))

        let signals = SignalDescriptor()
        let remark = context.output.remarks
        let server = VPCDServer(reader: reader, address: address) { status in
            switch status {
            case .waiting: remark("Waiting for a vpcd at \(address.host):\(address.port).")
            case .connected: remark("The tag is offered at \(address.host):\(address.port).")
            case .noTag: remark("No tag is on the reader.")
            case .stopped: break
            }
        }
        if let first = bench.tags.first { bench.place(first.name) }
        server.start()
        defer { server.stop() }
        obey(SimulatorSession(bench: bench, save: save), signals, context.output)
        return .done
    }

    /// Takes lines from stdin until `quit`, the end of the input or a signal.
    private static func obey(_ session: SimulatorSession, _ signals: SignalDescriptor, _ output: Output) {
        var lines = LineBuffer()
        var input: Int32 = STDIN_FILENO
        while true {
            var descriptors = [
                pollfd(fd: signals.fileDescriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: input, events: Int16(POLLIN), revents: 0),
            ]
            if poll(&descriptors, nfds_t(descriptors.count), -1) < 0, errno != EINTR { return }
            if descriptors[0].revents != 0 { return }
            guard descriptors[1].revents != 0 else { continue }
            guard let read = lines.fill(from: input) else {
                for line in lines.rest() where answer(session.handle(line), output) { return }
                // A program in the background is given /dev/null for input: it goes on until a signal.
                if !isNullDevice(input) { return }
                input = -1
                continue
            }
            for line in read where answer(session.handle(line), output) { return }
        }
    }

    /// Prints a reply; true where it was the last.
    private static func answer(_ reply: SimulatorSession.Reply, _ output: Output) -> Bool {
        if let line = reply.line { output.print(line.visible) }
        return reply.quits
    }

    private static func isNullDevice(_ descriptor: Int32) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFCHR && isatty(descriptor) == 0
    }

    /// Writes a tag's memory as a dump, a card's whole state as a text; answers why it could not.
    private static let save: @Sendable (SimulatedTag, String) -> String? = { tag, path in
        do throws(FileError) {
            try Files.replace(path, with: tag.chip == nil ? tag.encodedState() : tag.image)
            return nil
        } catch { return "\(path) cannot be written: \(error.reason)" }
    }

    private static func tags(_ values: [String], seed: UInt64) throws(UsageError) -> [SimulatorBench.Entry] {
        if values.isEmpty { return SimulatorBench.defaultTags() }
        var entries: [SimulatorBench.Entry] = []
        for value in values {
            let spec = try TagSpec(value, option: .tag, named: true)
            if entries.contains(where: { $0.name == spec.name }) {
                throw .badValue(
                    of: OptionName.tag.dashed, value: value,
                    wanted: "there is a tag \(spec.name) already; say NAME=CHIP")
            }
            let tag = try spec.simulatedTag(option: .tag, seed: seed)
            entries.append(SimulatorBench.Entry(tag: tag, summary: tag.kind.name))
        }
        return entries
    }

    private static func address(_ text: String?) throws(UsageError) -> VPCDAddress {
        guard let text else { return VPCDAddress() }
        do throws(VPCDAddress.Refusal) {
            return try VPCDAddress(parsing: text)
        } catch {
            let wanted =
                switch error {
                case .notLoopback: "a card is offered to this machine only, so the host is localhost or 127.x.x.x"
                case .badPort: "a port is a number from 1 to 65535"
                }
            throw .badValue(of: OptionName.serve.dashed, value: text, wanted: wanted)
        }
    }

    private static func seed(_ text: String?) throws(UsageError) -> UInt64 {
        guard let text else { return 1 }
        guard let seed = UInt64(text) else {
            throw .badValue(of: OptionName.seed.dashed, value: text, wanted: "it is a whole number, 0 or more")
        }
        return seed
    }

    private static func profile(_ text: String?) throws(UsageError) -> SimulatedProfile {
        guard let text else { return .acr122 }
        guard let profile = SimulatedProfile.named(text) else {
            let names = SimulatedProfile.all.map(\.name).joined(separator: ", ")
            throw .badValue(of: OptionName.profile.dashed, value: text, wanted: "there are " + names)
        }
        return profile
    }

    private static func tear(_ text: String?) throws(UsageError) -> TearManner? {
        guard let text else { return nil }
        guard let manner = TearManner(rawValue: text) else {
            let names = TearManner.allCases.map(\.rawValue).joined(separator: ", ")
            throw .badValue(of: OptionName.tear.dashed, value: text, wanted: "there are " + names)
        }
        return manner
    }
}

/// Bytes from a descriptor, cut into lines; a line longer than any command is cut off.
struct LineBuffer {
    private var pending: [UInt8] = []
    private static let longestLine = 8192

    /// Reads what is there and returns the lines that are complete; `nil` at the end of the input.
    mutating func fill(from descriptor: Int32) -> [String]? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return [] }
        guard count > 0 else { return nil }
        var lines: [String] = []
        for byte in buffer[..<count] {
            if byte == 0x0A {
                lines.append(String(decoding: pending, as: UTF8.self))
                pending.removeAll(keepingCapacity: true)
            } else if pending.count < LineBuffer.longestLine {
                pending.append(byte)
            }
        }
        return lines
    }

    /// What stands after the last line break.
    mutating func rest() -> [String] {
        defer { pending = [] }
        return pending.isEmpty ? [] : [String(decoding: pending, as: UTF8.self)]
    }
}
