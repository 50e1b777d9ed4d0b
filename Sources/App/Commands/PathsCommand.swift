import NDEF

/// `tagdesk --paths`: where everything is kept.
enum PathsCommand {
    static func run(_ paths: Paths, _ output: Output, json: Bool) -> ShellStatus {
        if json {
            var object = JSONObject()
            for (word, path) in paths.all { object[word] = .string(path) }
            output.print(.object(object))
        } else {
            for (word, path) in paths.all { output.print(Columns.row(word, path.visible)) }
        }
        return .done
    }
}
