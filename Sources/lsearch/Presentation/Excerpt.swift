// Crops long texts to the part around their first match.

internal import ProgramSupport

/// The part of a long text around its first match.
struct Excerpt: Equatable {
    let text: String
    /// The matches within the part, in its scalars.
    let ranges: [Range<Int>]

    /// - Parameters:
    ///   - ranges: matches in scalars of the text, ascending.
    ///   - columns: the approximate width of the part.
    init(_ text: String, around ranges: [Range<Int>], columns: Int) {
        guard let first = ranges.first, text.exceeds(columns: columns) else {
            self.text = text
            self.ranges = ranges
            return
        }
        let scalars = Array(text.unicodeScalars)
        // A third of the width is for the text before the match, starting at a word.
        var start = max(0, first.lowerBound - columns / 3)
        if start > 0 {
            while start < first.lowerBound, !scalars[start].properties.isWhitespace { start += 1 }
            if start < first.lowerBound { start += 1 }
        }
        let lead = start > 0 ? Typography.ellipsis : ""
        // Keeps no more than can be visible, even if the text has many combining marks; keeps the first match
        // whole.
        let end = min(scalars.count, max(first.upperBound, start + 8 * columns) + 1)
        self.text = lead + String(scalars[start..<end])
        self.ranges = ranges.filter { $0.lowerBound >= start && $0.upperBound <= end }.map {
            $0.lowerBound - start + lead.count..<$0.upperBound - start + lead.count
        }
    }
}
