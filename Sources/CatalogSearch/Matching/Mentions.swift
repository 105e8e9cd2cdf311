// Counts how often records say the words of a query: what orders records of equal score.

internal import Support

/// The mentions of a query's words in one text.
struct TextMentions {
    /// For each word the number of terms that have it as a whole word, and the last of them.
    private var counts: [Int]
    private var lastTerms: [Int]
    /// Whether the text has a mention.
    private(set) var hasAny = false

    init(wordCount: Int) {
        counts = [Int](repeating: 0, count: wordCount)
        lastTerms = [Int](repeating: -1, count: wordCount)
    }

    /// Adds a mention, unless another spelling of the word was found in the same term.
    ///
    /// - Parameter term: the position of the term in the text.
    @inline(__always)
    mutating func add(_ word: Int, inTerm term: Int) {
        guard lastTerms[word] != term else { return }
        lastTerms[word] = term
        counts[word] += 1
        hasAny = true
    }

    /// What the mentions count, see ``Score/mentions(_:weight:length:)``. Starts the next text.
    @inline(__always)
    mutating func sum(weight: Int, length: TextLength) -> Int {
        guard hasAny else { return 0 }
        hasAny = false
        var sum = 0
        for word in counts.indices where counts[word] > 0 {
            sum += Score.mentions(counts[word], weight: weight, length: length)
            counts[word] = 0
            lastTerms[word] = -1
        }
        return sum
    }
}

extension FieldName {
    /// Whether its texts may mention words: heads are parts of texts, and ids no texts.
    var hasMentions: Bool { headed == nil && self != .id }
}

extension RecordScoring {
    /// What the mentions in some records count, see ``Rank/mentions``. Reads postings, not texts.
    ///
    /// - Returns: the sum of each record, in their order.
    func mentions(in records: [Int32]) throws(SegmentError) -> [Int] {
        var set = RecordSet(universe: search.segment.records.count)
        for record in records { set.insert(Int(record)) }
        let positions = RecordPositions(set)
        var sums = [Int](repeating: 0, count: positions.count)
        for word in words.indices {
            if let known = try cachedMentions(of: word, isRead: true) {
                for (place, record) in set.records.enumerated() { sums[place] += known[Int(record)] }
            } else {
                try forEachMention(of: word, in: set) { sums[positions[$0]] += $1 }
            }
        }
        return records.map { sums[positions[Int($0)]] }
    }

    /// What the mentions of a word count in each record, if its scores are cached; else `nil`.
    ///
    /// - Parameter isRead: whether all postings of the word are read otherwise, so that this may be computed.
    func cachedMentions(of word: Int, isRead: Bool) throws(SegmentError) -> CachedMentions? {
        let scores = isRead ? try search.readPoints(of: word) : search.cachedScores[word]
        guard let scores else { return nil }
        let key = WordMentionsKey(points: WordScoresKey(words[word], search.query))
        let cache = search.segment.opened.caches[WordMentionsKey.self]
        if let known = cache[key] { return known }
        guard isRead else { return nil }
        let positions = scores.positions
        var sums = [Int](repeating: 0, count: positions.count)
        try forEachMention(of: word, in: positions.set) { sums[positions[$0]] += $1 }
        return cache.keep(CachedMentions(positions, sums), as: key)
    }

    private func forEachMention(
        of word: Int, in records: RecordSet, _ body: (_ record: Int, _ points: Int) -> Void
    ) throws(SegmentError) {
        for level in search.levels {
            let own = words[word].filter { $0.level.position == level.position }
            guard !own.isEmpty else { continue }
            try MentionReader(level, own, search.query).forEachMention(in: records, body)
        }
    }
}

/// Identifies what the mentions of a word count.
struct WordMentionsKey: CachedKey {
    let points: WordScoresKey

    /// `nil` stands for words that count too much somewhere.
    static func cost(of value: CachedMentions?) -> Int { value?.byteCount ?? 0 }
}

/// What the mentions of a word count in each record that contains it, deleted or not.
struct CachedMentions: Sendable {
    /// Those of the word's ``CachedScores``.
    private let positions: RecordPositions
    private let sums: [UInt16]

    /// What it takes besides the scores.
    var byteCount: Int { sums.count * MemoryLayout<UInt16>.stride }

    /// - Returns: `nil` if a sum is too large.
    init?(_ positions: RecordPositions, _ sums: [Int]) {
        guard sums.allSatisfy({ $0 <= UInt16.max }) else { return nil }
        self.positions = positions
        self.sums = sums.map { UInt16($0) }
    }

    @inline(__always)
    subscript(record: Int) -> Int { positions.set.contains(record) ? Int(sums[positions[record]]) : 0 }
}

/// Finds the mentions of a word in the texts of one locale by its postings.
private struct MentionReader {
    private let level: SearchedLevel
    private let searches: [WordSearch]
    /// For each of the searches and each column of the level, whether the spelling is looked for there.
    private let isSearched: [[Bool]]
    /// For each column what one mention counts, by the class of the text's length.
    private let points: [[Int]]

    init(_ level: SearchedLevel, _ searches: [WordSearch], _ query: PreparedQuery) {
        self.level = level
        self.searches = searches
        isSearched = searches.map { search in
            level.columns.map {
                let field = query.fields[$0.field]
                return field.hasMentions && search.alternative.searches(field)
            }
        }
        points = level.columns.map { column in
            (0..<UInt8(TextLength.classCount)).map {
                Score.mentions(
                    1, weight: query.weights[column.field].value, length: TextLength(rawValue: $0)!)
            }
        }
    }

    /// Calls `body` with what mentions in some records count; a record may have several.
    ///
    func forEachMention(
        in records: RecordSet, _ body: (_ record: Int, _ points: Int) -> Void
    ) throws(SegmentError) {
        let terms = try wholeWords()
        /// The number of mentions that were found in each text; empty if there is one term at most.
        var counts: [UInt8] = terms.count > 1 ? [UInt8](repeating: 0, count: level.index.textCount) : []
        var interruption = Interruption()
        for (term, spellings) in terms {
            try interruption.count()
            // Read only if one of the records has the term.
            var mentioned: MentionedColumns?
            try level.forEachPosting(ofTerm: Int(term), &interruption) { posting throws(SegmentError) in
                guard records.contains(posting.record) else { return }
                if mentioned == nil { mentioned = try columns(thatMention: spellings, by: term) }
                guard try mentioned!.contains(posting, level.index) else { return }
                var count = posting.kind.isRepeated ? 2 : 1
                if !counts.isEmpty {
                    count = min(count, Score.mostMentions - Int(counts[posting.text]))
                    counts[posting.text] += UInt8(count)
                }
                body(posting.record, count * points[posting.column][Int(posting.kind.length)])
            }
        }
    }

    /// The terms that have a spelling of the word as a whole word, with the indexes of these spellings.
    private func wholeWords() throws(SegmentError) -> [UInt32: [Int]] {
        var terms: [UInt32: [Int]] = [:]
        for (number, search) in searches.enumerated() where isSearched[number].contains(true) {
            for term in try search.termsWithWholeWord() { terms[term, default: []].append(number) }
        }
        return terms
    }

    /// The columns in which a term has one of these spellings as a whole word.
    private func columns(
        thatMention spellings: [Int], by term: UInt32
    ) throws(SegmentError) -> MentionedColumns {
        var found = MentionedColumns(count: points.count)
        for number in spellings {
            let summary = try searches[number].summary(ofTerm: Int(term))
            guard summary.isMatch else { continue }
            for column in points.indices where isSearched[number][column] {
                if summary.grade.match <= .wholeWord { found.amongTerms[column] = true }
                if summary.wholeGrade.match <= .wholeWord { found.asText[column] = true }
            }
        }
        return found
    }
}

/// The columns in which a term mentions a word.
private struct MentionedColumns {
    /// For each column whether the term does so among other terms, and as a whole text.
    var amongTerms: [Bool]
    var asText: [Bool]

    init(count: Int) {
        amongTerms = [Bool](repeating: false, count: count)
        asText = amongTerms
    }

    /// Whether the term mentions the word in a text.
    @inline(__always)
    func contains(_ posting: SearchedLevel.Posting, _ index: LocaleIndex) throws(SegmentError) -> Bool {
        let (among, alone) = (amongTerms[posting.column], asText[posting.column])
        return among == alone ? among : try index.isSingleTerm(posting.text) ? alone : among
    }
}
