// Ranks the matches of a single word. It reads groups of terms, best match position first, and stops when it has
// enough records: most matches of a frequent word are counted but never read.

internal import ICU

/// Chooses the best matches of a single word. For one query and one thread.
final class SingleWordRanking {
    private let word: [WordSearch]
    private let candidates: RecordSet
    private let places: WordPlaces
    private let records: IndexedRecords
    private let titles: TitlePlaces
    /// The best records, in order.
    private(set) var chosen: [Choice] = []
    /// The chosen records as a set; empty until there are some.
    private var taken: RecordSet

    struct Choice {
        let record: Int32
        /// The match position of the word, see ``OpenKeys``.
        let key: UInt32
        /// The number of scalars before the word.
        let position: Int
    }

    /// Postings of terms with the same match position, in one field of one locale.
    private final class Group {
        let search: WordSearch
        let column: SearchedColumn
        /// The indices of the terms.
        let terms: [Int]

        let isField: Bool
        let key: UInt32

        init(_ search: WordSearch, _ column: SearchedColumn, _ lies: UInt32, _ terms: [Int]) {
            self.search = search
            self.column = column
            self.terms = terms
            isField = OpenKeys.match(lies) == .wholeField
            key = OpenKeys.key(lies, level: search.level.step, field: column.field)
        }
    }

    init(
        _ word: [WordSearch], _ candidates: RecordSet, _ places: WordPlaces, _ records: IndexedRecords,
        _ titles: TitlePlaces
    ) {
        self.word = word
        self.candidates = candidates
        self.places = places
        self.records = records
        self.titles = titles
        taken = RecordSet(universe: 0)
    }

    /// Reads the groups, by class, spelling, locale and field, until enough records are found.
    func choose(_ keeping: Int) throws(SegmentError) {
        let columns = word.indices.flatMap { search in
            word[search].level.columns.map { (search: search, column: $0) }
        }.sorted {
            (word[$0.search].level.step, $0.column.field) < (word[$1.search].level.step, $1.column.field)
        }
        for match in MatchClass.allCases {
            for isRespelled in [false, true] {
                let lies = OpenKeys.key(match, isRespelled)
                var terms = [[Int]?](repeating: nil, count: word.count)
                for (search, column) in columns {
                    if terms[search] == nil { terms[search] = try self.terms(of: word[search], lies) }
                    guard let found = terms[search], !found.isEmpty else { continue }
                    try take(keeping - chosen.count, of: Group(word[search], column, lies, found))
                    if chosen.count == keeping { return }
                }
            }
        }
    }

    /// The indices of the terms with this best match position.
    private func terms(of search: WordSearch, _ lies: UInt32) throws(SegmentError) -> [Int] {
        var places: [Int] = []
        var interruption = Interruption()
        switch OpenKeys.match(lies) {
        case .wholeField:
            for beginning in try search.beginnings() where beginning.isWhole {
                try interruption.count()
                if try search.summary(beginning.place).wholeKey == lies { places.append(beginning.place) }
            }
        case .wholeWord, .wordPrefix:
            for beginning in try search.beginnings() {
                try interruption.count()
                if try search.summary(beginning.place).key == lies { places.append(beginning.place) }
            }
        case .insideWord:
            for place in search.terms.indices {
                try interruption.count()
                if try search.summary(place).key == lies { places.append(place) }
            }
        }
        return places
    }

    // MARK: A group

    /// Takes the best records of a group.
    private func take(_ wanted: Int, of group: Group) throws(SegmentError) {
        var leaders = Leaders(wanted)
        if try !gather(&leaders, group, { record throws(SegmentError) in try titles.storedPlace(record) }) {
            // Some titles have no stored place: sort all by their keys.
            var all = RecordSet(universe: candidates.universe)
            var interruption = Interruption()
            for term in group.terms {
                try forEachOpenText(ofTerm: term, group, &interruption) { _, record, _ throws(SegmentError) in
                    all.insert(record)
                }
            }
            let place = try titles.places(of: all.records)
            leaders = Leaders(wanted)
            _ = try gather(&leaders, group) { record in place(Int32(truncatingIfNeeded: record)) }
        }
        let leading = leaders.chosen()
        if leading.isEmpty { return }
        if taken.universe == 0 { taken = RecordSet(universe: candidates.universe) }
        for leader in leading {
            taken.insert(Int(leader.record))
            chosen.append(Choice(record: leader.record, key: group.key, position: leader.position))
        }
    }

    /// Calls `body` with the texts of records that are not taken.
    @inline(__always)
    private func forEachOpenText(
        ofTerm place: Int, _ group: Group, onlyFirst: Bool = false, _ interruption: inout Interruption,
        _ body: (_ text: Int, _ record: Int, _ isFirst: Bool) throws(SegmentError) -> Void
    ) throws(SegmentError) {
        let level = group.search.level
        try level.forEachText(
            ofTerm: Int(group.search.terms[place]), in: group.column, onlyFirst: onlyFirst,
            &interruption
        ) { text, record, isFirst throws(SegmentError) in
            guard candidates.contains(record), taken.universe == 0 || !taken.contains(record) else { return }
            if group.isField, try !level.index.isSingleTerm(text) { return }
            try body(text, record, isFirst)
        }
    }

    /// Finds the leaders of a group.
    ///
    /// - Returns: `false` where a record's title has no stored place.
    @inline(__always)
    private func gather(
        _ leaders: inout Leaders, _ group: Group, _ titlePlace: (Int) throws(SegmentError) -> Int?
    ) throws(SegmentError) -> Bool {
        var hasPlaces = true
        var interruption = Interruption()
        func enter(_ record: Int, at position: Int, _ leaders: inout Leaders) throws(SegmentError) {
            let popularity = try records.popularityPlace(of: record)
            guard leaders.mayEnter(position, popularity) else { return }
            guard let title = try titlePlace(record) else {
                hasPlaces = false
                return
            }
            leaders.enter(
                Leader(
                    position: position, popularity: popularity, title: title,
                    record: Int32(truncatingIfNeeded: record)))
        }
        // If a text begins with the term, the position is known without reading the text. That decides the record if
        // it has no other text.
        let hasOneTextEach = group.column.column.hasOneTextEach
        if hasOneTextEach {
            for place in group.terms {
                try interruption.count()
                var start = try start(place, group)
                if let start, start > leaders.bound { continue }
                try forEachOpenText(ofTerm: place, group, onlyFirst: true, &interruption) {
                    _, record, _ throws(SegmentError) in
                    if start == nil { start = try exactStart(place, group) }
                    if start! <= leaders.bound { try enter(record, at: start!, &leaders) }
                }
            }
            // In other texts, at least a separator precedes the term.
            leaders.choose()
            if group.isField || leaders.bound == 0 { return hasPlaces }
        }
        for place in group.terms {
            try interruption.count()
            let least = hasOneTextEach ? (try start(place, group) ?? 0) + 1 : 0
            if least > leaders.bound { continue }
            try forEachOpenText(ofTerm: place, group, &interruption) {
                text, record, isFirst throws(SegmentError) in
                guard least <= leaders.bound else { return }
                if hasOneTextEach {
                    guard !isFirst,
                        let position = try places.position(
                            of: group.key, in: text, group.search, upTo: leaders.bound)
                    else { return }
                    try enter(record, at: position, &leaders)
                } else if let position = try places.position(of: group.key, in: record) {
                    try enter(record, at: position, &leaders)
                }
            }
        }
        return hasPlaces
    }

    /// The start of the word in a term, in scalars; `nil` if it is not known yet.
    @inline(__always)
    private func start(_ place: Int, _ group: Group) throws(SegmentError) -> Int? {
        let summary = try group.search.summary(place)
        let start = Int(group.isField ? summary.wholeStart : summary.start)
        return start == TermSummary.unknownStart ? nil : start
    }

    private func exactStart(_ place: Int, _ group: Group) throws(SegmentError) -> Int {
        let summary = try group.search.exactSummary(place)
        return Int(group.isField ? summary.wholeStart : summary.start)
    }
}

/// A record among the best of its group, with what orders records of equal match position.
struct Leader: Comparable {
    let position: Int
    let popularity: Int
    let title: Int
    let record: Int32

    static func < (left: Leader, right: Leader) -> Bool {
        if left.position != right.position { return left.position < right.position }
        if left.popularity != right.popularity { return left.popularity < right.popularity }
        if left.title != right.title { return left.title < right.title }
        // Records are sorted by their ids.
        return left.record < right.record
    }
}

/// Keeps the best of many.
struct Leaders {
    private let wanted: Int
    /// The number gathered before the best of them are chosen.
    private let capacity: Int
    private var gathered: [Leader] = []
    /// The last of the best so far, once there are enough.
    private var last: Leader?

    /// - Parameter wanted: how many to keep; at least 1.
    init(_ wanted: Int) {
        self.wanted = wanted
        capacity = wanted > Int.max / 4 ? Int.max : 2 * wanted + 32
        gathered.reserveCapacity(min(capacity, 256))
    }

    /// The last position that may be among the best.
    @inline(__always)
    var bound: Int { last?.position ?? Int.max }

    @inline(__always)
    func mayEnter(_ position: Int, _ popularity: Int) -> Bool {
        guard let last else { return true }
        return (position, popularity) <= (last.position, last.popularity)
    }

    /// Adds a record, which may be known already.
    @inline(__always)
    mutating func enter(_ leader: Leader) {
        if let last, last < leader { return }
        gathered.append(leader)
        if gathered.count == capacity { choose() }
    }

    /// Keeps only the best.
    mutating func choose() {
        gathered.sort()
        var count = 0
        // Duplicates are adjacent.
        for index in gathered.indices where count == 0 || gathered[count - 1].record != gathered[index].record
        {
            gathered[count] = gathered[index]
            count += 1
            if count == wanted { break }
        }
        gathered.removeLast(gathered.count - count)
        if count == wanted { last = gathered[count - 1] }
    }

    /// The best, in order.
    mutating func chosen() -> [Leader] {
        choose()
        return gathered
    }
}
