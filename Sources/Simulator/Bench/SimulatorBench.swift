import Synchronization
import Tags

/// A simulated reader and the tags that lie beside it.
///
/// Tags are told apart by name. With a storage each tag comes back as it was left. Safe to use from any thread.
public final class SimulatorBench: Sendable {
    /// A tag and what it is good for.
    public struct Entry: Sendable {
        /// The tag.
        public let tag: SimulatedTag
        /// One line.
        public let summary: String
        /// A tag with its line.
        public init(tag: SimulatedTag, summary: String) {
            self.tag = tag
            self.summary = summary
        }
        /// The tag's name.
        public var name: String { tag.name }
    }

    /// The reader.
    public let reader: SimulatedReader
    /// The tags in their order.
    public let tags: [Entry]
    private let storage: (any SimulatorStorage)?
    /// What was last saved of each tag, so that only changes are written.
    private let saved: Mutex<[String: [UInt8]]>

    /// A bench of these tags; what the storage holds of them takes the place of their memory.
    public init(reader: SimulatedReader, tags: [Entry], storage: (any SimulatorStorage)? = nil) {
        self.reader = reader
        self.storage = storage
        self.tags = tags.map { entry in
            guard let bytes = storage?.load(entry.name),
                let tag = SimulatedTag(name: entry.name, encodedState: bytes), tag.kind == entry.tag.kind
            else { return entry }
            return Entry(tag: tag, summary: entry.summary)
        }
        saved = Mutex(Dictionary(self.tags.map { ($0.name, $0.tag.encodedState()) }) { first, _ in first })
        if storage != nil { reader.observe { [weak self] in self?.save() } }
    }

    /// The name of the tag on the reader.
    public var nameOnReader: String? { reader.tag?.name }

    /// Called after every change of what lies on the reader, on the thread that made it.
    public func observe(_ change: @escaping @Sendable () -> Void) { reader.observe(change) }

    /// The tag of this name, or else the only one whose name holds it in any case.
    public func tag(named name: String) -> SimulatedTag? {
        if let exact = tags.first(where: { $0.name == name }) { return exact.tag }
        let alike = tags.filter { !name.isEmpty && $0.name.lowercased().contains(name.lowercased()) }
        return alike.count == 1 ? alike.first?.tag : nil
    }

    /// Puts a tag on the reader in place of the one that is there; false where no tag has the name.
    @discardableResult public func place(_ name: String) -> Bool {
        guard let tag = tag(named: name) else { return false }
        reader.insert(tag)
        return true
    }

    /// Takes the tag off the reader.
    public func remove() { reader.remove() }

    /// Takes the tag off after `frames` more frames on air, in the middle of the last.
    public func pull(afterFrames frames: Int) { reader.pull(afterFrames: frames) }

    /// Writes the tags that have changed since they were last written; done by itself whenever a tag comes or goes.
    public func save() {
        guard let storage else { return }
        for entry in tags {
            let state = entry.tag.encodedState()
            let changed = saved.withLock { known in
                defer { known[entry.name] = state }
                return known[entry.name] != state
            }
            if changed { storage.save(entry.name, state) }
        }
    }
}
