/// Reads a card with files: the capability container, the message, and what else the card shows without a key.
///
/// A message on an NTAG 424 DNA costs five exchanges: application, container, its 15 bytes, the file, its 256 bytes.
struct Type4Reading {
    /// How much is read.
    enum Depth: Equatable {
        /// The message alone, with the fewest exchanges.
        case message
        /// All that a look at the card should show.
        case full
    }

    let card: Type4Files
    let depth: Depth
    /// Bytes of the message's file that have to be known in any case, counted from its start.
    var atLeast = 0
    /// The bytes of the container's file where the chip is known to have more than CCLEN says; they are read along.
    var containerBytes = 0
    let progress: (TagReader.Progress) -> Bool
    private(set) var files: [TagFile] = []
    private(set) var applicationRefusal: StatusWord?
    private var container: CapabilityContainer?

    /// Files up to this size are read whole, longer ones as far as the message goes.
    private static let wholeFile = 2048
    /// The most bytes of a message that are read: a card that claims more is not believed without end.
    private static let mostBytes = 0x10_0000

    init(
        card: Type4Files, depth: Depth, atLeast: Int = 0, containerBytes: Int = 0,
        progress: @escaping (TagReader.Progress) -> Bool
    ) {
        self.card = card
        self.depth = depth
        self.atLeast = atLeast
        self.containerBytes = containerBytes
        self.progress = progress
    }

    mutating func run() throws(TagError) {
        applicationRefusal = try card.selectApplication()
        guard applicationRefusal == nil else { return }
        try readContainer()
        guard let container else { return }
        if let control = container.message { try readMessage(control, container.readChunk) }
        guard depth == .full else { return }
        for control in self.container?.files ?? [] where !files.contains(where: { $0.id == control.id }) {
            try readOther(control, container.readChunk)
        }
    }

    // MARK: - The container

    /// MLe is in the container itself, so 15 bytes are asked for with a short Le: every card has to give them.
    private mutating func readContainer() throws(TagError) {
        var file = TagFile(
            id: Type4Names.capabilityContainer, role: .capabilityContainer, size: 0,
            access: FileAccess(read: .free, write: .untold))
        let count = CapabilityContainer.leastLength
        try read(0..<count, of: &file, by: count)
        // Cards that give a length only when it is asked for alone.
        if file.content.isEmpty, file.refusal == 0x6700 { try read(0..<2, of: &file, by: 2) }
        let length = file.content.bytes(in: 0..<2).map { CapabilityContainer.number($0[...]) } ?? 0
        if file.content.end < min(count, length) {
            try read(file.content.end..<min(count, length), of: &file, by: count)
        }
        file.size = max(length, file.content.end)
        if length <= 0x7FFF { file.size = min(file.size, 0x7FFF) }
        files.append(file)
        try parse()
        // Where the first bytes do not name the message's file, it is named further on. A full look reads on while the file is
        // selected.
        if let container, depth == .full || container.message == nil {
            try readRestOfContainer(container.readChunk)
        }
    }

    /// What follows the first 15 bytes: more TLVs, and up to 32 bytes what the file holds behind them.
    private mutating func readRestOfContainer(_ chunk: Int) throws(TagError) {
        guard var file = files.first(where: { $0.role == .capabilityContainer }), file.refusal == nil,
            let length = container?.length, length <= 0x7FFF, file.content.end < max(length, containerBytes)
        else { return }
        try read(file.content.end..<max(length, containerBytes), of: &file, by: chunk)
        file.size = max(file.size, file.content.end)
        replace(file)
        try parse()
    }

    /// A container that makes no sense stays `nil`; the report says why.
    private mutating func parse() throws(TagError) {
        guard let bytes = files.first?.content.runs.first?.bytes else { return }
        container = try? CapabilityContainer(bytes)
    }

    // MARK: - The message

    private mutating func readMessage(
        _ control: CapabilityContainer.FileControl, _ chunk: Int
    ) throws(TagError) {
        var file = TagFile(
            id: control.id, role: .message, size: control.maximumSize, isExtended: control.isExtended,
            access: control.access)
        defer { files.append(file) }
        let head = file.lengthBytes
        try read(0..<max(head, min(chunk, file.size)), of: &file, by: chunk)
        if file.content.isEmpty, file.refusal != nil {
            // Some cards refuse to read past what they hold: first the length, then the message.
            file.refusal = nil
            try read(0..<head, of: &file, by: chunk)
        }
        guard let field = file.content.bytes(in: 0..<head) else { return }
        let end = min(head + CapabilityContainer.number(field[...]), Self.mostBytes)
        // A container that names the message's size for the file's is common: the card shows what there is.
        let believed = end <= file.size || end <= 0xFFFF + head
        if believed, file.content.end < end, file.refusal == nil {
            try read(file.content.end..<end, of: &file, by: chunk)
        }
        let wanted = min(max(atLeast, depth == .full && file.size <= Self.wholeFile ? file.size : 0), file.size)
        guard wanted > file.content.end, file.refusal == nil else { return }
        try read(file.content.end..<min(wanted, Self.mostBytes), of: &file, by: chunk)
        // That it ends before what the container says is no refusal of the message.
        if file.content.end >= end { file.refusal = nil }
    }

    private mutating func readOther(
        _ control: CapabilityContainer.FileControl, _ chunk: Int
    ) throws(TagError) {
        var file = TagFile(
            id: control.id, role: control.isMessage ? .message : .proprietary, size: control.maximumSize,
            isExtended: control.isExtended, access: control.access)
        defer { files.append(file) }
        guard control.access.read == .free else { return }
        try read(0..<min(file.size, Self.wholeFile), of: &file, by: chunk)
    }

    // MARK: - Bytes

    /// Reads a range as far as the card gives it. Every answer has to bring something, and not too little for too long.
    private func read(_ range: Range<Int>, of file: inout TagFile, by chunk: Int) throws(TagError) {
        var offset = range.lowerBound
        var left = 2 * (range.count / max(1, chunk) + 1) + 8
        while offset < range.upperBound {
            guard progress(TagReader.Progress(done: offset, total: range.upperBound)) else { throw .cancelled }
            left -= 1
            let count = min(chunk, range.upperBound - offset)
            let answer = try card.read(file.id, offset: offset, count: count)
            let isWarning = answer.status.sw1 == 0x62
            guard answer.status.isOK || isWarning, left >= 0 else {
                file.refusal = answer.status
                return
            }
            guard !answer.data.isEmpty else {
                file.refusal = answer.status
                return
            }
            file.content.set(answer.data, at: offset)
            offset += answer.data.count
            if isWarning { return }
        }
    }

    private mutating func replace(_ file: TagFile) {
        guard let index = files.firstIndex(where: { $0.id == file.id }) else { return }
        files[index] = file
    }
}
