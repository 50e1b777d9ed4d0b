extension NDEFRecord {
    /// The byte of the payload at which a message inside the record begins; `nil` where there is none.
    public var innerMessageOffset: Int? {
        switch content {
        case .smartPoster: 0
        case .handover(let handover): handover.versionByte != nil && payload.count > 1 ? 1 : nil
        default: nil
        }
    }

    /// The records inside this one, their places counted from the inner message's first byte; decodes the payload.
    public var innerRecords: [NDEFDecoding.Located] {
        innerMessageOffset.map { NDEFMessage.decode(Array(payload.dropFirst($0))).records } ?? []
    }
}
