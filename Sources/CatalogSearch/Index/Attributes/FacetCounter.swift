// Counts the values of attributes among the matches of a search, segment by segment.

internal import ICU
internal import KitSupport

/// Counts the values of all attributes that a request names.
struct FacetCounter {
    /// What is counted for one attribute.
    fileprivate struct Count {
        let request: FacetRequest
        var type: AttributeType
        var texts: TextFacet
        var numbers = NumberFacet()
        var records = 0
    }

    private var counts: [Count] = []

    /// - Throws: `SearchError.unknownAttribute`, `.uncountable`, `.invalidBounds`.
    init(_ request: SearchRequest, _ engine: SearchEngine) throws(SearchError) {
        for facet in request.facets {
            let type = try engine.types(of: facet.attribute)[0]
            if [.id, .popularity].contains(facet.attribute) { throw .uncountable(facet.attribute.rawValue) }
            var facet = facet
            var bounds: [AttributeValue] = []
            for bound in facet.bounds {
                guard type.isOrdered,
                    let value = bound.type == type ? bound : AttributeValue(bound.spelling, type),
                    bounds.last.map({ $0.isLess(than: value) }) ?? true
                else { throw .invalidBounds(facet.attribute.rawValue) }
                bounds.append(value)
            }
            facet.bounds = bounds
            let declared = engine.catalogs.lazy.compactMap { $0.attributes[facet.attribute] }.first
            facet.order = facet.order ?? declared?.attribute.order
            var numbers = NumberFacet()
            numbers.counts = bounds.map { _ in 0 }
            counts.append(
                Count(request: facet, type: type, texts: try TextFacet(facet, request), numbers: numbers))
        }
    }

    /// Adds the matches in a segment.
    mutating func add(
        _ segment: IndexedSegment, _ base: RecordSet, _ query: PreparedQuery
    ) throws(SegmentError) {
        var common: RecordSet?
        for index in counts.indices {
            try Interruption.check()
            if let own = ownAttribute(index, query) {
                try counts[index].add(segment, try segment.counted(base, than: own, query), query)
            } else {
                if common == nil { common = try segment.counted(base, than: nil, query) }
                try counts[index].add(segment, common!, query)
            }
        }
    }

    /// Adds the matches in a catalog whose records are grouped.
    mutating func add(_ matches: GroupedMatches, _ query: PreparedQuery) throws(SegmentError) {
        func sets(_ own: AttributeName?) throws(SegmentError) -> [RecordSet] {
            try matches.parts.map { part throws(SegmentError) in
                try part.segment.counted(part.sets.base ?? part.sets.all, than: own, query)
            }
        }
        var common: (sets: [RecordSet], order: GroupOrder)?
        for index in counts.indices {
            try Interruption.check()
            if let own = ownAttribute(index, query) {
                let sets = try sets(own)
                try counts[index].add(matches, sets, try GroupOrder(matches, sets), query)
            } else {
                if common == nil {
                    let sets = try sets(nil)
                    common = (sets, try GroupOrder(matches, sets))
                }
                try counts[index].add(matches, common!.sets, common!.order, query)
            }
        }
    }

    /// The attribute of a facet, if the filter has conditions on it that the facet leaves out.
    private func ownAttribute(_ index: Int, _ query: PreparedQuery) -> AttributeName? {
        let name = counts[index].request.attribute
        guard let filter = query.filter, !filter.own(name).isEmpty else { return nil }
        return name
    }

    /// The counts, in the order of the request.
    func result() throws(SegmentError) -> [FacetCounts] {
        try counts.map { count throws(SegmentError) in
            var texts = count.texts
            var facet = FacetCounts(attribute: count.request.attribute, type: count.type)
            facet.count = count.records
            if count.type.isOrdered {
                facet.minimum = count.numbers.minimum
                facet.maximum = count.numbers.maximum
                facet.minimumPrice = count.numbers.prices.minimum
                facet.maximumPrice = count.numbers.prices.maximum
                let bounds = count.request.bounds
                facet.ranges = bounds.indices.map {
                    .init(
                        lower: bounds[$0], upper: $0 + 1 < bounds.count ? bounds[$0 + 1] : nil,
                        count: count.numbers.counts[$0])
                }
            } else {
                (facet.values, facet.others) = try texts.result()
            }
            return facet
        }
    }
}

extension IndexedSegment {
    /// The matches in the requested scope for which all conditions hold, except those on one attribute alone.
    ///
    /// - Parameter base: the matches by the conditions that all facets respect.
    fileprivate func counted(
        _ base: RecordSet, than attribute: AttributeName?, _ query: PreparedQuery
    ) throws(SegmentError) -> RecordSet {
        var set = base
        if let scope = query.request.scope { set.formIntersection(try records(inScope: scope)) }
        if let filter = query.filter, let others = try records(filter.others(than: attribute), query) {
            set.formIntersection(others)
        }
        return set
    }
}

extension FacetCounter.Count {
    /// Counts each group once for a value.
    mutating func add(
        _ matches: GroupedMatches, _ sets: [RecordSet], _ order: GroupOrder, _ query: PreparedQuery
    ) throws(SegmentError) {
        switch request.attribute {
        case .scope: try addScopes(matches, order, query)
        case .catalog:
            records += order.count
            if let segment = matches.parts.first?.segment {
                try texts.add(query.attributes.catalog, order.count, query, .catalog, segment)
            }
        case .price, .year:
            var owners: [RecordSet] = []
            var ranges = request.bounds.map { _ in [RecordSet]() }
            for (part, set) in zip(matches.parts, sets) {
                let numbers = try BuiltInNumbers(request.attribute, part.segment, query.request.priceChoice)
                owners.append(try numbers.owners())
                try self.numbers.meet(numbers, set)
                for place in ranges.indices {
                    ranges[place].append(try numbers.owners(from: place, request.bounds))
                }
            }
            records += try order.count(in: owners)
            for (place, sets) in ranges.enumerated() { numbers.counts[place] += try order.count(in: sets) }
        default:
            let values = try ValueNumbers(matches.parts.map(\.segment), request.attribute, type)
            if type.isOrdered {
                try addNumbers(matches, sets, order, values)
            } else {
                try addTexts(matches, sets, order, values, query)
            }
        }
    }

    private mutating func addScopes(
        _ matches: GroupedMatches, _ order: GroupOrder, _ query: PreparedQuery
    ) throws(SegmentError) {
        var names: [String] = []
        var places: [String: Int] = [:]
        let scopes = matches.parts.map { part in
            part.segment.records.scopes.map { name in
                if let known = places[name] { return known }
                places[name] = names.count
                names.append(name)
                return names.count - 1
            }
        }
        var counts = names.map { _ in 0 }
        var lastRuns = names.map { _ in UInt32(0) }
        var found = 0
        var last: UInt32 = 0
        try order.forEach { entry, run throws(SegmentError) in
            let part = Int(entry.part)
            let number = try matches.parts[part].segment.records.scopeNumber(of: Int(entry.record))
            guard let scope = number.map({ scopes[part][$0] }), lastRuns[scope] != run else { return }
            lastRuns[scope] = run
            counts[scope] += 1
            if last != run { found += 1 }
            last = run
        }
        records += found
        guard let segment = matches.parts.first?.segment else { return }
        for (name, count) in zip(names, counts) { try texts.add(name, count, query, .scope, segment) }
    }

    private mutating func addTexts(
        _ matches: GroupedMatches, _ sets: [RecordSet], _ order: GroupOrder, _ values: ValueNumbers,
        _ query: PreparedQuery
    ) throws(SegmentError) {
        // A group counts for the first of equal values in its records.
        var counts = values.parts.map { [Int](repeating: 0, count: $0?.column.valueCount ?? 0) }
        var met = values.parts.map { RecordSet(universe: $0?.column.valueCount ?? 0) }
        var lastRuns = [UInt32](repeating: 0, count: values.count)
        var found = 0
        var last: UInt32 = 0
        try order.forEach { entry, run throws(SegmentError) in
            let place = Int(entry.part)
            guard let part = values.parts[place] else { return }
            try part.column.forEachValue(of: Int(entry.record)) { value throws(SegmentError) in
                met[place].insert(value)
                let number = part.number(of: value)
                if lastRuns[number] != run {
                    lastRuns[number] = run
                    counts[place][value] += 1
                }
                if last != run { found += 1 }
                last = run
            }
        }
        records += found
        for (place, part) in matches.parts.enumerated() {
            guard let column = values.parts[place]?.column else { continue }
            try texts.add(counts[place], column, part.segment, sets[place], query, met: met[place])
        }
    }

    private mutating func addNumbers(
        _ matches: GroupedMatches, _ sets: [RecordSet], _ order: GroupOrder, _ values: ValueNumbers
    ) throws(SegmentError) {
        var starts: [[Int]] = []
        for (place, part) in values.parts.enumerated() {
            guard let column = part?.column else {
                starts.append([])
                continue
            }
            try numbers.meet(try column.counts(in: sets[place]).values, column)
            starts.append(try column.starts(of: request.bounds))
        }
        var found = 0
        var last: UInt32 = 0
        var lastRuns = request.bounds.map { _ in UInt32(0) }
        try order.forEach { entry, run throws(SegmentError) in
            let place = Int(entry.part)
            guard let part = values.parts[place] else { return }
            try part.column.forEachValue(of: Int(entry.record)) { value throws(SegmentError) in
                if last != run { found += 1 }
                last = run
                for range in lastRuns.indices
                where lastRuns[range] != run && starts[place][range] <= value
                    && value < starts[place][range + 1]
                {
                    lastRuns[range] = run
                    numbers.counts[range] += 1
                }
            }
        }
        records += found
    }

    mutating func add(
        _ segment: IndexedSegment, _ set: RecordSet, _ query: PreparedQuery
    ) throws(SegmentError) {
        switch request.attribute {
        case .scope:
            var listed = 0
            for scope in segment.records.scopes {
                let found = set.countOfIntersection(try segment.records(inScope: scope))
                listed += found
                try texts.add(scope, found, query, .scope, segment)
            }
            records += listed
        case .catalog:
            let found = set.count
            records += found
            try texts.add(query.attributes.catalog, found, query, .catalog, segment)
        case .price, .year:
            let numbers = try BuiltInNumbers(request.attribute, segment, query.request.priceChoice)
            let found = set.countOfIntersection(try numbers.owners())
            guard found > 0 else { return }
            records += found
            try self.numbers.meet(numbers, set)
            for place in request.bounds.indices {
                self.numbers.counts[place] += set.countOfIntersection(
                    try numbers.owners(from: place, request.bounds))
            }
        default:
            guard let column = segment.attributes.column(request.attribute), column.type == type else {
                return
            }
            let (values, found) = try column.counts(in: set)
            records += found
            if type.isOrdered {
                try numbers.add(values, column, set, request.bounds)
            } else {
                try texts.add(values, column, segment, set, query)
            }
        }
    }
}

/// The prices or the years of a segment's records.
private struct BuiltInNumbers {
    private let prices: PriceColumn?
    private let records: IndexedRecords
    private let choice: PriceChoice

    init(
        _ attribute: AttributeName, _ segment: IndexedSegment, _ choice: PriceChoice
    ) throws(SegmentError) {
        prices = attribute == .price ? try segment.prices(choice) : nil
        records = segment.records
        self.choice = choice
    }

    /// The records with a number in a range.
    func owners(_ range: NumericRange = NumericRange()) throws(SegmentError) -> RecordSet {
        if let prices { return try prices.records(range) }
        return try records.records(year: range)
    }

    /// The records with a number from a bound to the next one, without that.
    func owners(from place: Int, _ bounds: [AttributeValue]) throws(SegmentError) -> RecordSet {
        guard case .number(let lower) = bounds[place] else { return RecordSet(universe: records.count) }
        var inside = try owners(NumericRange(lower: lower))
        if place + 1 < bounds.count, case .number(let upper) = bounds[place + 1] {
            inside.subtract(try owners(NumericRange(lower: upper)))
        }
        return inside
    }

    /// Calls `body` with the least and the greatest number in a set.
    func forExtremes(of set: RecordSet, _ body: (DecimalNumber, Price?) -> Void) throws(SegmentError) {
        let extremes =
            if let prices { try prices.extremes(of: set) } else { try records.extremesByYear(of: set) }
        for record in extremes {
            let price = prices == nil ? nil : try records.price(of: record, choice)
            let year = prices == nil ? try records.year(of: record) : nil
            guard let number = price?.amount ?? year.map({ DecimalNumber($0) }) else { throw .damaged }
            body(number, price)
        }
    }
}

/// The least and the greatest of some numbers or dates, and how many are in ranges.
private struct NumberFacet {
    var minimum: AttributeValue?
    var maximum: AttributeValue?
    /// The prices of both.
    private(set) var prices: (minimum: Price?, maximum: Price?) = (nil, nil)
    var counts: [Int] = []

    mutating func meet(_ value: AttributeValue, _ price: Price? = nil) {
        if minimum.map({ value.isLess(than: $0) }) ?? true {
            minimum = value
            prices.minimum = price
        }
        if maximum.map({ $0.isLess(than: value) }) ?? true {
            maximum = value
            prices.maximum = price
        }
    }

    mutating func meet(_ numbers: BuiltInNumbers, _ set: RecordSet) throws(SegmentError) {
        try numbers.forExtremes(of: set) { meet(.number($0), $1) }
    }

    /// - Parameter values: how often each value occurs.
    /// - Returns: whether one occurs.
    @discardableResult
    mutating func meet(_ values: [Int], _ column: AttributeColumn) throws(SegmentError) -> Bool {
        guard let first = values.firstIndex(where: { $0 > 0 }), let last = values.lastIndex(where: { $0 > 0 })
        else { return false }
        meet(try column.value(first))
        meet(try column.value(last))
        return true
    }

    mutating func add(
        _ values: [Int], _ column: AttributeColumn, _ set: RecordSet, _ bounds: [AttributeValue]
    ) throws(SegmentError) {
        guard try meet(values, column), !bounds.isEmpty else { return }
        let starts = try column.starts(of: bounds)
        for place in bounds.indices {
            // Values of a damaged file may be in no order.
            let range = starts[place]..<max(starts[place], starts[place + 1])
            if column.hasLists {
                counts[place] += set.countOfIntersection(try column.records(withValues: range))
            } else {
                counts[place] += values[range].reduce(0, +)
            }
        }
    }
}

extension AttributeColumn {
    /// The first value of each range that begins with one of some bounds, and the number of values.
    fileprivate func starts(of bounds: [AttributeValue]) throws(SegmentError) -> [Int] {
        var starts: [Int] = []
        for bound in bounds {
            starts.append(try firstValue { value throws(SegmentError) in !value.isLess(than: bound) })
        }
        return starts + [valueCount]
    }
}

extension AttributeValue {
    /// Whether this number or date is less than another of its type.
    func isLess(than other: AttributeValue) -> Bool {
        switch (self, other) {
        case (.number(let one), .number(let other)): one < other
        case (.date(let one), .date(let other)): one < other
        default: false
        }
    }
}
