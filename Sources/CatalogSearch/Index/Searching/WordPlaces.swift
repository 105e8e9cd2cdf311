// Finds the exact positions of words in a record's texts, when the ranking needs them.

internal import ICU

/// Finds the positions of words whose best keys are known. For one query and one thread.
final class WordPlaces {
    private let query: PreparedQuery
    private let words: [[WordSearch]]
    private let values: [[ValueMatch]]
    private let levels: [SearchedLevel]
    /// The terms of all words, by level.
    private var marks: [TermMarks?]
    /// The positions of single words in long texts and in records with many texts: many terms ask for the same ones.
    private var positions: [PositionKey: FoundPosition] = [:]

    private struct PositionKey: Hashable {
        let key: UInt32
        /// A text of the key's locale, or a record.
        let number: Int
        let isRecord: Bool
    }

    private struct FoundPosition {
        let position: Int?
        /// Up to where it was searched for.
        let limit: Int
    }

    /// The size of a text in bytes, and the number of a record's texts, up to which reading them again is cheap.
    private static let reread = (bytes: 256, texts: 64)

    init(_ search: IndexedSearch) {
        query = search.query
        words = search.words
        values = search.values
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

    /// Calls `body` with each word in the searched texts of a record, and its best key in a term.
    func forEachPlace(
        in record: Int, _ body: (_ word: Int, _ key: UInt32) throws(SegmentError) -> Void
    ) throws(SegmentError) {
        for (number, level) in levels.enumerated() {
            let marks = try marks(number)
            for column in level.columns where !column.hides(record) {
                guard try column.column.owns(record) else { continue }
                for text in try column.column.texts(of: record) {
                    let isSingle = try level.index.isSingleTerm(text)
                    try marks.forEachTerm(ofText: text) { term, _ throws(SegmentError) in
                        for word in words.indices {
                            guard let place = try words[word][number].place(of: term) else { continue }
                            let summary = try words[word][number].summary(place)
                            let key = isSingle ? summary.wholeKey : summary.key
                            try body(word, OpenKeys.key(key, level: level.step, field: column.field))
                        }
                        return true
                    }
                }
            }
        }
    }

    /// The first position of a single word that matches as a key says, in scalars; `nil` for a value.
    func position(of key: UInt32, in record: Int) throws(SegmentError) -> Int? {
        guard key != 0 || query.words[0].number == nil,
            let level = SearchedLevel.index(of: key, among: levels),
            let column = levels[level].column(ofField: OpenKeys.field(key))
        else { return nil }
        let isField = OpenKeys.match(key) == .wholeField
        let texts = try column.column.texts(of: record)
        func find() throws(SegmentError) -> Int? {
            for text in texts {
                if isField, try !levels[level].index.isSingleTerm(text) { continue }
                if let found = try position(of: key, in: text, words[0][level], upTo: .max) { return found }
            }
            return nil
        }
        if texts.count <= Self.reread.texts { return try find() }
        return try kept(PositionKey(key: key, number: record, isRecord: true), upTo: .max, find)
    }

    /// A position that is found once only.
    private func kept(
        _ key: PositionKey, upTo limit: Int, _ find: () throws(SegmentError) -> Int?
    ) throws(SegmentError) -> Int? {
        if let known = positions[key], known.position != nil || limit <= known.limit { return known.position }
        let found = try find()
        positions[key] = FoundPosition(position: found, limit: limit)
        return found
    }

    /// The first position of a single word in a text, in scalars; `nil` if it is after a limit.
    func position(
        of key: UInt32, in text: Int, _ search: WordSearch, upTo limit: Int
    ) throws(SegmentError) -> Int? {
        guard let level = levels.firstIndex(where: { $0 === search.level }) else { return nil }
        guard try levels[level].index.tokens(ofText: text).size > Self.reread.bytes else {
            return try findPosition(of: key, in: text, search, level, upTo: limit)
        }
        return try kept(PositionKey(key: key, number: text, isRecord: false), upTo: limit) {
            () throws(SegmentError) in
            try findPosition(of: key, in: text, search, level, upTo: limit)
        }
    }

    private func findPosition(
        of key: UInt32, in text: Int, _ search: WordSearch, _ level: Int, upTo limit: Int
    ) throws(SegmentError) -> Int? {
        let lies = OpenKeys.withoutPlace(key)
        let isField = OpenKeys.match(key) == .wholeField
        var found: Int?
        try marks(level).forEachTerm(ofText: text, upTo: limit) { term, start throws(SegmentError) in
            guard let place = try search.place(of: term) else { return true }
            let summary = try search.exactSummary(place)
            guard (isField ? summary.wholeKey : summary.key) == lies else { return true }
            found = start + Int(isField ? summary.wholeStart : summary.start)
            return false
        }
        return found
    }

    /// The positions of each word that matches in a text, if they match as its key says; in the order of fields, texts and
    /// positions. The first only for a single word; for several words at most as many as an arrangement uses.
    func places(of keys: [UInt32], in record: Int) throws(SegmentError) -> [[ArrangedPlace]] {
        var sought: [Sought] = []
        for word in keys.indices {
            if isValue(word, keys[word], of: record) { continue }
            sought.append(Sought(word: word, key: keys[word]))
        }
        var found = [[ArrangedPlace]](repeating: [], count: sought.count)
        let limit = sought.count == 1 ? 1 : Rank.arrangedOccurrences
        for (index, word) in sought.enumerated() {
            // Words in the same texts are found in one pass.
            let place = word.key & OpenKeys.placeMask
            if sought[..<index].contains(where: { $0.key & OpenKeys.placeMask == place }) { continue }
            guard let level = SearchedLevel.index(of: place, among: levels),
                let column = levels[level].column(ofField: OpenKeys.field(place))
            else { continue }
            let texts = try column.column.texts(of: record)
            for text in texts {
                try addPlaces(
                    in: text, text - texts.lowerBound, level, place, sought, limit, to: &found)
            }
        }
        return found
    }

    /// A word with its best key.
    private struct Sought: BitwiseCopyable {
        let word: Int
        let key: UInt32
    }

    /// Whether a word matches a record by a value, as a key says.
    private func isValue(_ word: Int, _ key: UInt32, of record: Int) -> Bool {
        values[word].contains { $0.key == key && $0.records.contains(record) }
    }

    /// Adds the positions of the words that match in the text's column.
    private func addPlaces(
        in text: Int, _ number: Int, _ level: Int, _ column: UInt32, _ sought: [Sought], _ limit: Int,
        to found: inout [[ArrangedPlace]]
    ) throws(SegmentError) {
        let isSingle = try levels[level].index.isSingleTerm(text)
        try marks(level).forEachTerm(ofText: text) { term, start throws(SegmentError) in
            var isComplete = true
            for index in sought.indices {
                let word = sought[index]
                guard word.key & OpenKeys.placeMask == column, found[index].count < limit else { continue }
                let search = words[word.word][level]
                if let place = try search.place(of: term) {
                    try add(search, place, word.key, start, number, isSingle, limit, to: &found[index])
                }
                isComplete = isComplete && found[index].count >= limit
            }
            return !isComplete
        }
    }

    /// Adds the positions in a term that match as a key says.
    private func add(
        _ search: WordSearch, _ place: Int, _ key: UInt32, _ start: Int, _ text: Int, _ isSingle: Bool,
        _ limit: Int, to found: inout [ArrangedPlace]
    ) throws(SegmentError) {
        let lies = OpenKeys.withoutPlace(key)
        let column = key & OpenKeys.placeMask
        let summary = try search.summary(place)
        guard (isSingle ? summary.wholeKey : summary.key) == lies else { return }
        if limit == 1 {
            let summary = try search.exactSummary(place)
            let first = start + Int(isSingle ? summary.wholeStart : summary.start)
            found.append(ArrangedPlace(text: text, column: column, scalars: first..<first))
            return
        }
        let matches = try search.matches(in: Int(search.terms[place]))
        for next in matches.occurrences(isWholeText: isSingle) {
            // A scan also stops at the limit, even inside a term.
            if found.count >= limit { return }
            let match = isSingle && next.isWhole ? MatchClass.wholeField : next.match
            guard OpenKeys.key(match, next.isRespelled) == lies else { continue }
            found.append(
                ArrangedPlace(
                    text: text, column: column,
                    scalars: start + next.scalars.lowerBound..<start + next.scalars.upperBound))
        }
    }
}
