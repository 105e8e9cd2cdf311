// Who makes the results follow the input?

/// Brings results up to date: after a change of text, tokens or scope, after a suggestion was chosen, and where what is
/// searched has changed.
///
/// Whatever happens at once asks for one update: a suggestion that changes text and tokens, a locale that is switched
/// together with its chain, a key that makes a token.
public protocol SearchResultsUpdating: AnyObject {
    /// The results should be those of the controller's input. Also called when the search was presented, and when it was
    /// dismissed: then ``SearchController/isActive`` is `false`.
    func updateSearchResults(for searchController: SearchController)
    /// The same, after the user chose a suggestion. Text, tokens and scope are already what the suggestion says.
    func updateSearchResults(
        for searchController: SearchController, selecting searchSuggestion: SearchSuggestion)
}

extension SearchResultsUpdating {
    /// As for any other change.
    public func updateSearchResults(
        for searchController: SearchController, selecting searchSuggestion: SearchSuggestion
    ) {
        updateSearchResults(for: searchController)
    }
}
