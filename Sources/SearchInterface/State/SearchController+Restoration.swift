// Restores a search from a stored state.

internal import CatalogSearch

/// The result of restoring a state.
public enum StateRestoration: Hashable, Sendable {
    /// A part of the state that no longer exists.
    public enum Dropped: Hashable, Sendable {
        /// The selected scope; the first one is selected instead.
        case scope(String)
        /// A token of a scope or of an attribute.
        case token(SearchToken)
    }

    /// The search is restored, except for the listed parts.
    case restored(dropped: [Dropped])
    /// The search was reset: not active, with empty input.
    case fresh(StateFault)
}

extension SearchController {
    /// The state to restore the search from. Store it before the program ends,
    /// and replace the file atomically.
    public var state: State {
        State(
            isActive: isActive, isFirstResponder: searchBar.isFirstResponder, text: searchBar.text,
            tokens: searchBar.tokens, scope: searchBar.selectedScope?.id, selection: selection,
            scrollPosition: scrollPosition, locale: locale)
    }

    /// Restores a state that is decoded inside this call, so that the result covers all errors:
    ///
    ///     let restoration = search.restore { try decoder.decode(SearchController.State.self, from: bytes) }
    ///
    /// Set the scopes and attributes first: unknown ones are dropped. The delegates are
    /// notified as if the user had begun the search, but are not asked whether editing may
    /// begin, and the results are updated once.
    @discardableResult
    public func restore(from read: () throws -> State) -> StateRestoration {
        do {
            return .restored(dropped: restore(try read()))
        } catch {
            reset()
            return .fresh(StateFault(error))
        }
    }

    /// Restores a state.
    ///
    /// - Returns: the parts of the state that no longer exist.
    @discardableResult
    public func restore(_ state: State) -> [StateRestoration.Dropped] {
        perform {
            reset()
            var dropped: [StateRestoration.Dropped] = []
            if let locale = state.locale, locale != self.locale { setLocale(locale) }
            let scopes = searchBar.scopes
            if let scope = state.scope {
                if let index = scopes.firstIndex(where: { $0.id == scope }) {
                    searchBar.selectedScopeButtonIndex = index
                } else {
                    dropped.append(.scope(scope))
                }
            }
            let attributes = Set(searchBar.attributes.map(\.name) + AttributeName.builtIn)
            let tokens = state.tokens.filter { token in
                let isKnown =
                    switch token.representedValue {
                    case .scope(let id): scopes.isEmpty || scopes.contains { $0.id == id }
                    case .attribute(let name, _): attributes.contains(name)
                    case .year, .price, .custom: true
                    }
                if !isKnown { dropped.append(.token(token)) }
                return isKnown
            }
            searchBar.setInput(text: state.text, tokens: tokens)
            guard state.isActive || state.isFirstResponder else { return dropped }
            present(editing: state.isFirstResponder)
            // In a container the search is already active.
            if isActive, state.isFirstResponder { searchBar.beginEditing() }
            selection = state.selection
            scrollPosition = state.scrollPosition
            keepPosition()
            return dropped
        }
    }

    /// Resets the search: dismissed, with empty input, the first scope selected.
    private func reset() {
        perform {
            let container = container
            self.container = nil
            dismiss()
            searchBar.setInput(text: "", tokens: [])
            if !searchBar.scopes.isEmpty { searchBar.selectedScopeButtonIndex = 0 }
            forgetPosition()
            // A container always shows its search.
            container?.show()
        }
    }
}

extension StateFault {
    /// The fault of a decoding error.
    init(_ error: any Error) {
        switch error {
        case let fault as StateFault: self = fault
        case DecodingError.keyNotFound(let key, let context):
            self = .damaged(path: Self.names(context.codingPath + [key]))
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            let path = Self.names(context.codingPath)
            // An error without a path concerns the whole text.
            self = path.isEmpty ? .unreadable : .damaged(path: path)
        default: self = .unreadable
        }
    }

    private static func names(_ path: [any CodingKey]) -> [String] {
        path.map { $0.intValue.map(String.init) ?? $0.stringValue }
    }
}
