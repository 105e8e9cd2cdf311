// The layout of a `.strings` file: the lines and comments of each entry, so that new entries fit in.

internal import Localization

/// The lines that belong to each entry of a file.
struct StringsLayout {
    /// What belongs to one entry.
    struct EntryLines {
        /// The comments right above the entry, as ranges of bytes, the first one first.
        var comments: [Range<Int>]
        /// The comments above those, each set off by blank lines: headings of the
        /// part of the file that begins here.
        var headings: [Range<Int>]
        /// Where the line begins on which the entry, or the first of its comments, begins.
        var start: Int
        /// Behind the line break of the entry's last line; the end of the entry where something
        /// else follows on the same line.
        var end: Int
        /// Whether the entry ends its line, so that another one can begin at `end`.
        var endsLine: Bool
        /// Whether a blank line or the file's beginning is above.
        var followsBlankLine: Bool
        /// The white space before the entry on its line.
        var indentation: String
    }

    /// The place of each entry, by the entry's index.
    let places: [EntryLines]
    /// The sign that ends the file's lines.
    let lineBreak: String
    /// Where entries are added to a file without entries: before a closing brace, else at the end.
    let endOfEntries: Int
    /// Whether `endOfEntries` is the beginning of a line.
    let endsWithLineBreak: Bool
    /// The comment that opens the file and belongs to no entry, its line breaks
    /// included; empty where there is none.
    let heading: String

    init(_ file: StringsFile) {
        var reader = StringsLayoutReader(file)
        for element in file.elements { reader.read(element) }
        places = reader.places
        lineBreak = reader.hasCRLF == true ? "\r\n" : "\n"
        let end = reader.closingBrace ?? file.elements.last?.byteRange.upperBound ?? 0
        endOfEntries = end
        if let last = file.elements.last(where: { $0.byteRange.upperBound == end }) {
            endsWithLineBreak =
                last.kind == .byteOrderMark
                || file.sourceText(in: last.byteRange).utf8.last.map { $0 == 0x0A || $0 == 0x0D } ?? true
        } else {
            endsWithLineBreak = true
        }
        let mark = file.elements.first.flatMap { $0.kind == .byteOrderMark ? $0.byteRange.upperBound : nil }
        heading = reader.headingEnd > 0 ? file.sourceText(in: (mark ?? 0)..<reader.headingEnd) : ""
    }
}

/// Takes in the elements of a file, one after the other.
private struct StringsLayoutReader {
    private(set) var places: [StringsLayout.EntryLines] = []
    /// Whether the first line ends in CR LF; `nil` before it ends.
    private(set) var hasCRLF: Bool?
    /// The end of the comment that opens the file, with its line breaks; 0 for none.
    private(set) var headingEnd = 0
    private(set) var closingBrace: Int?
    private let file: StringsFile
    /// The comments since the last blank line, which belong to the next entry.
    private var comments: [Range<Int>] = []
    /// The comments that blank lines set off from the next entry.
    private var headings: [Range<Int>] = []
    /// Where the first of `comments` begins.
    private var start: Int?
    /// The beginning of the file counts as a blank line.
    private var followsBlankLine = true
    private var indentation = ""
    private var isOnEntryLine = false

    init(_ file: StringsFile) {
        self.file = file
        places.reserveCapacity(file.entries.count)
    }

    mutating func read(_ element: StringsElement) {
        let range = element.byteRange
        switch element.kind {
        case .whitespace: readWhitespace(range)
        case .comment: readComment(range)
        case .entry: readEntry(range)
        case .closingBrace: closingBrace = range.lowerBound
        case .byteOrderMark, .openingBrace: break
        case .unreadable: readUnreadable()
        }
    }

    private mutating func readWhitespace(_ range: Range<Int>) {
        let text = file.sourceText(in: range)
        let breaks = text.count(where: Self.isLineBreak)
        guard breaks > 0 else { return }
        if hasCRLF == nil { hasCRLF = text.utf8.contains(0x0D) }
        if isOnEntryLine { endEntryLine(text, at: range.lowerBound) }
        if breaks > 1 { readBlankLine(endingAt: range.upperBound) }
        indentation = String(text[Self.lastLineStart(of: text)...])
    }

    /// Gives the entry its line break.
    private mutating func endEntryLine(_ text: String, at offset: Int) {
        let head = Self.firstLine(of: text)
        places[places.count - 1].end = offset + file.encoding.encoded(head).count
        places[places.count - 1].endsLine = true
        isOnEntryLine = false
    }

    private mutating func readBlankLine(endingAt end: Int) {
        if places.isEmpty {
            // What opens the file is no part's heading.
            if headingEnd == 0, !comments.isEmpty { headingEnd = end }
        } else {
            headings += comments
        }
        comments = []
        start = nil
        followsBlankLine = true
    }

    private mutating func readComment(_ range: Range<Int>) {
        // A comment after an entry on the same line belongs to that line.
        if isOnEntryLine { return }
        if start == nil { start = range.lowerBound }
        comments.append(range)
    }

    private mutating func readEntry(_ range: Range<Int>) {
        places.append(
            StringsLayout.EntryLines(
                comments: comments, headings: headings, start: start ?? range.lowerBound,
                end: range.upperBound, endsLine: false, followsBlankLine: followsBlankLine,
                indentation: indentation))
        (comments, headings) = ([], [])
        start = nil
        followsBlankLine = false
        isOnEntryLine = true
    }

    private mutating func readUnreadable() {
        comments = []
        start = nil
        isOnEntryLine = false
    }

    private static func isLineBreak(_ character: Character) -> Bool {
        character == "\n" || character == "\r" || character == "\r\n"
    }

    /// A white space up to its first line break and with it.
    private static func firstLine(of text: String) -> String {
        guard let end = text.firstIndex(where: isLineBreak) else { return text }
        return String(text[...end])
    }

    private static func lastLineStart(of text: String) -> String.Index {
        text.lastIndex(where: isLineBreak).map { text.index(after: $0) } ?? text.startIndex
    }
}
