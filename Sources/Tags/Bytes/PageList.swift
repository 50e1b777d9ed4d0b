/// Pages in words.
enum PageList {
    /// Page numbers as runs: `pages 04-0F, 28`; `noun` in place of `page` for what is counted otherwise.
    static func words(_ pages: [Int], noun: String = "page") -> String {
        var runs: [ClosedRange<Int>] = []
        for page in pages {
            if let last = runs.last, last.upperBound == page - 1 {
                runs[runs.count - 1] = last.lowerBound...page
            } else {
                runs.append(page...page)
            }
        }
        let list = runs.map { run in
            run.count == 1
                ? Hex.address(run.lowerBound) : "\(Hex.address(run.lowerBound))-\(Hex.address(run.upperBound))"
        }
        return (pages.count == 1 ? noun + " " : noun + "s ") + list.joined(separator: ", ")
    }
}
