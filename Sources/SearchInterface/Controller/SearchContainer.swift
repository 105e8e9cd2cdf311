// A page or window that always shows one search.

/// Shows one search controller permanently, as a page or window of its own (tvOS's
/// `UISearchContainerViewController`). The search stays active while the container is shown: cancelling
/// empties it, and only ``hide()`` ends it.
public final class SearchContainer {
    /// The controller shown.
    public let searchController: SearchController

    /// A container that is not shown yet.
    public init(searchController: SearchController) { self.searchController = searchController }

    public var isShown: Bool { searchController.container === self }

    /// Shows the search, and presents it if it is not active. Another container that
    /// shows the same controller is hidden.
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
