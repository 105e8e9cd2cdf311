// The command of --preview or of a key, with placeholders for texts of a result.

internal import CatalogSearch

/// Replaces the placeholders of a command.
struct PreviewCommand {
    let template: String
    /// The text that a result stands for.
    let text: (Hit) -> String
    /// The delimiter of the text's numbered words.
    var delimiter = FieldDelimiter.whitespace

    /// The command for a result. All texts from records and from the user are quoted for the shell.
    ///
    /// - Parameters:
    ///   - marked: the marked results, or the current one.
    ///   - query: the query that the user typed.
    func command(_ hit: Hit?, marked: [Hit], query: String) -> String {
        var command = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{") {
            command += rest[..<open]
            rest = rest[open...]
            guard let close = rest.firstIndex(of: "}"),
                let value = value(String(rest[rest.index(after: open)..<close]), hit, marked, query)
            else {
                command.append(rest.removeFirst())
                continue
            }
            // As in fzf, a backslash escapes the braces.
            if command.last == "\\" {
                command.removeLast()
                command += rest[...close]
            } else {
                command += value
            }
            rest = rest[rest.index(after: close)...]
        }
        return command + rest
    }

    private func value(_ name: String, _ hit: Hit?, _ marked: [Hit], _ query: String) -> String? {
        switch name {
        case "": Self.quoted(hit.map(text) ?? "")
        case "+": marked.map { Self.quoted(text($0)) }.joined(separator: " ")
        case "q": Self.quoted(query)
        case "id": Self.quoted(hit?.id ?? "")
        case "title": Self.quoted(hit?.title ?? "")
        case "catalog": Self.quoted(hit?.catalog ?? "")
        default: word(name, hit).map(Self.quoted)
        }
    }

    /// Words of the text by their numbers, counted from the end if negative; empty if there are fewer.
    private func word(_ name: String, _ hit: Hit?) -> String? {
        guard let range = FieldSelection.Range(name[...]) else { return nil }
        let words = delimiter.fields(of: Array((hit.map(text) ?? "").utf8))
        return String(
            decoding: delimiter.trimmed(words[range.places(in: words.count)].flatMap(\.self)[...]),
            as: UTF8.self)
    }

    /// A word of the shell for exactly this text. A text with a zero byte is cut there, because no argument
    /// can contain one.
    static func quoted(_ text: String) -> String {
        let text = text.prefix { $0 != "\0" }
        return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
            + "'"
    }
}
