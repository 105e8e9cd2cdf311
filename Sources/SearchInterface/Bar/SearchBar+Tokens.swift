// How does a program put tokens into the bar, and find them again?

extension SearchBar {
    /// Inserts a token.
    ///
    /// - Precondition: The place is one among the tokens, or behind them.
    public func insertToken(_ token: SearchToken, at index: Int) {
        var tokens = storedTokens
        tokens.insert(token, at: index)
        setInput(text: storedText, tokens: tokens)
    }

    /// Removes a token.
    ///
    /// - Precondition: The place is that of a token.
    public func removeToken(at index: Int) {
        var tokens = storedTokens
        tokens.remove(at: index)
        setInput(text: storedText, tokens: tokens)
    }

    /// The position of a token, as ``textualRange`` counts them.
    ///
    /// - Precondition: The place is that of a token.
    public func positionOfToken(at index: Int) -> Int {
        precondition(storedTokens.indices.contains(index), "no such token")
        // All tokens stand before the text.
        return index
    }

    /// The tokens in a part of the input.
    ///
    /// - Parameter range: half-open, in positions as ``textualRange`` counts them; what lies outside is left out.
    public func tokens(in range: Range<Int>) -> [SearchToken] {
        Array(storedTokens[range.clamped(to: storedTokens.indices)])
    }

    /// Puts a token in place of the text in a part of the input. Tokens in that part stay.
    ///
    /// - Parameters:
    ///   - range: half-open, in positions as ``textualRange`` counts them; what lies outside is left out.
    ///   - index: the token's place among the tokens.
    /// - Precondition: The place is one among the tokens, or behind them.
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
