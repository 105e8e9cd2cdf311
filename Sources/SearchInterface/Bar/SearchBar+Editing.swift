// The user's actions in the bar. Front ends call these for keys, clicks and menus; each notifies the
// delegate.

extension SearchBar {
    // MARK: First responder

    /// Begins editing, and presents the search, unless the delegate forbids it.
    ///
    /// - Returns: whether the bar is first responder now.
    @discardableResult
    public func becomeFirstResponder() -> Bool {
        guard !isFirstResponder else { return true }
        guard isEnabled, delegate?.searchBarShouldBeginEditing(self) ?? true else { return false }
        return perform {
            if let searchController, !searchController.isActive {
                searchController.present(editing: true)
            } else {
                beginEditing()
                inputDidChange()
            }
            return isFirstResponder
        }
    }

    /// Ends editing, unless the delegate forbids it. The search stays active.
    ///
    /// - Returns: whether the bar is not first responder now.
    @discardableResult
    public func resignFirstResponder() -> Bool {
        guard isFirstResponder else { return true }
        guard delegate?.searchBarShouldEndEditing(self) ?? true else { return false }
        perform { endEditing() }
        return !isFirstResponder
    }

    func beginEditing() {
        guard !isFirstResponder else { return }
        isFirstResponder = true
        delegate?.searchBarTextDidBeginEditing(self)
    }

    func endEditing() {
        guard isFirstResponder else { return }
        isFirstResponder = false
        delegate?.searchBarTextDidEndEditing(self)
    }

    // MARK: Text

    /// Replaces the selection by a text, like typing and pasting: begins editing if necessary, and joins
    /// lines.
    ///
    /// If the controller has a ``SearchController/tokenParser`` and the cursor is at the end, words that form
    /// tokens and are followed by white space become tokens.
    ///
    /// - Returns: whether the text was inserted.
    @discardableResult
    public func insertText(_ text: String) -> Bool {
        replace(storedSelection, with: String(text.map { $0.isNewline ? " " : $0 }))
    }

    /// Deletes the selection, or else the character or token before the cursor.
    ///
    /// - Returns: whether anything was deleted.
    @discardableResult
    public func deleteBackward() -> Bool {
        if !storedSelection.isEmpty { return replace(storedSelection, with: "") }
        guard storedSelection.lowerBound > 0 else { return false }
        return replace(storedSelection.lowerBound - 1..<storedSelection.lowerBound, with: "")
    }

    /// Replaces a part of the input by a text.
    ///
    /// - Parameter range: half-open, in positions as ``textualRange`` counts them; clamped to the input.
    /// - Returns: whether the input changed.
    @discardableResult
    public func replace(_ range: Range<Int>, with text: String) -> Bool {
        perform {
            guard isEnabled, isFirstResponder || becomeFirstResponder() else { return false }
            let range = range.clamped(to: 0..<textualRange.upperBound)
            let removed = range.clamped(to: 0..<storedTokens.count)
            guard !range.isEmpty || !text.isEmpty, allowsDeletingTokens || removed.isEmpty,
                delegate?.searchBar(self, shouldChangeTextIn: range, replacementText: text) ?? true
            else { return false }
            let (oldText, oldTokens) = (storedText, storedTokens)
            let part = characters(range)
            let head = storedText[..<part.lowerBound] + text
            let tail = storedText[part.upperBound...]
            storedTokens.removeSubrange(removed)
            storedText = String(head + tail)
            // A typed combining mark joins the character before it: place the cursor after both.
            let cursor = min(storedTokens.count + head.count, textualRange.upperBound)
            storedSelection = cursor..<cursor
            if cursor == textualRange.upperBound { convertTokens(includingLastWord: false) }
            return tellOfChange(from: oldText, oldTokens)
        }
    }

    /// Removes all text and all tokens, like the clear button.
    public func clear() {
        _ = replace(0..<textualRange.upperBound, with: "")
    }

    /// The indices of positions in the text.
    private func characters(_ range: Range<Int>) -> Range<String.Index> {
        let offsets = range.clamped(to: textualRange)
        let lower = max(0, offsets.lowerBound - storedTokens.count)
        let start = storedText.index(storedText.startIndex, offsetBy: lower)
        return start..<storedText.index(start, offsetBy: offsets.count)
    }

    /// Converts words that form tokens into tokens.
    private func convertTokens(includingLastWord: Bool) {
        guard let searchController, let parser = searchController.tokenParser else { return }
        let parsing = parser.parse(
            storedText, locale: searchController.locale, scopes: scopes, attributes: attributes,
            includingLastWord: includingLastWord)
        guard !parsing.tokens.isEmpty else { return }
        storedText = parsing.text
        storedTokens += parsing.tokens
        storedSelection = textualRange.upperBound..<textualRange.upperBound
    }

    private func tellOfChange(from oldText: String, _ oldTokens: [SearchToken]) -> Bool {
        let changesText = !storedText.hasSameScalars(as: oldText)
        let changesTokens = storedTokens != oldTokens
        guard changesText || changesTokens else { return false }
        inputDidChange()
        if changesText { delegate?.searchBar(self, textDidChange: storedText) }
        if changesTokens { delegate?.searchBarTokensDidChange(self) }
        return true
    }

    // MARK: Buttons

    /// Selects a scope, like a click on its button.
    ///
    /// - Precondition: The index is that of a scope.
    public func selectScope(at index: Int) {
        guard isEnabled, index != selectedScopeButtonIndex else { return }
        perform {
            selectedScopeButtonIndex = index
            delegate?.searchBar(self, selectedScopeButtonIndexDidChange: index)
        }
    }

    /// The Return key: converts all words that form tokens into tokens, and notifies the delegate. Editing
    /// continues unless the delegate ends it.
    public func clickSearchButton() {
        guard isEnabled else { return }
        perform {
            let (oldText, oldTokens) = (storedText, storedTokens)
            convertTokens(includingLastWord: true)
            _ = tellOfChange(from: oldText, oldTokens)
            delegate?.searchBarSearchButtonClicked(self)
        }
    }

    /// The cancel button, or the Escape key: notifies the delegate, and dismisses the controller.
    public func clickCancelButton() {
        guard isEnabled else { return }
        perform {
            delegate?.searchBarCancelButtonClicked(self)
            searchController?.cancel()
        }
    }

    public func clickBookmarkButton() {
        guard isEnabled, showsBookmarkButton else { return }
        perform { delegate?.searchBarBookmarkButtonClicked(self) }
    }

    /// The button for recent results.
    public func clickResultsListButton() {
        guard isEnabled, showsSearchResultsButton else { return }
        perform { delegate?.searchBarResultsListButtonClicked(self) }
    }
}
