// Chooses results for a script: keys as in fzf, marks, and the end of the choice.

internal import CatalogSearch
internal import ProgramSupport
internal import SearchInterface
internal import SearchService

extension InteractiveSearch {
    /// The current row: the selected one, and the first visible one until another is
    /// selected, so that Enter opens it.
    var currentRow: Int? {
        let hits = results.hits
        return results.selectedRow ?? (hits.isEmpty ? nil : min(search.scrollPosition, hits.count - 1))
    }

    /// The hit of the current row.
    var currentHit: Hit? { currentRow.map { results.hits[$0] } }

    /// The actions of a key when choosing; `nil` for keys with their usual meaning.
    func pickActions(for stroke: KeyStroke) -> [BoundAction]? {
        guard let options = picker?.options else { return nil }
        if let actions = options.bindings[stroke] { return actions }
        return usualActions(for: stroke, options)?.map { BoundAction($0) }
    }

    private func usualActions(for stroke: KeyStroke, _ options: PickOptions) -> [PickAction]? {
        if stroke == KeyStroke(key: .character("c"), modifiers: .control) { return [.abort] }
        guard case .results = page else { return nil }
        switch (stroke.key, stroke.modifiers) {
        case (.character("g"), .control), (.character("q"), .control), (.escape, []): return [.abort]
        case (.character("d"), .control): return [.deleteCharOrEnd]
        case (.enter, []): return [.accept]
        case (.enter, .alt): return [.open]
        case (.character("k"), .control), (.character("p"), .control), (.up, []): return [.up]
        case (.character("j"), .control), (.character("n"), .control), (.down, []): return [.down]
        case (.up, .shift): return [.previewUp]
        case (.down, .shift): return [.previewDown]
        case (.left, .shift): return [.backwardWord]
        case (.right, .shift): return [.forwardWord]
        case (.tab, []) where options.allowsMany: return [.toggleDown]
        case (.backTab, _) where options.allowsMany: return [.toggleUp]
        default: return nil
        }
    }

    /// Handles a key when choosing.
    ///
    /// - Returns: `nil` if the key has no special meaning here; otherwise the request to the terminal, if
    ///   any.
    func pick(_ stroke: KeyStroke) -> Request?? {
        if let key = picker?.options.expected?.first(where: { $0.stroke == stroke }) { return accept(key) }
        guard let actions = pickActions(for: stroke) else { return nil }
        for bound in actions {
            if let command = bound.command, bound.action == .reload { return .reload(command) }
            if let request = perform(bound.action) { return request }
        }
        return .some(nil)
    }

    /// Handles typed text when choosing: characters may be keys with a special meaning.
    func pick(typed text: String) -> Request?? {
        guard picker != nil, case .results = page, text.count == 1, let letter = text.first else {
            return nil
        }
        return pick(KeyStroke(key: .character(letter)))
    }

    private func perform(_ action: PickAction) -> Request? {
        switch action {
        case .accept: return accept(nil)
        case .abort: return .finish(.aborted)
        case .cancel:
            if search.searchBar.isEmpty { return .finish(.aborted) }
            change { search.searchBar.clear() }
        case .deleteCharOrEnd:
            if search.searchBar.isEmpty { return .finish(.aborted) }
            return perform(.edit(.deleteForward))
        case .ignore, .reload: break
        case .toggle: toggle()
        case .toggleDown:
            toggle()
            return perform(.move(.down))
        case .toggleUp:
            toggle()
            return perform(.move(.up))
        case .selectAll: picker?.mark(allHits())
        case .deselectAll: picker?.unmark(allHits())
        case .toggleAll:
            let hits = allHits()
            let marked = hits.filter { picker?.isMarked($0) == true }
            picker?.mark(hits)
            picker?.unmark(marked)
        case .clearSelection: picker?.unmarkAll()
        case .clearQuery: change { search.searchBar.clear() }
        case .togglePreview: if picker?.options.preview != nil { picker?.showsPreview.toggle() }
        case .previewUp: scrollPreview(by: -1)
        case .previewDown: scrollPreview(by: 1)
        case .previewPageUp: scrollPreview(by: -visibleRows)
        case .previewPageDown: scrollPreview(by: visibleRows)
        case .up, .down, .first, .last, .pageUp, .pageDown, .clearScreen, .backwardChar, .forwardChar,
            .backwardWord, .forwardWord, .beginningOfLine, .endOfLine, .backwardDeleteChar, .deleteChar,
            .backwardKillWord, .killLine, .unixLineDiscard, .unixWordRubout, .nextScope, .previousScope,
            .order,
            .reverse, .language, .currency, .open, .copy, .help:
            return action.command.flatMap(perform)
        }
        return nil
    }

    private func scrollPreview(by lines: Int) {
        guard let scroll = picker?.previewScroll else { return }
        picker?.previewScroll = max(0, scroll + lines)
    }

    private func toggle() { if let hit = currentHit { picker?.toggle(hit) } }

    /// All results of the current search, including those that the window has not requested.
    private func allHits() -> [Hit] {
        var request = search.request
        request.limit = .max
        do throws(SearchError) {
            return try engine.search(request).hits
        } catch {
            status = messages.texts.message(for: error)
            return []
        }
    }

    // MARK: The end

    /// Accepts the choice, at once or when the response to the newest input arrives.
    func accept(_ key: KeyName?) -> Request? {
        guard !results.isSearching else {
            picker?.pending = .accepted(key: key)
            return nil
        }
        return results.error == nil ? .finish(.accepted(key: key)) : nil
    }

    /// The choice that waited for a response, if it need not wait any longer.
    func takePendingChoice() -> Request? {
        guard let pending = picker?.pending, !results.isSearching else { return nil }
        picker?.pending = nil
        return results.error == nil ? .finish(pending) : nil
    }

    /// The results that the user chose.
    var choice: [Hit] { picker?.choice(currentHit) ?? [] }
}

extension PickAction {
    /// The equivalent command of the interactive search; `nil` if only a choice has the action.
    fileprivate var command: Command? {
        switch self {
        case .up: .move(.up)
        case .down: .move(.down)
        case .first: .move(.first)
        case .last: .move(.last)
        case .pageUp: .move(.pageUp)
        case .pageDown: .move(.pageDown)
        case .clearScreen: .redraw
        case .backwardChar: .edit(.left)
        case .forwardChar: .edit(.right)
        case .backwardWord: .edit(.wordLeft)
        case .forwardWord: .edit(.wordRight)
        case .beginningOfLine: .edit(.start)
        case .endOfLine: .edit(.end)
        case .backwardDeleteChar: .edit(.deleteBackward)
        case .deleteChar: .edit(.deleteForward)
        case .backwardKillWord, .unixWordRubout: .edit(.deleteWordBackward)
        case .killLine: .edit(.deleteToEnd)
        case .unixLineDiscard: .edit(.deleteToStart)
        case .nextScope: .nextScope
        case .previousScope: .previousScope
        case .order: .order
        case .reverse: .reverse
        case .language: .languages
        case .currency: .currency
        case .open: .open
        case .copy: .copy
        case .help: .help
        case .accept, .abort, .cancel, .ignore, .toggle, .toggleDown, .toggleUp, .toggleAll, .selectAll,
            .deselectAll, .clearSelection, .clearQuery, .deleteCharOrEnd, .togglePreview, .previewUp,
            .previewDown, .previewPageUp, .previewPageDown, .reload:
            nil
        }
    }
}
