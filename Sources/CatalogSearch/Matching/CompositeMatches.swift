// The matches of spellings that consist of several words: of phrases and of parts.

internal import ICU
internal import Support

/// The search for a spelling of several words in one segment. For one query and one thread.
protocol CompositeSearch {
    var words: IndexedSearch { get }

    /// Whether a record may match, without reading texts; sure if it is `false`.
    func mayMatch() throws(SegmentError) -> Bool

    /// Gets ready to look at records.
    func prepare() throws(SegmentError)

    /// What the spelling is worth in a record with all words; ``WordKey/none`` if the record does not match.
    func key(of record: Int) throws(SegmentError) -> WordKey
}

extension CompositeSearch {
    /// The records that match, deleted or not.
    ///
    /// - Parameters:
    ///   - limits: the only records to look at; `nil` for all.
    ///   - keepsPositions: see ``ValueMatch/keepsPositions``.
    fileprivate func matches(
        within limits: CompactRecords?, keepsPositions: Bool
    ) throws(SegmentError) -> [ValueMatch] {
        var candidates = try words.recordsOfAllWords(within: limits)
        if let limits { candidates = candidates.intersection(limits) }
        if candidates.isEmpty { return [] }
        try prepare()
        var found: [WordKey: [Int32]] = [:]
        var interruption = Interruption()
        try candidates.forEach { record throws(SegmentError) in
            try interruption.count(Interruption.record)
            let key = try key(of: record)
            if key != .none { found[key, default: []].append(Int32(truncatingIfNeeded: record)) }
        }
        return found.map { ValueMatch(key: $0.key, records: .list($0.value), keepsPositions: keepsPositions) }
    }

    /// About the number of records to look at, at most.
    fileprivate var estimate: Double { words.words.indices.map(words.estimatedTexts).min() ?? 0 }
}

/// Identifies a spelling of several words, the texts in which it is looked for, and what it is worth there.
struct CompositeKey: CachedKey {
    private struct Word: Hashable {
        let spelling: String
        let isWhole: Bool
        let compoundLevels: Set<Int>
        let percent: Int
        let isForm: Bool
        let relaxation: Relaxation.Kind?

        init(_ word: PreparedQuery.Alternative) {
            spelling = word.spelling
            isWhole = word.isWhole
            compoundLevels = word.compoundLevels
            percent = word.percent
            isForm = word.isForm
            relaxation = word.relaxation
        }
    }

    private let phrase: [Word]
    private let parts: [[Word]]
    private let percent: Int
    private let relaxation: Relaxation.Kind?
    private let field: FieldName?
    private let keepsPositions: Bool
    private let texts: SearchedTextsKey
    private let weights: [FieldWeight]

    init(_ alternative: PreparedQuery.Alternative, _ query: PreparedQuery) {
        phrase = alternative.phrase.map(Word.init)
        parts = alternative.parts.map { $0.map(Word.init) }
        percent = alternative.percent
        relaxation = alternative.relaxation
        field = alternative.field
        keepsPositions = alternative.keepsPositions
        texts = SearchedTextsKey(query)
        weights = query.weights
    }

    static func cost(of value: [ValueMatch]) -> Int {
        value.reduce(0) { $0 + MemoryLayout<ValueMatch>.stride + $1.records.byteCount }
    }
}

extension IndexedSegment {
    /// The number of records up to which all records with the words of a spelling are looked at, so that the
    /// matches can be cached, although few are wanted; and although only one is.
    private static let few = 512.0
    private static let many = 4_096.0

    /// The matches of a spelling of several words.
    ///
    /// - Parameters:
    ///   - query: adapted to the segment's catalog.
    ///   - levels: those of the query.
    ///   - limits: the records of interest; the matches may be in others. `nil` for all.
    func matches(
        ofComposite alternative: PreparedQuery.Alternative, _ query: PreparedQuery, levels: [SearchedLevel],
        within limits: CompactRecords?
    ) throws(SegmentError) -> [ValueMatch] {
        let key = CompositeKey(alternative, query)
        let cache = opened.caches[CompositeKey.self]
        if let known = cache[key] { return known }
        let search = try compositeSearch(alternative, query, levels)
        guard try search.mayMatch() else { return [] }
        let areFew = limits.map { $0.count <= IndexedSearch.fewCandidates } ?? false
        let isForAll = limits == nil || !areFew && search.estimate <= Self.few
        let found = try search.matches(
            within: isForAll ? nil : limits, keepsPositions: alternative.keepsPositions)
        if isForAll { cache.keep(found, as: key) }
        return found
    }

    /// The matches of spellings of several words in all records, as far as they are cached.
    ///
    /// - Parameter query: adapted to the segment's catalog.
    func cachedMatches(
        ofComposites composites: [SpellingPosition], _ query: PreparedQuery
    ) -> [SpellingPosition: [ValueMatch]] {
        let cache = opened.caches[CompositeKey.self]
        var found: [SpellingPosition: [ValueMatch]] = [:]
        for position in composites {
            let alternative = query.words[position.word].alternatives[position.spelling]
            found[position] = cache[CompositeKey(alternative, query)]
        }
        return found
    }

    /// Whether a record may match a spelling of several words, deleted or not. It is sure
    /// where the words are not frequent.
    ///
    /// - Parameter query: adapted to the segment's catalog.
    func mayMatch(
        composite alternative: PreparedQuery.Alternative, _ query: PreparedQuery
    ) throws(SegmentError) -> Bool {
        let key = CompositeKey(alternative, query)
        let cache = opened.caches[CompositeKey.self]
        if let known = cache[key] { return !known.isEmpty }
        let search = try compositeSearch(alternative, query, try SearchedLevel.levels(of: self, query))
        guard try search.mayMatch() else { return false }
        if search.estimate > Self.many { return true }
        let found = try search.matches(within: nil, keepsPositions: alternative.keepsPositions)
        cache.keep(found, as: key)
        return !found.isEmpty
    }

    private func compositeSearch(
        _ alternative: PreparedQuery.Alternative, _ query: PreparedQuery, _ levels: [SearchedLevel]
    ) throws(SegmentError) -> any CompositeSearch {
        if alternative.parts.isEmpty {
            return try PhraseSearch(self, query, alternative, levels: levels)
        }
        return try PartsSearch(self, query, alternative, levels: levels)
    }
}

extension PreparedQuery.Alternative {
    /// See ``ValueMatch/keepsPositions``: a typed phrase has no position of one word, unlike what stands for
    /// one.
    fileprivate var keepsPositions: Bool { phrase.isEmpty || equivalence != nil }
}
