// Scores records exactly, by their texts or by the postings of the words' terms.

/// A record with its score.
struct ScoredRecord {
    let record: Int32
    let score: Int
    let nearness: Nearness
    let isRespelled: Bool
    /// The best key of each word.
    let keys: [WordKey]
}

/// Scores the matching records of a query. For one query and one thread.
final class RecordScoring {
    let search: IndexedSearch
    let words: [[WordSearch]]
    private let records: IndexedRecords
    /// The key tables of each word's searches, by the columns of their locales.
    private let tables: [[[KeyTable]]]
    /// The terms of all words, by level.
    private var marks: [TermMarks?]
    /// The searches of each level, with their words and their places among the words' searches.
    private let searchesOfLevels: [[(word: Int, place: Int)]]
    /// The matches of each word by values of records.
    private let values: [[ValueMatch]]

    init(_ search: IndexedSearch) throws(SegmentError) {
        self.search = search
        words = search.words
        records = search.segment.records
        let weights = search.query.weights
        tables = search.words.map { word in
            word.map { next in next.level.columns.map { KeyTable(next, weight: weights[$0.field]) } }
        }
        marks = [TermMarks?](repeating: nil, count: search.levels.count)
        searchesOfLevels = search.levels.map { level in
            search.words.indices.flatMap { word in
                search.words[word].indices.filter { search.words[word][$0].level === level }.map {
                    (word, $0)
                }
            }
        }
        values = search.values
    }

    var wordCount: Int { words.count }

    // MARK: By texts

    /// The exact score of a record.
    func score(_ record: Int) throws(SegmentError) -> ScoredRecord {
        var keys = [WordKey](repeating: .none, count: words.count)
        var near: [Int] = []
        for word in words.indices {
            let found = values[word].filter { $0.records.contains(record) }
            keys[word] = found.map(\.key).max() ?? .none
            // A value has no place in a text.
            if found.isEmpty { near.append(word) }
        }
        var finder = GapFinder(wordCount: near.count)
        var gap: Int?
        for (number, level) in search.levels.enumerated() {
            let marks = marks(number)
            for (place, column) in level.columns.enumerated() where !column.hides(record) {
                guard try column.column.owns(record) else { continue }
                for text in try column.column.texts(of: record) {
                    let isWhole = try level.index.isSingleTerm(text)
                    let length = try level.index.lengthClass(ofText: text)
                    try marks.forEachTerm(ofText: text) { term, position throws(SegmentError) in
                        for (word, index) in searchesOfLevels[number] {
                            let search = words[word][index]
                            guard let summary = try search.summary(ofTerm: term) else { continue }
                            let grade = isWhole ? summary.wholeGrade : summary.grade
                            keys[word] = max(keys[word], tables[word][index][place][grade, length])
                            if near.count > 1, let next = near.firstIndex(of: word) {
                                finder.add(word: next, terms: position...position)
                            }
                        }
                    }
                    if near.count > 1 {
                        if let found = finder.gap { gap = min(gap ?? .max, found) }
                        finder.reset()
                    }
                }
            }
        }
        return try scored(record, keys, Nearness(gap: gap))
    }

    /// Whether a text of a record has a word and directly after it the next one, as whole words.
    func hasPhrase(from first: Int, _ record: Int) throws(SegmentError) -> Bool {
        for (number, level) in search.levels.enumerated() {
            for column in level.columns where !column.hides(record) {
                guard try column.column.owns(record) else { continue }
                for text in try column.column.texts(of: record) {
                    var last = -2
                    var isFound = false
                    try marks(number).forEachTerm(ofText: text) { term, position throws(SegmentError) in
                        if last == position - 1, try isWord(first + 1, term, number) { isFound = true }
                        if try isWord(first, term, number) { last = position }
                    }
                    if isFound { return true }
                }
            }
        }
        return false
    }

    /// Whether a word of the query is a whole word of a term.
    private func isWord(_ word: Int, _ term: Int, _ level: Int) throws(SegmentError) -> Bool {
        for (number, index) in searchesOfLevels[level] where number == word {
            guard let summary = try words[word][index].summary(ofTerm: term) else { continue }
            if summary.grade.match <= .wholeWord { return true }
        }
        return false
    }

    private func marks(_ level: Int) -> TermMarks {
        if let known = marks[level] { return known }
        let new = TermMarks(search.levels[level].index)
        for (word, place) in searchesOfLevels[level] { new.insert(words[word][place].terms) }
        marks[level] = new
        return new
    }

    /// A record whose keys and nearness are known.
    func scored(_ record: Int, _ keys: [WordKey], _ nearness: Nearness) throws(SegmentError) -> ScoredRecord {
        ScoredRecord(
            record: Int32(truncatingIfNeeded: record),
            score: Score.total(
                points: keys.reduce(0) { $0 + $1.points }, nearness,
                popularity: try popularityFactor(of: record)),
            nearness: nearness, isRespelled: keys.contains(where: \.isRespelled), keys: keys)
    }

    /// What the popularity of a record multiplies its score by.
    @inline(__always)
    func popularityFactor(of record: Int) throws(SegmentError) -> Int {
        guard records.hasPopularities else { return Score.popularityFactor(0) }
        return Score.popularityFactor(try records.popularity(of: record))
    }

    // MARK: By postings

    /// The match positions that one pass over the terms reads, best first.
    enum Pass: CaseIterable {
        /// Whole words and whole texts.
        case words
        /// Beginnings of words.
        case prefixes
        /// All other terms.
        case inside
    }

    /// The most points that a word can earn by the matches that a pass and the later ones read.
    func mostPoints(of word: Int, after pass: Pass) -> Int {
        let match: MatchClass
        switch pass {
        case .words: match = .wordPrefix
        case .prefixes: match = .insideWord
        case .inside: return 0
        }
        var most = 0
        for search in words[word] {
            for column in search.level.columns {
                most = max(
                    most,
                    Score.points(
                        weight: self.search.query.weights[column.field], match: match, length: .shortest,
                        locale: search.level.step, percent: search.alternative.percent))
            }
        }
        return most
    }

    /// Raises the keys of the words by the matches that a pass reads.
    func read(_ pass: Pass, into keys: inout WordKeys) throws(SegmentError) {
        var interruption = Interruption()
        for word in words.indices {
            if pass == .words {
                for match in values[word] {
                    try match.records.forEach { record throws(SegmentError) in
                        try interruption.count()
                        if keys.contains(record) { keys.raise(to: match.key, word: word, record: record) }
                    }
                }
            }
            for (index, search) in words[word].enumerated() {
                let beginnings = try search.beginnings()
                if pass != .inside {
                    for beginning in beginnings where beginning.isWord == (pass == .words) {
                        try read(beginning.place, search, tables[word][index], &keys, &interruption)
                    }
                    continue
                }
                // Reading only terms that contain the word changes their places.
                try search.readTerms()
                let read = try search.beginnings()
                var next = 0
                for place in search.terms.indices {
                    if next < read.count, read[next].place == place {
                        next += 1
                    } else {
                        try self.read(place, search, tables[word][index], &keys, &interruption)
                    }
                }
            }
        }
    }

    @inline(__always)
    private func read(
        _ place: Int, _ search: WordSearch, _ tables: [KeyTable], _ keys: inout WordKeys,
        _ interruption: inout Interruption
    ) throws(SegmentError) {
        let level = search.level
        let word = search.word
        var summary: TermSummary?
        try level.forEachText(ofTerm: Int(search.terms[place]), &interruption) {
            text, record, column, _ throws(SegmentError) in
            guard keys.contains(record) else { return }
            let known: TermSummary
            if let summary {
                known = summary
            } else {
                known = try search.summary(place)
                summary = known
            }
            guard known.isMatch else { return }
            var grade = known.grade
            if known.wholeGrade != grade, try level.index.isSingleTerm(text) { grade = known.wholeGrade }
            keys.raise(
                to: tables[column][grade, try level.index.lengthClass(ofText: text)], word: word,
                record: record)
        }
    }
}
