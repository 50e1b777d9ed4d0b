import Tags

extension DumpError {
    /// The advice where nothing better can be said: the file itself is wrong.
    static let damaged = "The file is damaged or was edited by hand; save it anew with the program it comes from."

    /// A text that stops before what was begun in it is closed.
    static func cut(_ kind: String) -> DumpError {
        DumpError(
            "the file ends in the middle of its \(kind): the rest is missing",
            advice: "Copy the file again, or save it anew with the program it comes from.")
    }

    /// Something in a line of a text file.
    static func line(_ number: Int, _ reason: String) -> DumpError {
        DumpError("line \(number) \(reason)", advice: damaged)
    }
}

/// Words for counts.
enum Words {
    /// `1 page`, `45 pages`.
    static func count(_ count: Int, _ unit: String) -> String { "\(count) \(unit)\(count == 1 ? "" : "s")" }

    /// Numbers as runs: `04-0F, 28`.
    static func runs(_ numbers: [Int]) -> String {
        var runs: [ClosedRange<Int>] = []
        for number in numbers.sorted() {
            if let last = runs.last, number <= last.upperBound + 1 {
                runs[runs.count - 1] = last.lowerBound...Swift.max(last.upperBound, number)
            } else {
                runs.append(number...number)
            }
        }
        return runs.map { run in
            run.count == 1
                ? Hex.address(run.lowerBound) : "\(Hex.address(run.lowerBound))-\(Hex.address(run.upperBound))"
        }
        .joined(separator: ", ")
    }

    /// `page 28` or `pages 04-0F, 28`; `block` in place of `page` for other memories.
    static func places(_ numbers: [Int], _ unit: String) -> String {
        "\(unit)\(numbers.count == 1 ? "" : "s") \(runs(numbers))"
    }
}
