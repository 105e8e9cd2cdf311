// Finds where a query's words match in a text.

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

    /// Finds a word in a text.
    ///
    /// - Parameters:
    ///   - level: the index of the text's locale in the fallback chain.
    ///   - source: the text, valid UTF-8.
    ///   - search: the text folded by the search collation; `nil` where both foldings are the same.
    /// - Returns: the matches, ascending. Their locale is the level; their field and text are 0.
    func occurrences(
        of word: Int, level: Int, source: UnsafeBufferPointer<UInt8>, standard: FoldedForm,
        search: FoldedForm?
    ) -> [Occurrence] {
        let form = query.words[word].forms[level]
        guard let folding = query.foldings[level] else { return [] }
        var found: [Occurrence] = []
        if let pattern = form.standard {
            found = places(of: pattern, in: standard, source, folding.standard, byStandard: true)
        }
        if let pattern = form.search, !(form.isSame && search == nil) {
            let others = places(
                of: pattern, in: search ?? standard, source, folding.search, byStandard: false)
            found = Self.merged(found, others)
        } else if form.isSame {
            for index in found.indices { found[index].bySearch = true }
        }
        guard !found.isEmpty else { return [] }
        let spelling = query.words[word].spelling.utf8
        var counted = 0
        var scalars = 0
        for index in found.indices {
            let bytes = found[index].bytes
            if bytes.lowerBound < counted { (counted, scalars) = (0, 0) }
            scalars += source[counted..<bytes.lowerBound].scalarCount
            counted = bytes.lowerBound
            found[index].scalars = scalars..<scalars + source[bytes].scalarCount
            found[index].isRespelled = !source[bytes].elementsEqual(spelling)
            found[index].locale = level
        }
        return found
    }

    /// The matches of one folding's pattern, ascending; matches with the same source are one.
    private func places(
        of pattern: BytePattern, in folded: FoldedForm, _ source: UnsafeBufferPointer<UInt8>,
        _ table: FoldingTable, byStandard: Bool
    ) -> [Occurrence] {
        var found: [Occurrence] = []
        var map: SourceMap?
        // ASCII text that folds byte by byte without loss keeps its offsets.
        let isAligned =
            folded.bytes.count == source.count && table.foldsASCIIByteByByte
            && source.allSatisfy { $0 < 0x80 }
        var position = 0
        while let start = pattern.first(in: folded.bytes, position..<folded.bytes.count) {
            position = start + 1
            let end = start + pattern.bytes.count
            let match = folded.matchClass(start, end)
            let bytes: Range<Int>
            if isAligned {
                bytes = start..<end
            } else {
                if map == nil { map = SourceMap(source, table) }
                bytes = map!.sourceRange(ofFolded: start..<end)
            }
            if let last = found.indices.last, found[last].bytes == bytes {
                found[last].match = min(found[last].match, match)
            } else {
                found.append(
                    Occurrence(match: match, bytes: bytes, byStandard: byStandard, bySearch: !byStandard))
            }
        }
        return found
    }

    /// The matches of both foldings, in order; a match that both found is one.
    private static func merged(_ standard: [Occurrence], _ search: [Occurrence]) -> [Occurrence] {
        guard !standard.isEmpty else { return search }
        var result: [Occurrence] = []
        result.reserveCapacity(standard.count + search.count)
        var others = search[...]
        for var occurrence in standard {
            while let other = others.first, Self.precedes(other.bytes, occurrence.bytes) {
                result.append(other)
                others.removeFirst()
            }
            if let other = others.first, other.bytes == occurrence.bytes {
                occurrence.match = min(occurrence.match, other.match)
                occurrence.bySearch = true
                others.removeFirst()
            }
            result.append(occurrence)
        }
        return result + others
    }

    private static func precedes(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        (left.lowerBound, left.upperBound) < (right.lowerBound, right.upperBound)
    }
}
