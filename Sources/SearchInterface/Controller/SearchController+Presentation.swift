// How does a search begin and end, and in which order is that told?

extension SearchController {
    /// Whether the search goes on. Setting it presents or dismisses the search; from within
    /// ``SearchControllerDelegate/willPresentSearchController(_:)`` and
    /// ``SearchControllerDelegate/willDismissSearchController(_:)`` it cannot be set, for one change is under way.
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
            // Whoever was told may have dismissed the search already.
            guard phase == .active else { return }
            setNeedsUpdate()
            if !isPresentedByDelegate { delegate?.didPresentSearchController(self) }
        }
    }

    func dismiss() {
        guard phase == .active else { return }
        perform {
            let isTold = !isPresentedByDelegate
            phase = .dismissing
            if isTold { delegate?.willDismissSearchController(self) }
            searchBar.endEditing()
            searchBar.setInput(text: "", tokens: [])
            searchSuggestions = []
            forgetPosition()
            setNeedsUpdate()
            phase = .inactive
            isPresentedByDelegate = false
            if isTold { delegate?.didDismissSearchController(self) }
        }
    }

    /// What the cancel button does: the search is dismissed; in a container, which keeps it, it begins anew.
    func cancel() {
        guard container != nil else { return dismiss() }
        searchBar.endEditing()
        searchBar.setInput(text: "", tokens: [])
    }
}
