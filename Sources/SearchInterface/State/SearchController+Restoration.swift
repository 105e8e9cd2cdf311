// How does a search go on where it was left?

/// What became of a stored state.
public enum StateRestoration: Hashable, Sendable {
    /// Something that the state names and that there is no longer.
    public enum Dropped: Hashable, Sendable {
        /// The selected scope; the first one is selected.
        case scope(String)
        /// A token of a scope.
        case token(SearchToken)
    }

    /// The search is as it was, but for what is named.
    case restored(dropped: [Dropped])
    /// The search is a fresh one: not active, and nothing put in.
    case fresh(StateFault)
}

extension SearchController {
    /// What the search is restored from. After a word that was just typed, take it before the program ends, and store it so that
    /// a file is replaced whole.
    public var state: State {
        State(
            isActive: isActive, isFirstResponder: searchBar.isFirstResponder, text: searchBar.text,
            tokens: searchBar.tokens, scope: searchBar.selectedScope?.id, selection: selection,
            scrollPosition: scrollPosition, locale: locale)
    }

    /// Restores a state that is decoded here, so that one call says what became of it, whatever was wrong:
    ///
    ///     let restoration = search.restore { try decoder.decode(SearchController.State.self, from: bytes) }
    ///
    /// Set the scopes before: a scope that there is not is dropped. The delegates are told as when the user had begun the
    /// search, but are not asked whether editing may begin, and results are asked for once.
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
    /// - Returns: what the state names and there is no longer.
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
            let tokens = state.tokens.filter { token in
                guard case .scope(let id) = token.representedValue, !scopes.isEmpty,
                    !scopes.contains(where: { $0.id == id })
                else { return true }
                dropped.append(.token(token))
                return false
            }
            searchBar.setInput(text: state.text, tokens: tokens)
            guard state.isActive || state.isFirstResponder else { return dropped }
            present(editing: state.isFirstResponder)
            // In a container the search goes on already.
            if isActive, state.isFirstResponder { searchBar.beginEditing() }
            selection = state.selection
            scrollPosition = state.scrollPosition
            keepPosition()
            return dropped
        }
    }

    /// Makes the search a fresh one: dismissed, nothing put in, the first scope selected.
    private func reset() {
        perform {
            let container = container
            self.container = nil
            dismiss()
            searchBar.setInput(text: "", tokens: [])
            if !searchBar.scopes.isEmpty { searchBar.selectedScopeButtonIndex = 0 }
            forgetPosition()
            // A container shows its search always.
            container?.show()
        }
    }
}

extension StateFault {
    /// What an error of a decoder says about the state.
    init(_ error: any Error) {
        switch error {
        case let fault as StateFault: self = fault
        case DecodingError.keyNotFound(let key, let context):
            self = .damaged(path: Self.names(context.codingPath + [key]))
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            let path = Self.names(context.codingPath)
            // A fault of the whole is one of the text that was decoded.
            self = path.isEmpty ? .unreadable : .damaged(path: path)
        default: self = .unreadable
        }
    }

    private static func names(_ path: [any CodingKey]) -> [String] {
        path.map { $0.intValue.map(String.init) ?? $0.stringValue }
    }
}
