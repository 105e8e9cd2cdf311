// Draws the pages that cover the results: a record, the languages, the keys.

internal import CatalogSearch
internal import Localization
internal import ProgramSupport
internal import SearchInterface
internal import SearchService

extension InteractiveSearch {
    func drawRecord(_ record: RecordPage, _ screen: inout Screen) {
        let chain = search.requestTemplate.chain
        let title = DisplayText(record.title(chain: chain).singleLine, .heading)
        screen.append(screen.layout.direction.isolated(title))
        let lines = record.lines(
            messages, screen.layout, scope: scopeTitle(record.record.scope)?.singleLine, chain: chain)
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

    func drawLanguages(_ menu: LanguageMenu, _ screen: inout Screen) {
        menu.field.placeholder = messages.interactive("LanguagePlaceholder")
        let label = messages.labelled(messages.interactive("LanguageTitle"), "")
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
        let lines = Table(columns: columns, rows: rows, direction: messages.direction)
            .lines(width: size.columns - marker - Screen.margin).dropFirst()
        if lines.isEmpty { screen.append(DisplayText(messages.texts("NoItemsFoundTitle"), .heading)) }
        for (offset, line) in lines.enumerated() {
            let row = menu.scroll + offset
            screen.appendLine(marked(line, isChosen: row == menu.chosen, screen), command: .choose(row))
        }
        drawBottom(
            &screen,
            [("Enter", "HintChoose", .open), ("Esc", "HintBack", .back), ("↑↓", "HintScroll", nil)])
    }

    func drawKeys(_ scroll: Int, _ screen: inout Screen) {
        screen.append(DisplayText(messages.interactive("KeysTitle"), .heading))
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
            let words = DisplayText(messages.interactive(key.1))
            for part in words.wrapped(to: max(10, screen.width - start), in: messages.texts.locale) {
                line.append(String(repeating: " ", count: start - line.columns))
                line.append(layout.direction.isolated(part))
                lines.append(layout.cutLine(line))
                line = DisplayText()
            }
        }
        lines.append(DisplayText())
        lines.append(layout.cutLine(DisplayText(messages.interactive("KeysFilters"))))
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

    /// Draws as many lines as fit, from the first visible one on. Scrolling ends at the last line.
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
}
