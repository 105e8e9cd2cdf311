// The delegate of the search controller.

/// Notified when a search is presented and dismissed. All members are optional.
///
/// <doc:Events> documents the order of the calls.
public protocol SearchControllerDelegate: AnyObject {
    /// Lets the delegate present the search itself: the controller is active at once, and neither this
    /// presentation nor its dismissal calls the `will` and `did` members.
    ///
    /// - Returns: whether the delegate presented it. The default is `false`: the controller presents itself.
    func presentSearchController(_ searchController: SearchController) -> Bool
    /// The search will be presented; the controller is not active yet.
    func willPresentSearchController(_ searchController: SearchController)
    /// The search was presented; the controller is active.
    func didPresentSearchController(_ searchController: SearchController)
    /// The search will be dismissed; the controller is still active, with its input.
    func willDismissSearchController(_ searchController: SearchController)
    /// The search was dismissed; the controller is not active, and the bar is empty.
    func didDismissSearchController(_ searchController: SearchController)
}

extension SearchControllerDelegate {
    /// Lets the controller present itself.
    public func presentSearchController(_ searchController: SearchController) -> Bool { false }
    /// Does nothing.
    public func willPresentSearchController(_ searchController: SearchController) {}
    /// Does nothing.
    public func didPresentSearchController(_ searchController: SearchController) {}
    /// Does nothing.
    public func willDismissSearchController(_ searchController: SearchController) {}
    /// Does nothing.
    public func didDismissSearchController(_ searchController: SearchController) {}
}
