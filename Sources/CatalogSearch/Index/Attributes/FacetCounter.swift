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
        var scoped = base
        if let scope = query.request.scope { scoped.formIntersection(try segment.records(inScope: scope)) }
        var common: RecordSet?
        for index in counts.indices {
            try Interruption.check()
            let facet = counts[index].request
            let set: RecordSet
            if let filter = query.filter, !filter.own(facet.attribute).isEmpty {
                var own = scoped
                if let others = try segment.records(filter.others(than: facet.attribute), query) {
                    own.formIntersection(others)
                }
                set = own
            } else {
                if common == nil {
                    common = scoped
                    if let filter = query.filter,
                        let others = try segment.records(filter.others(than: nil), query)
                    {
                        common?.formIntersection(others)
                    }
                }
                set = common!
            }
            try counts[index].add(segment, set, query)
        }
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

extension FacetCounter.Count {
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
        case .price, .year: try addBuiltIn(segment, set)
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

    /// Counts prices or years.
    private mutating func addBuiltIn(_ segment: IndexedSegment, _ set: RecordSet) throws(SegmentError) {
        let isPrice = request.attribute == .price
        func owners(_ range: NumericRange) throws(SegmentError) -> RecordSet {
            isPrice ? try segment.records.records(price: range) : try segment.records.records(year: range)
        }
        let found = set.countOfIntersection(try owners(NumericRange()))
        guard found > 0 else { return }
        records += found
        let order = try segment.records.order(by: isPrice ? .price : .year)
        for record in [order.first(where: set.contains), order.last(where: set.contains)].compactMap(\.self) {
            let price = isPrice ? try segment.records.price(of: record) : nil
            let year = isPrice ? nil : try segment.records.year(of: record)
            guard let number = price?.amount ?? year.map({ DecimalNumber($0) }) else { throw .damaged }
            numbers.meet(.number(number), price)
        }
        for (place, bound) in request.bounds.enumerated() {
            guard case .number(let lower) = bound else { continue }
            var inside = try owners(NumericRange(lower: lower))
            if place + 1 < request.bounds.count, case .number(let upper) = request.bounds[place + 1] {
                inside.subtract(try owners(NumericRange(lower: upper)))
            }
            numbers.counts[place] += set.countOfIntersection(inside)
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

    mutating func add(
        _ values: [Int], _ column: AttributeColumn, _ set: RecordSet, _ bounds: [AttributeValue]
    ) throws(SegmentError) {
        guard let first = values.firstIndex(where: { $0 > 0 }), let last = values.lastIndex(where: { $0 > 0 })
        else {
            return
        }
        meet(try column.value(first))
        meet(try column.value(last))
        guard !bounds.isEmpty else { return }
        var starts: [Int] = []
        for bound in bounds {
            starts.append(try column.firstValue { value throws(SegmentError) in !value.isLess(than: bound) })
        }
        starts.append(values.count)
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
