// Reads the matches of a word by falling score, until the best records are certain.

/// Visits the records with a word of a query, highest score first. Reads only what can score as much. For one
/// thread.
///
/// The score of a match depends on its *unit*: match class, field and length of the text. Units are visited
/// by falling score. The terms of a word wait in the first unit that one of their postings can have, see
/// ``TermImpacts``; a visit to this unit moves their postings to their own units.
struct ImpactOrder: ~Copyable {
    private let searches: [WordSearch]
    private let values: [ValueMatch]
    private let units: ImpactUnits
    /// The terms, groups of postings and records that wait in each unit.
    private var terms: WaitingNumbers
    private var waitingGroups: WaitingNumbers
    private var records: WaitingNumbers
    private var groups: [OpenGroup] = []
    private var next = 0
    private var interruption = Interruption()
    /// Records outside this set are left out.
    private let candidates: RecordSet
    /// The records of the units last visited; some may occur more than once.
    private(set) var visited: [Int32] = []

    /// Postings of a term with equal scores.
    private struct OpenGroup {
        let postings: TermPostings.Group
        let column: Int
        /// The match class in texts with other terms, if only these texts have the score of the unit.
        let otherMatch: MatchClass?
    }

    /// - Parameter candidates: the records to visit.
    init(_ searches: [WordSearch], _ values: [ValueMatch], weights: [FieldWeight], candidates: RecordSet) {
        self.searches = searches
        self.values = values
        self.candidates = candidates
        units = ImpactUnits(searches, values, weights: weights)
        terms = WaitingNumbers(unitCount: units.all.count)
        waitingGroups = WaitingNumbers(unitCount: units.all.count)
        records = WaitingNumbers(unitCount: units.all.count)
    }

    // MARK: Visiting

    /// The greatest possible score of the records not yet visited; `nil` if all were visited.
    var most: Int? { next < units.all.count ? Int(units.all[next].points) : nil }

    /// Visits the units with the score ``most``.
    mutating func advance() throws(SegmentError) {
        visited.removeAll(keepingCapacity: true)
        guard next < units.all.count else { return }
        let points = units.all[next].points
        while next < units.all.count, units.all[next].points == points {
            try visit(units.all[next])
            next += 1
        }
        while next < units.all.count, isEmpty(units.all[next]) { next += 1 }
    }

    private func isEmpty(_ unit: ImpactUnits.Unit) -> Bool {
        unit.kind == .postings && !terms.isWaiting(in: next) && !waitingGroups.isWaiting(in: next)
            && !records.isWaiting(in: next)
    }

    private mutating func visit(_ unit: ImpactUnits.Unit) throws(SegmentError) {
        switch unit.kind {
        case .beginnings: try findBeginnings(Int(unit.number))
        case .inside: try findInside(Int(unit.number))
        case .values:
            let records = values[Int(unit.number)].records
            records.forEach { record in add(record) }
        case .postings:
            try openTerms(of: unit)
            while let group = waitingGroups.take(from: next) { try read(groups[Int(group)], unit) }
            while let record = records.take(from: next) { visited.append(Int32(bitPattern: record)) }
        }
    }

    @inline(__always)
    private mutating func add(_ record: Int) {
        if candidates.contains(record) { visited.append(Int32(truncatingIfNeeded: record)) }
    }

    // MARK: Finding terms

    private mutating func findBeginnings(_ search: Int) throws(SegmentError) {
        let word = searches[search]
        let found = try word.beginnings()
        let index = word.level.index
        var done = 0..<0
        for range in found.ranges {
            try interruption.count(range.all.count / Interruption.bytes + 1)
            for term in range.all where !done.contains(term) {
                let impacts = try index.impacts(ofTerm: term)
                let mayBeWhole =
                    impacts.isPlain && found.isExact
                    ? found.isWhole(term) : impacts.mayHaveWord(ofLength: found.length)
                wait(
                    UInt32(truncatingIfNeeded: term), impacts, mayBeWhole ? .wholeField : .wordPrefix, search)
            }
            done = range.all
        }
        for term in found.others {
            try interruption.count()
            let impacts = try index.impacts(ofTerm: Int(term))
            let mayBeWhole = impacts.mayHaveWord(ofLength: found.length)
            wait(term, impacts, mayBeWhole ? .wholeField : .wordPrefix, search)
        }
    }

    private mutating func findInside(_ search: Int) throws(SegmentError) {
        let word = searches[search]
        let ranges = try word.beginnings()
        for term in try word.terms() {
            try interruption.count()
            let impacts = try word.level.index.impacts(ofTerm: Int(term))
            // Terms in the exact ranges are found by their beginnings, which score more.
            if impacts.isPlain, ranges.isExact, ranges.contains(Int(term)) { continue }
            wait(term, impacts, .insideWord, search)
        }
    }

    /// Lets a term wait in the first unit that its postings can have.
    ///
    /// - Parameter match: the best possible class of the match.
    @inline(__always)
    private mutating func wait(_ term: UInt32, _ impacts: TermImpacts, _ match: MatchClass, _ search: Int) {
        var first = Int.max
        for column in units.firstColumns[search]..<units.firstColumns[search + 1] {
            let length = impacts.shortest(at: units.columns[column].impactPosition)
            guard length != TermImpacts.noLength else { continue }
            // A text that is a plain term has the shortest length.
            let match = match == .wholeField && impacts.isPlain && length > 0 ? .wholeWord : match
            first = min(first, units.number(ofColumn: column, match, length: length))
        }
        guard first < .max else { return }
        terms.add(term, to: max(next, first))
    }

    // MARK: Reading postings

    private mutating func openTerms(of unit: ImpactUnits.Unit) throws(SegmentError) {
        guard terms.isWaiting(in: next) else { return }
        let number = units.columns[Int(unit.number)].search
        let search = searches[number]
        let beginnings = try search.beginnings()
        while true {
            // Their scattered memory is fetched in parallel.
            let block = terms.take(from: next, upTo: 32)
            if block.isEmpty { break }
            try search.level.index.touchPostings(block[...])
            for term in block {
                try interruption.count()
                let impacts = try search.level.index.impacts(ofTerm: Int(term))
                if unit.match == .insideWord {
                    try open(term, impacts, .insideWord, .insideWord, number)
                } else if impacts.isPlain, beginnings.isExact {
                    let found: WordSearch.Beginning = unit.match == .wordPrefix ? .part : .whole
                    try open(term, impacts, found.match, found.wholeMatch, number)
                } else if try mayVisit(term, search.level),
                    let found = try search.beginning(ofTerm: Int(term))
                {
                    try open(term, impacts, found.match, found.wholeMatch, number)
                }
            }
        }
    }

    /// Whether a term may be in a record to visit. Most terms are in one text only, so most need not be read.
    @inline(__always)
    private func mayVisit(_ term: UInt32, _ level: SearchedLevel) throws(SegmentError) -> Bool {
        guard let text = try level.index.onlyText(ofTerm: Int(term)) else { return true }
        guard let record = try level.searchedRecord(ofText: text) else { return false }
        return candidates.contains(record)
    }

    /// Moves the postings of a term to their units.
    private mutating func open(
        _ term: UInt32, _ impacts: TermImpacts, _ match: MatchClass, _ wholeMatch: MatchClass, _ search: Int
    ) throws(SegmentError) {
        let level = searches[search].level
        switch try level.index.postings(ofTerm: Int(term)) {
        case .one(let text, let kind): try add(text, kind, match, wholeMatch, search)
        case .short(let count, let reader):
            try interruption.count(count)
            try TermPostings.forEach(
                count, reader, below: level.index.textCount
            ) { text, kind throws(SegmentError) in try add(text, kind, match, wholeMatch, search) }
        case .grouped(_, var list):
            while let group = try list.next() {
                guard let position = level.column(ofField: group.field) else { continue }
                let column = units.firstColumns[search] + position
                let mayBeWhole = match != wholeMatch && (group.kind.length == 0 || !impacts.isPlain)
                let unit = units.number(
                    ofColumn: column, mayBeWhole ? wholeMatch : match, length: group.kind.length)
                groups.append(
                    OpenGroup(postings: group, column: column, otherMatch: mayBeWhole ? match : nil))
                waitingGroups.add(UInt32(groups.count - 1), to: max(next, unit))
            }
        }
    }

    /// Lets the record of a posting wait in its unit.
    @inline(__always)
    private mutating func add(
        _ text: Int, _ kind: PostingKind, _ match: MatchClass, _ wholeMatch: MatchClass, _ search: Int
    ) throws(SegmentError) {
        let level = searches[search].level
        guard let position = level.column(ofText: text) else { return }
        let record = try level.columns[position].column.record(ofText: text)
        guard !level.columns[position].hides(record), candidates.contains(record) else { return }
        var found = match
        if match != wholeMatch, try level.index.isSingleTerm(text) { found = wholeMatch }
        let unit = units.number(ofColumn: units.firstColumns[search] + position, found, length: kind.length)
        records.add(UInt32(truncatingIfNeeded: record), to: max(next, unit))
    }

    private mutating func read(_ group: OpenGroup, _ unit: ImpactUnits.Unit) throws(SegmentError) {
        let column = units.columns[group.column]
        let texts = column.searched.column
        let index = searches[column.search].level.index
        var interruption = interruption
        if group.otherMatch == nil, column.searched.hidden == nil, texts.isPlain {
            try group.postings.forEach(below: texts.texts.count) { position throws(SegmentError) in
                try interruption.count()
                add(position)
            }
        } else {
            let other = group.otherMatch.map {
                units.number(ofColumn: group.column, $0, length: group.postings.kind.length)
            }
            let first = texts.texts.lowerBound
            try group.postings.forEach(below: texts.texts.count) { position throws(SegmentError) in
                try interruption.count()
                let record = try texts.record(ofText: first + position)
                guard candidates.contains(record), !column.searched.hides(record) else { return }
                if let other, try !index.isSingleTerm(first + position) {
                    records.add(UInt32(truncatingIfNeeded: record), to: max(next, other))
                } else {
                    visited.append(Int32(truncatingIfNeeded: record))
                }
            }
        }
        self.interruption = interruption
    }
}
