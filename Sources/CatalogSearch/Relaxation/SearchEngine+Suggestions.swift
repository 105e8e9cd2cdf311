// What may a user have meant who has not typed all yet, or has mistyped?

internal import ICU

/// A query that goes on where the user has stopped.
public struct Completion: Hashable, Sendable {
    /// The query with its last word completed, all before as it was typed.
    public var query: String
    /// The last word as a text spells it.
    public var word: String
    /// How many records the completed query finds, within the scope and all else that was asked for.
    public var count: Int

    /// A completed query.
    public init(query: String, word: String, count: Int) {
        self.query = query
        self.word = word
        self.count = count
    }
}

/// A query that may be meant instead of one that finds little.
public struct Correction: Hashable, Sendable {
    /// The query with other words, with one space between each two.
    public var query: String
    /// By which kind of relaxation.
    public var relaxation: Relaxation
    /// How many records it finds, within the scope and all else that was asked for; none of them by relaxation.
    public var count: Int

    /// A corrected query.
    public init(query: String, relaxation: Relaxation, count: Int) {
        self.query = query
        self.relaxation = relaxation
        self.count = count
    }
}

extension SearchEngine {
    /// How many words of the texts are looked at more closely for each completion that is wanted.
    private static let completionsLookedAt = 3
    /// So many spellings are compared.
    private static let spellingsCompared = 256

    /// Completes the last word of a query out of the texts' own words, those first with which the query finds most.
    ///
    /// The words are those of the searched texts of the records that the rest of the query finds, chosen by the number
    /// of texts that hold them. A query that ends with white space has no word to be completed.
    ///
    /// - Parameters:
    ///   - request: its page, order and ``SearchRequest/relax`` do not matter.
    ///   - limit: how many completions are wanted at most.
    /// - Throws: as ``search(_:)`` does.
    public func completions(
        of request: SearchRequest, limit: Int = 8
    ) throws(SearchError) -> [Completion] {
        try SearchRequest.checkLength(of: request.query)
        let scalars = request.query.unicodeScalars
        let start =
            scalars.lastIndex { $0.properties.isWhitespace }.map { scalars.index(after: $0) }
            ?? scalars.startIndex
        guard limit > 0, start < scalars.endIndex else { return [] }
        let before = String(scalars[..<start])
        var request = request
        request.limit = 0
        request.relax = .never
        let searched = try catalogs(of: request)
        var single = request
        single.query = String(scalars[start...])
        let last = try query(single, searched)
        guard let word = last.words.first, last.ignoredWords.isEmpty else { return [] }
        request.query = before
        let rest = try query(request, searched)

        var uses: [String: Int] = [:]
        for catalog in searched {
            let rest = rest.adapted(to: catalog.description)
            for segment in catalog.segments {
                try catalog.damageNamed { () throws(SegmentError) in
                    try Interruption.check()
                    var sets: MatchSets? = MatchSets(universe: segment.numberCount)
                    _ = try segment.search(rest, keeping: 0, &sets)
                    guard let records = sets?.inScope, !records.isEmpty else { return }
                    try Interruption.check()
                    for found in try segment.words(.completions, like: word, rest, within: records) {
                        uses[found.spelling, default: 0] += found.uses
                    }
                }
            }
        }
        let found = try Self.interruptible { () throws(SegmentError) in
            var found = uses.map { FoundWord(spelling: $0.key, distance: 0, uses: $0.value) }
            try found.sortInterruptibly {
                $0.uses != $1.uses
                    ? $0.uses > $1.uses : $0.spelling.utf8.lexicographicallyPrecedes($1.spelling.utf8)
            }
            return try last.merged(Array(found.prefix(Self.spellingsCompared)), insteadOf: word)
        }
        var completions: [Completion] = []
        for next in found.prefix(Self.completionsLookedAt * limit) {
            request.query = before + next.word.spelling
            let count = try matches(request).total
            if count > 0 {
                completions.append(
                    Completion(query: request.query, word: next.word.spelling, count: count))
            }
        }
        // What is equal stays in its order: by the number of texts.
        return Array(
            completions.enumerated().sorted {
                ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
            }.prefix(limit).map(\.element))
    }

    /// A query that finds fewer records than these is worth to be corrected.
    private static let few = 3

    /// Other words for a query that finds nothing or little: what a relaxed search would look for, strictest kind first.
    ///
    /// - Parameters:
    ///   - request: its page, order and ``SearchRequest/relax`` do not matter.
    ///   - limit: how many corrections are wanted at most.
    ///   - known: how many records the request is known to find at least, such as those of a completion, which may save
    ///     a search.
    /// - Returns: queries that find more than the one that was typed, of one kind of relaxation; nearest first, then
    ///   those that find most.
    /// - Throws: as ``search(_:)`` does.
    public func corrections(
        of request: SearchRequest, limit: Int = 3, known: Int = 0
    ) throws(SearchError) -> [Correction] {
        try SearchRequest.checkLength(of: request.query)
        guard known < Self.few, limit > 0 else { return [] }
        var request = request
        request.limit = 0
        request.relax = .never
        let found = try matches(request).total
        guard found < Self.few else { return [] }
        let searched = try catalogs(of: request)
        let relaxer = QueryRelaxer(try query(request, searched), searched)
        for kind in Relaxation.allCases {
            var corrections: [(correction: Correction, distance: Int)] = []
            for variant in try relaxer.variants(kind) {
                request.query = variant.query.words.map(\.spelling).joined(separator: " ")
                let count = try matches(request).total
                guard count > found else { continue }
                var correction = Correction(query: request.query, relaxation: kind, count: count)
                // Nobody means the beginning of a word, but the word.
                if kind == .typos, variant.query.words.count == 1, EditPattern.isBeginning(variant.distance),
                    let whole = try completions(of: request, limit: 1).first
                {
                    (correction.query, correction.count) = (whole.query, whole.count)
                }
                if corrections.contains(where: { $0.correction.query == correction.query }) { continue }
                corrections.append((correction, variant.distance))
            }
            if corrections.isEmpty { continue }
            let ordered = corrections.enumerated().sorted { left, right in
                let (first, second) = (left.element, right.element)
                if first.distance != second.distance { return first.distance < second.distance }
                if first.correction.count != second.correction.count {
                    return first.correction.count > second.correction.count
                }
                return left.offset < right.offset
            }
            return ordered.prefix(limit).map(\.element.correction)
        }
        return []
    }
}
