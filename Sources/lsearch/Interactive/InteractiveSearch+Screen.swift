// Draws the interactive search in a window of any size.

internal import CatalogSearch
internal import Localization
internal import ProgramSupport
internal import SearchService
internal import SearchInterface

extension InteractiveSearch {
    /// The least height in lines at which each part is shown. The least important
    /// part is the first to be left out.
    enum LeastRows {
        static let label = 3
        static let scopes = 6
        static let hints = 7
        static let suggestions = 8
        static let title = 14
    }

    /// Windows with fewer columns show nothing.
    private static let leastColumns = 10

    /// Draws the current screen, and scrolls the list so that its selected row is visible.
    func draw() -> Screen {
        var screen = Screen(size, messages.direction)
        if size.columns < Self.leastColumns {
            // So few columns leave no room for a margin.
            screen.appendLine(DisplayText(messages.interactive("WindowTooSmall")))
        } else {
            switch page {
            case .results: drawResults(&screen)
            case .record(let record): drawRecord(record, &screen)
            case .languages(let menu, _): drawLanguages(menu, &screen)
            case .keys(let scroll): drawKeys(scroll, &screen)
            }
        }
        self.screen = screen
        return screen
    }

    // MARK: Results

    /// The number of lines at the bottom that the list leaves free.
    var bottomRows: Int { size.rows >= LeastRows.hints ? 1 : 0 }

    private func drawResults(_ screen: inout Screen) {
        if size.rows >= LeastRows.title { drawTitle(&screen) }
        drawField(
            search.searchBar, messages.interactive("SearchLabel"),
            tokens: search.searchBar.tokens.map { messages.token($0, search.searchBar) }, &screen)
        if size.rows >= LeastRows.scopes, options.lines == nil { drawScopes(&screen) }
        if size.rows >= LeastRows.suggestions { drawSuggestions(&screen) }
        if size.rows >= LeastRows.label { drawLabel(&screen) }
        drawNotes(&screen, keeping: bottomRows + 2)
        for line in header where screen.room(keeping: bottomRows) > size.rows / 2 {
            screen.append(DisplayText(line.singleLine, .heading))
        }
        drawHits(&screen, keeping: bottomRows)
        if let picker { return drawBottom(&screen, hints(picker)) }
        drawBottom(
            &screen,
            [
                ("F1", "HintHelp", .help), ("^C", "HintQuit", .quit), ("Enter", "HintOpen", .open),
                ("Tab", "HintScope", .nextScope), ("F2", "HintLanguage", .languages),
                ("Alt-1", "HintSuggestion", .takeSuggestion(0)), ("F3", "HintOrder", .order),
                ("^Y", "HintCopy", .copy), ("Esc", "HintClear", .clear),
            ])
    }

    /// The hints of a choice for a script.
    private func hints(_ picker: Picker) -> [(key: String, word: String, Command?)] {
        let tab: (String, String, Command?) =
            picker.options.allowsMany ? ("Tab", "HintMark", nil) : ("Tab", "HintScope", .nextScope)
        return [
            ("Enter", "HintChoose", nil), ("Esc", "HintCancel", .quit), tab, ("F1", "HintHelp", .help),
            ("Alt-Enter", "HintOpen", .open), ("F2", "HintLanguage", .languages),
            ("F3", "HintOrder", .order),
        ]
    }

    /// The program's name, the catalogs, and the language at the other end.
    private func drawTitle(_ screen: inout Screen) {
        let language = messages.locale(search.locale).singleLine
        let names = engine.catalogs.map { messages.catalog($0.description.id).singleLine }
        let direction = screen.layout.direction
        var title = direction.isolated(DisplayText("lsearch", .heading))
        title.append(" · ", .secondary)
        let list = DisplayText(names.joined(separator: messages.texts("ListSeparator")), .secondary)
        let room = screen.width - language.columns - 1 - title.columns
        title.append(direction.isolated(list.truncated(to: max(0, room))))
        let padding = max(1, screen.width - title.columns - language.columns)
        var line = title
        line.append(String(repeating: " ", count: padding))
        let start = screen.width - language.columns
        if start > 0 { screen.addTarget(columns: start..<screen.width, .languages) }
        line.append(direction.isolated(DisplayText(language, .secondary)))
        screen.append(line)
    }

    func drawField(_ bar: SearchBar, _ label: String, tokens: [String], _ screen: inout Screen) {
        let field = FieldLine(
            bar, label: label, tokens: tokens, direction: screen.layout.direction, columns: screen.width)
        for place in field.places { screen.addTarget(columns: place.columns, .edit(.place(place.position))) }
        screen.placeCursor(atColumn: field.cursor)
        screen.appendIndented(screen.layout.line(field.text))
    }

    /// The scopes as tabs. If they do not all fit, only those with results, around the selected one.
    private func drawScopes(_ screen: inout Screen) {
        let bar = search.searchBar
        var shown = Array(bar.scopes.indices)
        let titles = bar.scopes.map(messages.scope)
        // Each with its brackets, or with spaces instead.
        let widths = titles.map { $0.columns + 2 }
        func width(_ scopes: some Sequence<Int>) -> Int { scopes.reduce(0) { $0 + widths[$1] } }
        if width(shown) > screen.width {
            shown.removeAll { bar.scopes[$0].count == 0 && $0 != bar.selectedScopeButtonIndex }
        }
        // Drop scopes before the selected one until it fits.
        if let chosen = shown.firstIndex(of: bar.selectedScopeButtonIndex) {
            var first = 0
            while first < chosen, width(shown[first...chosen]) > screen.width {
                first += 1
            }
            shown.removeFirst(first)
        }
        let pieces = shown.map { index in
            let isChosen = index == bar.selectedScopeButtonIndex
            let title = titles[index]
            return Screen.Piece(
                isChosen
                    ? DisplayText("[\(title)]", .selected)
                    : DisplayText(" \(title) ", bar.scopes[index].count == 0 ? .secondary : .plain),
                .selectScope(index))
        }
        screen.append(pieces, separator: DisplayText())
    }

    private func drawSuggestions(_ screen: inout Screen) {
        let suggestions = search.searchSuggestions.prefix(9)
        guard !suggestions.isEmpty else { return screen.append(DisplayText()) }
        var pieces: [Screen.Piece] = []
        if size.columns >= 60 {
            pieces.append(.init(DisplayText(messages.interactive("SuggestionsLabel"), .secondary)))
        }
        for (number, suggestion) in suggestions.enumerated() {
            var text = DisplayText("\(number + 1) ", .secondary)
            text.append(messages.suggestion(suggestion, search.searchBar))
            pieces.append(.init(text, .takeSuggestion(number)))
        }
        screen.append(pieces)
    }

    /// The number of results and their order.
    private func drawLabel(_ screen: inout Screen) {
        var pieces: [Screen.Piece] = []
        if results.isSearching && tellsThatItSearches {
            pieces.append(.init(DisplayText(messages.interactive("Searching"), .heading)))
        } else if let found = results.results {
            let more = awaitsLines ? Typography.ellipsis : ""
            pieces.append(.init(DisplayText(messages.total(found.total) + more, .heading)))
        }
        if let picker, !picker.marked.isEmpty {
            let count = messages.count(picker.marked.count)
            pieces.append(.init(DisplayText(messages.interactive("Marked: %@", count), .heading)))
        }
        let template = search.requestTemplate
        if template.sort != .relevance || template.isReversed {
            let order = messages.order(template.sort, isReversed: template.isReversed)
            pieces.append(.init(DisplayText(order, .secondary), .order))
        }
        if let currency = template.currency {
            let text = messages.labelled(messages.texts("ColumnPrice"), currency)
            pieces.append(.init(DisplayText(text, .secondary), .currency))
        }
        if size.rows < LeastRows.title {
            let language = DisplayText(messages.locale(search.locale).singleLine, .secondary)
            pieces.append(.init(language, .languages))
        }
        screen.append(pieces, separator: DisplayText(" · ", .secondary))
    }

    /// Notes about the results: an error, similar words, ignored words.
    private func drawNotes(_ screen: inout Screen, keeping bottom: Int) {
        var notes: [String] = []
        if let error = results.error {
            notes.append(messages.texts.message(for: error))
        }
        if let found = results.results {
            notes += messages.relaxationNotes(found)
            notes += found.ignoredWords.map(messages.ignored)
        }
        for note in notes where screen.room(keeping: bottom) > 0 {
            let text = screen.layout.direction.isolatingLatin(note)
            screen.append(DisplayText(text, .secondary))
        }
    }

    /// Draws the bottom line, if the window has one: the status, or hints about keys.
    func drawBottom(_ screen: inout Screen, _ hints: [(key: String, word: String, Command?)]) {
        screen.fill(keeping: bottomRows)
        guard bottomRows > 0 else { return }
        if let status {
            return screen.append(DisplayText(status, .heading))
        }
        screen.append(
            hints.map { key, word, command in
                var text = DisplayText(key, .heading)
                text.append(" " + messages.interactive(word), .secondary)
                return .init(text, command)
            })
    }
}
