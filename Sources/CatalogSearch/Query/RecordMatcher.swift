// Where and how the words of a query stand in one record.

internal import ICU

/// A text of a record that a query may search: one value of a field in the locale that the chain chose.
struct SearchableText {
    let locale: Int
    let field: Int
    let text: Int
    /// The text as it is, valid UTF-8.
    let source: UnsafeBufferPointer<UInt8>
    /// The text's folded forms, each a text of a stream; the second is `nil` where both are the same.
    let standard: (stream: FoldedStream, text: Int)
    let search: (stream: FoldedStream, text: Int)?

    init(
        locale: Int, field: Int, text: Int, source: UnsafeBufferPointer<UInt8>, _ column: FoldedColumn,
        _ placement: FoldedColumn.Placement
    ) {
        self.locale = locale
        self.field = field
        self.text = text
        self.source = source
        standard = (placement.isSplit ? column.standard : column.shared, placement.text)
        search = placement.isSplit ? (column.search, placement.text) : nil
    }
}

/// Finds all occurrences of a query's words in the texts of one record.
struct RecordMatcher {
    private let query: PreparedQuery
    private static let occurrenceLimit = 64

    init(_ query: PreparedQuery) { self.query = query }

    /// Adds to `matches`, one for each word of the query, what stands in a text.
    func match(_ text: SearchableText, into matches: inout [WordMatch]) {
        var maps = Maps(text, query.foldings[text.locale])
        for (number, word) in query.words.enumerated() {
            let form = word.forms[text.locale]
            var found: [Occurrence] = []
            if let pattern = form.standard {
                add(pattern, in: text.standard, of: text, &maps.standard, byStandard: true, to: &found)
            }
            if let pattern = form.search, !(form.isSame && text.search == nil) {
                add(
                    pattern, in: text.search ?? text.standard, of: text, &maps.search, byStandard: false,
                    to: &found)
            } else if form.isSame {
                for index in found.indices { found[index].bySearch = true }
            }
            guard !found.isEmpty else { continue }
            markSpellings(of: word, in: text, &found)
            found.sort { $0.bytes.lowerBound < $1.bytes.lowerBound }
            matches[number].occurrences += found
        }
    }

    private func add(
        _ pattern: BytePattern, in folded: (stream: FoldedStream, text: Int), of text: SearchableText,
        _ map: inout Maps.Lazy, byStandard: Bool, to found: inout [Occurrence]
    ) {
        let range = folded.stream.range(of: folded.text)
        for start in folded.stream.occurrences(of: pattern, inText: folded.text, limit: Self.occurrenceLimit)
        {
            let end = start + pattern.bytes.count
            let bytes = map.sourceRange(start..<end, isPlain: range.count == text.source.count)
            let match = folded.stream.matchClass(
                range.lowerBound + start, range.lowerBound + end, inText: range)
            if let same = found.firstIndex(where: { $0.bytes == bytes }) {
                found[same].match = min(found[same].match, match)
                found[same].byStandard = found[same].byStandard || byStandard
                found[same].bySearch = found[same].bySearch || !byStandard
                continue
            }
            let before = text.source[..<bytes.lowerBound].scalarCount
            found.append(
                Occurrence(
                    match: match, isRespelled: true, locale: text.locale, field: text.field, text: text.text,
                    bytes: bytes,
                    scalars: before..<before + text.source[bytes].scalarCount, byStandard: byStandard,
                    bySearch: !byStandard))
        }
    }

    private func markSpellings(
        of word: PreparedQuery.Word, in text: SearchableText, _ found: inout [Occurrence]
    ) {
        let spelling = word.spelling.utf8
        for index in found.indices where text.source[found[index].bytes].elementsEqual(spelling) {
            found[index].isRespelled = false
        }
    }
}

/// The ways back from the two folded forms of a text, made when first needed.
private struct Maps {
    struct Lazy {
        let source: UnsafeBufferPointer<UInt8>
        let table: FoldingTable
        let isASCII: Bool
        var map: SourceMap?

        /// - Parameter isPlain: whether the folded text has as many bytes as the source.
        mutating func sourceRange(_ folded: Range<Int>, isPlain: Bool) -> Range<Int> {
            // ASCII that folds byte by byte to as many bytes stays where it is.
            if isPlain, isASCII, table.foldsASCIIByteByByte { return folded }
            if map == nil { map = SourceMap(source, table) }
            return map!.sourceRange(ofFolded: folded)
        }
    }

    var standard: Lazy
    var search: Lazy

    init(_ text: SearchableText, _ folding: Folding) {
        let isASCII = text.source.allSatisfy { $0 < 0x80 }
        standard = Lazy(source: text.source, table: folding.standard, isASCII: isASCII)
        search = Lazy(source: text.source, table: folding.search, isASCII: isASCII)
    }
}
