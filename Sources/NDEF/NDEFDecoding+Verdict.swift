extension NDEFDecoding {
    /// What a careful reader makes of a message.
    public enum Verdict: Sendable {
        /// Nothing is wrong.
        case sound
        /// Something is wrong, and all of it is understood all the same.
        case tolerated
        /// Something could not be understood; it is missing from the records or from what they say.
        case malformed
    }

    /// The verdict on the message and on what its records say; decodes the content of every record.
    public var verdict: Verdict {
        let all = allProblems
        if all.isEmpty { return .sound }
        return all.contains { $0.severity == .malformed } ? .malformed : .tolerated
    }

    /// Everything wrong: with the message, with what its records say, and with references between them, in order of
    /// position. Decodes the content of every record.
    public var allProblems: [NDEFProblem] {
        var list = ProblemList()
        for problem in problems { list.add(problem.severity, at: problem.offset) { problem.sentence } }
        let ids = Set(records.compactMap(\.record.id))
        for (index, located) in records.enumerated() {
            for fault in located.record.contentFaults {
                list.add(fault.severity, at: located.offset(ofPayloadByte: fault.offset)) {
                    "record \(index + 1): \(fault.sentence)"
                }
            }
            for reference in located.record.carrierReferences where !ids.contains(reference) {
                list.warn(
                    at: located.range.lowerBound,
                    "record \(index + 1): the carrier refers to a record '\(reference.visible)' that is missing")
            }
        }
        return list.finished
    }
}

extension NDEFDecoding.Located {
    /// The place in the message of a byte of the payload; of a chunked record, the place of the payload.
    func offset(ofPayloadByte offset: Int) -> Int {
        chunked ? payloadRange.lowerBound : payloadRange.lowerBound + min(max(0, offset), payloadRange.count)
    }
}

extension NDEFRecord {
    /// The ids of the records that a handover's carriers refer to.
    fileprivate var carrierReferences: [Bytes] {
        guard tnf == .wellKnown, HandoverKind(type) != nil, case .handover(let handover) = content else { return [] }
        return handover.carriers.flatMap { [$0.reference] + $0.auxiliary }
    }
}
