import NDEF

extension NDEFState {
    /// Looks for an NDEF message in a Type 5 memory and says how much would fit.
    init(type5 image: TagImage) {
        guard let head = image.bytes(in: 0..<4) else {
            self.init(state: .hidden(by: image.state(of: 0)), problems: ["block 00 is needed and was not read"])
            return
        }
        guard let container = Type5Container(image) else {
            let isCut = head[0] == 0xE1 || head[0] == 0xE2
            self.init(
                state: isCut ? .hidden(by: image.state(of: 1)) : .unformatted,
                problems: [
                    isCut
                        ? "the second half of the capability container was not read"
                        : "no NDEF magic E1 or E2 in block 00 (\(Hex.string(head, separator: " "))): the tag is not formatted "
                            + "for NDEF"
                ])
            return
        }
        let area = DataArea(container: container, image: image)
        var walk = TLVWalk(
            image: image, start: area.first, areaEnd: area.end, memoryEnd: area.memoryEnd, hasControls: false)
        walk.run()
        self.init(state: .unformatted, tlvs: walk.entries)
        if let contradiction = area.contradiction { problems.append(contradiction) }
        if container.rights >> 6 != 1 {
            problems.append("the capability container is of version \(container.version)")
        }
        settle(walk, area, image)
        problems += walk.problems
        let sum = CapacitySum(area: area, walk: walk)
        capacity = sum.capacity(
            used: state == .protected || state == .unread ? nil : raw?.count ?? 0,
            walk.message == nil ? .assumed : .derived)
    }
}

extension DataArea {
    /// The data area of a Type 5 memory, behind its container.
    ///
    /// Some programs write the whole memory into MLEN, container included, others what is behind it: neither is taken for a
    /// contradiction.
    init(container: Type5Container, image: TagImage) {
        let physical = max(0, image.byteCount - container.length)
        let declared = container.areaBytes
        self.init(
            first: container.length, declaredSize: declared, physicalSize: physical, sizeByte: nil,
            contradiction: declared > image.byteCount
                ? "CC declares \(declared) bytes, the memory has \(image.byteCount)" : nil)
    }
}
