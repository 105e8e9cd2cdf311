// Finds where a query's words match in a text, one match after the other: a text may have millions.

internal import ICU

/// One folding of a text, with its word bounds.
struct FoldedForm {
    let bytes: UnsafeBufferPointer<UInt8>
    /// The match class of the bytes between two offsets.
    let matchClass: (_ start: Int, _ end: Int) -> MatchClass
    /// The start of the word that ends with the bytes, if it starts before them.
    let longerWord: (_ start: Int, _ end: Int) -> Int?

    /// Whether the bytes from one offset to another may be the last part of a compound.
    func endsCompound(_ start: Int, _ end: Int) -> Bool {
        guard let first = longerWord(start, end) else { return false }
        return CompoundParts.mayEnd(with: bytes[start..<end], behind: bytes[first..<start])
    }
}

extension FoldedForm {
    /// A folding of a term. `wholeField` means the whole folding.
    ///
    /// - Parameter bounds: where words begin or end in it; `nil` if it is one word.
    init(ofTerm bytes: UnsafeRawBufferPointer, _ bounds: [UInt32]?) {
        self.init(bytes: bytes.assumingMemoryBound(to: UInt8.self)) { start, end in
            if start == 0, end == bytes.count { return .wholeField }
            return IndexedTerm.Bounds.matchClass(start, end, length: bytes.count, bounds: bounds)
        } longerWord: { start, end in
            guard let bounds else { return start > 0 && end == bytes.count ? 0 : nil }
            return bounds.startOfLongerWord(start, end)
        }
    }
}

/// Finds all matches of a query's words in a text.
final class RecordMatcher {
    private let query: PreparedQuery
    /// Cached maps of long terms, by the address of their foldings: several words of a query use them.
    private var mapsOfTerms: [TermLocation: SourceMaps] = [:]
    /// How many more bytes of foldings may have cached maps; a map takes up to four bytes for each.
    private var bytesToMap = 1 << 20

    private struct TermLocation: Hashable {
        let folding: UnsafeRawPointer
        /// In bytes. Terms of a forged file may overlap, and a map fits one length only.
        let sourceCount: Int
    }

    init(_ query: PreparedQuery) { self.query = query }

    /// Calls `body` with each match of a word in a text, and its key, ordered by spelling, then by position.
    ///
    /// - Parameters:
    ///   - level: the index in the fallback chain of the locale whose folding applies.
    ///   - step: the steps down the chain that rank the match.
    ///   - source: the text, valid UTF-8.
    ///   - maps: the maps of the text.
    ///   - onlyNeighbours: whether to look only for spellings of several adjacent words.
    /// - Throws: `SegmentError.cancelled`.
    func forEachOccurrence(
        of word: PreparedQuery.Word, field: Int, level: Int, step: Int,
        source: UnsafeBufferPointer<UInt8>, _ folded: FoldedText, length: TextLength,
        maps: SourceMaps = SourceMaps(), onlyNeighbours: Bool = false,
        _ body: (Occurrence) -> Void
    ) throws(SegmentError) {
        // Alternatives are not copied: a copy takes longer than the search.
        for number in word.alternatives.indices
        where word.alternatives[number].searches(query.fields[field])
            && (!onlyNeighbours || !word.alternatives[number].phrase.isEmpty)
        {
            try forEachOccurrence(
                of: word.alternatives[number], level: level, source: source, folded, maps: maps
            ) {
                var occurrence = $0
                rank(
                    &occurrence, of: word.alternatives[number], number, field: field, step: step,
                    length: length)
                body(occurrence)
            }
        }
    }

    /// Sets the rank of a match, and its locale and field.
    ///
    /// - Parameters:
    ///   - number: the index of the spelling among the word's.
    ///   - step: the steps down the chain that rank the match.
    func rank(
        _ occurrence: inout Occurrence, of alternative: PreparedQuery.Alternative, _ number: Int, field: Int,
        step: Int, length: TextLength
    ) {
        occurrence.locale = step
        occurrence.field = field
        occurrence.alternative = number
        occurrence.key = WordKey(
            occurrence.match, isRespelled: occurrence.isRespelled, of: alternative,
            weight: query.weights[field], length: length, step: step)
    }

    /// Calls `body` with each match of a spelling in a text, ascending. Their locale is the
    /// level; their field and text are 0.
    ///
    /// - Parameters:
    ///   - level: the index of the text's locale in the fallback chain.
    ///   - source: the text, valid UTF-8.
    /// - Throws: `SegmentError.cancelled`.
    func forEachOccurrence(
        of alternative: PreparedQuery.Alternative, level: Int, source: UnsafeBufferPointer<UInt8>,
        _ folded: FoldedText, maps: SourceMaps = SourceMaps(), _ body: (Occurrence) -> Void
    ) throws(SegmentError) {
        // Parts are in several texts, see ``RecordScanner``.
        guard alternative.parts.isEmpty else { return }
        guard alternative.phrase.isEmpty else {
            var places = PhrasePositions(source)
            // A word may occur several times in a phrase.
            var known: [String: [Occurrence]] = [:]
            for word in alternative.phrase {
                var words = known[word.spelling] ?? []
                if known[word.spelling] == nil {
                    try forEachOccurrence(of: word, level: level, source: source, folded, maps: maps) {
                        words.append($0)
                    }
                    known[word.spelling] = words
                }
                try places.add(words)
                if places.phrases.isEmpty { return }
            }
            return places.phrases.forEach(body)
        }
        try folded.withForms { standard, search throws(SegmentError) in
            try forEachOccurrence(
                of: alternative, level: level, source: source, standard: standard, search: search, maps: maps
            ) {
                if alternative.admits($0, in: source, isTerm: source.isTerm($0.bytes)) { body($0) }
            }
        }
    }

    /// Calls `body` with each match of a word in a term, ascending, ranked as if the text had more terms, and
    /// with whether the match is the whole term in one of its foldings.
    ///
    /// - Throws: `SegmentError.damaged`, `SegmentError.cancelled`.
    func forEachOccurrence(
        of alternative: PreparedQuery.Alternative, level: Int, inTerm entry: IndexedTerm,
        _ body: (Occurrence, _ isWhole: Bool) -> Void
    ) throws(SegmentError) {
        let (bounds, source) = try entry.details()
        // Folding needs valid UTF-8, which a forged file need not have.
        guard source.isValidUTF8 else { throw .damaged }
        let isAligned = entry.flags.contains(.isAligned)
        guard !isAligned || source.count == entry.standard.count && source.count == entry.search.count else {
            throw .damaged
        }
        let form = alternative.forms[level]
        func match(_ pattern: BytePattern?, _ folding: UnsafeRawBufferPointer, _ bounds: [UInt32]?)
            -> MatchClass
        {
            guard pattern?.bytes.count == folding.count else { return .insideWord }
            return IndexedTerm.Bounds.matchClass(0, folding.count, length: folding.count, bounds: bounds)
        }
        try source.withUnsafeBufferPointer { source throws(SegmentError) in
            try forEachOccurrence(
                of: alternative, level: level, source: source,
                standard: FoldedForm(ofTerm: entry.standard, bounds.standard),
                search: entry.isSplit ? FoldedForm(ofTerm: entry.search, bounds.search) : nil,
                maps: maps(of: entry, sourceCount: source.count, isAligned: isAligned)
            ) { occurrence in
                var occurrence = occurrence
                let isWhole = occurrence.match == .wholeField
                if isWhole {
                    occurrence.match = .insideWord
                    if occurrence.byStandard {
                        occurrence.match = match(form.standard, entry.standard, bounds.standard)
                    }
                    if occurrence.bySearch {
                        occurrence.match = min(
                            occurrence.match, match(form.search, entry.search, bounds.search))
                    }
                }
                if alternative.admits(occurrence, in: source, isTerm: isWhole) { body(occurrence, isWhole) }
            }
        }
    }

    /// The maps of a term.
    ///
    /// - Parameters:
    ///   - sourceCount: the length of its spelling, in bytes.
    ///   - isAligned: whether its foldings have the offsets of its spelling.
    private func maps(of entry: IndexedTerm, sourceCount: Int, isAligned: Bool) -> SourceMaps {
        let folding = entry.standard
        guard !isAligned, folding.count > BytePattern.shortText, let start = folding.baseAddress else {
            return SourceMaps(isAligned: isAligned)
        }
        let place = TermLocation(folding: start, sourceCount: sourceCount)
        if let known = mapsOfTerms[place] { return known }
        let maps = SourceMaps()
        if folding.count <= bytesToMap {
            bytesToMap -= folding.count
            mapsOfTerms[place] = maps
        }
        return maps
    }

    /// Calls `body` with each match of a spelling in a text with these foldings, ascending.
    ///
    /// - Parameter search: the text folded by the search collation; `nil` where both foldings are the same.
    func forEachOccurrence(
        of alternative: PreparedQuery.Alternative, level: Int, source: UnsafeBufferPointer<UInt8>,
        standard: FoldedForm, search: FoldedForm?, maps: SourceMaps = SourceMaps(),
        _ body: (Occurrence) -> Void
    ) throws(SegmentError) {
        let form = alternative.forms[level]
        guard let folding = query.foldings[level] else { return }
        let endsCompounds = alternative.compoundLevels.contains(level)
        var first = form.standard.map {
            FoldedPositions($0, standard, source, folding.standard, maps, endsCompounds: endsCompounds)
        }
        // One pass where both foldings of word and text are the same.
        let isSame = form.isSame && search == nil
        var second =
            isSame
            ? nil
            : form.search.map {
                FoldedPositions(
                    $0, search ?? standard, source, folding.search, maps, endsCompounds: endsCompounds)
            }
        let spelling = alternative.spelling.utf8
        let isSmall = TypedCase.isSmall(alternative.spelling)
        var starts = ScalarCounter(source)
        func yield(_ place: FoldedPositions.Position, byStandard: Bool, bySearch: Bool) {
            var occurrence = Occurrence(
                match: place.match, bytes: place.bytes, byStandard: byStandard, bySearch: bySearch)
            if !source[place.bytes].elementsEqual(spelling) {
                occurrence.hasOtherCase =
                    isSmall
                    && TypedCase.small(
                        UnsafeRawBufferPointer(.init(rebasing: source[place.bytes])), is: Array(spelling))
                occurrence.isRespelled = !occurrence.hasOtherCase
            } else {
                occurrence.isRespelled = false
            }
            let start = starts.scalars(before: place.bytes.lowerBound)
            occurrence.scalars = start..<start + source[place.bytes].scalarCount
            occurrence.locale = level
            occurrence.endsCompound = place.endsCompound
            body(occurrence)
        }
        // Both ascend; a match found by both is reported once.
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
                place.merge(other)
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

extension PreparedQuery.Alternative {
    /// Whether a match of the spelling counts.
    ///
    /// - Parameters:
    ///   - source: the text, valid UTF-8.
    ///   - isTerm: whether white space, the beginning or the end of a text is on both sides of it.
    fileprivate func admits(
        _ occurrence: Occurrence, in source: UnsafeBufferPointer<UInt8>, isTerm: @autoclosure () -> Bool
    ) -> Bool {
        guard !isWhole || occurrence.match <= .wholeWord || occurrence.endsCompound || isTerm() else {
            return false
        }
        guard countsMarks, occurrence.isRespelled else { return true }
        // Strings are equal if they are canonically equivalent.
        return String(decoding: source[occurrence.bytes], as: UTF8.self).lowercased()
            == spelling.lowercased()
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether white space, the beginning or the end is on both sides of a range of a text.
    fileprivate func isTerm(_ piece: Range<Int>) -> Bool {
        func isSpace(_ offset: Int) -> Bool {
            Unicode.Scalar(scalar(at: offset).0)?.properties.isWhitespace ?? false
        }
        var before = piece.lowerBound - 1
        while before > 0, self[before] & 0xC0 == 0x80 { before -= 1 }
        return (piece.lowerBound == 0 || isSpace(before))
            && (piece.upperBound == count || isSpace(piece.upperBound))
    }
}

/// The matches of a folded word in one folding of a text, ascending; matches of the same source bytes are
/// merged.
private struct FoldedPositions {
    struct Position {
        var match: MatchClass
        /// Whether it is the last part of a compound; computed only if requested.
        var endsCompound: Bool
        let bytes: Range<Int>

        mutating func merge(_ other: Position) {
            match = min(match, other.match)
            endsCompound = endsCompound || other.endsCompound
        }

        func precedes(_ other: Position) -> Bool {
            (bytes.lowerBound, bytes.upperBound) < (other.bytes.lowerBound, other.bytes.upperBound)
        }
    }

    private var positions: BytePositions
    private let length: Int
    private let folded: FoldedForm
    private let source: UnsafeBufferPointer<UInt8>
    private let table: FoldingTable
    private let maps: SourceMaps
    private let endsCompounds: Bool
    /// Created for the first match.
    private var map: SourceMap?
    private var pending: Position?

    init(
        _ pattern: BytePattern, _ folded: FoldedForm, _ source: UnsafeBufferPointer<UInt8>,
        _ table: FoldingTable, _ maps: SourceMaps, endsCompounds: Bool
    ) {
        self.endsCompounds = endsCompounds
        positions = BytePositions(pattern, in: folded.bytes)
        length = pattern.bytes.count
        self.folded = folded
        self.source = source
        self.table = table
        self.maps = maps
    }

    mutating func next() throws(SegmentError) -> Position? {
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
            current?.merge(place)
        }
        return current
    }

    private mutating func place(_ range: Range<Int>) -> Position {
        let match = folded.matchClass(range.lowerBound, range.upperBound)
        if map == nil { map = maps.map(source, table) }
        return Position(
            match: match,
            endsCompound: endsCompounds && folded.endsCompound(range.lowerBound, range.upperBound),
            bytes: map!.sourceRange(ofFolded: range))
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
