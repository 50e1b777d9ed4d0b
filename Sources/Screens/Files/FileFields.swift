import Tags
import Terminal

/// What the Tag pane says of a card with files: its container, its files, and who may do what.
enum FileFields {
    static func fields(of report: TagReport) -> [TagField] {
        var fields: [TagField] = []
        if let container = report.container {
            fields.append(
                TagField(
                    "Container",
                    "mapping \(container.versionWords), answers of up to \(Words.count(container.maximumRead, "byte")), "
                        + "commands of up to \(container.maximumWrite)"))
        }
        if let state = report.dna { fields += CardFields.fields(of: state) }
        for file in report.files {
            let closed = file.access.write == .never
            var lines = [
                StyledLine("\(file.role.rawValue), \(Words.count(file.size, "byte"))", .value),
                StyledLine(file.access.words, closed ? .locked : .text),
            ]
            lines += file.settings.map { StyledLine(Words.safe($0, limit: 200), .dim) }
            if !file.content.unread(below: file.size).isEmpty {
                let known = file.content.count
                let how = known == 0 ? "not read" : "\(Words.count(known, "byte")) read"
                lines.append(StyledLine("\(how): \(Words.safe(file.unreadWords, limit: 200))", .unread))
            }
            fields.append(TagField("File \(Hex.file(file.id))", lines))
        }
        return fields
    }
}
