// The answer as a person reads it in a terminal.

internal import CatalogSearch
internal import Localization

/// Renders results as lines of text: pure, what it needs comes in, lines come out.
struct TextAnswer {
    let wording: Wording
    /// The columns there are; `nil` where nothing is to be cut.
    let width: Int?
    let styler: Styler
    let explains: Bool

    private var texts: Texts { wording.texts }
    private var direction: Direction { Direction(isRightToLeft: texts.locale.isRightToLeft) }

    /// Below this many columns items are stacked instead of lined up.
    private static let tableWidth = 60

    /// The lines of an answer.
    func lines(_ results: SearchResults, _ request: SearchRequest) -> [String] {
        var lines: [DisplayText] = [line(DisplayText(wording.total(results.total), .heading))]
        let scopes = scopeLine(results, request)
        if !scopes.spans.isEmpty { lines += wrapped(scopes) }
        for word in results.ignoredWords {
            lines.append(
                line(DisplayText(texts("ExplainIgnored: %@", texts.quoted(word.singleLine)), .secondary)))
        }
        if !results.hits.isEmpty {
            lines.append(DisplayText())
            lines +=
                (width ?? Int.max) < Self.tableWidth ? stacked(results, request) : table(results, request)
        }
        if let more = more(results, request) {
            lines += [DisplayText(), line(DisplayText(more, .secondary))]
        }
        return lines.map(styler.render)
    }

    private func line(_ text: DisplayText) -> DisplayText {
        var line = direction.lineStart
        line.append(text)
        return line
    }

    // MARK: Scopes

    private func scopeLine(_ results: SearchResults, _ request: SearchRequest) -> DisplayText {
        var line = DisplayText()
        for scope in results.scopes {
            let isSelected = (request.scope ?? SearchResults.allScopes) == scope.id
            guard scope.count > 0 || isSelected else { continue }
            if !line.spans.isEmpty { line.append(" · ", .secondary) }
            let label = wording.scope(scope.id, scope.label)
            line.append(
                direction.isolated(
                    DisplayText(
                        texts("Count: %1$@ %2$ld", label.singleLine, scope.count),
                        isSelected ? .selected : .plain)))
        }
        return line
    }

    /// A text broken at its separators into lines that fit.
    private func wrapped(_ text: DisplayText) -> [DisplayText] {
        guard let width else { return [line(text)] }
        var lines: [DisplayText] = []
        var current = DisplayText()
        for span in text.spans {
            if current.columns + span.text.columns > width, !current.spans.isEmpty {
                lines.append(line(current))
                current = DisplayText()
                if span.style == .secondary { continue }
            }
            current.append(span.text, span.style)
        }
        return lines + [line(current)]
    }

    // MARK: Hits

    private func table(_ results: SearchResults, _ request: SearchRequest) -> [DisplayText] {
        let hits = results.hits
        let hasScopes = hits.contains { $0.scope != nil }
        let hasYears = hits.contains { $0.year != nil }
        let hasPrices = hits.contains { $0.price != nil }
        let labels = Dictionary(
            results.scopes.map { ($0.id, $0.label) }, uniquingKeysWith: { first, _ in first })
        var columns = [
            Table.Column(heading: texts("ColumnTitle"), shrinks: true),
            Table.Column(heading: texts("ColumnCatalog"), shrinks: true),
        ]
        if hasScopes { columns.append(.init(heading: texts("ColumnScope"), shrinks: true)) }
        if hasYears { columns.append(.init(heading: texts("ColumnYear"), isAtEnd: true)) }
        if hasPrices { columns.append(.init(heading: texts("ColumnPrice"), isAtEnd: true)) }
        let rows = hits.map { hit in
            var cells = [title(of: hit, request), DisplayText(wording.catalog(hit.catalog).singleLine)]
            if hasScopes {
                cells.append(
                    DisplayText(hit.scope.map { wording.scope($0, labels[$0] ?? nil).singleLine } ?? ""))
            }
            if hasYears { cells.append(year(of: hit)) }
            if hasPrices { cells.append(price(of: hit)) }
            return cells
        }
        let lines = Table(columns: columns, rows: rows, direction: direction).lines(width: width)
        return [lines[0]] + zip(hits, lines.dropFirst()).flatMap { [$1] + below($0) }
    }

    /// For narrow terminals: the title, and below it all else in one line.
    private func stacked(_ results: SearchResults, _ request: SearchRequest) -> [DisplayText] {
        let labels = Dictionary(
            results.scopes.map { ($0.id, $0.label) }, uniquingKeysWith: { first, _ in first })
        return results.hits.flatMap { hit in
            var details: [DisplayText] = [DisplayText(wording.catalog(hit.catalog).singleLine)]
            if let scope = hit.scope {
                details.append(DisplayText(wording.scope(scope, labels[scope] ?? nil).singleLine))
            }
            details += [year(of: hit), price(of: hit)].filter { !$0.spans.isEmpty }
            var second = DisplayText("  ")
            for (index, detail) in details.enumerated() {
                if index > 0 { second.append(" · ", .secondary) }
                second.append(direction.isolated(detail))
            }
            let fitting = width.map { second.truncated(to: $0) } ?? second
            let title = direction.isolated(title(of: hit, request))
            return [line(width.map { title.truncated(to: $0) } ?? title), line(fitting)] + below(hit)
        }
    }

    private func title(of hit: Hit, _ request: SearchRequest) -> DisplayText {
        let ranges = hit.matches.filter { $0.field == hit.title.field && $0.text == 0 }.map(\.range)
        var title = emphasized(hit.title.values[0], ranges)
        // A title in another language than the user's says so.
        if hit.title.locale.language != request.locale.language {
            title.append(" [\(hit.title.locale)]", .secondary)
        }
        return title
    }

    private func year(of hit: Hit) -> DisplayText {
        guard let year = hit.year else { return DisplayText() }
        return DisplayText(wording.year(year), hit.matches.contains { $0.field == .year } ? .match : .plain)
    }

    private func price(of hit: Hit) -> DisplayText {
        guard let price = hit.price else { return DisplayText() }
        return DisplayText(
            wording.price(price), hit.matches.contains { $0.field == .price } ? .match : .plain)
    }

    /// What comes below a hit: the text that matched, where that is not the title; and why.
    private func below(_ hit: Hit) -> [DisplayText] {
        var lines: [DisplayText] = []
        let isInTitle = hit.matches.contains {
            $0.field == hit.title.field || $0.field == .year || $0.field == .price
        }
        if !isInTitle, let match = hit.matches.first,
            let text = hit.texts.first(where: { $0.field == match.field })
        {
            let ranges = hit.matches.filter { $0.field == match.field && $0.text == match.text }.map(\.range)
            let excerpt = Excerpt(text.values[match.text], around: ranges, columns: (width ?? 100) - 4)
            var shown = DisplayText("    ")
            shown.append(direction.isolated(emphasized(excerpt.text, excerpt.ranges, .secondary)))
            lines.append(line(width.map { shown.truncated(to: $0) } ?? shown))
        }
        if explains {
            for explanation in Explanation(wording: wording).lines(hit) {
                let shown = DisplayText("    " + explanation.singleLine, .secondary)
                lines.append(line(direction.isolated(shown)))
            }
        }
        return lines
    }

    /// A text in one line with its matches; the ranges are in scalars of the text as it is.
    private func emphasized(_ text: String, _ ranges: [Range<Int>], _ style: Style = .plain) -> DisplayText {
        let display = DisplayText(text, emphasizing: ranges, style)
        var result = DisplayText()
        for span in display.spans { result.append(span.text.singleLine, span.style) }
        return result
    }

    private func more(_ results: SearchResults, _ request: SearchRequest) -> String? {
        let shown = request.offset + results.hits.count
        guard request.limit > 0, !results.hits.isEmpty, shown < results.total else { return nil }
        return texts("More items: %1$ld %2$ld", results.total - shown, shown)
    }
}

/// A piece of a long text around what matched in it.
struct Excerpt: Equatable {
    let text: String
    /// The matches within the piece, in its scalars.
    let ranges: [Range<Int>]

    /// - Parameters:
    ///   - ranges: matches in scalars of the text, rising.
    ///   - columns: about how many columns the piece may take.
    init(_ text: String, around ranges: [Range<Int>], columns: Int) {
        let scalars = Array(text.unicodeScalars)
        guard let first = ranges.first, text.columns > columns else {
            self.text = text
            self.ranges = ranges
            return
        }
        // A third of the room before the match, from the next word on.
        var start = max(0, first.lowerBound - columns / 3)
        if start > 0 {
            while start < first.lowerBound, !scalars[start].properties.isWhitespace { start += 1 }
            if start < first.lowerBound { start += 1 }
        }
        let lead = start > 0 ? "…" : ""
        self.text = lead + String(scalars[start...])
        self.ranges = ranges.filter { $0.lowerBound >= start }.map {
            $0.lowerBound - start + lead.count..<$0.upperBound - start + lead.count
        }
    }
}
