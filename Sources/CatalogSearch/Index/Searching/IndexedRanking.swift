// Which of the matches come first? Rules are applied one after the other, each only where the ones before leave open
// who is in; nothing is decided by reading texts that the postings can decide.

internal import ICU

/// Chooses the best of the records that match. Made for one query, by one thread.
struct IndexedRanking {
    private let search: IndexedSearch
    private let segment: IndexedSegment
    private let query: PreparedQuery
    private let request: SearchRequest
    private let words: [[WordSearch]]
    private let recordCount: Int

    init(_ search: IndexedSearch) {
        self.search = search
        segment = search.segment
        query = search.query
        request = search.request
        words = search.words
        recordCount = search.recordCount
    }

    /// The first matches, in order.
    func best(_ keeping: Int, of candidates: RecordSet) throws(SegmentError) -> [RankedMatch] {
        let chosen: [Int32]
        if request.sort == .relevance, !request.isReversed, !words.isEmpty {
            chosen = try chooseByRelevance(keeping, of: candidates)
        } else {
            var selection = Selection(candidates.records, keeping: keeping)
            try narrowBySort(&selection)
            if !selection.isDecided, !words.isEmpty {
                if request.isReversed {
                    try narrowByRanks(&selection)
                } else {
                    let open = selection.open
                    var set = RecordSet(universe: recordCount)
                    for record in open { set.insert(Int(record)) }
                    let kept = try chooseByRelevance(selection.wanted, of: set)
                    selection.narrow { (record: Int32) throws(Never) in kept.contains(record) ? 0 : 1 }
                }
            }
            try settle(&selection)
            chosen = selection.chosen
        }
        var result = SegmentMatches()
        for search in words.joined() { search.prepareForLookups() }
        result.best = try chosen.map { record throws(SegmentError) in
            RankedMatch(record: Int(record), rank: try rank(Int(record)))
        }
        let place = try titlePlaces(of: chosen)
        result.sort { place(Int32($0)) }
        return result.best
    }

    private func narrowBySort(_ selection: inout Selection) throws(SegmentError) {
        let sign = request.isReversed ? -1 : 1
        switch request.sort {
        case .relevance: break
        case .title:
            let place = try titlePlaces(of: selection.open)
            selection.narrow { (record: Int32) throws(Never) in sign * place(record) }
        case .price, .year:
            let places = try segment.places(by: request.sort)
            selection.narrow { (record: Int32) throws(Never) in
                places[Int(record)].map { sign * Int($0) } ?? Int.max
            }
        }
    }

    /// The rules behind the words: popularity, title, id.
    private func settle(_ selection: inout Selection) throws(SegmentError) {
        let sign = request.isReversed ? -1 : 1
        let records = segment.records
        if !selection.isDecided, records.hasPopularities {
            try selection.narrow { (record: Int32) throws(SegmentError) in
                sign * (try records.popularityPlace(of: Int(record)))
            }
        }
        if !selection.isDecided {
            let place = try titlePlaces(of: selection.open)
            selection.narrow { (record: Int32) throws(Never) in sign * place(record) }
        }
        // Records stand in the order of their ids.
        selection.settle { ($0 < $1) != request.isReversed }
    }

    /// All rules about words, from each record's own rank.
    private func narrowByRanks(_ selection: inout Selection) throws(SegmentError) {
        let sign = request.isReversed ? -1 : 1
        for search in words.joined() { search.prepareForLookups() }
        var ranks: [Int32: Rank] = [:]
        for record in selection.open { ranks[record] = try rank(Int(record)) }
        for rule in Self.rules { selection.narrow { (record: Int32) throws(Never) in sign * rule(ranks[record]!) } }
    }

    private static let rules: [@Sendable (Rank) -> Int] = [
        { Int($0.match.rawValue) }, { $0.isRespelled ? 1 : 0 }, { $0.localePosition }, { $0.fieldPosition },
        { $0.distance ?? Int(Int32.max) }, { $0.position },
    ]

    // MARK: By relevance

    private func chooseByRelevance(_ keeping: Int, of candidates: RecordSet) throws(SegmentError) -> [Int32] {
        let total = candidates.count
        if total <= keeping { return candidates.records }
        let few = total <= max(2 * keeping, Self.few)
        if few {
            var selection = Selection(candidates.records, keeping: keeping)
            try narrowByRanks(&selection)
            try settle(&selection)
            return selection.chosen
        }
        // The records in which all words lie at least so well, by classes.
        var decided = RecordSet(universe: recordCount)
        var decidedCount = 0
        var open = candidates
        var openClass = MatchClass.insideWord
        let sets = try words.map { word throws(SegmentError) in try classSets(of: word) }
        for match in [MatchClass.wholeField, .wholeWord, .wordPrefix] {
            var within = candidates
            for word in sets { within.formIntersection(word[Int(match.rawValue)]) }
            let count = within.count
            if count >= keeping {
                open = within
                openClass = match
                break
            }
            decided = within
            decidedCount = count
        }
        open.subtract(decided)
        var selection = Selection(open.records, keeping: keeping - decidedCount)
        try narrow(&selection, openClass)
        try settle(&selection)
        return decided.records + selection.chosen
    }

    /// Up to how many matches each one's own rank is cheaper than sets of all.
    private static let few = 24

    /// For the classes up to `wordPrefix` the records in which a word lies at least so well.
    private func classSets(of word: [WordSearch]) throws(SegmentError) -> [RecordSet] {
        var whole = RecordSet(universe: recordCount)
        var words = whole
        var prefixes = whole
        if let number = word.first.map({ query.words[$0.word].number }) ?? nil {
            let range = NumericRange(lower: number, upper: number)
            whole.formUnion(try segment.records.records(price: range))
            whole.formUnion(try segment.records.records(year: range))
        }
        for search in word {
            let index = search.level.index
            for beginning in try search.beginnings.get() {
                try search.level.forEachText(ofTerm: Int(beginning.term)) {
                    text, record, _, _ throws(SegmentError) in
                    switch beginning.match {
                    case .wholeField, .wholeWord: words.insert(record)
                    case .wordPrefix: prefixes.insert(record)
                    case .insideWord: break
                    }
                    if beginning.isWhole, try index.isSingleTerm(text) { whole.insert(record) }
                }
            }
        }
        words.formUnion(whole)
        prefixes.formUnion(words)
        return [whole, words, prefixes]
    }

    /// Applies the rules from the spelling to the position to records whose words lie alike.
    private func narrow(_ selection: inout Selection, _ match: MatchClass) throws(SegmentError) {
        guard !selection.isDecided else { return }
        var keys = OpenKeys(selection.open, recordCount: recordCount, wordCount: words.count)
        for (word, searches) in words.enumerated() {
            if let number = query.words[word].number {
                for record in selection.open
                where try !query.words[word].numericFields(
                    year: segment.records.year(of: Int(record)), price: segment.records.price(of: Int(record))
                ).isEmpty && number == number {
                    keys.set(0, word: word, record: Int(record))
                }
            }
            for search in searches { try fill(&keys, word, search, upTo: match) }
        }
        selection.narrow { (record: Int32) throws(Never) in keys.isRespelled(record) ? 1 : 0 }
        selection.narrow { (record: Int32) throws(Never) in keys.level(record) }
        selection.narrow { (record: Int32) throws(Never) in keys.field(record) }
        guard !selection.isDecided else { return }
        if words.count == 1, try narrowByPosition(&selection, keys) { return }
        for search in words.joined() { search.prepareForLookups() }
        var ranks: [Int32: Rank] = [:]
        for record in selection.open { ranks[record] = try rank(Int(record)) }
        selection.narrow { (record: Int32) throws(Never) in ranks[record]!.distance ?? Int(Int32.max) }
        selection.narrow { (record: Int32) throws(Never) in ranks[record]!.position }
    }

    /// Enters for each open record how well a word lies at best.
    private func fill(
        _ keys: inout OpenKeys, _ word: Int, _ search: WordSearch, upTo match: MatchClass
    ) throws(SegmentError) {
        let index = search.level.index
        var beginnings = try search.beginnings.get()[...]
        let terms = match == .insideWord ? search.terms : beginnings.map(\.term)
        for term in terms {
            while let next = beginnings.first, next.term < term { beginnings.removeFirst() }
            let isWhole = beginnings.first.map { $0.term == term && $0.isWhole } ?? false
            var best: UInt32?
            var bestWhole: UInt32?
            try search.level.forEachText(ofTerm: Int(term)) { text, record, column, _ throws(SegmentError) in
                guard keys.isOpen(record) else { return }
                if best == nil {
                    let occurrences = try search.occurrences(in: Int(term))
                    best = occurrences.lazy.map { OpenKeys.key($0.match, $0.isRespelled) }.min() ?? .max
                    bestWhole = occurrences.lazy.filter(\.isWhole).map {
                        OpenKeys.key(.wholeField, $0.isRespelled)
                    }.min()
                }
                var key = best!
                if isWhole, let bestWhole, try index.isSingleTerm(text) { key = bestWhole }
                keys.lower(
                    to: OpenKeys.key(
                        key, level: search.level.position, field: search.level.columns[column].field),
                    word: word, record: record)
            }
        }
    }

    /// Applies the rule of the position to the matches of a single word, which all lie alike.
    ///
    /// - Returns: `false` where only the records' own ranks can tell.
    private func narrowByPosition(_ selection: inout Selection, _ keys: OpenKeys) throws(SegmentError) -> Bool {
        guard let first = selection.open.first else { return true }
        let key = keys.key(first, word: 0)
        // Numbers have no position.
        if key == 0 || selection.open.contains(where: { keys.key($0, word: 0) != key }) { return false }
        guard let search = words[0].first(where: { $0.level.position == OpenKeys.level(key) }),
            let place = search.level.columns.firstIndex(where: { $0.field == OpenKeys.field(key) })
        else { return false }
        var positions = OpenPositions(selection.open, recordCount: recordCount)
        let match = OpenKeys.match(key)
        let isRespelled = OpenKeys.isRespelled(key)
        let terms =
            match == .insideWord
            ? search.terms : try search.beginnings.get().filter { $0.isWhole || match != .wholeField }.map(\.term)
        var starts: [Int: Int] = [:]
        for term in terms {
            var start: Int?
            try search.level.forEachText(ofTerm: Int(term)) {
                text, record, textColumn, isFirst throws(SegmentError) in
                guard textColumn == place, positions.isOpen(record) else { return }
                if start == nil {
                    start =
                        try search.occurrences(in: Int(term)).first {
                            (match == .wholeField ? $0.isWhole : $0.match == match)
                                && $0.isRespelled == isRespelled
                        }?.scalars.lowerBound ?? -1
                    if start! >= 0 { starts[Int(term)] = start! }
                }
                guard start! >= 0 else { return }
                positions.note(record, text: text, position: isFirst ? start! : nil)
            }
        }
        // Where a record has several texts in the field, the first that has an occurrence counts.
        guard !positions.hasSeveralTexts else { return false }
        // Other texts begin with another term and a separator: nothing before 2.
        let threshold = positions.known(selection.wanted) ?? IndexLayout.longestText
        if threshold > 1 {
            for entry in positions.unknown() {
                let position = try position(
                    in: entry.text, search.level.index, starts, upTo: threshold)
                positions.set(position ?? Int.max, at: entry.index)
            }
        }
        selection.narrow { (record: Int32) throws(Never) in positions.position(record) }
        return true
    }

    /// Where the first of some terms' occurrences stands in a text, in scalars; `nil` where behind a limit.
    private func position(
        in text: Int, _ index: LocaleIndex, _ starts: [Int: Int], upTo limit: Int
    ) throws(SegmentError) -> Int? {
        var tokens = try index.tokens(ofText: text)
        var scalars = 0
        var needsSpace = false
        while let token = try tokens.next() {
            switch token {
            case .run(let run):
                scalars += try index.run(run).scalarCount
                needsSpace = false
            case .term(let term):
                if needsSpace { scalars += 1 }
                if let start = starts[term] { return scalars + start }
                scalars += try index.length(ofTerm: term)
                needsSpace = true
            }
            if scalars > limit { return nil }
        }
        return nil
    }

    // MARK: Titles

    /// Places of records by title.
    private func titlePlaces(of records: [Int32]) throws(SegmentError) -> (Int32) -> Int {
        if let places = try storedTitlePlaces(of: records) { return { places[$0]! } }
        return try TitleKeys(segment, query).places(of: records)
    }

    /// The places that the index holds, where they are those that the query needs.
    private func storedTitlePlaces(of records: [Int32]) throws(SegmentError) -> [Int32: Int]? {
        guard let field = segment.fields.firstIndex(of: query.titleField), let first = records.first else {
            return nil
        }
        var index: LocaleIndex?
        for locale in query.titleChain {
            guard let candidate = try segment.locale(locale) else { continue }
            if try candidate.columns[field].owns(Int(first)) {
                index = candidate
                break
            }
            // A nearer locale in which others may have their titles.
            if !candidate.columns[field].texts.isEmpty { return nil }
        }
        guard let index, index.placesTitles, try sortsAlike(index) else { return nil }
        var places: [Int32: Int] = [:]
        places.reserveCapacity(records.count)
        for record in records {
            guard let place = try index.titlePlace(Int(record)) else { return nil }
            places[record] = place
        }
        return places
    }

    /// Whether the request's collation is that by which a locale's titles are placed.
    private func sortsAlike(_ index: LocaleIndex) throws(SegmentError) -> Bool {
        do throws(ICUError) {
            return try TitleCollators.source(request.locale) == index.collation
        } catch {
            throw .icu(error)
        }
    }

    // MARK: Ranks

    /// The rank of a record.
    func rank(_ record: Int) throws(SegmentError) -> Rank {
        let records = segment.records
        var rank = Rank(request)
        rank.setMatches(try matches(in: record))
        rank.popularity = try records.popularity(of: record)
        rank.id = try records.id(of: record)
        switch request.sort {
        case .relevance, .title: break
        case .price: rank.sortValue = try records.price(of: record).map { .number($0.amount) } ?? .missing
        case .year:
            rank.sortValue = try records.year(of: record).map { .number(DecimalNumber($0)) } ?? .missing
        }
        return rank
    }

    /// Where the words of the query stand in a record.
    private func matches(in record: Int) throws(SegmentError) -> [WordMatch] {
        var matches: [WordMatch] = []
        for word in query.words {
            guard word.number != nil else {
                matches.append(WordMatch())
                continue
            }
            let records = segment.records
            let fields = word.numericFields(
                year: try records.year(of: record), price: try records.price(of: record))
            matches.append(WordMatch(numbers: fields))
        }
        for field in query.fields.indices {
            for (number, level) in search.levels.enumerated() {
                guard let column = level.column(ofField: field), !column.hides(record),
                    try column.column.owns(record)
                else { continue }
                for (place, text) in try column.column.texts(of: record).enumerated() {
                    try addMatches(in: text, number, field: field, place: place, to: &matches)
                }
                break
            }
        }
        return matches
    }

    private func addMatches(
        in text: Int, _ level: Int, field: Int, place: Int, to matches: inout [WordMatch]
    ) throws(SegmentError) {
        let index = search.levels[level].index
        let position = search.levels[level].position
        let isSingle = try index.isSingleTerm(text)
        var tokens = try index.tokens(ofText: text)
        var scalars = 0
        var needsSpace = false
        while let token = try tokens.next() {
            guard case .term(let term) = token else {
                if case .run(let run) = token { scalars += try index.run(run).scalarCount }
                needsSpace = false
                continue
            }
            if needsSpace { scalars += 1 }
            for word in words.indices where words[word][level].holds(term) {
                for occurrence in try words[word][level].occurrences(in: term) {
                    let start = scalars + occurrence.scalars.lowerBound
                    let end = scalars + occurrence.scalars.upperBound
                    matches[word].occurrences.append(
                        Occurrence(
                            match: isSingle && occurrence.isWhole ? .wholeField : occurrence.match,
                            isRespelled: occurrence.isRespelled, locale: position, field: field, text: place,
                            bytes: 0..<0, scalars: start..<end, byStandard: true, bySearch: true))
                }
            }
            scalars += try index.length(ofTerm: term)
            needsSpace = true
            guard scalars <= IndexLayout.longestText else { throw .damaged }
        }
    }
}
