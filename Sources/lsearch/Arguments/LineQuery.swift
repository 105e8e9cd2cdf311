// The operators that users of fzf type where they search lines.

internal import CatalogSearch

/// Translates fzf's operators for searches of lines.
enum LineQuery {
    /// The query with `!word` as an excluded word, and without `^`, `'` and `$` around words: lines are found
    /// by the words in them, wherever these are.
    ///
    /// Phrases, and queries without operators, are left as they are.
    static func translated(_ query: String, _ syntax: QuerySyntax) -> String {
        guard syntax == .operators, query.contains(where: { "!^'$".contains($0) }) else { return query }
        var isQuoted = false
        let words = query.split(separator: " ", omittingEmptySubsequences: false).map { word -> Substring in
            defer { if word.count(where: { $0 == "\"" }) % 2 == 1 { isQuoted.toggle() } }
            return isQuoted || word.contains("\"") ? word : translated(word)
        }
        return words.joined(separator: " ")
    }

    private static func translated(_ word: Substring) -> Substring {
        var rest = word
        let isExcluded = rest.first == "!"
        if isExcluded { rest.removeFirst() }
        if let first = rest.first, "^'".contains(first) { rest.removeFirst() }
        if rest.last == "$" { rest.removeLast() }
        guard !rest.isEmpty else { return word }
        return isExcluded ? "-" + rest : rest
    }
}
