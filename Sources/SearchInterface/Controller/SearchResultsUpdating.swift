// The updater of the results.

/// Updates the results: after a change of text, tokens or scope, after a suggestion was selected,
/// and when the searched data changed.
///
/// Simultaneous changes cause one update: a suggestion that changes text and tokens, a locale switched
/// together with its chain, a key that completes a token.
public protocol SearchResultsUpdating: AnyObject {
    /// The results should match the controller's input. Also called when the search was presented, and when
    /// it was dismissed; then ``SearchController/isActive`` is `false`.
    func updateSearchResults(for searchController: SearchController)
    /// The same, after the user selected a suggestion, which has already been applied.
    func updateSearchResults(
        for searchController: SearchController, selecting searchSuggestion: SearchSuggestion)
}

extension SearchResultsUpdating {
    /// Updates as for any other change.
    public func updateSearchResults(
        for searchController: SearchController, selecting searchSuggestion: SearchSuggestion
    ) {
        updateSearchResults(for: searchController)
    }
}
