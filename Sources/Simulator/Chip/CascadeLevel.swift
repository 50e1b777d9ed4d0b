import Tags

/// Anticollision and SELECT of one cascade level (ISO/IEC 14443-3), as far as one tag in the field needs it.
struct CascadeLevel: Equatable, Sendable {
    /// 93h for the first level, 95h for the second.
    let code: UInt8
    /// Four bytes of the UID, or the cascade tag and three, with their check byte.
    let part: [UInt8]

    /// What a frame of this level means.
    enum Meaning: Equatable {
        case anticollision
        case selection
        case other
    }

    private static let cascadeTag: UInt8 = 0x88
    private static let codes: [UInt8] = [0x93, 0x95]

    /// The levels of a UID of four or seven bytes, in their order.
    static func levels(of uid: [UInt8]) -> [CascadeLevel] {
        let parts = uid.count <= 4 ? [uid] : [[cascadeTag] + uid.prefix(3), Array(uid.dropFirst(3))]
        return zip(codes, parts).map { CascadeLevel(code: $0, part: $1 + [$1.reduce(0, ^)]) }
    }

    /// What the frame is to a tag on this level.
    func meaning(of frame: [UInt8]) -> Meaning {
        if frame == [code, 0x20] { return .anticollision }
        return frame == SimulatedChip.withCRC([code, 0x70] + part) ? .selection : .other
    }
}
