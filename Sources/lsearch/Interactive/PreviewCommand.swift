// The command of --preview with the words of a result in place of its placeholders.

internal import CatalogSearch

/// Replaces the placeholders of a preview command.
struct PreviewCommand {
    let template: String
    /// What is printed for a result.
    let text: (Hit) -> String

    /// The command for a result. All that comes from records and from the user is quoted for the shell.
    ///
    /// - Parameters:
    ///   - marked: the marked results, or the current one.
    ///   - query: what the user typed.
    func command(_ hit: Hit, marked: [Hit], query: String) -> String {
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
            // As in fzf, a backslash keeps the braces.
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

    private func value(_ name: String, _ hit: Hit, _ marked: [Hit], _ query: String) -> String? {
        switch name {
        case "": Self.quoted(text(hit))
        case "+": marked.map { Self.quoted(text($0)) }.joined(separator: " ")
        case "q": Self.quoted(query)
        case "id": Self.quoted(hit.id)
        case "title": Self.quoted(hit.title)
        case "catalog": Self.quoted(hit.catalog)
        default: word(name, hit).map(Self.quoted)
        }
    }

    /// A word of the text by its number, from the end if it is negative; empty if there are fewer.
    private func word(_ name: String, _ hit: Hit) -> String? {
        guard let number = Int(name), number != 0 else { return nil }
        let words = text(hit).split(whereSeparator: \.isWhitespace)
        let index = number > 0 ? number - 1 : words.count + number
        return words.indices.contains(index) ? String(words[index]) : ""
    }

    /// A word of the shell that stands for exactly this text. A text with a zero byte ends there, because no argument can have
    /// one.
    static func quoted(_ text: String) -> String {
        let text = text.prefix { $0 != "\0" }
        return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
            + "'"
    }
}
