// Which matches of a single word come first? The groups of terms in which it lies best are gone through first, and no
// more of them than it takes: most matches of a frequent word are never looked at.

internal import ICU

/// Gathers the best matches of a single word. Made for one query, by one thread.
struct SingleWordRanking {
    private let word: [WordSearch]
    private let candidates: RecordSet
    private let places: WordPlaces
    /// The records that are in, and how the word lies in them.
    private(set) var chosen: [(record: Int32, key: UInt32)] = []
    /// The records that lie alike and of which only some are in.
    private var open: OpenGroup?

    private struct OpenGroup {
        let key: UInt32
        let search: WordSearch
        let records: RecordSet
        let entries: [Entry]
    }

    private struct Entry {
        let record: Int32
        let text: Int32
        /// Where the word stands in its term, in scalars.
        let start: Int32
        let isFirst: Bool
    }

    init(_ word: [WordSearch], _ candidates: RecordSet, _ places: WordPlaces) {
        self.word = word
        self.candidates = candidates
        self.places = places
    }

    /// Goes through the groups, by class, spelling, locale and field, until enough records are found.
    mutating func gather(_ keeping: Int) throws(SegmentError) {
        var seen = RecordSet(universe: candidates.universe)
        // Those of the group at hand; empty between groups.
        var here = seen
        for match in MatchClass.allCases {
            for isRespelled in [false, true] {
                let lies = OpenKeys.key(match, isRespelled)
                for search in word {
                    let terms = try terms(of: search, lies)
                    if terms.isEmpty { continue }
                    for column in search.level.columns.sorted(by: { $0.field < $1.field }) {
                        let key = OpenKeys.key(lies, level: search.level.position, field: column.field)
                        let found = try entries(search, terms, column, lies, seen, &here)
                        if found.records.isEmpty { continue }
                        if chosen.count + found.records.count > keeping {
                            open = OpenGroup(key: key, search: search, records: here, entries: found.entries)
                            return
                        }
                        for record in found.records {
                            here.remove(Int(record))
                            seen.insert(Int(record))
                            chosen.append((record, key))
                        }
                        if chosen.count == keeping { return }
                    }
                }
            }
        }
    }

    /// The places of the terms in which the word lies so at best.
    private func terms(of search: WordSearch, _ lies: UInt32) throws(SegmentError) -> [Int] {
        var places: [Int] = []
        switch OpenKeys.match(lies) {
        case .wholeField:
            for beginning in try search.beginnings.get() where beginning.isWhole {
                if try search.summary(beginning.place).wholeKey == lies { places.append(beginning.place) }
            }
        case .wholeWord, .wordPrefix:
            for beginning in try search.beginnings.get() {
                if try search.summary(beginning.place).key == lies { places.append(beginning.place) }
            }
        case .insideWord:
            for place in search.terms.indices where try search.summary(place).key == lies {
                places.append(place)
            }
        }
        return places
    }

    private func entries(
        _ search: WordSearch, _ terms: [Int], _ column: SearchedColumn, _ lies: UInt32, _ seen: RecordSet,
        _ here: inout RecordSet
    ) throws(SegmentError) -> (entries: [Entry], records: [Int32]) {
        let isField = OpenKeys.match(lies) == .wholeField
        let index = search.level.index
        var entries: [Entry] = []
        var records: [Int32] = []
        for place in terms {
            let summary = try search.exactSummary(place)
            let start = isField ? summary.wholeStart : summary.start
            try search.level.forEachText(ofTerm: Int(search.terms[place]), in: column) {
                text, record, isFirst throws(SegmentError) in
                guard candidates.contains(record), !seen.contains(record) else { return }
                if isField, try !index.isSingleTerm(text) { return }
                if !here.contains(record) {
                    here.insert(record)
                    records.append(Int32(truncatingIfNeeded: record))
                }
                entries.append(
                    Entry(
                        record: Int32(truncatingIfNeeded: record), text: Int32(truncatingIfNeeded: text),
                        start: start, isFirst: isFirst))
            }
        }
        return (entries, records)
    }

    /// The open records, narrowed by the word's position; `nil` where all is decided.
    func selection(_ keeping: Int) throws(SegmentError) -> Selection? {
        guard let open else { return nil }
        let wanted = keeping - chosen.count
        var positions = OpenPositions(open.records, wanted: wanted)
        for entry in open.entries {
            positions.note(
                Int(entry.record), text: Int(entry.text), start: Int(entry.start), isFirst: entry.isFirst)
        }
        if positions.hasSeveralTexts { positions.forget() }
        for index in positions.unknown where positions.leastPosition(at: index) <= positions.bound {
            let position = try places.position(
                of: open.key, in: positions.text(at: index), open.search, upTo: positions.bound)
            positions.set(position ?? Int.max, at: index)
        }
        var selection = Selection(open.records.records, keeping: wanted)
        selection.narrow { (record: Int32) throws(Never) in positions.position(record) }
        return selection
    }

    /// Takes the chosen ones of the open records.
    mutating func choose(_ records: [Int32]) {
        guard let open else { return }
        for record in records { chosen.append((record, open.key)) }
    }
}
