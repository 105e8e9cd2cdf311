// Runs a query on a segment in memory.

internal import ICU

/// Finds matches by a scan, then ranks only those that may be among the best.
struct MemorySearch {
    private let segment: MemorySegment
    private let query: PreparedQuery
    private let request: SearchRequest
    /// The folded texts by locale of the chain and by field.
    private let columns: [[FoldedColumn]]
    private let matcher: RecordMatcher

    init(_ segment: MemorySegment, _ query: PreparedQuery) throws(SegmentError) {
        self.segment = segment
        self.query = query
        request = query.request
        columns = try request.chain.map { locale throws(SegmentError) in
            try query.fields.map { field throws(SegmentError) in
                // A column is always folded completely.
                try Interruption.check()
                return FieldName.labels.contains(field) ? .empty : try segment.column(field, locale)
            }
        }
        matcher = RecordMatcher(query)
    }

    func matches(keeping: Int, _ sets: inout MatchSets?) throws(SegmentError) -> SegmentMatches {
        var result = SegmentMatches()
        guard !query.matchesNothing else { return result }
        let classes = try weakestClasses()
        let stored = segment.stored
        // No record here has a scope that the segment does not know.
        let wanted = request.scope.map { scope in
            stored.scopes.firstIndex(of: scope).map(Int32.init) ?? Int32.max
        }
        // Index 0 counts records without a scope, whose number is -1.
        var counts = [Int](repeating: 0, count: stored.scopes.count + 1)
        var candidates: [Int32] = []
        for record in classes.indices where classes[record] != Self.noMatch && passesFilters(record) {
            let scope = stored.scopeNumbers[record]
            counts[Int(scope) + 1] += 1
            sets?.all.insert(record)
            if wanted == nil || wanted == scope { candidates.append(Int32(record)) }
        }
        for (number, count) in counts.enumerated() where count > 0 {
            result.scopeCounts[number == 0 ? nil : stored.scopes[number - 1]] = count
        }
        result.total = candidates.count
        if sets != nil { for record in candidates { sets!.inScope.insert(Int(record)) } }
        guard keeping > 0 else { return result }

        let titles = try TitleKeys(segment, query)
        let best = try select(candidates, keeping, classes, titles)
        let place = try titles.places(of: best)
        var interruption = Interruption()
        result.best = try best.map { record throws(SegmentError) in
            try interruption.count(Interruption.record)
            return RankedMatch(record: Int(record), rank: try rank(Int(record)))
        }
        try result.sort { place(Int32($0)) }
        return result
    }

    // MARK: Matching

    private static let noMatch: UInt8 = 0xFF

    /// The class of each record's weakest word, by each word's best match; `noMatch` where a word is missing.
    private func weakestClasses() throws(SegmentError) -> [UInt8] {
        var weakest = [UInt8](repeating: 0, count: segment.numberCount)
        var candidateCount = segment.numberCount
        var interruption = Interruption()
        // Long words first: they leave few records for the others.
        let words = query.words.sorted { $0.spelling.utf8.count > $1.spelling.utf8.count }
        for word in words where candidateCount > 0 {
            if candidateCount < segment.numberCount / Self.scanAdvantage {
                for record in weakest.indices where weakest[record] != Self.noMatch {
                    try interruption.count(Interruption.record)
                    weakest[record] = max(weakest[record], try bestClass(of: word, in: record))
                }
            } else {
                let best = try bestClasses(of: word)
                for record in weakest.indices { weakest[record] = max(weakest[record], best[record]) }
            }
            candidateCount = weakest.reduce(0) { $0 + ($1 == Self.noMatch ? 0 : 1) }
        }
        return weakest
    }

    /// How much faster a text is scanned with all others than alone.
    private static let scanAdvantage = 50

    /// The best class of one word in each record, by a scan of all texts.
    private func bestClasses(of word: PreparedQuery.Word) throws(SegmentError) -> [UInt8] {
        var best = [UInt8](repeating: Self.noMatch, count: segment.numberCount)
        for (level, locale) in columns.enumerated() {
            let form = word.forms[level]
            for (field, column) in locale.enumerated() {
                let nearer = columns[..<level].map { $0[field] }
                func scan(
                    _ stream: FoldedStream, _ records: [Int32], for pattern: BytePattern?
                ) throws(SegmentError) {
                    guard let pattern else { return }
                    try Interruption.check()
                    try stream.forEachText(containing: pattern) { text, match in
                        let record = Int(records[text])
                        guard match.rawValue < best[record], !nearer.contains(where: { $0.owns(record) })
                        else { return }
                        best[record] = match.rawValue
                    }
                }
                try scan(column.shared, column.sharedRecords, for: form.standard)
                if !form.isSame { try scan(column.shared, column.sharedRecords, for: form.search) }
                try scan(column.standard, column.splitRecords, for: form.standard)
                try scan(column.search, column.splitRecords, for: form.search)
            }
        }
        if word.number != nil || !word.labels.isEmpty {
            for record in best.indices {
                if let value = bestValue(of: word, in: record) { best[record] = min(best[record], value) }
            }
        }
        return best
    }

    /// The best class of a word in one record.
    private func bestClass(of word: PreparedQuery.Word, in record: Int) throws(SegmentError) -> UInt8 {
        var best = bestValue(of: word, in: record) ?? Self.noMatch
        for field in query.fields.indices {
            guard let level = columns.firstIndex(where: { $0[field].owns(record) }) else { continue }
            let column = columns[level][field]
            let form = word.forms[level]
            for placement in column.placements(of: record) {
                let streams =
                    placement.isSplit
                    ? [(column.standard, form.standard), (column.search, form.search)]
                    : [(column.shared, form.standard), (column.shared, form.isSame ? nil : form.search)]
                for (stream, pattern) in streams {
                    guard let pattern, let match = try stream.bestMatch(of: pattern, inText: placement.text)
                    else { continue }
                    best = min(best, match.rawValue)
                }
            }
        }
        return best
    }

    /// The best class of a word among the record's values.
    private func bestValue(of word: PreparedQuery.Word, in record: Int) -> UInt8? {
        if !numericFields(of: record, word).isEmpty { return 0 }
        return word.labels(ofScope: segment.stored.scope(of: record)).map(\.best.match.rawValue).min()
    }

    private func numericFields(of record: Int, _ word: PreparedQuery.Word) -> [FieldName] {
        word.numericFields(year: segment.stored.years[record], price: segment.stored.prices[record])
    }

    private func passesFilters(_ record: Int) -> Bool {
        if let deleted = segment.deleted, deleted.contains(record) { return false }
        if let range = request.price {
            guard let price = segment.stored.prices[record], range.contains(price.amount) else {
                return false
            }
        }
        if let range = request.year {
            guard let year = segment.stored.years[record], range.contains(DecimalNumber(year)) else {
                return false
            }
        }
        return true
    }

    // MARK: Ranking

    /// The best candidates, in no particular order. Each rule applies only to those that the rules before it left
    /// open.
    private func select(
        _ candidates: [Int32], _ keeping: Int, _ classes: [UInt8], _ titles: TitleKeys<MemorySegment>
    )
        throws(SegmentError) -> [Int32]
    {
        var selection = Selection(candidates, keeping: keeping)
        let sign = request.isReversed ? -1 : 1
        switch request.sort {
        case .relevance: break
        case .title:
            let place = try titles.places(of: candidates)
            try selection.narrow { sign * place($0) }
        case .price: try selection.narrow { segment.priceOrder[Int($0)].map { sign * Int($0) } ?? Int.max }
        case .year:
            // `~` reverses the order without overflow.
            try selection.narrow {
                segment.stored.years[Int($0)].map { request.isReversed ? ~$0 : $0 } ?? Int.max
            }
        }
        try selection.narrow { sign * Int(classes[Int($0)]) }
        if !query.words.isEmpty, !selection.isDecided {
            var ranks: [Int32: Rank] = [:]
            var interruption = Interruption()
            for record in selection.open {
                try interruption.count(Interruption.record)
                var rank = Rank()
                let words = try words(in: Int(record))
                try interruption.count(Rank.arrangementSteps(words.map(\.arranged.count)))
                rank.setMatches(words)
                ranks[record] = rank
            }
            try selection.narrow { sign * (ranks[$0]!.isRespelled ? 1 : 0) }
            try selection.narrow { sign * ranks[$0]!.localePosition }
            try selection.narrow { sign * ranks[$0]!.fieldPosition }
            try selection.narrow { sign * (ranks[$0]!.distance ?? Int(Int32.max)) }
            try selection.narrow { sign * ranks[$0]!.position }
        }
        try selection.narrow { sign * Int(segment.popularityOrder[Int($0)]) }
        if !selection.isDecided {
            let place = try titles.places(of: selection.open)
            try selection.narrow { sign * place($0) }
        }
        let ids = segment.stored.ids
        try selection.settle { left, right in
            ids[Int(left)].utf8.lexicographicallyPrecedes(ids[Int(right)].utf8) != request.isReversed
        }
        return selection.chosen
    }

    private func rank(_ record: Int) throws(SegmentError) -> Rank {
        var rank = Rank(request)
        rank.setMatches(try words(in: record))
        rank.popularity = segment.stored.popularities[record]
        rank.id = segment.stored.ids[record]
        switch request.sort {
        case .relevance, .title: break
        case .price: rank.sortValue = segment.stored.prices[record].map { .number($0.amount) } ?? .missing
        case .year:
            rank.sortValue = segment.stored.years[record].map { .number(DecimalNumber($0)) } ?? .missing
        }
        return rank
    }

    /// The matches of the query's words in a record.
    func words(in record: Int) throws(SegmentError) -> [WordMatch] {
        var matches = query.words.map { WordMatch(numbers: numericFields(of: record, $0)) }
        let scope = segment.stored.scope(of: record)
        let labels = query.words.map { $0.labels(ofScope: scope) }
        for (field, name) in query.fields.enumerated() {
            if FieldName.labels.contains(name) {
                for (word, labels) in labels.enumerated() {
                    for label in labels where label.best.field == field {
                        matches[word].append(label.best, field: field, text: 0)
                    }
                }
                continue
            }
            guard let level = columns.firstIndex(where: { $0[field].owns(record) }) else { continue }
            let column = columns[level][field]
            var placements = column.placements(of: record).makeIterator()
            var text = 0
            try segment.stored.forEachText(of: record, name, request.chain[level]) {
                source throws(SegmentError) in
                guard let placement = placements.next() else { return }
                try column.withForms(placement) { standard, search throws(SegmentError) in
                    for word in matches.indices {
                        try matcher.forEachOccurrence(
                            of: word, level: level, source: source, standard: standard, search: search
                        ) { matches[word].append($0, field: field, text: text) }
                    }
                }
                text += 1
            }
        }
        return matches
    }
}
