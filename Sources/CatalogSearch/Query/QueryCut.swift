// Cuts a query that exceeds its limits.

internal import ICU

extension SearchRequest {
    /// The beginning of a query that is beyond its limits, and the rest for ``CheckedRequest/unsearched``.
    ///
    /// The cut is after white space. It may be inside a word of a script without spaces, and inside a first
    /// word that is too long.
    ///
    /// - Returns: `nil` if the rest excludes words: records with them are not wanted.
    func cutQuery() -> (beginning: String, rest: String)? {
        let scalars = query.unicodeScalars
        let end = endOfBeginning()
        let rest = scalars[end...]
        if syntax == .operators, QueryParser.excludesWords(rest) { return nil }
        return (String(scalars[..<end]), String(rest.prefix(Self.maximumWordLength)))
    }

    private func endOfBeginning() -> String.UnicodeScalarView.Index {
        let scalars = query.unicodeScalars
        let operators = syntax == .operators ? vocabulary.operators : []
        var words: Set<String> = []
        var start = scalars.startIndex
        // The last possible cut.
        var cut: String.UnicodeScalarView.Index?
        var wordLength = 0
        for (count, index) in scalars.indices.enumerated() {
            let scalar = scalars[index]
            let isSpace = scalar.properties.isWhitespace
            if isSpace {
                let word = Normalizer.composed(String(scalars[start..<index]))
                if !word.isEmpty, !operators.contains(word) { words.insert(word) }
                if words.count > Self.maximumWordCount { return start }
                start = scalars.index(after: index)
            }
            wordLength = isSpace || scalar.isWrittenWithoutSpaces ? 0 : wordLength + 1
            if count == Self.maximumQueryLength || wordLength > Self.maximumWordLength { return cut ?? index }
            if !isSpace && wordLength == 0 || isSpace && !words.isEmpty { cut = scalars.index(after: index) }
        }
        return start
    }
}
