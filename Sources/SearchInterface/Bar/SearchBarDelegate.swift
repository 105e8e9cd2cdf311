// What is told of what the user does in the search bar?

/// Told of what the user does in a ``SearchBar``; what the program itself sets is not told. All members may be left out.
///
/// <doc:Events> says in which order.
public protocol SearchBarDelegate: AnyObject {
    /// Whether editing may begin.
    func searchBarShouldBeginEditing(_ searchBar: SearchBar) -> Bool
    /// Editing began: the bar is first responder.
    func searchBarTextDidBeginEditing(_ searchBar: SearchBar)
    /// Whether editing may end. Not asked where the controller is dismissed.
    func searchBarShouldEndEditing(_ searchBar: SearchBar) -> Bool
    /// Editing ended.
    func searchBarTextDidEndEditing(_ searchBar: SearchBar)
    /// Whether a part of the input may be replaced.
    ///
    /// - Parameter range: half-open, in positions of the bar, see ``SearchBar/selectedTextRange``.
    func searchBar(
        _ searchBar: SearchBar, shouldChangeTextIn range: Range<Int>, replacementText text: String
    ) -> Bool
    /// The text is another one.
    func searchBar(_ searchBar: SearchBar, textDidChange searchText: String)
    /// The user made or removed tokens.
    func searchBarTokensDidChange(_ searchBar: SearchBar)
    /// The user chose a scope.
    func searchBar(_ searchBar: SearchBar, selectedScopeButtonIndexDidChange selectedScope: Int)
    /// The user pressed Return or Search.
    func searchBarSearchButtonClicked(_ searchBar: SearchBar)
    /// The user gave up; the controller is dismissed next.
    func searchBarCancelButtonClicked(_ searchBar: SearchBar)
    /// The user asked for bookmarks.
    func searchBarBookmarkButtonClicked(_ searchBar: SearchBar)
    /// The user asked for the list of earlier results.
    func searchBarResultsListButtonClicked(_ searchBar: SearchBar)
}

extension SearchBarDelegate {
    /// Editing may begin.
    public func searchBarShouldBeginEditing(_ searchBar: SearchBar) -> Bool { true }
    /// Nothing follows.
    public func searchBarTextDidBeginEditing(_ searchBar: SearchBar) {}
    /// Editing may end.
    public func searchBarShouldEndEditing(_ searchBar: SearchBar) -> Bool { true }
    /// Nothing follows.
    public func searchBarTextDidEndEditing(_ searchBar: SearchBar) {}
    /// It may.
    public func searchBar(
        _ searchBar: SearchBar, shouldChangeTextIn range: Range<Int>, replacementText text: String
    ) -> Bool { true }
    /// Nothing follows.
    public func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) {}
    /// Nothing follows.
    public func searchBarTokensDidChange(_ searchBar: SearchBar) {}
    /// Nothing follows.
    public func searchBar(_ searchBar: SearchBar, selectedScopeButtonIndexDidChange selectedScope: Int) {}
    /// Nothing follows.
    public func searchBarSearchButtonClicked(_ searchBar: SearchBar) {}
    /// Nothing follows.
    public func searchBarCancelButtonClicked(_ searchBar: SearchBar) {}
    /// Nothing follows.
    public func searchBarBookmarkButtonClicked(_ searchBar: SearchBar) {}
    /// Nothing follows.
    public func searchBarResultsListButtonClicked(_ searchBar: SearchBar) {}
}
