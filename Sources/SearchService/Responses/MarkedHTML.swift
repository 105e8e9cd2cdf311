// Texts of hits as HTML, with their matches marked.

/// A text as HTML: escaped, with each match in a `mark` element.
enum MarkedHTML {
    /// - Parameter ranges: the matches in scalars of the text, ascending, without overlaps.
    static func text(_ text: String, marking ranges: [Range<Int>]) -> String {
        var html = ""
        html.reserveCapacity(text.utf8.count + 16 * ranges.count)
        let scalars = text.unicodeScalars
        var index = scalars.startIndex
        var number = 0
        func append(until end: Int) {
            while number < end, index < scalars.endIndex {
                switch scalars[index] {
                case "&": html += "&amp;"
                case "<": html += "&lt;"
                case ">": html += "&gt;"
                case "\"": html += "&quot;"
                case "'": html += "&#39;"
                case let scalar: html.unicodeScalars.append(scalar)
                }
                index = scalars.index(after: index)
                number += 1
            }
        }
        for range in ranges {
            append(until: range.lowerBound)
            guard index < scalars.endIndex else { break }
            html += "<mark>"
            append(until: range.upperBound)
            html += "</mark>"
        }
        append(until: .max)
        return html
    }
}
