// Handles what the user types, presses, pastes and clicks.

internal import CatalogSearch
internal import Localization
internal import ProgramSupport
internal import SearchService
internal import SearchInterface

extension InteractiveSearch {
    /// Handles an event.
    ///
    /// - Returns: a request to the terminal; `nil` for none.
    func handle(_ event: TerminalEvent) -> Request? {
        opensOnResponse = false
        switch event {
        case .text(let text):
            status = nil
            if let request = pick(typed: text) { return request }
            return type(text)
        case .paste(let text):
            status = nil
            if case .record = page { return nil }
            return type(text)
        case .key(let key, let modifiers):
            status = nil
            if let request = pick(KeyStroke(key: key, modifiers: modifiers)) { return request }
            // As in a shell, control-D on an empty line ends the program.
            if key == .character("d"), modifiers == .control {
                return search.searchBar.isEmpty ? .quit : perform(.edit(.deleteForward))
            }
            return command(for: key, modifiers).flatMap(perform)
        case .mouse(let mouse): return handle(mouse)
        }
    }

    private func command(for key: Key, _ modifiers: KeyModifiers) -> Command? {
        let onPage: Command? =
            switch page {
            case .results: Command(amongResults: key, modifiers) ?? Command(inField: key, modifiers)
            case .record: Command(inRecord: key, modifiers)
            case .languages: Command(inField: key, modifiers)
            case .keys: nil
            }
        return onPage ?? Command(everywhere: key, modifiers)
    }

    private func handle(_ mouse: MouseEvent) -> Request? {
        switch mouse.kind {
        case .wheelUp: return perform(.move(.up))
        case .wheelDown: return perform(.move(.down))
        case .press where mouse.button == 0:
            status = nil
            return screen?.command(row: mouse.row, column: mouse.column).flatMap(perform)
        case .press where mouse.button == 2:
            guard picker != nil,
                case .choose(let row)? = screen?.command(row: mouse.row, column: mouse.column)
            else { return nil }
            choose(row)
            return pick(KeyStroke(key: .tab)) ?? nil
        case .press, .release: return nil
        }
    }

    private func type(_ text: String) -> Request? {
        switch page {
        case .results:
            change { search.searchBar.insert(text, limit: SearchRequest.maximumQueryLength) }
        case .languages(let menu, _):
            menu.field.insert(text, limit: 100)
            menu.update()
        case .record:
            for letter in text {
                let command: Command? =
                    switch letter {
                    case "n": .nextItem
                    case "p": .previousItem
                    case "q": .back
                    case "y": .copy
                    case " ": .move(.pageDown)
                    default: nil
                    }
                if let request = command.flatMap(perform) { return request }
            }
        case .keys: page = .results
        }
        return nil
    }

    /// Performs a command.
    ///
    /// - Returns: a request to the terminal; `nil` for none.
    func perform(_ command: Command) -> Request? {
        switch command {
        case .quit: return picker == nil ? .quit : .finish(.aborted)
        case .suspend: return .suspend
        case .redraw: return .redraw
        case .copy: return copy()
        case .help: page = .keys(scroll: 0)
        case .languages:
            var behind: RecordPage?
            if case .record(let record) = page { behind = record }
            page = .languages(LanguageMenu(languages, current: search.locale, messages), behind: behind)
        case .back, .clear: back()
        case .open: open()
        case .order: changeOrder()
        case .currency: changeCurrency()
        case .reverse: change { search.requestTemplate.isReversed.toggle() }
        case .nextScope: moveScope(by: 1)
        case .previousScope: moveScope(by: -1)
        case .selectScope(let index):
            if search.searchBar.scopes.indices.contains(index) {
                change { search.searchBar.selectScope(at: index) }
            }
        case .takeSuggestion(let index):
            guard search.searchSuggestions.indices.contains(index) else { return nil }
            take(search.searchSuggestions[index])
        case .move(let movement): move(movement)
        case .choose(let row):
            if case .results = page, results.selectedRow == row {
                if picker != nil { return accept(nil) }
                open()
            } else {
                choose(row)
            }
        case .nextItem: moveItem(by: 1)
        case .previousItem: moveItem(by: -1)
        case .edit(let edit): self.edit(edit)
        }
        return nil
    }

    // MARK: Field, scopes, suggestions

    private func edit(_ edit: Command.Edit) {
        switch page {
        case .languages(let menu, _):
            menu.field.perform(edit)
            menu.update()
        case .results:
            let bar = search.searchBar
            // At the end of the text, the right arrow accepts the completion.
            if edit == .right, bar.selectedTextRange.lowerBound == bar.textualRange.upperBound,
                let completion = search.searchSuggestions.first(where: {
                    [.completion, .attribute].contains($0.kind)
                })
            {
                return take(completion)
            }
            change { bar.perform(edit) }
        case .record, .keys: break
        }
    }

    private func take(_ suggestion: SearchSuggestion) {
        change { search.select(suggestion) }
    }

    /// Selects the next scope with results, or the next one if no other has results.
    private func moveScope(by step: Int) {
        let bar = search.searchBar
        let count = bar.scopes.count
        guard count > 1 else { return }
        let others = (1..<count).map { (bar.selectedScopeButtonIndex + $0 * step + count * count) % count }
        change { bar.selectScope(at: others.first { bar.scopes[$0].count != 0 } ?? others[0]) }
    }

    private func changeOrder() {
        let orders = SearchRequest.SortOrder.allCases
        let place = orders.firstIndex(of: search.requestTemplate.sort) ?? 0
        change { search.requestTemplate.sort = orders[(place + 1) % orders.count] }
    }

    // MARK: Pages

    private func back() {
        switch page {
        case .results:
            change {
                search.searchBar.clear()
                search.searchBar.clickCancelButton()
                search.searchBar.becomeFirstResponder()
            }
        case .languages(_, let record?): page = .record(record)
        case .record, .languages, .keys: page = .results
        }
    }

    private func open() {
        switch page {
        case .results:
            change { search.searchBar.clickSearchButton() }
            results.recordSearch()
            // While a search runs, the rows on the screen belong to the previous input.
            if results.isSearching { opensOnResponse = true } else { openCurrentHit() }
        case .languages(let menu, _):
            if let locale = menu.choice { setLocale(locale) }
            back()
        case .record, .keys: page = .results
        }
    }

    /// Opens the page of the current row, if there is one.
    func openCurrentHit() { if let hit = currentHit { show(hit) } }

    /// Opens the page of a record.
    func show(_ hit: Hit) {
        do throws(SearchError) {
            guard let record = try engine.record(hit.id, in: hit.catalog) else { return }
            page = .record(RecordPage(record: record, hit: hit))
        } catch {
            status = messages.texts.message(for: error)
        }
    }

    private func copy() -> Request? {
        if case .record(let page) = page { return copied(page.record.id) }
        guard let hit = currentHit else {
            status = messages.interactive("NothingChosen")
            return nil
        }
        return copied(hit.id)
    }

    private func copied(_ id: String) -> Request {
        status = messages.interactive("Copied: %@", id.singleLine)
        return .copy(id)
    }

    // MARK: Lists

    private func move(_ movement: Command.Movement) {
        switch page {
        case .results:
            let last = results.hits.count - 1
            guard last >= 0 else { return }
            let row = currentRow
            switch movement {
            case .up: choose(max(0, (row ?? 0) - 1))
            case .down: choose((row ?? -1) + 1)
            case .pageUp: choose(max(0, (row ?? 0) - visibleRows))
            case .pageDown: choose((row ?? 0) + visibleRows)
            case .first: choose(0)
            case .last: choose(last)
            }
        case .languages(let menu, _):
            menu.chosen = Self.moved(menu.chosen, movement, visibleRows, count: menu.languages.count)
        case .record(var record):
            record.scroll = Self.moved(record.scroll, movement, visibleRows, count: .max)
            page = .record(record)
        case .keys(let scroll): page = .keys(scroll: Self.moved(scroll, movement, visibleRows, count: .max))
        }
    }

    /// The position in a list after a movement, within the list.
    private static func moved(
        _ place: Int, _ movement: Command.Movement, _ rows: Int, count: Int
    ) -> Int {
        let last = count - 1
        let target =
            switch movement {
            case .up: place - 1
            case .down: place + 1
            case .pageUp: place - max(1, rows - 1)
            case .pageDown: place + max(1, rows - 1)
            case .first: 0
            case .last: last
            }
        return max(0, min(target, last))
    }

    /// Selects a row; on the page of languages also accepts it.
    private func choose(_ row: Int?) {
        switch page {
        case .results:
            results.selectedRow = row
            ensureHits()
        case .languages(let menu, _):
            menu.chosen = row ?? 0
            open()
        case .record, .keys: break
        }
    }

    private func moveItem(by step: Int) {
        guard case .record = page, let row = currentRow else { return }
        results.selectedRow = max(0, row + step)
        ensureHits()
        if let hit = results.selectedHit { show(hit) }
    }
}
