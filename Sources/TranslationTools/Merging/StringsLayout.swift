// Where the entries of a `.strings` file stand: with their comments, line by line, so that new ones fit in.

internal import Localization

/// The lines that belong to each entry of a file.
struct StringsLayout {
    /// What belongs to one entry.
    struct Place {
        /// The comments right above the entry, as ranges of bytes, the first one first.
        var comments: [Range<Int>]
        /// The comments above those, each set off by blank lines: headings of the part of the file that begins here.
        var headings: [Range<Int>]
        /// Where the line begins on which the entry, or the first of its comments, begins.
        var start: Int
        /// Behind the line break of the entry's last line; the end of the entry where something else follows on
        /// the same line.
        var end: Int
        /// Whether the entry ends its line, so that another one can begin at `end`.
        var endsLine: Bool
        /// Whether a blank line, or the file's beginning, stands above.
        var followsBlankLine: Bool
        /// The white space before the entry on its line.
        var indentation: String
    }

    /// The place of each entry, by the entry's index.
    let places: [Place]
    /// The sign that ends the file's lines.
    let lineBreak: String
    /// Where entries are added when none is there to stand behind: before a closing brace, else at the end.
    let endOfEntries: Int
    /// Whether `endOfEntries` is the beginning of a line.
    let endsWithLineBreak: Bool
    /// The comment that opens the file and belongs to no entry, its line breaks included; empty where there is none.
    let heading: String

    init(_ file: StringsFile) {
        var places: [Place] = []
        places.reserveCapacity(file.entries.count)
        var pending: [Range<Int>] = []
        var headings: [Range<Int>] = []
        var start: Int?
        // Before the first element nothing stands: as good as a blank line.
        var followsBlankLine = true
        var indentation = ""
        var hasCRLF: Bool?
        var isOnEntryLine = false
        var headingEnd = 0
        var closingBrace: Int?
        for element in file.elements {
            switch element.kind {
            case .whitespace:
                let text = file.sourceText(in: element.byteRange)
                let breaks = Self.lineBreaks(in: text)
                if breaks > 0, hasCRLF == nil { hasCRLF = text.utf8.contains(0x0D) }
                if isOnEntryLine, !places.isEmpty, breaks > 0 {
                    let head = Self.firstLine(of: text)
                    places[places.count - 1].end =
                        element.byteRange.lowerBound + file.encoding.encoded(head).count
                    places[places.count - 1].endsLine = true
                    isOnEntryLine = false
                }
                if breaks > 1 {
                    if places.isEmpty, headingEnd == 0, !pending.isEmpty {
                        headingEnd = element.byteRange.upperBound
                    }
                    // What opens the file is no part's heading.
                    if !places.isEmpty { headings += pending }
                    pending = []
                    start = nil
                    followsBlankLine = true
                }
                if breaks > 0 { indentation = String(text[Self.lastLineStart(of: text)...]) }
            case .comment:
                // Behind an entry on its line, or above the next one.
                if isOnEntryLine { continue }
                if start == nil { start = element.byteRange.lowerBound }
                pending.append(element.byteRange)
            case .entry:
                let first = start ?? element.byteRange.lowerBound
                places.append(
                    Place(
                        comments: pending, headings: headings, start: first,
                        end: element.byteRange.upperBound, endsLine: false,
                        followsBlankLine: followsBlankLine, indentation: indentation))
                (pending, headings) = ([], [])
                start = nil
                followsBlankLine = false
                isOnEntryLine = true
            case .closingBrace: closingBrace = element.byteRange.lowerBound
            case .byteOrderMark, .openingBrace: continue
            case .unreadable:
                pending = []
                start = nil
                isOnEntryLine = false
            }
        }
        self.places = places
        lineBreak = hasCRLF == true ? "\r\n" : "\n"
        let size = file.elements.last?.byteRange.upperBound ?? 0
        endOfEntries = closingBrace ?? size
        if let last = file.elements.last(where: { $0.byteRange.upperBound == (closingBrace ?? size) }) {
            endsWithLineBreak =
                last.kind == .byteOrderMark
                || file.sourceText(in: last.byteRange).utf8.last.map { $0 == 0x0A || $0 == 0x0D } ?? true
        } else {
            endsWithLineBreak = true
        }
        let beginning = file.elements.first.map {
            $0.kind == .byteOrderMark ? $0.byteRange.upperBound : 0
        }
        heading = headingEnd > 0 ? file.sourceText(in: (beginning ?? 0)..<headingEnd) : ""
    }

    private static func isLineBreak(_ character: Character) -> Bool {
        character == "\n" || character == "\r" || character == "\r\n"
    }

    /// How many lines end in a white space.
    private static func lineBreaks(in text: String) -> Int { text.count(where: isLineBreak) }

    /// A white space up to its first line break and with it.
    private static func firstLine(of text: String) -> String {
        guard let end = text.firstIndex(where: isLineBreak) else { return text }
        return String(text[...end])
    }

    private static func lastLineStart(of text: String) -> String.Index {
        text.lastIndex(where: isLineBreak).map { text.index(after: $0) } ?? text.startIndex
    }
}
