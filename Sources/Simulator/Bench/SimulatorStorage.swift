/// Where a bench keeps its tags between two runs; the program gives files.
public protocol SimulatorStorage: Sendable {
    /// The bytes kept under a tag's name, or `nil`.
    func load(_ name: String) -> [UInt8]?
    /// Keeps bytes under a tag's name, in place of what was there.
    func save(_ name: String, _ bytes: [UInt8])
}
