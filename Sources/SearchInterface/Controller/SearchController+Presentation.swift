// Begins and ends a search, and notifies the delegate in a documented order.

extension SearchController {
    /// Whether the search is active. Setting it presents or dismisses the search. It cannot be set within
    /// ``SearchControllerDelegate/willPresentSearchController(_:)`` and
    /// ``SearchControllerDelegate/willDismissSearchController(_:)``, because a change is already in progress.
    public var isActive: Bool {
        get { phase == .active || phase == .dismissing }
        set {
            if newValue {
                present(editing: false)
            } else if container == nil {
                dismiss()
            }
        }
    }

    func present(editing: Bool) {
        guard phase == .inactive else { return }
        perform {
            phase = .presenting
            isPresentedByDelegate = delegate?.presentSearchController(self) ?? false
            if !isPresentedByDelegate { delegate?.willPresentSearchController(self) }
            phase = .active
            if editing { searchBar.beginEditing() }
            // The delegate may have dismissed the search already.
            guard phase == .active else { return }
            setNeedsUpdate()
            if !isPresentedByDelegate { delegate?.didPresentSearchController(self) }
        }
    }

    func dismiss() {
        guard phase == .active else { return }
        perform {
            let notifiesDelegate = !isPresentedByDelegate
            phase = .dismissing
            if notifiesDelegate { delegate?.willDismissSearchController(self) }
            searchBar.endEditing()
            searchBar.setInput(text: "", tokens: [])
            searchSuggestions = []
            forgetPosition()
            setNeedsUpdate()
            phase = .inactive
            isPresentedByDelegate = false
            if notifiesDelegate { delegate?.didDismissSearchController(self) }
        }
    }

    /// The cancel button: dismisses the search; in a container, which keeps it active, starts it again empty.
    func cancel() {
        guard container != nil else { return dismiss() }
        searchBar.endEditing()
        searchBar.setInput(text: "", tokens: [])
    }
}
