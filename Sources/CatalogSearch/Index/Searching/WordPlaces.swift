// Where exactly do words stand in a record's texts? Read from the texts' terms, and only where the rules ask.

internal import ICU

/// Finds the places of words of which it is known how they lie at best. Made for one query, by one thread.
final class WordPlaces {
    private let query: PreparedQuery
    private let words: [[WordSearch]]
    private let levels: [SearchedLevel]
    /// By level: the terms of all words.
    private var marks: [TermMarks?]

    init(_ search: IndexedSearch) {
        query = search.query
        words = search.words
        levels = search.levels
        marks = [TermMarks?](repeating: nil, count: search.levels.count)
    }

    private func marks(_ level: Int) throws(SegmentError) -> TermMarks {
        if let known = marks[level] { return known }
        let new = try TermMarks(levels[level].index)
        for word in words { new.insert(word[level].terms) }
        marks[level] = new
        return new
    }

    /// Where a single word stands first in a text, in scalars; `nil` where behind a limit.
    func position(
        of key: UInt32, in text: Int, _ search: WordSearch, upTo limit: Int
    ) throws(SegmentError) -> Int? {
        guard let level = levels.firstIndex(where: { $0 === search.level }) else { return nil }
        let lies = OpenKeys.withoutPlace(key)
        let isField = OpenKeys.match(key) == .wholeField
        var found: Int?
        try marks(level).forEachTerm(ofText: text, upTo: limit) { term, start throws(SegmentError) in
            guard let place = search.place(of: term) else { return true }
            let summary = try search.summary(place)
            guard (isField ? summary.wholeKey : summary.key) == lies else { return true }
            found = start + Int(isField ? summary.wholeStart : summary.start)
            return false
        }
        return found
    }

    /// For each word that is no number the places in a record that lie as its key says, in the order of fields, texts
    /// and within a text: of a single word the first, of several at most as many as an arrangement looks at.
    func occurrences(of keys: [UInt32], in record: Int) throws(SegmentError) -> [[Occurrence]] {
        let sought = keys.indices.filter { keys[$0] != 0 || query.words[$0].number == nil }
        var found = [[Occurrence]](repeating: [], count: sought.count)
        let limit = sought.count == 1 ? 1 : Rank.arrangedOccurrences
        // Words that lie in the same texts are found in one go.
        var done: Set<UInt32> = []
        for word in sought {
            let place = keys[word] & OpenKeys.placeMask
            guard done.insert(place).inserted else { continue }
            guard let level = levels.firstIndex(where: { $0.position == OpenKeys.level(place) }),
                let column = levels[level].column(ofField: OpenKeys.field(place))
            else { continue }
            let here = sought.indices.filter { keys[sought[$0]] & OpenKeys.placeMask == place }
            for (number, text) in try column.column.texts(of: record).enumerated() {
                try addOccurrences(
                    in: text, number, level, here.map { (index: $0, word: sought[$0], key: keys[sought[$0]]) },
                    limit, to: &found)
            }
        }
        return found
    }

    private func addOccurrences(
        in text: Int, _ number: Int, _ level: Int, _ sought: [(index: Int, word: Int, key: UInt32)],
        _ limit: Int, to found: inout [[Occurrence]]
    ) throws(SegmentError) {
        let isSingle = try levels[level].index.isSingleTerm(text)
        try marks(level).forEachTerm(ofText: text) { term, start throws(SegmentError) in
            var isComplete = true
            for (index, word, key) in sought where found[index].count < limit {
                let search = words[word][level]
                if let place = search.place(of: term) {
                    try add(search, place, key, start, number, isSingle, limit, to: &found[index])
                }
                isComplete = isComplete && found[index].count >= limit
            }
            return !isComplete
        }
    }

    /// Adds the places of a term that lie as a key says.
    private func add(
        _ search: WordSearch, _ place: Int, _ key: UInt32, _ start: Int, _ text: Int, _ isSingle: Bool,
        _ limit: Int, to found: inout [Occurrence]
    ) throws(SegmentError) {
        let lies = OpenKeys.withoutPlace(key)
        func occurrence(_ scalars: Range<Int>) -> Occurrence {
            Occurrence(
                match: OpenKeys.match(key), isRespelled: OpenKeys.isRespelled(key),
                locale: OpenKeys.level(key), field: OpenKeys.field(key), text: text, bytes: 0..<0,
                scalars: start + scalars.lowerBound..<start + scalars.upperBound, byStandard: true,
                bySearch: true)
        }
        let summary = try search.summary(place)
        guard (isSingle ? summary.wholeKey : summary.key) == lies else { return }
        if limit == 1 {
            let first = Int(isSingle ? summary.wholeStart : summary.start)
            found.append(occurrence(first..<first))
            return
        }
        for next in try search.occurrences(in: Int(search.terms[place])) {
            let match = isSingle && next.isWhole ? MatchClass.wholeField : next.match
            if OpenKeys.key(match, next.isRespelled) == lies { found.append(occurrence(next.scalars)) }
        }
    }
}
