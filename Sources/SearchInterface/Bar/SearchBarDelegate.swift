// The delegate of the search bar.

/// Notified of the user's actions in a ``SearchBar``, but not of changes by the
/// program. All members are optional.
///
/// <doc:Events> documents the order of the calls.
public protocol SearchBarDelegate: AnyObject {
    /// Whether editing may begin.
    func searchBarShouldBeginEditing(_ searchBar: SearchBar) -> Bool
    /// Editing began: the bar is first responder.
    func searchBarTextDidBeginEditing(_ searchBar: SearchBar)
    /// Whether editing may end. Not called when the controller is dismissed.
    func searchBarShouldEndEditing(_ searchBar: SearchBar) -> Bool
    /// Editing ended.
    func searchBarTextDidEndEditing(_ searchBar: SearchBar)
    /// Whether a part of the input may be replaced.
    ///
    /// - Parameter range: half-open, in positions of the bar, see ``SearchBar/selectedTextRange``.
    func searchBar(
        _ searchBar: SearchBar, shouldChangeTextIn range: Range<Int>, replacementText text: String
    ) -> Bool
    /// The text changed.
    func searchBar(_ searchBar: SearchBar, textDidChange searchText: String)
    /// The user added or removed tokens.
    func searchBarTokensDidChange(_ searchBar: SearchBar)
    /// The user selected a scope.
    func searchBar(_ searchBar: SearchBar, selectedScopeButtonIndexDidChange selectedScope: Int)
    /// The user pressed Return or Search.
    func searchBarSearchButtonClicked(_ searchBar: SearchBar)
    /// The user cancelled the search; the controller is dismissed next.
    func searchBarCancelButtonClicked(_ searchBar: SearchBar)
    /// The user requested bookmarks.
    func searchBarBookmarkButtonClicked(_ searchBar: SearchBar)
    /// The user requested the list of recent results.
    func searchBarResultsListButtonClicked(_ searchBar: SearchBar)
}

extension SearchBarDelegate {
    /// Allows it.
    public func searchBarShouldBeginEditing(_ searchBar: SearchBar) -> Bool { true }
    /// Does nothing.
    public func searchBarTextDidBeginEditing(_ searchBar: SearchBar) {}
    /// Allows it.
    public func searchBarShouldEndEditing(_ searchBar: SearchBar) -> Bool { true }
    /// Does nothing.
    public func searchBarTextDidEndEditing(_ searchBar: SearchBar) {}
    /// Allows it.
    public func searchBar(
        _ searchBar: SearchBar, shouldChangeTextIn range: Range<Int>, replacementText text: String
    ) -> Bool { true }
    /// Does nothing.
    public func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) {}
    /// Does nothing.
    public func searchBarTokensDidChange(_ searchBar: SearchBar) {}
    /// Does nothing.
    public func searchBar(_ searchBar: SearchBar, selectedScopeButtonIndexDidChange selectedScope: Int) {}
    /// Does nothing.
    public func searchBarSearchButtonClicked(_ searchBar: SearchBar) {}
    /// Does nothing.
    public func searchBarCancelButtonClicked(_ searchBar: SearchBar) {}
    /// Does nothing.
    public func searchBarBookmarkButtonClicked(_ searchBar: SearchBar) {}
    /// Does nothing.
    public func searchBarResultsListButtonClicked(_ searchBar: SearchBar) {}
}
