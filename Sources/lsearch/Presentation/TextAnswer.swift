// The answer as a person reads it in a terminal.

internal import ProgramSupport
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

    /// Catalogs may have many scopes; `--list-scopes` tells all.
    private static let scopeLines = 3

    /// What stands before the lines below a hit.
    private static let indentation = "    "

    /// The lines of an answer.
    func lines(_ results: SearchResults, _ request: SearchRequest) -> [String] {
        var lines: [DisplayText] = [line(DisplayText(wording.total(results.total), .heading))]
        if let relaxed = relaxed(results, request) {
            let note = DisplayText(direction.isolatingLatin(relaxed), .secondary)
            lines.append(line(width.map { note.truncated(to: $0) } ?? note))
        }
        var scopes = joined(scopes(results, request))
        if scopes.count > Self.scopeLines {
            scopes.removeLast(scopes.count - Self.scopeLines)
            var last = scopes[scopes.count - 1]
            if let width { last = last.truncated(to: width - 2) }
            last.append(" …", .secondary)
            scopes[scopes.count - 1] = last
        }
        lines += scopes
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
            lines += [DisplayText(), line(DisplayText(direction.isolatingLatin(more), .secondary))]
        }
        return lines.map(styler.render)
    }

    private func line(_ text: DisplayText) -> DisplayText {
        var line = direction.lineStart
        line.append(text)
        return line
    }

    /// So many words are named that were taken for another one.
    private static let relaxedWords = 3

    /// What was looked for instead of the words typed.
    private func relaxed(_ results: SearchResults, _ request: SearchRequest) -> String? {
        guard let relaxation = results.relaxation else { return nil }
        let separator = texts("ListSeparator")
        let words = relaxation.words.map { word in
            var found = word.found.prefix(Self.relaxedWords).map { texts.quoted($0.singleLine) }
            if word.found.count > Self.relaxedWords { found.append("…") }
            return texts(
                "RelaxedWord: %1$@ %2$@", found.joined(separator: separator),
                texts.quoted(word.word.singleLine))
        }
        let list = words.joined(separator: separator)
        return request.relax == .always ? texts("RelaxedAlso: %@", list) : texts("RelaxedOnly: %@", list)
    }

    // MARK: Scopes

    private func scopes(_ results: SearchResults, _ request: SearchRequest) -> [DisplayText] {
        results.scopes.compactMap { scope in
            let isSelected = (request.scope ?? SearchResults.allScopes) == scope.id
            guard scope.count > 0 || isSelected else { return nil }
            let label = wording.scope(scope.id, scope.label)
            return DisplayText(
                texts("Count: %1$@ %2$ld", label.singleLine, scope.count), isSelected ? .selected : .plain)
        }
    }

    /// Pieces of text with dots between them, in as many lines as they need.
    private func joined(_ pieces: [DisplayText], indentation: String = "") -> [DisplayText] {
        let separator = DisplayText(" · ", .secondary)
        var lines: [DisplayText] = []
        for piece in pieces {
            let room = (width ?? Int.max) - indentation.columns
            let piece = direction.isolated(piece.truncated(to: room))
            if let last = lines.last, last.columns + separator.columns + piece.columns <= room {
                lines[lines.count - 1].append(separator)
                lines[lines.count - 1].append(piece)
            } else {
                lines.append(piece)
            }
        }
        return lines.map { text in
            var indented = DisplayText(indentation)
            indented.append(text)
            return line(indented)
        }
    }

    /// What users see of each scope, by its id.
    private func scopeLabels(_ results: SearchResults) -> [String: String] {
        let labels = results.scopes.map { ($0.id, wording.scope($0.id, $0.label).singleLine) }
        return Dictionary(labels, uniquingKeysWith: { first, _ in first })
    }

    // MARK: Hits

    private func table(_ results: SearchResults, _ request: SearchRequest) -> [DisplayText] {
        let hits = results.hits
        let hasScopes = hits.contains { $0.scope != nil }
        let hasYears = hits.contains { $0.year != nil }
        let hasPrices = hits.contains { $0.price != nil }
        let labels = scopeLabels(results)
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
                    DisplayText(hit.scope.map { labels[$0] ?? $0.singleLine } ?? ""))
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
        let labels = scopeLabels(results)
        return results.hits.flatMap { hit in
            var details: [DisplayText] = [DisplayText(wording.catalog(hit.catalog).singleLine)]
            if let scope = hit.scope {
                details.append(DisplayText(labels[scope] ?? scope.singleLine))
            }
            details += [year(of: hit), price(of: hit)].filter { !$0.spans.isEmpty }
            let title = title(of: hit, request)
            return [line(direction.isolated(width.map { title.truncated(to: $0) } ?? title))]
                + joined(details, indentation: "  ") + below(hit)
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
            wording.price(price).singleLine, hit.matches.contains { $0.field == .price } ? .match : .plain)
    }

    /// What comes below a hit: the text that matched, where that is not the title as it is shown; and why.
    private func below(_ hit: Hit) -> [DisplayText] {
        var lines: [DisplayText] = []
        let isInTitle = hit.matches.contains {
            $0.field == hit.title.field && $0.text == 0 || $0.field == .year || $0.field == .price
        }
        if !isInTitle, let match = hit.matches.first,
            let text = hit.texts.first(where: { $0.field == match.field })
        {
            let ranges = hit.matches.filter { $0.field == match.field && $0.text == match.text }.map(\.range)
            let excerpt = Excerpt(
                text.values[match.text], around: ranges, columns: (width ?? 100) - Self.indentation.columns)
            let shown = emphasized(excerpt.text, excerpt.ranges, .secondary)
            lines += joined([shown], indentation: Self.indentation)
        }
        if explains {
            for explanation in Explanation(wording: wording).lines(hit) {
                var shown = DisplayText(Self.indentation)
                shown.append(direction.isolated(DisplayText(explanation.singleLine, .secondary)))
                lines.append(line(shown))
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
        // The offset is given as text: it is to be typed in again.
        return texts("More items: %1$ld %2$@", results.total - shown, String(shown))
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
