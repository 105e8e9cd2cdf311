// Counts how often records say the words of a query: what orders records of equal score.

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
        for searches in words {
            for level in search.levels {
                let own = searches.filter { $0.level.position == level.position }
                guard !own.isEmpty else { continue }
                try MentionReader(level, own, search.query).forEachMention(in: set) { record, points in
                    sums[positions[record]] += points
                }
            }
        }
        return records.map { sums[positions[Int($0)]] }
    }
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
    func forEachMention(
        in records: RecordSet, _ body: (_ record: Int, _ points: Int) -> Void
    ) throws(SegmentError) {
        let terms = try wholeWords()
        /// The number of mentions that were found in each text; empty if there is one term at most.
        var counts: [UInt8] = terms.count > 1 ? [UInt8](repeating: 0, count: level.index.textCount) : []
        var interruption = Interruption()
        for (term, spellings) in terms {
            try interruption.count()
            func visit(_ text: Int, _ kind: PostingKind) throws(SegmentError) {
                guard let column = level.column(ofText: text) else { return }
                let record = try level.columns[column].column.record(ofText: text)
                let known = counts.isEmpty ? 0 : Int(counts[text])
                let count = min(kind.isRepeated ? 2 : 1, Score.mostMentions - known)
                guard count > 0, records.contains(record), !level.columns[column].hides(record),
                    try has(spellings, inTerm: term, column, isWhole: try level.index.isSingleTerm(text))
                else { return }
                if !counts.isEmpty { counts[text] += UInt8(count) }
                body(record, count * points[column][Int(kind.length)])
            }
            switch try level.index.postings(ofTerm: Int(term)) {
            case .one(let text, let kind): try visit(text, kind)
            case .short(let count, let reader):
                try interruption.count(count)
                try TermPostings.forEach(
                    count, reader, below: level.index.textCount
                ) { text, kind throws(SegmentError) in try visit(text, kind) }
            case .grouped(_, var groups):
                while let group = try groups.next() {
                    guard let column = level.column(ofField: group.field) else { continue }
                    let texts = level.columns[column].column.texts
                    try interruption.count(group.count)
                    try group.forEach(below: texts.count) { position throws(SegmentError) in
                        try visit(texts.lowerBound + position, group.kind)
                    }
                }
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

    /// Whether a term of a column has one of these spellings as a whole word.
    ///
    /// - Parameter isWhole: whether the term is a whole text.
    private func has(
        _ spellings: [Int], inTerm term: UInt32, _ column: Int, isWhole: Bool
    ) throws(SegmentError) -> Bool {
        for number in spellings where isSearched[number][column] {
            let summary = try searches[number].summary(ofTerm: Int(term))
            guard summary.isMatch else { continue }
            if (isWhole ? summary.wholeGrade : summary.grade).match <= .wholeWord { return true }
        }
        return false
    }
}
