// Suggests queries to users who have not typed everything yet, or have mistyped.

internal import ICU

/// A query whose last word is completed.
public struct Completion: Hashable, Sendable {
    /// The query with its last word completed and the rest as typed.
    public var query: String
    /// The last word as a text spells it.
    public var word: String
    /// The number of records that the completed query finds, with all restrictions of the request.
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
    /// The query with replaced words, separated by single spaces.
    public var query: String
    /// The kind of relaxation used.
    public var relaxation: Relaxation.Kind
    /// The number of records it finds strictly, with all restrictions of the request.
    public var count: Int

    /// A corrected query.
    public init(query: String, relaxation: Relaxation.Kind, count: Int) {
        self.query = query
        self.relaxation = relaxation
        self.count = count
    }
}

extension SearchEngine {
    /// The number of words counted for each completion that is wanted.
    private static let completionsLookedAt = 3
    /// The maximum number of spellings compared.
    private static let spellingsCompared = 256

    /// Completes the last word of a query with words of the texts; those that find the most records come first.
    ///
    /// The words come from the searched texts of the records that the rest of the query finds, chosen by the number
    /// of texts that contain them. A query that ends with white space has no word to complete.
    ///
    /// - Parameters:
    ///   - request: its page, order and ``SearchRequest/relax`` do not matter.
    ///   - limit: the maximum number of completions.
    /// - Throws: as ``search(_:)`` does.
    public func completions(
        of request: SearchRequest, limit: Int = 8
    ) throws(SearchError) -> [Completion] {
        try request.checkLimits()
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
        // Keep the order of equal counts: by number of texts.
        return Array(
            completions.enumerated().sorted {
                ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
            }.prefix(limit).map(\.element))
    }

    /// A query that finds fewer records than this is corrected.
    private static let few = 3

    /// Suggests other words for a query that finds little or nothing: those of a relaxed search, strictest kind
    /// first.
    ///
    /// - Parameters:
    ///   - request: its page, order and ``SearchRequest/relax`` do not matter.
    ///   - limit: the maximum number of corrections.
    ///   - known: the least number of records that the request is known to find, such as that of a completion; it may
    ///     save a search.
    /// - Returns: queries that find more than the typed one, all of one kind of relaxation; nearest first, then those
    ///   that find most.
    /// - Throws: as ``search(_:)`` does.
    public func corrections(
        of request: SearchRequest, limit: Int = 3, known: Int = 0
    ) throws(SearchError) -> [Correction] {
        try request.checkLimits()
        guard known < Self.few, limit > 0 else { return [] }
        var request = request
        request.limit = 0
        request.relax = .never
        let found = try matches(request).total
        guard found < Self.few else { return [] }
        let searched = try catalogs(of: request)
        let relaxer = QueryRelaxer(try query(request, searched), searched)
        for kind in Relaxation.Kind.allCases {
            var corrections: [(correction: Correction, distance: Int)] = []
            for variant in try relaxer.variants(kind) {
                request.query = variant.query.words.map(\.spelling).joined(separator: " ")
                let count = try matches(request).total
                guard count > found else { continue }
                var correction = Correction(query: request.query, relaxation: kind, count: count)
                // Users mean whole words, not beginnings of words.
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
