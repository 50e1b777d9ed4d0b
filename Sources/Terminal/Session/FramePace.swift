/// Keeps frames apart, so that a held key or a busy reader costs a few frames and not one an event. Whatever comes later
/// than a frame's time after the last one is shown at once.
struct FramePace {
    /// Shorter than a screen shows and an auto-repeating key repeats.
    static let millisecondsBetweenFrames = 8

    private var last: MonotonicTime?

    /// A frame was painted.
    mutating func painted(at time: MonotonicTime) { last = time }

    /// How long to gather more before the next frame; 0 where it is due.
    func milliseconds(before time: MonotonicTime) -> Int {
        guard let last else { return 0 }
        return time.milliseconds(until: last.adding(milliseconds: Self.millisecondsBetweenFrames))
    }
}
