// Finds where a query's words match in a text, one match after the other: a text may have millions.

internal import ICU

/// One folding of a text, with its word bounds.
struct FoldedForm {
    let bytes: UnsafeBufferPointer<UInt8>
    /// The match position of the bytes from one offset to another.
    let matchClass: (_ start: Int, _ end: Int) -> MatchClass
}

/// Finds all matches of a query's words in a text.
final class RecordMatcher {
    private let query: PreparedQuery

    init(_ query: PreparedQuery) { self.query = query }

    /// Calls `body` with each match of a word in a text, spelling after spelling, each ascending, with its key.
    ///
    /// - Parameters:
    ///   - level: the index in the fallback chain of the locale whose folding applies.
    ///   - step: the steps down the chain that rank the match.
    ///   - source: the text, valid UTF-8.
    ///   - maps: the maps of the text.
    /// - Throws: `SegmentError.cancelled`.
    func forEachOccurrence(
        of word: PreparedQuery.Word, field: Int, level: Int, step: Int,
        source: UnsafeBufferPointer<UInt8>, _ folded: FoldedText, length: TextLength,
        maps: SourceMaps = SourceMaps(),
        _ body: (Occurrence) -> Void
    ) throws(SegmentError) {
        for (number, alternative) in word.alternatives.enumerated()
        where alternative.searches(query.fields[field]) {
            try forEachOccurrence(of: alternative, level: level, source: source, folded, maps: maps) {
                var occurrence = $0
                occurrence.locale = step
                occurrence.field = field
                occurrence.alternative = number
                occurrence.key = WordKey(
                    occurrence.match, isRespelled: occurrence.isRespelled, of: alternative,
                    weight: query.weights[field], length: length, step: step)
                body(occurrence)
            }
        }
    }

    /// Calls `body` with each match of a spelling in a text, ascending. Their locale is the level; their field and text
    /// are 0.
    ///
    /// - Parameters:
    ///   - level: the index of the text's locale in the fallback chain.
    ///   - source: the text, valid UTF-8.
    /// - Throws: `SegmentError.cancelled`.
    func forEachOccurrence(
        of alternative: PreparedQuery.Alternative, level: Int, source: UnsafeBufferPointer<UInt8>,
        _ folded: FoldedText, maps: SourceMaps = SourceMaps(), _ body: (Occurrence) -> Void
    ) throws(SegmentError) {
        guard alternative.phrase.isEmpty else {
            var places = PhrasePlaces(source)
            for word in alternative.phrase {
                var words: [Occurrence] = []
                try forEachOccurrence(of: word, level: level, source: source, folded, maps: maps) {
                    if $0.match <= .wholeWord { words.append($0) }
                }
                try places.add(words)
            }
            return places.phrases.forEach(body)
        }
        try folded.withForms { standard, search throws(SegmentError) in
            try forEachOccurrence(
                of: alternative, level: level, source: source, standard: standard, search: search, maps: maps,
                body)
        }
    }

    /// The same, with foldings.
    ///
    /// - Parameter search: the text folded by the search collation; `nil` where both foldings are the same.
    func forEachOccurrence(
        of alternative: PreparedQuery.Alternative, level: Int, source: UnsafeBufferPointer<UInt8>,
        standard: FoldedForm, search: FoldedForm?, maps: SourceMaps = SourceMaps(),
        _ body: (Occurrence) -> Void
    ) throws(SegmentError) {
        let form = alternative.forms[level]
        guard let folding = query.foldings[level] else { return }
        var first = form.standard.map { FoldedPlaces($0, standard, source, folding.standard, maps) }
        // One pass where both foldings of word and text are the same.
        let isSame = form.isSame && search == nil
        var second =
            isSame
            ? nil : form.search.map { FoldedPlaces($0, search ?? standard, source, folding.search, maps) }
        let spelling = alternative.spelling.utf8
        var starts = ScalarCounter(source)
        var ends = ScalarCounter(source)
        func yield(_ place: FoldedPlaces.Place, byStandard: Bool, bySearch: Bool) {
            var occurrence = Occurrence(
                match: place.match, bytes: place.bytes, byStandard: byStandard, bySearch: bySearch)
            occurrence.isRespelled =
                place.bytes.count != spelling.count || !source[place.bytes].elementsEqual(spelling)
            occurrence.scalars =
                starts.scalars(before: place.bytes.lowerBound)..<ends.scalars(before: place.bytes.upperBound)
            occurrence.locale = level
            body(occurrence)
        }
        // Both ascend; a match that both found is one.
        var left = try first?.next()
        var right = try second?.next()
        while let place = left {
            if let other = right, other.precedes(place) {
                yield(other, byStandard: false, bySearch: true)
                right = try second?.next()
                continue
            }
            var place = place
            var bySearch = isSame
            if let other = right, other.bytes == place.bytes {
                place.match = min(place.match, other.match)
                bySearch = true
                right = try second?.next()
            }
            yield(place, byStandard: true, bySearch: bySearch)
            left = try first?.next()
        }
        while let other = right {
            yield(other, byStandard: false, bySearch: true)
            right = try second?.next()
        }
    }
}

/// The matches of a folded word in one folding of a text, ascending; matches with the same source are one.
private struct FoldedPlaces {
    struct Place {
        var match: MatchClass
        let bytes: Range<Int>

        func precedes(_ other: Place) -> Bool {
            (bytes.lowerBound, bytes.upperBound) < (other.bytes.lowerBound, other.bytes.upperBound)
        }
    }

    private var positions: BytePositions
    private let length: Int
    private let folded: FoldedForm
    private let source: UnsafeBufferPointer<UInt8>
    private let table: FoldingTable
    private let maps: SourceMaps
    /// Taken for the first match.
    private var map: SourceMap?
    private var pending: Place?

    init(
        _ pattern: BytePattern, _ folded: FoldedForm, _ source: UnsafeBufferPointer<UInt8>,
        _ table: FoldingTable, _ maps: SourceMaps
    ) {
        positions = BytePositions(pattern, in: folded.bytes)
        length = pattern.bytes.count
        self.folded = folded
        self.source = source
        self.table = table
        self.maps = maps
    }

    mutating func next() throws(SegmentError) -> Place? {
        var current = pending
        pending = nil
        while let start = try positions.next() {
            let place = place(start..<start + length)
            guard let known = current else {
                current = place
                continue
            }
            if place.bytes != known.bytes {
                pending = place
                return known
            }
            current?.match = min(known.match, place.match)
        }
        return current
    }

    private mutating func place(_ range: Range<Int>) -> Place {
        let match = folded.matchClass(range.lowerBound, range.upperBound)
        if map == nil { map = maps.map(source, table) }
        return Place(match: match, bytes: map!.sourceRange(ofFolded: range))
    }
}

/// Counts the scalars of a text before offsets that are near each other, such as ascending ones.
private struct ScalarCounter {
    private let text: UnsafeBufferPointer<UInt8>
    private var offset = 0
    private var count = 0

    init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

    mutating func scalars(before next: Int) -> Int {
        if next >= offset {
            count += text[offset..<next].scalarCount
        } else {
            count -= text[next..<offset].scalarCount
        }
        offset = next
        return count
    }
}
