// Shows hits as rows of a table, or stacked in a narrow terminal, each with its matching text below.

internal import ProgramSupport
internal import CatalogSearch
internal import Localization
internal import SearchService

/// Renders hits as lines. Pure.
struct HitRows {
    let messages: ResultMessages
    /// The width in columns; `nil` if lines are not truncated.
    let width: Int?
    let explains: Bool
    /// Whether the table is as wide as the terminal, so that its columns do not move while the user types.
    var fillsWidth = false
    /// The columns besides the title; the default ones if `nil`.
    var attributes: [AttributeName]?

    private var texts: Texts { messages.texts }
    private var layout: LineLayout { LineLayout(direction: messages.direction, width: width) }

    /// Terminals with fewer columns stack the hits.
    private static let tableWidth = 60

    /// The indentation of the lines below a hit.
    private static let indentation = "    "

    /// The lines of hits.
    struct Rows {
        /// The heading; `nil` if the hits are stacked.
        var heading: DisplayText?
        /// The lines of each hit, at least one.
        var hits: [[DisplayText]]
    }

    /// The rows of hits.
    ///
    /// - Parameter scopes: the scopes that hits may name, with their labels.
    func rows(_ hits: [Hit], scopes: [SearchResults.ScopeCount]) -> Rows {
        let labels = scopes.map { ($0.id, messages.scope($0.id, $0.label).singleLine) }
        let scopeLabels = Dictionary(labels, uniquingKeysWith: { first, _ in first })
        return (width ?? Int.max) < Self.tableWidth ? stacked(hits, scopeLabels) : table(hits, scopeLabels)
    }

    private func table(_ hits: [Hit], _ labels: [String: String]) -> Rows {
        if let attributes { return table(hits, labels, attributes.filter { $0 != "title" }) }
        let hasScopes = hits.contains { $0.scope != nil }
        let hasYears = hits.contains { $0.year != nil }
        let hasPrices = hits.contains { $0.price != nil || $0.unpricedCurrency != nil }
        var columns = [
            Table.Column(heading: texts("ColumnTitle"), shrinks: true, grows: fillsWidth),
            Table.Column(heading: texts("ColumnCatalog"), shrinks: true, grows: fillsWidth),
        ]
        if hasScopes {
            columns.append(.init(heading: texts("ColumnScope"), shrinks: true, grows: fillsWidth))
        }
        if hasYears { columns.append(.init(heading: texts("ColumnYear"), isAtEnd: true)) }
        if hasPrices { columns.append(.init(heading: texts("ColumnPrice"), isAtEnd: true)) }
        let rows = hits.map { hit in
            var cells = [title(of: hit), DisplayText(messages.catalog(hit.catalog).singleLine)]
            if hasScopes {
                cells.append(
                    DisplayText(hit.scope.map { labels[$0] ?? $0.singleLine } ?? ""))
            }
            if hasYears { cells.append(year(of: hit)) }
            if hasPrices { cells.append(price(of: hit)) }
            return cells
        }
        let lines = Table(columns: columns, rows: rows, direction: messages.direction).lines(width: width)
        return Rows(heading: lines[0], hits: zip(hits, lines.dropFirst()).map { [$1] + below($0) })
    }

    /// A table of the title and some attributes.
    private func table(_ hits: [Hit], _ labels: [String: String], _ attributes: [AttributeName]) -> Rows {
        let title = Table.Column(heading: texts("ColumnTitle"), shrinks: true, grows: fillsWidth)
        let columns = attributes.map { name in
            let isNumber = hits.contains { hit in
                hit.attributes.contains { $0.name == name && $0.values[0].value.type == .number }
            }
            return Table.Column(
                heading: messages.attribute(name).singleLine,
                isAtEnd: isNumber || name == .year || name == .price,
                shrinks: !isNumber, grows: fillsWidth && !isNumber)
        }
        let rows = hits.map { hit in [self.title(of: hit)] + attributes.map { cell($0, hit, labels) } }
        let lines = Table(columns: [title] + columns, rows: rows, direction: messages.direction).lines(
            width: width)
        return Rows(heading: lines[0], hits: zip(hits, lines.dropFirst()).map { [$1] + below($0) })
    }

    /// The values of an attribute.
    private func cell(_ name: AttributeName, _ hit: Hit, _ labels: [String: String]) -> DisplayText {
        switch name {
        case .scope: return DisplayText(hit.scope.map { labels[$0] ?? $0.singleLine } ?? "")
        case .catalog: return DisplayText(messages.catalog(hit.catalog).singleLine)
        case .year: return year(of: hit)
        case .price: return price(of: hit)
        case .id: return DisplayText(hit.id.singleLine)
        case .popularity: return DisplayText(messages.decimal(hit.rank.popularity))
        default: break
        }
        let values = hit.attributes.first { $0.name == name }?.values ?? []
        return DisplayText(
            values.map { messages.value($0.value, label: $0.label).singleLine }.joined(
                separator: texts("ListSeparator")))
    }

    /// For narrow terminals: the title, and everything else in one line below it.
    private func stacked(_ hits: [Hit], _ labels: [String: String]) -> Rows {
        let rows = hits.map { hit in
            var details: [DisplayText] = [DisplayText(messages.catalog(hit.catalog).singleLine)]
            if let scope = hit.scope {
                details.append(DisplayText(labels[scope] ?? scope.singleLine))
            }
            details += [year(of: hit), price(of: hit)].filter { !$0.spans.isEmpty }
            if let attributes {
                details = attributes.map { cell($0, hit, labels) }.filter { !$0.spans.isEmpty }
            }
            let title = title(of: hit)
            return [
                layout.line(layout.direction.isolated(width.map { title.truncated(to: $0) } ?? title))
            ] + layout.joined(details, indentation: "  ") + below(hit)
        }
        return Rows(heading: nil, hits: rows)
    }

    func title(of hit: Hit) -> DisplayText {
        let ranges = hit.matches.filter { $0.field == hit.titleText.field && $0.text == 0 }.map(\.range)
        var title = DisplayText(inOneLine: hit.title, emphasizing: ranges)
        let count = title.spans.count
        // A title that is not in the user's language is followed by its language.
        if hit.titleText.locale.language != texts.locale.language {
            title.append(" [\(hit.titleText.locale)]", .secondary)
        }
        if let locale = hit.matchedLocale, locale.language != hit.titleText.locale.language {
            title.append(" " + texts("MatchedIn: %@", "\(locale)"), .secondary)
        }
        if let variants = hit.variants, variants.count > 1 {
            title.append(" · " + texts("Variants: %ld", variants.count), .secondary)
        }
        if let distance = hit.distance {
            title.append(" · " + messages.distance(distance).singleLine, .secondary)
        }
        title.keptSpans = title.spans.count - count
        return title
    }

    func year(of hit: Hit) -> DisplayText {
        guard let year = hit.year else { return DisplayText() }
        return DisplayText(messages.year(year), hit.matches.contains { $0.field == .year } ? .match : .plain)
    }

    func price(of hit: Hit) -> DisplayText {
        guard let price = hit.price else {
            // An empty field would look as if the record had no price at all.
            return hit.unpricedCurrency.map { DisplayText(texts("NoPriceIn: %@", $0), .secondary) }
                ?? DisplayText()
        }
        return DisplayText(
            messages.price(price).singleLine, hit.matches.contains { $0.field == .price } ? .match : .plain)
    }

    /// The matches in texts that contain the words as typed; if there are none, all matches.
    private func shown(of hit: Hit) -> [Hit.Match] {
        let typed = hit.matches.filter(\.isTyped)
        return typed.isEmpty ? hit.matches : typed
    }

    /// The lines below a hit: the matching text, unless the title shows it, and the explanation.
    private func below(_ hit: Hit) -> [DisplayText] {
        var lines: [DisplayText] = []
        let isInTitle = shown(of: hit).contains {
            $0.field == hit.titleText.field && $0.text == 0 || $0.field == .year || $0.field == .price
        }
        if !isInTitle, let match = shown(of: hit).first(where: { !FieldName.labels.contains($0.field) }),
            let values = match.field == .id
                ? [hit.id] : hit.texts.first(where: { $0.field == match.field })?.values
        {
            let ranges = hit.matches.filter { $0.field == match.field && $0.text == match.text }.map(\.range)
            let excerpt = Excerpt(
                values[match.text], around: ranges, columns: (width ?? 100) - Self.indentation.columns)
            let shown = DisplayText(inOneLine: excerpt.text, emphasizing: excerpt.ranges, .secondary)
            lines += layout.joined([shown], indentation: Self.indentation)
        }
        if explains {
            for explanation in Explanation(messages: messages).lines(hit) {
                var shown = DisplayText(Self.indentation)
                shown.append(layout.direction.isolated(DisplayText(explanation.singleLine, .secondary)))
                lines.append(layout.line(shown))
            }
        }
        return lines
    }
}
