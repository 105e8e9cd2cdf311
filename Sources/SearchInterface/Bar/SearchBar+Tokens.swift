// The program's access to the tokens of the bar.

extension SearchBar {
    /// Inserts a token.
    ///
    /// - Precondition: The index is that of a token, or the number of tokens.
    public func insertToken(_ token: SearchToken, at index: Int) {
        var tokens = storedTokens
        tokens.insert(token, at: index)
        setInput(text: storedText, tokens: tokens)
    }

    /// Removes a token.
    ///
    /// - Precondition: The index is that of a token.
    public func removeToken(at index: Int) {
        var tokens = storedTokens
        tokens.remove(at: index)
        setInput(text: storedText, tokens: tokens)
    }

    /// The position of a token, as ``textualRange`` counts them.
    ///
    /// - Precondition: The index is that of a token.
    public func positionOfToken(at index: Int) -> Int {
        precondition(storedTokens.indices.contains(index), "no such token")
        // All tokens precede the text.
        return index
    }

    /// The tokens in a part of the input.
    ///
    /// - Parameter range: half-open, in positions as ``textualRange`` counts them; clamped to the input.
    public func tokens(in range: Range<Int>) -> [SearchToken] {
        Array(storedTokens[range.clamped(to: storedTokens.indices)])
    }

    /// Replaces the text in a part of the input by a token. Tokens in that part stay.
    ///
    /// - Parameters:
    ///   - range: half-open, in positions as ``textualRange`` counts them; clamped to the input.
    ///   - index: the token's index among the tokens.
    /// - Precondition: The index is that of a token, or the number of tokens.
    public func replaceTextualPortion(of range: Range<Int>, with token: SearchToken, at index: Int) {
        var tokens = storedTokens
        tokens.insert(token, at: index)
        let part = range.clamped(to: textualRange)
        let characters = Array(storedText)
        let kept =
            characters[..<max(0, part.lowerBound - storedTokens.count)]
            + characters[max(0, part.upperBound - storedTokens.count)...]
        setInput(text: String(kept), tokens: tokens)
    }
}
