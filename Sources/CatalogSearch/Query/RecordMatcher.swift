// Where and how the words of a query stand in one record.

internal import ICU

/// One place at which a word of the query stands.
struct Occurrence: Sendable {
    var match: MatchClass
    var isRespelled: Bool
    /// The place of the text's locale in the fallback chain, and of its field among those searched.
    var locale: Int
    var field: Int
    /// Which of the field's texts it is; 0 but for keywords.
    var text: Int
    /// Where it stands in the text: half-open, in bytes and in scalars.
    var bytes: Range<Int>
    var scalars: Range<Int>
    /// Which of the locale's collations holds word and text equal.
    var byStandard: Bool
    var bySearch: Bool

    /// Whether this occurrence says more for its record than another one of the same word.
    func isBetter(than other: Occurrence) -> Bool {
        if match != other.match { return match < other.match }
        if isRespelled != other.isRespelled { return !isRespelled }
        if locale != other.locale { return locale < other.locale }
        if field != other.field { return field < other.field }
        if text != other.text { return text < other.text }
        return scalars.lowerBound < other.scalars.lowerBound
    }

    /// Whether it ranks the same but for its place within the field.
    func ranksAs(_ other: Occurrence) -> Bool {
        match == other.match && isRespelled == other.isRespelled && locale == other.locale
            && field == other.field
    }
}

/// All that is known of a word in a record.
struct WordMatch: Sendable {
    /// All places, in the order of locales, fields, texts, and within a text; at most 64 in each text.
    var occurrences: [Occurrence] = []
    /// The numeric fields whose value the word is.
    var numbers: [FieldName] = []

    var best: Occurrence? {
        occurrences.dropFirst().reduce(occurrences.first) { best, next in
            next.isBetter(than: best!) ? next : best
        }
    }
}

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
    private let foldings: [Folding]
    private static let occurrenceLimit = 64

    /// - Throws: `ICUError` where ICU lacks data or memory.
    init(_ query: PreparedQuery) throws(ICUError) {
        self.query = query
        foldings = try query.request.chain.map { locale throws(ICUError) in try Folding(locale) }
    }

    /// Adds to `matches`, one for each word of the query, what stands in a text.
    func match(_ text: SearchableText, into matches: inout [WordMatch]) {
        var maps = Maps(text, foldings[text.locale])
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

extension Rank {
    /// Fills in what the words' occurrences decide: rules 2 to 7.
    mutating func setMatches(_ words: [WordMatch]) {
        for word in words {
            // A number that equals the year or the price is as good as a field that is the word.
            guard word.numbers.isEmpty, let best = word.best else { continue }
            match = max(match, best.match)
            isRespelled = isRespelled || best.isRespelled
            localePosition = max(localePosition, best.locale)
            fieldPosition = max(fieldPosition, best.field)
        }
        let texts = words.filter { $0.numbers.isEmpty }.map { word in
            word.occurrences.filter { word.best!.ranksAs($0) }
        }
        (distance, position) = Self.arrangement(of: texts)
    }

    /// The least sum of gaps between words in the order typed, within one text, and where the first word of that
    /// arrangement stands; without one, where the first of the best occurrences stands.
    private static func arrangement(of words: [[Occurrence]]) -> (distance: Int?, position: Int) {
        guard let first = words.first else { return (0, 0) }
        let earliest = words.compactMap(\.first?.scalars.lowerBound).min() ?? 0
        guard words.count > 1 else { return (0, earliest) }
        // For each occurrence of the word at hand: the least distance of an arrangement that ends there.
        var ends = first.map { (occurrence: $0, distance: 0, start: $0.scalars.lowerBound) }
        for word in words.dropFirst() {
            ends = word.compactMap { next in
                var best: (occurrence: Occurrence, distance: Int, start: Int)?
                for end in ends {
                    let previous = end.occurrence
                    guard previous.locale == next.locale, previous.field == next.field,
                        previous.text == next.text,
                        previous.scalars.upperBound <= next.scalars.lowerBound
                    else { continue }
                    let distance = end.distance + next.scalars.lowerBound - previous.scalars.upperBound
                    if best == nil || distance < best!.distance { best = (next, distance, end.start) }
                }
                return best
            }
        }
        guard let best = ends.min(by: { ($0.distance, $0.start) < ($1.distance, $1.start) }) else {
            return (nil, earliest)
        }
        return (best.distance, best.start)
    }
}
