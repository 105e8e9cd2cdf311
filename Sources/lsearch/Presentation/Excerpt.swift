// Which part of a long text is shown around what matched in it?

internal import ProgramSupport

/// A piece of a long text around what matched in it.
struct Excerpt: Equatable {
    let text: String
    /// The matches within the piece, in its scalars.
    let ranges: [Range<Int>]

    /// - Parameters:
    ///   - ranges: matches in scalars of the text, rising.
    ///   - columns: about how many columns the piece may take.
    init(_ text: String, around ranges: [Range<Int>], columns: Int) {
        guard let first = ranges.first, text.exceeds(columns: columns) else {
            self.text = text
            self.ranges = ranges
            return
        }
        let scalars = Array(text.unicodeScalars)
        // A third of the room before the match, from the next word on.
        var start = max(0, first.lowerBound - columns / 3)
        if start > 0 {
            while start < first.lowerBound, !scalars[start].properties.isWhitespace { start += 1 }
            if start < first.lowerBound { start += 1 }
        }
        let lead = start > 0 ? "…" : ""
        // Of what is far beyond the room nothing will be seen, however many marks there are; the first match is whole.
        let end = min(scalars.count, max(first.upperBound, start + 8 * columns) + 1)
        self.text = lead + String(scalars[start..<end])
        self.ranges = ranges.filter { $0.lowerBound >= start && $0.upperBound <= end }.map {
            $0.lowerBound - start + lead.count..<$0.upperBound - start + lead.count
        }
    }
}
