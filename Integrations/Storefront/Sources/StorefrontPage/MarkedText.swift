// Marks the matches in a text, and cuts long texts.

extension TemplateValue {
    /// The most scalars of a text that are shown: a few lines.
    static let textLimit = 500
    /// How many of them are before the first match, if the text is cut there.
    static let textLead = 100

    /// The parts of a text, those in matches marked. Together they are the whole text, even if matches overlap or exceed it;
    /// or, if the text is long, some lines around the first match, with an ellipsis where something is missing.
    static func parts(of text: String, _ matches: [SearchAnswer.Hit.Match]) -> TemplateValue {
        let scalars = text.unicodeScalars
        let ordered = matches.sorted { $0.start < $1.start }
        let shown = excerpt(of: scalars, around: ordered)
        var parts: [TemplateValue] = []
        func append(_ range: Range<String.Index>, isMarked: Bool) {
            if !range.isEmpty { parts.append(.part(String(scalars[range]), isMarked: isMarked)) }
        }
        if shown.start.index > scalars.startIndex { parts.append(.part("…", isMarked: false)) }
        var end = shown.start
        for match in ordered {
            let start = max(match.start, end.offset)
            guard start < match.end else { continue }
            let limit = shown.end
            guard let first = scalars.index(end.index, offsetBy: start - end.offset, limitedBy: limit) else {
                break
            }
            append(end.index..<first, isMarked: false)
            end.offset = match.end
            end.index = scalars.index(first, offsetBy: match.end - start, limitedBy: limit) ?? limit
            append(first..<end.index, isMarked: true)
        }
        append(end.index..<shown.end, isMarked: false)
        if shown.end < scalars.endIndex { parts.append(.part("…", isMarked: false)) }
        return .list(parts)
    }

    /// A place in a text, and its number of scalars from the beginning.
    private typealias Place = (offset: Int, index: String.Index)

    /// The part of a text that is shown: all of it if it is short.
    private static func excerpt(
        of scalars: String.UnicodeScalarView, around matches: [SearchAnswer.Hit.Match]
    ) -> (start: Place, end: String.Index) {
        let whole = ((0, scalars.startIndex) as Place, scalars.endIndex)
        guard scalars.index(scalars.startIndex, offsetBy: textLimit + 1, limitedBy: scalars.endIndex) != nil
        else { return whole }
        var start = whole.0
        let first = matches.first { $0.end > max($0.start, 0) }.map { max($0.start, 0) } ?? 0
        if first > textLead,
            let index = scalars.index(
                scalars.startIndex, offsetBy: first - textLead, limitedBy: scalars.endIndex),
            index < scalars.endIndex
        {
            start = (first - textLead, index)
            // A mark without its letter would change the ellipsis.
            while start.offset < first, start.index < scalars.endIndex, scalars[start.index].continues {
                start = (start.offset + 1, scalars.index(after: start.index))
            }
        }
        var end =
            scalars.index(start.index, offsetBy: textLimit, limitedBy: scalars.endIndex) ?? scalars.endIndex
        // No text has that many marks on one letter, except those that are to cover a page.
        for _ in 0..<10 where end < scalars.endIndex && scalars[end].continues {
            end = scalars.index(after: end)
        }
        return (start, end)
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is shown together with the one before it.
    fileprivate var continues: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: self == "\u{200D}"
        }
    }
}
