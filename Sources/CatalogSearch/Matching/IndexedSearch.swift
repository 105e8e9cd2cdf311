// Runs a query on a segment in a file: finds and counts the matching records.

internal import ICU
internal import Support

/// Finds matches through the terms that contain the words, then ranks only those that may be among the best.
final class IndexedSearch {
    let segment: IndexedSegment
    let query: PreparedQuery
    /// The locales of the chain in which the segment has texts, nearest first.
    let levels: [SearchedLevel]
    /// The matches of each word, then of each excluded word, by values of records, by phrases and by parts.
    /// Phrases and parts are added once the other words have limited the records.
    private(set) var values: [[ValueMatch]]
    /// The searches for each word of the query: one for each of these locales and each alternative.
    let words: [[WordSearch]]
    /// ``words``, then the searches for each excluded word.
    let allWords: [[WordSearch]]

    /// The segment's cache of sets; `nil` if it is not used.
    private let cachedSets: Cache<WordSetKey, CompactRecords>?
    /// The segment's cache of orders; `nil` if it is not used.
    let cachedOrders: Cache<WordOrderKey, WordOrder>?
    /// The cached scores of each word's matches; `nil` for words without.
    private(set) var cachedScores: [CachedScores?]
    /// Whether ``cachedScores`` are used.
    private var cachesScores = false

    var request: SearchRequest { query.request }
    var recordCount: Int { segment.records.count }

    /// - Parameters:
    ///   - keepsSets: whether to cache, for later searches, the records that contain frequent words, the
    ///     first of them in order, and the records of scopes.
    ///   - known: the levels of the query in the segment, if another search opened them.
    init(
        _ segment: IndexedSegment, _ query: PreparedQuery, keepsSets: Bool? = nil,
        levels known: [SearchedLevel]? = nil
    ) throws(SegmentError) {
        try Interruption.check()
        let keepsSets = keepsSets ?? (segment.numberCount >= Self.fewRecords)
        let cachedSets = keepsSets ? segment.opened.caches[WordSetKey.self] : nil
        self.cachedSets = cachedSets
        cachedOrders = keepsSets ? segment.opened.caches[WordOrderKey.self] : nil
        self.segment = segment
        self.query = query
        let levels = if let known { known } else { try SearchedLevel.levels(of: segment, query) }
        self.levels = levels
        let matcher = RecordMatcher(query)
        var words: [[WordSearch]] = []
        var levelsOfFields: [FieldName: [SearchedLevel]] = [:]
        for (number, word) in (query.words + query.excluded).enumerated() {
            var searches: [WordSearch] = []
            func add(_ alternative: PreparedQuery.Alternative, _ level: SearchedLevel) {
                searches.append(WordSearch(query, word: number, alternative, level, matcher, cachedSets))
            }
            for level in levels {
                for alternative in word.alternatives
                where alternative.field == nil && !alternative.isComposite { add(alternative, level) }
            }
            for alternative in word.alternatives where !alternative.isComposite {
                guard let field = alternative.field else { continue }
                if levelsOfFields[field] == nil {
                    levelsOfFields[field] = try SearchedLevel.levels(of: segment, query, only: field)
                }
                for level in levelsOfFields[field]! { add(alternative, level) }
            }
            words.append(searches)
        }
        allWords = words
        self.words = query.excluded.isEmpty ? words : Array(words[..<query.words.count])
        cachedScores = words.map { _ in nil }
        values = try (query.words + query.excluded).map { word throws(SegmentError) in
            try segment.valueMatches(of: word, query)
        }
    }

    /// - Parameter groups: the groups of the records, to return only the best match of each; `nil` for all
    ///   matches.
    func matches(
        keeping: Int, into sets: consuming MatchSets? = nil, _ groups: ValueNumbers.Part? = nil
    ) throws(SegmentError) -> SegmentMatches {
        guard !query.matchesNothing else { return SegmentMatches(sets: sets) }
        if let partial = query.partial { return try matches(partial, keeping: keeping, sets, groups) }
        if crossesTerms {
            return try SegmentScan(segment, query).matches(keeping: keeping, into: sets, groups)
        }
        let filter = try SegmentFilter(segment, query)
        cachesScores = cachedSets != nil && keeping > 0 && words.count > 1
        if cachesScores {
            for word in words.indices { cachedScores[word] = try points(of: word, isRead: false) }
        }
        var candidates = try matchingRecords(filter)
        let allRecords = words.count <= 1 && cachedOrders != nil && filter.common == nil ? candidates : nil
        if let deleted = segment.deleted { candidates.subtract(deleted) }
        try subtractExcluded(from: &candidates)
        var result = try narrow(&candidates, filter, sets)
        guard keeping > 0, result.total > 0 else { return result }
        if groups == nil,
            let best = try cachedBest(keeping, of: candidates, total: result.total, allRecords: allRecords)
        {
            result.best = best
            return result
        }
        result.best = try best(keeping, of: candidates, groups)
        return result
    }

    /// Finds the matches of a query that may lack words.
    private func matches(
        _ partial: PartialQuery, keeping: Int, _ sets: consuming MatchSets?, _ groups: ValueNumbers.Part?
    ) throws(SegmentError) -> SegmentMatches {
        let filter = try SegmentFilter(segment, query)
        var candidates = try PartialSearch(self, partial).candidates(filter)
            .set(partial, universe: recordCount)
        var result = try narrow(&candidates, filter, sets)
        guard keeping > 0, result.total > 0 else { return result }
        for word in words.indices { try addComposites(of: word, within: .set(candidates)) }
        result.best = try best(keeping, of: candidates, groups)
        return result
    }

    private func best(
        _ keeping: Int, of candidates: RecordSet, _ groups: ValueNumbers.Part?
    ) throws(SegmentError) -> [RankedMatch] {
        let ranking = try IndexedRanking(self, count: candidates.count)
        if let groups { return try ranking.best(keeping, groups, of: candidates) }
        return try ranking.best(keeping, of: candidates)
    }

    /// Narrows the records with the words to the matches of the filter and of the
    /// requested scope, and counts them.
    private func narrow(
        _ candidates: inout RecordSet, _ filter: SegmentFilter, _ sets: consuming MatchSets?
    ) throws(SegmentError) -> SegmentMatches {
        var result = SegmentMatches(sets: sets)
        result.sets?.base?.formUnion(candidates)
        if let others = filter.others { candidates.formIntersection(others) }
        result.sets?.all.formUnion(candidates)
        result.total = candidates.count
        result.scopeCounts = try scopeCounts(of: candidates, result.total)
        if let scope = request.scope {
            candidates.formIntersection(try segment.records(inScope: scope))
            result.total = candidates.count
        }
        result.sets?.inScope.formUnion(candidates)
        return result
    }

    /// The number of records of each scope.
    ///
    /// - Parameter total: the number of candidates.
    private func scopeCounts(
        of candidates: RecordSet, _ total: Int
    ) throws(SegmentError) -> [String?: Int] {
        // Few records are counted one by one.
        guard cachedSets != nil, total > recordCount / 16, segment.cachesScopeSets else {
            return try segment.records.scopeCounts(of: candidates)
        }
        var counts: [String?: Int] = [:]
        var rest = total
        for scope in segment.records.scopes {
            let count = candidates.countOfIntersection(try segment.records(inScope: scope))
            if count > 0 { counts[scope] = count }
            rest -= count
        }
        if rest > 0 { counts[nil] = rest }
        return counts
    }

    // MARK: Matching

    /// The records that contain all words, and meet the filters that all facets respect.
    private func matchingRecords(_ filter: SegmentFilter) throws(SegmentError) -> RecordSet {
        guard let common = filter.common else {
            return words.isEmpty
                ? RecordSet(all: recordCount)
                : try recordsOfAllWords(within: nil).set(universe: recordCount)
        }
        if words.isEmpty { return common }
        var found = try recordsOfAllWords(within: .set(common)).set(universe: recordCount)
        found.formIntersection(common)
        return found
    }

    /// The number of records whose texts are read without asking what else would find the records of a word:
    /// that takes longer.
    static let fewCandidates = 64

    /// The records that contain all words.
    ///
    /// - Parameter limits: the records of interest; the result may contain others. `nil` for all.
    func recordsOfAllWords(within limits: CompactRecords?) throws(SegmentError) -> CompactRecords {
        let areFew = limits.map { $0.count <= Self.fewCandidates } ?? false
        if words.count == 1, !areFew {
            try addComposites(of: 0, within: limits)
            return .set(try records(of: 0))
        }
        // The rarest word first: it leaves few records for the others. Spellings of several words are
        // compared with texts, so they come last. The texts of few records decide in any order.
        let order = words.indices.map { word in
            (
                word: word,
                texts: areFew
                    ? 0 : knownPoints(of: word).map { Double($0.count) } ?? estimatedTexts(of: word),
                isComposite: query.words[word].hasComposite
            )
        }.sorted { ($0.isComposite ? 1 : 0, $0.texts) < ($1.isComposite ? 1 : 0, $1.texts) }
        var found: CompactRecords
        var others = order[...]
        if let limits, areFew || costOfTexts(of: limits.count) < order[0].texts {
            found = limits
        } else {
            try addComposites(of: others.removeFirst().word, within: limits)
            let first = try records(of: order[0].word)
            found = CompactRecords(first, count: first.count)
        }
        for next in others {
            let count = found.count
            if count == 0 { break }
            try addComposites(of: next.word, within: found)
            var readsTexts = count <= Self.fewCandidates
            if !readsTexts, knownPoints(of: next.word) == nil {
                readsTexts = costOfTexts(of: count) < next.texts + (try costOfTerms(of: next.word))
            }
            if readsTexts {
                found = try filtered(found, by: next.word)
            } else {
                found = found.intersection(.set(try records(of: next.word)))
            }
        }
        return found
    }

    private func knownPoints(of word: Int) -> CachedScores? { word < words.count ? cachedScores[word] : nil }

    /// The cached scores of a frequent word's matches, for callers that would otherwise read all its
    /// postings.
    func readPoints(of word: Int) throws(SegmentError) -> CachedScores? {
        if cachesScores, cachedScores[word] == nil { cachedScores[word] = try points(of: word, isRead: true) }
        return cachedScores[word]
    }

    /// Finds the phrases and parts of a word.
    ///
    /// - Parameter limits: the records to search; `nil` for all.
    private func addComposites(of word: Int, within limits: CompactRecords?) throws(SegmentError) {
        let place = word - query.words.count
        for alternative in (place < 0 ? query.words[word] : query.excluded[place]).alternatives
        where alternative.isComposite {
            values[word] += try segment.matches(
                ofComposite: alternative, query, levels: levels, within: limits)
        }
    }

    /// Leaves out the records that match an excluded word.
    func subtractExcluded(from candidates: inout RecordSet) throws(SegmentError) {
        for word in query.words.count..<allWords.count {
            let count = candidates.count
            if count == 0 { return }
            let compact = CompactRecords(candidates, count: count)
            try addComposites(of: word, within: compact)
            if costOfTexts(of: count) < estimatedTexts(of: word) + (try costOfTerms(of: word)) {
                try filtered(compact, by: word).forEach { candidates.remove($0) }
            } else {
                candidates.subtract(try records(of: word))
            }
        }
    }

    /// The records that contain a word of the query, deleted or not.
    func allRecords(of word: Int) throws(SegmentError) -> RecordSet {
        try addComposites(of: word, within: nil)
        return try records(of: word)
    }

    /// The records that contain a word, by the postings of its terms.
    private func records(of word: Int) throws(SegmentError) -> RecordSet {
        var set: RecordSet
        if word < words.count, let known = try readPoints(of: word) {
            set = known.records
        } else {
            set = try recordsOfSpellings(of: word)
        }
        for value in values[word] { value.records.insert(into: &set) }
        return set
    }

    private func recordsOfSpellings(of word: Int) throws(SegmentError) -> RecordSet {
        var set = RecordSet(universe: recordCount)
        let frequent = recordCount / Self.cachedRecordsShare
        for search in allWords[word] {
            if let known = search.knownRecords {
                known.insert(into: &set)
            } else if search.alternative.isTypedWord || search.estimatedTexts > Double(frequent) {
                var own = RecordSet(universe: recordCount)
                if try add(search, to: &own) > frequent, let cachedSets {
                    cachedSets.keep(CompactRecords(own, count: own.count), as: search.key)
                }
                set.formUnion(own)
            } else {
                _ = try add(search, to: &set)
            }
        }
        return set
    }

    /// Segments with fewer records are searched fast without cached sets.
    private static let fewRecords = 1 << 15

    /// The records of a word, and the first of them in order, are cached if it has more than one posting for
    /// this many records.
    static let cachedRecordsShare = 128
    /// The scores of a word are cached if it has more than one posting for this many records: they take more
    /// memory.
    static let cachedScoresShare = 32

    /// The number of postings after which to check whether reading the records not yet found is cheaper.
    private static let postingsBetweenCounts = 1 << 16

    /// - Returns: the number of postings that were read.
    private func add(_ search: WordSearch, to set: inout RecordSet) throws(SegmentError) -> Int {
        try Interruption.check()
        let level = search.level
        let found = try search.terms()
        let terms = try level.index.mostFrequentFirst(found)
        var postings = 0
        var nextCount = Self.postingsBetweenCounts
        var rest: ArraySlice<UInt32> = []
        try set.withWords { words throws(SegmentError) in
            guard let base = words.baseAddress else { return }
            for (place, term) in terms.enumerated() {
                if place & 31 == 0 {
                    try level.index.touchPostings(terms[place..<min(place + 32, terms.count)])
                }
                postings += try level.insertRecords(ofTerm: Int(term), into: base)
                if postings >= nextCount {
                    try Interruption.check()
                    nextCount = postings + Self.postingsBetweenCounts
                    var found = 0
                    for word in words { found += word.nonzeroBitCount }
                    let remaining = terms[(place + 1)...]
                    let estimate = search.estimatedTexts - Double(postings)
                    if costOfTexts(of: recordCount - found) < max(estimate, Double(remaining.count)) {
                        rest = remaining
                        break
                    }
                }
            }
        }
        guard !rest.isEmpty else { return postings }
        // Nearly all records have it: read the remaining records instead of the remaining postings.
        let spelled = try SpellingTerms(level, [search])
        var others = RecordSet(all: recordCount)
        others.subtract(set)
        var interruption = Interruption()
        try others.forEach { record throws(SegmentError) in
            try interruption.count()
            if try spelled.areContained(by: record) { set.insert(record) }
        }
        return postings
    }

    /// The records among these that contain a word.
    private func filtered(_ records: CompactRecords, by word: Int) throws(SegmentError) -> CompactRecords {
        let known = values[word].map(\.records) + allWords[word].compactMap(\.knownRecords)
        let unknown = allWords[word].filter { $0.knownRecords == nil }
        let searchesOfLevels = Dictionary(grouping: unknown) { ObjectIdentifier($0.level) }.values
        let termsOfLevels = try searchesOfLevels.map { searches throws(SegmentError) in
            try SpellingTerms(searches[0].level, searches)
        }
        var found: [Int32] = []
        var interruption = Interruption()
        try records.forEach { record throws(SegmentError) in
            try interruption.count(termsOfLevels.count)
            var isFound = known.contains { $0.contains(record) }
            for terms in termsOfLevels where !isFound { isFound = try terms.areContained(by: record) }
            if isFound { found.append(Int32(truncatingIfNeeded: record)) }
        }
        return .list(found)
    }

    /// Whether a text may contain a word although none of its terms does.
    private var crossesTerms: Bool {
        guard query.mayCrossTerms else { return false }
        return levels.contains { query.crossesTerms(of: $0.index, level: $0.position) }
    }
}
