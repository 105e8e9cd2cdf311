// Draws the list of results, in which the selected one is always visible.

internal import CatalogSearch
internal import ProgramSupport
internal import SearchInterface
internal import SearchService

extension InteractiveSearch {
    /// The width of the marker before a row.
    var marker: Int { picker?.options.allowsMany == true ? 3 : 2 }

    func drawHits(_ screen: inout Screen, keeping bottom: Int) {
        let hits = results.hits
        visibleRows = max(1, screen.room(keeping: bottom))
        guard !hits.isEmpty else { return }
        let rows = HitRows(
            messages: messages, width: max(1, size.columns - marker - Screen.margin),
            explains: options.request.explains,
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
        // Above plain lines, a heading would look like one of them.
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

    /// A row after its marker, which shows the selection even without colors.
    ///
    /// - Parameter isMarked: whether the row is one of several marked for a choice.
    func marked(
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
}
