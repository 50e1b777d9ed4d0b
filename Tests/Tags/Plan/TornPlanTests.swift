import NDEF
import Testing

@testable import Tags

/// Every way a torn page write can end.
enum Tear: CaseIterable {
    case before, old, new, zeros, mixA, mixB

    func page(old: [UInt8], new: [UInt8]) -> [UInt8] {
        switch self {
        case .before, .old: old
        case .new: new
        case .zeros: [0, 0, 0, 0]
        case .mixA: zip(old, new).map { $0 & 0xA5 | $1 & 0x5A }
        case .mixB: zip(old, new).enumerated().map { $0 < 2 ? $1.1 : $1.0 }
        }
    }
}

/// Pulls the tag at every step of a plan, in every way, and looks at what is left and at what recovery makes of it.
@Suite struct TornPlanTests {
    /// One operation to tear.
    struct Operation: CustomTestStringConvertible, Sendable {
        var chip: Type2Chip
        var name: String
        var before: [UInt8]
        var wish: Wish
        var testDescription: String { "\(name) on \(chip.name)" }
    }

    static let operations: [Operation] = PlanTests.chips.flatMap { chip in
        let text = message("the message before")
        let long = message(String(repeating: "long ", count: 60))
        var all = [
            Operation(chip: chip, name: "write", before: text, wish: .write(message: message("and the one after it"))),
            Operation(
                chip: chip, name: "write as long", before: text, wish: .write(message: message("the message behind"))),
            Operation(chip: chip, name: "write first", before: [], wish: .write(message: text)),
            Operation(chip: chip, name: "empty", before: text, wish: .write(message: [])),
            Operation(chip: chip, name: "format", before: text, wish: .format),
            Operation(chip: chip, name: "erase", before: text, wish: .erase),
        ]
        if chip.userByteCount > 400 {
            all += [
                Operation(chip: chip, name: "write longer", before: text, wish: .write(message: long)),
                Operation(chip: chip, name: "write shorter", before: long, wish: .write(message: text)),
            ]
        }
        return all
    }

    @Test(
        "a write torn at any step leaves the tag readable as before, empty, or undefined only while the length is written; recovery ends both ways",
        arguments: operations)
    func torn(operation: Operation) throws {
        var start = try PlanTests.formatted(operation.chip)
        if !operation.before.isEmpty {
            for step in try start.plan(.write(message: operation.before)).steps { start.run(step) }
        }
        let plan = try start.plan(operation.wish)
        try #require(!plan.steps.isEmpty)
        var done = start
        for step in plan.steps { done.run(step) }
        let wasEmpty = operation.before.isEmpty
        for index in plan.steps.indices {
            for tear in Tear.allCases {
                var torn = start
                for step in plan.steps[..<index] { torn.run(step) }
                let step = plan.steps[index]
                guard case .page(let page) = step.target, let old = torn.image.page(page) else { continue }
                torn.image.set(page: page, to: tear.page(old: old, new: step.new))
                let state = torn.report.ndef
                if step.phase == .data || tear == .before {
                    let readable = state?.state == .message && state?.raw == operation.before
                    #expect(
                        state?.state == .empty || readable || wasEmpty && state?.state == .unformatted,
                        "step \(index) \(step) torn \(tear): \(String(describing: state?.state))")
                }
                try recover(torn, to: plan.after, expecting: done.image)
                let back = Dictionary(
                    uniqueKeysWithValues: plan.after.keys.compactMap { page in start.image.page(page).map { (page, $0) }
                    })
                try recover(torn, to: back, expecting: start.image)
            }
        }
    }

    private func recover(_ torn: PlannedTag, to pages: [Int: [UInt8]], expecting image: TagImage) throws {
        var tag = torn
        for step in try tag.plan(.bring(to: pages, like: .write)).steps {
            #expect(step.reversible)
            tag.run(step)
        }
        #expect(tag.image == image)
    }
}
