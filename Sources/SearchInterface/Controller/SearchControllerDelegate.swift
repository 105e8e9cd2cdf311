// What is told of a search that comes and goes?

/// Told when a search is presented and dismissed. All members may be left out.
///
/// <doc:Events> says in which order.
public protocol SearchControllerDelegate: AnyObject {
    /// Lets the delegate present the search itself: the controller is active at once, and neither this presentation nor
    /// the dismissal that ends it is told with `will` and `did`.
    ///
    /// - Returns: whether the delegate did it. `false` where it is left out: the controller presents itself.
    func presentSearchController(_ searchController: SearchController) -> Bool
    /// The search will be presented; the controller is not yet active.
    func willPresentSearchController(_ searchController: SearchController)
    /// The search was presented; the controller is active.
    func didPresentSearchController(_ searchController: SearchController)
    /// The search will be dismissed; the controller is still active, with all that was put in.
    func willDismissSearchController(_ searchController: SearchController)
    /// The search was dismissed; the controller is not active, and the bar is empty.
    func didDismissSearchController(_ searchController: SearchController)
}

extension SearchControllerDelegate {
    /// The controller presents itself.
    public func presentSearchController(_ searchController: SearchController) -> Bool { false }
    /// Nothing follows.
    public func willPresentSearchController(_ searchController: SearchController) {}
    /// Nothing follows.
    public func didPresentSearchController(_ searchController: SearchController) {}
    /// Nothing follows.
    public func willDismissSearchController(_ searchController: SearchController) {}
    /// Nothing follows.
    public func didDismissSearchController(_ searchController: SearchController) {}
}
