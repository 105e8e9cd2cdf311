// The answer as a person reads it in a terminal.

internal import ProgramSupport
internal import CatalogSearch
internal import Localization
internal import SearchService

/// Renders results as lines of text: pure, what it needs comes in, lines come out.
struct TextAnswer {
    let wording: Wording
    /// The columns there are; `nil` where nothing is to be cut.
    let width: Int?
    let styler: Styler
    let explains: Bool

    private var texts: Texts { wording.texts }
    private var layout: LineLayout { LineLayout(direction: wording.direction, width: width) }

    /// Catalogs may have many scopes; `--list-scopes` tells all.
    private static let scopeLines = 3

    /// The lines of an answer.
    func lines(_ results: SearchResults, _ request: SearchRequest) -> [String] {
        var lines: [DisplayText] = [layout.line(DisplayText(wording.total(results.total), .heading))]
        if let relaxed = wording.relaxed(results, request) {
            lines.append(
                layout.cutLine(DisplayText(wording.direction.isolatingLatin(relaxed), .secondary)))
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
        for word in results.ignoredWords {
            lines.append(
                layout.line(
                    DisplayText(texts("ExplainIgnored: %@", texts.quoted(word.singleLine)), .secondary)))
        }
        if !results.hits.isEmpty {
            let rows = HitRows(wording: wording, width: width, explains: explains)
                .rows(results.hits, scopes: results.scopes)
            lines.append(DisplayText())
            lines += (rows.heading.map { [$0] } ?? []) + rows.hits.joined()
        }
        if let more = more(results, request) {
            lines.append(DisplayText())
            lines.append(layout.line(DisplayText(wording.direction.isolatingLatin(more), .secondary)))
        }
        return lines.map(styler.render)
    }

    private func scopes(_ results: SearchResults, _ request: SearchRequest) -> [DisplayText] {
        results.scopes.compactMap { scope in
            let isSelected = (request.scope ?? SearchResults.allScopes) == scope.id
            guard scope.count > 0 || isSelected else { return nil }
            let label = wording.scope(scope.id, scope.label)
            return DisplayText(
                texts("Count: %1$@ %2$ld", label.singleLine, scope.count), isSelected ? .selected : .plain)
        }
    }

    private func more(_ results: SearchResults, _ request: SearchRequest) -> String? {
        let shown = request.offset + results.hits.count
        guard request.limit > 0, !results.hits.isEmpty, shown < results.total else { return nil }
        // The offset is given as text: it is to be typed in again.
        return texts("More items: %1$ld %2$@", results.total - shown, String(shown))
    }
}
