// Responses as lines of text for a terminal.

internal import ProgramSupport
internal import CatalogSearch
internal import Localization
internal import SearchService

/// Renders results as lines of text. Pure.
struct TextResults {
    let messages: ResultMessages
    /// The width in columns; `nil` if lines are not truncated.
    let width: Int?
    let styler: Styler
    let explains: Bool
    /// The columns of the table; the default ones if `nil`.
    var columns: [AttributeName]?

    private var texts: Texts { messages.texts }
    private var layout: LineLayout { LineLayout(direction: messages.direction, width: width) }

    /// The most lines of scopes. `--list-scopes` lists all of them.
    private static let scopeLines = 3

    /// The lines of a response.
    func lines(_ results: SearchResults, _ request: SearchRequest) -> [String] {
        var lines: [DisplayText] = [layout.line(DisplayText(messages.total(results.total), .heading))]
        for note in messages.relaxationNotes(results) {
            lines.append(layout.cutLine(DisplayText(messages.direction.isolatingLatin(note), .secondary)))
        }
        var scopes = layout.joined(scopes(results, request))
        if scopes.count > Self.scopeLines {
            scopes.removeLast(scopes.count - Self.scopeLines)
            var last = scopes[scopes.count - 1]
            if let width { last = last.truncated(to: width - 2) }
            last.append(" …", .secondary)
            scopes[scopes.count - 1] = last
        }
        lines += scopes
        for facet in results.facets { lines += layout.joined(self.facet(facet)) }
        if explains, !results.rules.isEmpty {
            let names = results.rules.map { texts.quoted("\($0.catalog)/\($0.id)") }
            lines.append(
                layout.line(
                    DisplayText(
                        texts("AppliedRules: %@", names.joined(separator: texts("ListSeparator"))), .secondary
                    )))
        }
        for word in results.ignoredWords {
            lines.append(
                layout.line(
                    DisplayText(messages.ignored(word), .secondary)))
        }
        if !results.hits.isEmpty {
            let rows = HitRows(messages: messages, width: width, explains: explains, attributes: columns)
                .rows(results.hits, scopes: results.scopes)
            lines.append(DisplayText())
            lines += (rows.heading.map { [$0] } ?? []) + rows.hits.joined()
        }
        if let more = more(results, request) {
            lines.append(DisplayText())
            lines.append(layout.line(DisplayText(messages.direction.isolatingLatin(more), .secondary)))
        }
        return lines.map(styler.render)
    }

    private func scopes(_ results: SearchResults, _ request: SearchRequest) -> [DisplayText] {
        results.scopes.compactMap { scope in
            let isSelected = (request.scope ?? SearchResults.allScopes) == scope.id
            guard scope.count > 0 || isSelected else { return nil }
            let label = messages.scope(scope.id, scope.label)
            return DisplayText(
                texts("Count: %1$@ %2$ld", label.singleLine, scope.count), isSelected ? .selected : .plain)
        }
    }

    /// The name of an attribute and its first value, then the other values; or
    /// the least and the greatest one.
    private func facet(_ facet: FacetCounts) -> [DisplayText] {
        let name = messages.attribute(facet.attribute).singleLine
        var pieces = facet.values.map { value in
            DisplayText(
                texts(
                    "Count: %1$@ %2$ld", messages.facetLabel(value, of: facet.attribute).singleLine,
                    value.count),
                value.isSelected ? .selected : .plain)
        }
        if let path = facet.path, !path.isEmpty {
            // The chosen node with those above it precedes the nodes below it.
            let nodes = path.map {
                texts("Count: %1$@ %2$ld", messages.facetLabel($0, of: facet.attribute).singleLine, $0.count)
            }
            pieces.insert(DisplayText(nodes.joined(separator: " > "), .selected), at: 0)
        }
        if facet.others > 0 { pieces.append(DisplayText("…", .secondary)) }
        if let minimum = facet.minimum, let maximum = facet.maximum {
            let prices = [facet.minimumPrice, facet.maximumPrice].compactMap(\.self).map(messages.price)
            let range = (prices.isEmpty ? [minimum, maximum].map { messages.value($0) } : prices).map(
                \.singleLine)
            pieces.append(DisplayText(texts("Count: %1$@ %2$ld", range.joined(separator: "–"), facet.count)))
        }
        for (key, number) in [("FacetSum: %@", facet.sum), ("FacetAverage: %@", facet.average)] {
            guard let number else { continue }
            pieces.append(DisplayText(texts(key, messages.sum(number, of: facet).singleLine)))
        }
        for range in facet.ranges + facet.buckets {
            let ends = [range.lower, range.upper].map { $0.map { messages.value($0).singleLine } ?? "" }
            pieces.append(DisplayText(texts("Count: %1$@ %2$ld", ends.joined(separator: "–"), range.count)))
        }
        if pieces.isEmpty { return [DisplayText(name + ":", .secondary)] }
        var first = DisplayText(name + ": ", .secondary)
        first.append(pieces[0])
        return [first] + pieces.dropFirst()
    }

    private func more(_ results: SearchResults, _ request: SearchRequest) -> String? {
        let shown = request.offset + results.hits.count
        guard request.limit > 0, !results.hits.isEmpty, shown < results.total else { return nil }
        // As plain digits, because the user types the offset and cannot use a localized number.
        return texts("More items: %1$ld %2$@", results.total - shown, String(shown))
    }
}
