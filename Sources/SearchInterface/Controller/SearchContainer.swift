// How is a search shown that is always there, such as a page of its own?

/// Shows one search controller explicitly, as a page or a window that is nothing but the search (tvOS's
/// `UISearchContainerViewController`). While it is shown, the search stays active: to cancel empties it, and only
/// ``hide()`` ends it.
public final class SearchContainer {
    /// The controller shown.
    public let searchController: SearchController

    /// A container that is not yet shown.
    public init(searchController: SearchController) { self.searchController = searchController }

    /// Whether the container is shown.
    public var isShown: Bool { searchController.container === self }

    /// Shows the search: presents it where it is not active. A container that showed the same controller gives it up.
    public func show() {
        searchController.container = self
        searchController.isActive = true
    }

    /// Ends the search.
    public func hide() {
        guard isShown else { return }
        searchController.container = nil
        searchController.isActive = false
    }
}
