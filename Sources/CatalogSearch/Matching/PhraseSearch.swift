// Finds the records of a segment with a phrase: those with all its words, and then the words next to each other.

internal import ICU

/// The search for one phrase in one segment. For one query and one thread.
///
/// Most texts are decided by the numbers of their terms: a term that is a word of the phrase, directly followed by one that
/// is the next word. Where a word is only a part of a term, as in `rose,` or `rot-weiß`, the record is read.
final class PhraseSearch {
    private let segment: IndexedSegment
    /// The query, with the phrase as its only word.
    private let query: PreparedQuery
    private let alternative: PreparedQuery.Alternative
    /// The search for the words of the phrase.
    private let parts: IndexedSearch
    private let levels: [LevelTerms]
    private let scanner: RecordScanner

    init(
        _ segment: IndexedSegment, _ query: PreparedQuery, _ alternative: PreparedQuery.Alternative
    ) throws(SegmentError) {
        self.segment = segment
        self.alternative = alternative
        var query = query
        query.excluded = []
        query.partial = nil
        query.words = [PreparedQuery.Word(typed: alternative.spelling, [alternative])]
        self.query = query
        scanner = RecordScanner(query)
        // A word that occurs several times in the phrase is searched for once.
        let spellings = alternative.phrase.map(\.spelling)
        let different = spellings.withoutDuplicates
        query.words = different.map { spelling in
            PreparedQuery.Word(
                typed: spelling, [alternative.phrase.first { $0.spelling == spelling }!])
        }
        let parts = try IndexedSearch(segment, query)
        self.parts = parts
        let places = spellings.map { different.firstIndex(of: $0)! }
        levels = try SearchedLevel.levels(of: segment, query, only: alternative.field).map {
            LevelTerms($0, parts.words, places)
        }
    }

    /// The records with the phrase.
    ///
    /// - Parameter limits: the only records to look at; `nil` for all.
    func matches(within limits: RecordSet?) throws(SegmentError) -> [ValueMatch] {
        var candidates = try parts.recordsOfAllWords(within: nil)
        if let limits { candidates.formIntersection(limits) }
        if candidates.isEmpty { return [] }
        var found: [WordKey: RecordSet] = [:]
        for level in levels { try level.prepare() }
        var interruption = Interruption()
        try candidates.forEach { record throws(SegmentError) in
            try interruption.count()
            let key = try key(of: record)
            if key != .none { found[key, default: RecordSet(universe: segment.numberCount)].insert(record) }
        }
        let keepsPlaces = alternative.equivalence != nil
        return found.map { ValueMatch(key: $0.key, records: $0.value, keepsPlaces: keepsPlaces) }
    }

    /// What the phrase is worth in a record; ``WordKey/none`` if the record does not have it.
    private func key(of record: Int) throws(SegmentError) -> WordKey {
        var best = WordKey.none
        for terms in levels {
            let level = terms.level
            for column in level.columns where !column.hides(record) {
                guard try column.column.owns(record) else { continue }
                for text in try column.column.texts(of: record) {
                    switch try terms.phrase(inText: text) {
                    case .none: continue
                    case .unclear:
                        let matches = try scanner.matches(
                            in: try segment.record(record, for: query).record)
                        return matches.words[0].best?.key ?? .none
                    case .found(let isRespelled):
                        let length = TextLength(rawValue: try level.index.lengthClass(ofText: text))!
                        best = max(
                            best,
                            WordKey(
                                .wholeWord, isRespelled: isRespelled, of: alternative,
                                weight: query.weights[column.field], length: length, step: level.step))
                    }
                }
            }
        }
        return best
    }
}

/// What the terms of a level are for a phrase.
private final class LevelTerms {
    let level: SearchedLevel
    /// The search for each different word, and which of them each word of the phrase is.
    private let searches: [WordSearch]
    private let places: [Int]
    private lazy var marks = TermMarks(level.index)
    private var known: [Int: Term] = [:]
    private var wordless: [Int: Bool] = [:]
    private var interruption = Interruption()

    /// The words of the phrase that a term has, one bit each.
    private struct Term {
        /// As whole words.
        var words: UInt64 = 0
        /// As the whole term, of which it is the only match; and of these those spelled as typed.
        var whole: UInt64 = 0
        var asTyped: UInt64 = 0
    }

    enum Finding {
        case none
        case found(isRespelled: Bool)
        /// Only the text can tell.
        case unclear
    }

    init(_ level: SearchedLevel, _ words: [[WordSearch]], _ places: [Int]) {
        self.level = level
        self.places = places
        searches = words.compactMap { word in word.first { $0.level.position == level.position } }
    }

    /// Marks the terms that may have words of the phrase.
    func prepare() throws(SegmentError) {
        for search in searches { marks.insert(try search.mayHold()) }
    }

    /// Whether a text has the phrase.
    func phrase(inText text: Int) throws(SegmentError) -> Finding {
        var reader = try level.index.tokens(ofText: text)
        try interruption.count(1 + reader.size / Interruption.bytes)
        let last: UInt64 = 1 << UInt64(places.count - 1)
        // The beginnings of the phrase that end with the last term: possible ones, sure ones, and those spelled as typed.
        var possible: UInt64 = 0
        var sure: UInt64 = 0
        var asTyped: UInt64 = 0
        var isClear = true
        var isPossible = false
        var isFound = false
        while let token = try reader.next() {
            guard case .term(let number) = token else { continue }
            guard marks.isMarked(number) else {
                if possible != 0, try !isWordless(number) { (possible, sure, asTyped) = (0, 0, 0) }
                continue
            }
            let term = try term(number)
            var next = term.words & (possible << 1 | 1)
            // Several words may be in one term.
            while case let more = next | term.words & (next << 1), more != next { next = more }
            let nextSure = term.whole & (sure << 1 | 1)
            let nextAsTyped = term.asTyped & (asTyped << 1 | 1)
            if nextAsTyped & last != 0 { return .found(isRespelled: false) }
            isClear = isClear && term.words == term.whole
            isPossible = isPossible || next & last != 0
            isFound = isFound || nextSure & last != 0
            if try isWordless(number) {
                possible |= next
                sure |= nextSure
                asTyped |= nextAsTyped
            } else {
                (possible, sure, asTyped) = (next, nextSure, nextAsTyped)
            }
        }
        if !isPossible { return .none }
        return isClear && isFound ? .found(isRespelled: true) : .unclear
    }

    private func term(_ numberOfTerm: Int) throws(SegmentError) -> Term {
        if let term = known[numberOfTerm] { return term }
        let isSplit = try level.index.term(numberOfTerm).isSplit
        var term = Term()
        for (number, search) in zip(searches.indices, searches) {
            let summary = try search.summary(ofTerm: numberOfTerm)
            guard summary.isMatch else { continue }
            var bits: UInt64 = 0
            for place in places.indices where places[place] == number { bits |= 1 << UInt64(place) }
            term.words |= bits
            guard summary.wholeGrade.match == .wholeField, summary.grade.match <= .wholeWord else { continue }
            if !summary.wholeGrade.isRespelled { term.asTyped |= bits }
            // Two foldings may match at different places.
            if !isSplit && search.form.isSame || !summary.wholeGrade.isRespelled { term.whole |= bits }
        }
        known[numberOfTerm] = term
        return term
    }

    /// Whether a term has no letters and digits.
    private func isWordless(_ number: Int) throws(SegmentError) -> Bool {
        if let known = wordless[number] { return known }
        var isWordless = true
        try level.index.term(number).withSource { source in
            var bytes = source.makeIterator()
            var decoder = UTF8()
            while case .scalarValue(let scalar) = decoder.decode(&bytes), isWordless {
                if scalar.value.isLetterOrDigit { isWordless = false }
            }
        }
        wordless[number] = isWordless
        return isWordless
    }
}
