// Marks the matches in a text.

extension TemplateValue {
    /// Splits a text into fragments, and marks those in matches. Together they are the whole text, even if
    /// matches overlap or exceed it.
    static func parts(of text: String, _ matches: [SearchResponse.Hit.Match]) -> TemplateValue {
        let scalars = text.unicodeScalars
        var parts: [TemplateValue] = []
        func append(_ range: Range<String.Index>, isMarked: Bool) {
            if !range.isEmpty { parts.append(.part(String(scalars[range]), isMarked: isMarked)) }
        }
        var end = (offset: 0, index: scalars.startIndex)
        for match in matches.sorted(by: { $0.start < $1.start }) {
            let start = max(match.start, end.offset)
            guard start < match.end else { continue }
            let limit = scalars.endIndex
            guard let first = scalars.index(end.index, offsetBy: start - end.offset, limitedBy: limit) else {
                break
            }
            append(end.index..<first, isMarked: false)
            end.offset = match.end
            end.index = scalars.index(first, offsetBy: match.end - start, limitedBy: limit) ?? limit
            append(first..<end.index, isMarked: true)
        }
        append(end.index..<scalars.endIndex, isMarked: false)
        return .list(parts)
    }
}
