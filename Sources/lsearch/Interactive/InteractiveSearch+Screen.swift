// Draws the interactive search in a window of any size.

internal import CatalogSearch
internal import Localization
internal import ProgramSupport
internal import SearchService
internal import SearchInterface

extension InteractiveSearch {
    /// The least height in lines at which each part is shown. The least important part is the first to be left out.
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
        var screen = Screen(size, wording.direction)
        if size.columns < Self.leastColumns {
            // So few columns have no room for a margin.
            screen.appendLine(DisplayText(wording.interactive("WindowTooSmall")))
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
    private var bottomRows: Int { size.rows >= LeastRows.hints ? 1 : 0 }

    private func drawResults(_ screen: inout Screen) {
        if size.rows >= LeastRows.title { drawTitle(&screen) }
        drawField(
            search.searchBar, wording.interactive("SearchLabel"),
            tokens: search.searchBar.tokens.map { wording.token($0, search.searchBar) }, &screen)
        if size.rows >= LeastRows.scopes, options.lines == nil { drawScopes(&screen) }
        if size.rows >= LeastRows.suggestions { drawSuggestions(&screen) }
        if size.rows >= LeastRows.label { drawLabel(&screen) }
        drawNotes(&screen, keeping: bottomRows + 2)
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
        let language = wording.locale(search.locale).singleLine
        let names = engine.catalogs.map { wording.catalog($0.description.id).singleLine }
        let direction = screen.layout.direction
        var title = direction.isolated(DisplayText("lsearch", .heading))
        title.append(" · ", .secondary)
        let list = DisplayText(names.joined(separator: wording.texts("ListSeparator")), .secondary)
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

    private func drawField(_ bar: SearchBar, _ label: String, tokens: [String], _ screen: inout Screen) {
        let field = FieldLine(
            bar, label: label, tokens: tokens, direction: screen.layout.direction, columns: screen.width)
        for place in field.places { screen.addTarget(columns: place.columns, .edit(.place(place.position))) }
        screen.placeCursor(atColumn: field.cursor)
        screen.appendIndented(screen.layout.line(field.text))
    }

    /// The scopes as tabs. If there is no room for all, those with results, around the selected one.
    private func drawScopes(_ screen: inout Screen) {
        let bar = search.searchBar
        var shown = Array(bar.scopes.indices)
        let titles = bar.scopes.map(wording.scope)
        // Each with its brackets, or with blanks in their place.
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
            pieces.append(.init(DisplayText(wording.interactive("SuggestionsLabel"), .secondary)))
        }
        for (number, suggestion) in suggestions.enumerated() {
            var text = DisplayText("\(number + 1) ", .secondary)
            text.append(wording.suggestion(suggestion, search.searchBar))
            pieces.append(.init(text, .takeSuggestion(number)))
        }
        screen.append(pieces)
    }

    /// The number of results and their order.
    private func drawLabel(_ screen: inout Screen) {
        var pieces: [Screen.Piece] = []
        if results.isSearching && tellsThatItSearches {
            pieces.append(.init(DisplayText(wording.interactive("Searching"), .heading)))
        } else if let found = results.results {
            pieces.append(.init(DisplayText(wording.total(found.total), .heading)))
        }
        if let picker, !picker.marked.isEmpty {
            let count = wording.count(picker.marked.count)
            pieces.append(.init(DisplayText(wording.interactive("Marked: %@", count), .heading)))
        }
        let template = search.requestTemplate
        if template.sort != .relevance || template.isReversed {
            let order = wording.order(template.sort, isReversed: template.isReversed)
            pieces.append(.init(DisplayText(order, .secondary), .order))
        }
        if let currency = template.currency {
            let text = wording.labelled(wording.texts("ColumnPrice"), currency)
            pieces.append(.init(DisplayText(text, .secondary), .currency))
        }
        if size.rows < LeastRows.title {
            let language = DisplayText(wording.locale(search.locale).singleLine, .secondary)
            pieces.append(.init(language, .languages))
        }
        screen.append(pieces, separator: DisplayText(" · ", .secondary))
    }

    /// Notes about the results: an error, similar words, ignored words.
    private func drawNotes(_ screen: inout Screen, keeping bottom: Int) {
        var notes: [String] = []
        if let error = results.error {
            notes.append(wording.texts.words(for: error))
        }
        if let found = results.results {
            notes += wording.relaxationNotes(found)
            notes += found.ignoredWords.map(wording.ignored)
        }
        for note in notes where screen.room(keeping: bottom) > 0 {
            let text = screen.layout.direction.isolatingLatin(note)
            screen.append(DisplayText(text, .secondary))
        }
    }

    // MARK: Hits

    /// The width of the marker before a row.
    private var marker: Int { picker?.options.allowsMany == true ? 3 : 2 }

    private func drawHits(_ screen: inout Screen, keeping bottom: Int) {
        let hits = results.hits
        visibleRows = max(1, screen.room(keeping: bottom))
        guard !hits.isEmpty else { return }
        let rows = HitRows(
            wording: wording, width: max(1, size.columns - marker - Screen.margin),
            explains: options.explains,
            fillsWidth: true, attributes: options.lines == nil ? options.columns : [])
        // Each hit has at least one line.
        let height = screen.room(keeping: bottom)
        let chosen = currentRow
        var first = min(search.scrollPosition, hits.count - 1)
        if let chosen, chosen < first { first = chosen }
        if let chosen, chosen >= first {
            first = max(first, chosen - max(0, height - 1))
            let lines = rows.rows(Array(hits[first...chosen]), scopes: results.results?.scopes ?? [])
            var used = lines.heading == nil ? 0 : 1
            var start = chosen + 1
            // The selected hit whole, and as many hits before it as fit.
            while start > first, start == chosen + 1 || used + lines.hits[start - 1 - first].count <= height {
                start -= 1
                used += lines.hits[start - first].count
            }
            first = max(first, start)
        }
        if first != search.scrollPosition { search.scrollPosition = first }

        let shown = Array(hits[first..<min(hits.count, first + height)])
        let lines = rows.rows(shown, scopes: results.results?.scopes ?? [])
        // A heading above plain lines would look like one of them.
        if let heading = lines.heading, options.lines == nil {
            screen.appendLine(marked(heading, isChosen: false, screen))
        }
        visibleRows = 0
        for (offset, hitLines) in lines.hits.enumerated() {
            // Hits are shown whole, except a first one that does not fit.
            guard screen.room(keeping: bottom) >= hitLines.count || offset == 0 else { break }
            visibleRows += 1
            let row = first + offset
            for (number, line) in hitLines.prefix(screen.room(keeping: bottom)).enumerated() {
                let isMarked = row == chosen && number == 0
                let hit = number == 0 ? shown[offset] : nil
                screen.appendLine(
                    marked(
                        line, isChosen: isMarked, screen,
                        isMarked: hit.map { picker?.isMarked($0) ?? false } ?? false),
                    command: .choose(row))
            }
        }
    }

    /// A row after its marker, which shows the selection without colors, too.
    ///
    /// - Parameter isMarked: whether the row is one of several that the user chooses.
    private func marked(
        _ line: DisplayText, isChosen: Bool, _ screen: Screen, isMarked: Bool = false
    ) -> DisplayText {
        let mark = isMarked ? "* " : String(repeating: " ", count: marker - 1)
        guard isChosen else {
            var marked = DisplayText(" " + mark)
            marked.append(line)
            return marked
        }
        var marked = DisplayText((screen.layout.direction.isRightToLeft ? "◂" : "▸") + mark)
        marked.append(line)
        marked.append(String(repeating: " ", count: max(0, size.columns - marked.columns)))
        return marked.selected
    }

    // MARK: Other pages

    private func drawRecord(_ record: RecordPage, _ screen: inout Screen) {
        let chain = search.requestTemplate.chain
        let title = DisplayText(record.title(chain: chain).singleLine, .heading)
        screen.append(screen.layout.direction.isolated(title))
        let lines = record.lines(
            wording, screen.layout, scope: scopeTitle(record.record.scope)?.singleLine, chain: chain)
        drawScrolled(lines, record.scroll, &screen) { scroll in
            guard scroll != record.scroll else { return }
            var record = record
            record.scroll = scroll
            page = .record(record)
        }
        drawBottom(
            &screen,
            [
                ("Esc", "HintBack", .back), ("↑↓", "HintScroll", nil), ("←→", "HintNext", .nextItem),
                ("^Y", "HintCopy", .copy), ("F2", "HintLanguage", .languages), ("F1", "HintHelp", .help),
            ])
    }

    private func drawLanguages(_ menu: LanguageMenu, _ screen: inout Screen) {
        menu.field.placeholder = wording.interactive("LanguagePlaceholder")
        let label = wording.labelled(wording.interactive("LanguageTitle"), "")
        drawField(
            menu.field, String(label.reversed().drop(while: \.isWhitespace).reversed()), tokens: [], &screen)
        let height = max(1, screen.room(keeping: bottomRows))
        visibleRows = height
        menu.scroll = max(min(menu.scroll, menu.chosen), menu.chosen - height + 1)
        let end = min(menu.languages.count, menu.scroll + height)
        let rows = menu.languages[menu.scroll..<end].map { language in
            [
                DisplayText(language.ownName.singleLine), DisplayText(language.name.singleLine, .secondary),
                DisplayText(language.locale.identifier),
            ]
        }
        let columns = [
            Table.Column(heading: "", shrinks: true), Table.Column(heading: "", shrinks: true),
            Table.Column(heading: "", shrinks: true),
        ]
        let lines = Table(columns: columns, rows: rows, direction: wording.direction)
            .lines(width: size.columns - marker - Screen.margin).dropFirst()
        if lines.isEmpty { screen.append(DisplayText(wording.texts("NoItemsFoundTitle"), .heading)) }
        for (offset, line) in lines.enumerated() {
            let row = menu.scroll + offset
            screen.appendLine(marked(line, isChosen: row == menu.chosen, screen), command: .choose(row))
        }
        drawBottom(
            &screen,
            [("Enter", "HintChoose", .open), ("Esc", "HintBack", .back), ("↑↓", "HintScroll", nil)])
    }

    private func drawKeys(_ scroll: Int, _ screen: inout Screen) {
        screen.append(DisplayText(wording.interactive("KeysTitle"), .heading))
        var keys: [(String, String)] = [
            ("↑ ↓ PgUp PgDn", "KeysChoose"), ("Enter", "KeysOpen"), ("Tab  Shift-Tab", "KeysScope"),
            ("Alt-1 … Alt-9", "KeysSuggestion"), ("→", "KeysComplete"), ("F2  ^G", "KeysLanguage"),
            ("F3  ^S", "KeysOrder"), ("F4  ^R", "KeysReverse"), ("F6", "KeysCurrency"), ("^Y", "KeysCopy"),
            ("Esc", "KeysClear"),
            ("^W  ^U", "KeysErase"), ("^L", "KeysRedraw"), ("^Z", "KeysSuspend"), ("^C  ^Q", "KeysQuit"),
        ]
        if let picker {
            keys =
                [
                    ("Enter", "KeysPick"), ("Esc  ^C  ^G", "KeysCancel"), ("↑ ↓  ^P ^N  ^K ^J", "KeysChoose"),
                    ("Alt-Enter", "KeysOpen"), ("F5  Shift-F5", "KeysScope"),
                ]
                + keys.filter {
                    !["KeysChoose", "KeysOpen", "KeysScope", "KeysClear", "KeysQuit"].contains($0.1)
                }
            if picker.options.allowsMany { keys.insert(("Tab  Shift-Tab", "KeysMark"), at: 1) }
        }
        let layout = screen.layout
        let names = keys.map { DisplayText($0.0, .heading) }
        let start = (names.map(\.columns).max() ?? 0) + 2
        var lines: [DisplayText] = []
        for (name, key) in zip(names, keys) {
            var line = layout.direction.isolated(name)
            let words = DisplayText(wording.interactive(key.1))
            for part in words.wrapped(to: max(10, screen.width - start), in: wording.texts.locale) {
                line.append(String(repeating: " ", count: start - line.columns))
                line.append(layout.direction.isolated(part))
                lines.append(layout.cutLine(line))
                line = DisplayText()
            }
        }
        lines.append(DisplayText())
        lines.append(layout.cutLine(DisplayText(wording.interactive("KeysFilters"))))
        let scope = search.searchBar.scopes.dropFirst().first?.id ?? SearchResults.allScopes
        var example = "scope:\(scope.singleLine) year:2001..2005 price:..20"
        if let attribute = search.searchBar.attributes.first(where: {
            !$0.values.isEmpty && $0.name != .catalog
        }) {
            let value =
                attribute.values.first { !$0.title.contains(where: \.isWhitespace) } ?? attribute.values[0]
            example += " \(attribute.name.rawValue.singleLine):\(value.title.singleLine)"
        }
        lines.append(layout.cutLine(layout.direction.isolated(DisplayText(example, .heading))))
        drawScrolled(lines, scroll, &screen) { page = .keys(scroll: $0) }
        drawBottom(&screen, [("Esc", "HintBack", .back), ("↑↓", "HintScroll", nil)])
    }

    /// Draws as many lines as fit, from a first one on, scrolled no further than to the last one.
    ///
    /// - Parameter settle: receives the first visible line.
    private func drawScrolled(
        _ lines: [DisplayText], _ scroll: Int, _ screen: inout Screen, settle: (Int) -> Void
    ) {
        let height = max(1, screen.room(keeping: bottomRows))
        visibleRows = height
        let first = max(0, min(scroll, lines.count - height))
        settle(first)
        for line in lines.dropFirst(first).prefix(height) {
            screen.appendIndented(line)
        }
    }

    /// Draws the bottom line, if the window has one: the status, or hints about keys.
    private func drawBottom(_ screen: inout Screen, _ hints: [(key: String, word: String, Command?)]) {
        screen.fill(keeping: bottomRows)
        guard bottomRows > 0 else { return }
        if let status {
            return screen.append(DisplayText(status, .heading))
        }
        screen.append(
            hints.map { key, word, command in
                var text = DisplayText(key, .heading)
                text.append(" " + wording.interactive(word), .secondary)
                return .init(text, command)
            })
    }
}
