// Scores records exactly, by their texts.

/// The score of a record, and what it consists of.
struct ScoredRecord {
    /// Includes the product of the preferences, if there are any.
    let score: Int
    let nearness: Nearness
    let isRespelled: Bool
    /// The best key of each word.
    let keys: [WordKey]
    /// See ``Rank/mentions``.
    let mentions: Int
    /// See ``Rank/claim``.
    var claim: Int?

    /// What compares records: claim, then score.
    var order: ClaimedScore { ClaimedScore(claim: claim ?? 0, score: score) }
}

/// A claim, and the score that decides between equal claims.
struct ClaimedScore: Comparable {
    var claim = 0
    let score: Int

    @inline(__always)
    static func < (left: ClaimedScore, right: ClaimedScore) -> Bool {
        (left.claim, left.score) < (right.claim, right.score)
    }
}

/// Scores the matching records of a query. For one query and one thread.
final class RecordScoring {
    let search: IndexedSearch
    let words: [[WordSearch]]
    private let records: IndexedRecords
    /// The terms to look for, by level: those of all words.
    private var marks: [TermMarks?]
    /// For each level, and for each of its columns, the searches: the word, and the index among the word's
    /// searches.
    private let searchesOfLevels: [[(word: Int, place: Int)]]
    private let searchesOfColumns: [[[(word: Int, place: Int)]]]
    /// The matches of each word by values of records.
    let values: [[ValueMatch]]
    private let hasValues: Bool
    /// The words that have positions in texts.
    private let placedWords: [Int]
    /// Finds the gaps between ``placedWords``; `nil` while it is in use.
    private var gapFinder: GapFinder?
    /// Counts mentions in texts; `nil` while it is in use.
    private var mentionCounts: TextMentions?
    /// The products of preferences that multiply scores; `nil` without preferences.
    private let preferences: PreferenceProducts?
    /// Adds up claims; `nil` if matches must have all words.
    private var claims: ClaimCounter?

    /// - Parameter preferences: the preferences that multiply scores; `nil` without preferences.
    init(_ search: IndexedSearch, _ preferences: PreferenceProducts? = nil) throws(SegmentError) {
        self.search = search
        self.preferences = preferences
        words = search.words
        records = search.segment.records
        marks = [TermMarks?](repeating: nil, count: search.levels.count)
        let searchesOfLevels = search.levels.map { level in
            search.words.indices.flatMap { word in
                search.words[word].indices.filter {
                    search.words[word][$0].level.position == level.position
                }.map { (word: word, place: $0) }
            }
        }
        self.searchesOfLevels = searchesOfLevels
        searchesOfColumns = zip(search.levels, searchesOfLevels).map { level, searches in
            level.columns.map { column in
                searches.filter {
                    search.words[$0.word][$0.place].alternative.searches(search.query.fields[column.field])
                }
            }
        }
        values = search.values
        hasValues = values.contains { !$0.isEmpty }
        placedWords = words.indices.filter { search.query.words[$0].hasPosition }
        claims = search.query.partial.map { [placedWords] in ClaimCounter($0, placed: placedWords) }
    }

    var wordCount: Int { words.count }

    /// Whether claims precede scores: matches may lack words.
    var hasClaims: Bool { claims != nil }

    /// The exact score of a record.
    func score(_ record: Int) throws(SegmentError) -> ScoredRecord {
        var keys = [WordKey](repeating: .none, count: words.count)
        // Words that no value matches: a value has no position in a text.
        var textWords = placedWords
        if hasValues {
            for word in words.indices {
                let found = values[word].filter { $0.records.contains(record) }
                keys[word] = found.map(\.key).max() ?? .none
                if found.contains(where: { !$0.keepsPositions }) { textWords.removeAll { $0 == word } }
            }
        }
        claims?.start(keys)
        // The finder is reused, because many records are scored.
        var finder = gapFinder.take() ?? GapFinder(wordCount: placedWords.count)
        var textFinder =
            claims == nil && textWords.count > 1 && textWords.count < placedWords.count
            ? GapFinder(wordCount: textWords.count) : nil
        var gap: WordGap?
        var mentions = 0
        var counts = mentionCounts.take() ?? TextMentions(wordCount: words.count)
        for (number, level) in search.levels.enumerated() {
            let terms = try terms(number)
            for (place, column) in level.columns.enumerated() where !column.hides(record) {
                let searches = searchesOfColumns[number][place]
                let weight = search.query.weights[column.field]
                let hasMentions = search.query.fields[column.field].hasMentions
                guard try column.column.owns(record) else { continue }
                for text in try column.column.texts(of: record) {
                    let isWhole = try level.index.isSingleTerm(text)
                    let length = TextLength(rawValue: try level.index.lengthClass(ofText: text))!
                    try terms.forEachTerm(ofText: text) { term, position throws(SegmentError) in
                        for (word, index) in searches {
                            let search = words[word][index]
                            let summary = try search.summary(ofTerm: term)
                            guard summary.isMatch else { continue }
                            let grade = isWhole ? summary.wholeGrade : summary.grade
                            let key = WordKey(
                                grade.match, isRespelled: grade.isRespelled, of: search.alternative,
                                weight: weight, length: length, step: level.step)
                            keys[word] = max(keys[word], key)
                            if hasMentions, grade.match <= .wholeWord { counts.add(word, inTerm: position) }
                            claims?.add(
                                word, Score.share(grade.match, search.alternative.relaxation),
                                weight: weight.value)
                            if placedWords.count > 1, let next = placedWords.firstIndex(of: word) {
                                finder.add(word: next, terms: position...position)
                            }
                            if let next = textFinder == nil ? nil : textWords.firstIndex(of: word) {
                                textFinder!.add(word: next, terms: position...position)
                            }
                        }
                    }
                    mentions += counts.sum(weight: weight.value, length: length)
                    if placedWords.count > 1 {
                        if claims != nil {
                            claims!.add(finder)
                        } else {
                            if let found = finder.gap { gap = gap.map { min($0, found) } ?? found }
                            if let found = textFinder?.gap { gap = gap.map { min($0, found) } ?? found }
                        }
                        finder.reset()
                        textFinder?.reset()
                    }
                }
            }
        }
        finder.reset()
        gapFinder = finder
        mentionCounts = counts
        let nearness = Nearness(gap: gap)
        return ScoredRecord(
            score: Score.total(
                points: Score.countedSum(keys, isPartial: hasClaims), nearness, try factors(of: record)),
            nearness: nearness, isRespelled: keys.contains { $0 != .none && $0.isRespelled }, keys: keys,
            mentions: mentions, claim: claims?.sum)
    }

    /// The greatest claim of a record that has some words of the query.
    func mostClaim(of words: WordMask) -> Int { claims?.most(words) ?? 0 }

    /// The terms of a level to find in texts: those that may contain a word, if they are known, else all.
    private func terms(_ level: Int) throws(SegmentError) -> TermMarks {
        if let known = marks[level] { return known }
        let searches = searchesOfLevels[level].map { words[$0.word][$0.place] }
        let new: TermMarks
        if searches.allSatisfy(\.areTermsKnown) {
            new = TermMarks(search.levels[level].index)
            for search in searches { new.insert(try search.mayHold()) }
        } else {
            new = TermMarks(allOf: search.levels[level].index)
        }
        marks[level] = new
        return new
    }

    /// The greatest possible factors of a record.
    var greatestFactors: RecordFactors {
        RecordFactors(
            popularity: records.hasPopularities ? Score.greatestPopularityFactor : Score.popularityFactor(0),
            preference: preferences?.greatest ?? 1)
    }

    /// The factors of a record's score: its popularity and preferences.
    @inline(__always)
    func factors(of record: Int) throws(SegmentError) -> RecordFactors {
        RecordFactors(
            popularity: records.hasPopularities
                ? Score.popularityFactor(try records.popularity(of: record)) : Score.popularityFactor(0),
            preference: try preferences?.product(of: record) ?? 1)
    }

    /// Whether records of equal score have the same popularity, so that the lengths of titles decide between
    /// them.
    var lengthsDecide: Bool {
        !records.hasPopularities && preferences == nil && search.request.ties.isEmpty
    }
}
