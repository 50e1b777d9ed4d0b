import CPCSC
import Synchronization

/// PC/SC as pcsc-lite does it: the only file that imports CPCSC.
struct SystemPCSC: PCSCLayer {
    /// Room for any answer: an extended APDU and what drivers put around it (`MAX_BUFFER_SIZE_EXTENDED`).
    private static let answerRoom = 65_600

    /// Makes cards one after the other, each in the newest context.
    ///
    /// pcsc-lite looks a card up context by context, the oldest first, and `SCardConnect` adds to its own context's list
    /// without the lock that guards the looking. So that nobody ever looks there meanwhile, no other context that gets a
    /// card may be made until this one has its own.
    private static let connecting = Mutex(())

    func establishContext() throws(PCSCFailure) -> PCSCContext {
        var context = SCARDCONTEXT()
        try check(SCardEstablishContext(DWORD(SCARD_SCOPE_SYSTEM), nil, nil, &context))
        return PCSCContext(handle: Int(context))
    }

    func release(_ context: PCSCContext) { SCardReleaseContext(SCARDCONTEXT(context.handle)) }

    func listReaders(_ context: PCSCContext) throws(PCSCFailure) -> [String] {
        // A reader may come between asking for the length and asking for the names: ask again.
        for _ in 0..<8 {
            var length: DWORD = 0
            let first = SCardListReaders(SCARDCONTEXT(context.handle), nil, nil, &length)
            if code(first) == PCSCCode.noReadersAvailable { return [] }
            try check(first)
            var names = [CChar](repeating: 0, count: Int(length) + 1)
            let status = SCardListReaders(SCARDCONTEXT(context.handle), nil, &names, &length)
            if code(status) == PCSCCode.insufficientBuffer { continue }
            if code(status) == PCSCCode.noReadersAvailable { return [] }
            try check(status)
            return names.prefix(Int(length)).split(separator: 0).map { name in
                String(decoding: name.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            }
        }
        throw PCSCFailure(PCSCCode.insufficientBuffer)
    }

    func statusChange(_ context: PCSCContext, milliseconds: UInt32?, _ readers: [PCSCReaderStatus])
        throws(PCSCFailure) -> [PCSCReaderStatus]
    {
        var names = readers.map { $0.name.utf8.map { CChar(bitPattern: $0) } + [0] }
        let offsets = names.reduce(into: [0]) { offsets, name in offsets.append((offsets.last ?? 0) + name.count) }
        var joined = names.flatMap { $0 }
        names = []
        var states = readers.map { reader in
            var state = SCARD_READERSTATE()
            state.dwCurrentState = DWORD(reader.current)
            return state
        }
        let status = joined.withUnsafeMutableBufferPointer { joined in
            for index in states.indices {
                states[index].szReader = joined.baseAddress.map { UnsafePointer($0 + offsets[index]) }
            }
            return SCardGetStatusChange(
                SCARDCONTEXT(context.handle), DWORD(milliseconds ?? UInt32(INFINITE)), &states, DWORD(states.count))
        }
        try check(status)
        return zip(readers, states).map { reader, state in
            let length = min(Int(state.cbAtr), Int(MAX_ATR_SIZE))
            let atr = withUnsafeBytes(of: state.rgbAtr) { Array($0.prefix(length)) }
            return PCSCReaderStatus(
                name: reader.name, current: reader.current, event: UInt32(truncatingIfNeeded: state.dwEventState),
                atr: atr)
        }
    }

    func cancel(_ context: PCSCContext) { SCardCancel(SCARDCONTEXT(context.handle)) }

    func connect(reader: String) throws(PCSCFailure) -> PCSCCard {
        try Self.connecting.withLock { _ throws(PCSCFailure) in
            let context = try establishContext()
            var handle = SCARDHANDLE()
            var active: DWORD = 0
            let status = SCardConnect(
                SCARDCONTEXT(context.handle), reader, DWORD(SCARD_SHARE_SHARED), either, &handle, &active)
            if code(status) != 0 { release(context) }
            try check(status)
            return PCSCCard(
                context: context, handle: Int(handle), cardProtocol: UInt32(truncatingIfNeeded: active))
        }
    }

    func reconnect(_ card: PCSCCard, _ kind: PCSCDisposition) throws(PCSCFailure) -> PCSCCard {
        var active: DWORD = 0
        try check(
            SCardReconnect(
                SCARDHANDLE(card.handle), DWORD(SCARD_SHARE_SHARED), either, disposition(kind), &active))
        return PCSCCard(
            context: card.context, handle: card.handle, cardProtocol: UInt32(truncatingIfNeeded: active))
    }

    func answerToReset(_ card: PCSCCard) throws(PCSCFailure) -> [UInt8] {
        var atr = [UInt8](repeating: 0, count: Int(MAX_ATR_SIZE))
        var length = DWORD(atr.count)
        var nameLength: DWORD = 0
        var state: DWORD = 0
        var active: DWORD = 0
        try check(SCardStatus(SCARDHANDLE(card.handle), nil, &nameLength, &state, &active, &atr, &length))
        return Array(atr.prefix(Int(length)))
    }

    func transmit(_ card: PCSCCard, _ apdu: [UInt8]) throws(PCSCFailure) -> [UInt8] {
        // An undefined protocol (0) is sent as T=1, which every contactless reader speaks.
        let header = card.cardProtocol == UInt32(SCARD_PROTOCOL_T0) ? pcsc_pci_t0() : pcsc_pci_t1()
        return try answer { buffer, length in
            SCardTransmit(SCARDHANDLE(card.handle), header, apdu, DWORD(apdu.count), nil, buffer, &length)
        }
    }

    func control(_ card: PCSCCard, _ code: UInt32, _ data: [UInt8]) throws(PCSCFailure) -> [UInt8] {
        try answer { buffer, length in
            let room = length
            return SCardControl(
                SCARDHANDLE(card.handle), DWORD(code), data, DWORD(data.count), buffer, room, &length)
        }
    }

    func beginTransaction(_ card: PCSCCard) throws(PCSCFailure) {
        try check(SCardBeginTransaction(SCARDHANDLE(card.handle)))
    }

    func endTransaction(_ card: PCSCCard) {
        SCardEndTransaction(SCARDHANDLE(card.handle), DWORD(SCARD_LEAVE_CARD))
    }

    private var either: DWORD { DWORD(SCARD_PROTOCOL_T0) | DWORD(SCARD_PROTOCOL_T1) }

    private func disposition(_ kind: PCSCDisposition) -> DWORD {
        switch kind {
        case .reset: DWORD(SCARD_RESET_CARD)
        case .unpower: DWORD(SCARD_UNPOWER_CARD)
        }
    }

    private func answer(_ call: (UnsafeMutablePointer<UInt8>?, inout DWORD) -> LONG) throws(PCSCFailure) -> [UInt8] {
        var length = DWORD(Self.answerRoom)
        var status = LONG(0)
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.answerRoom) { buffer, count in
            status = call(buffer.baseAddress, &length)
            count = code(status) == 0 ? min(Int(length), Self.answerRoom) : 0
        }
        try check(status)
        return Array(bytes[...])
    }

    private func code(_ status: LONG) -> UInt32 { UInt32(truncatingIfNeeded: status) }

    private func check(_ status: LONG) throws(PCSCFailure) {
        if code(status) != 0 { throw PCSCFailure(code(status)) }
    }
}
