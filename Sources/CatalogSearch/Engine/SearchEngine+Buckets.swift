// Counts numbers and dates in ranges of equal width between the extremes that a first search finds.

extension SearchEngine {
    /// Adds the ranges that facets request between their extremes.
    func fillBuckets(_ findings: inout Findings, in searched: [CatalogIndex]) throws(SearchError) {
        let request = findings.queries[0].request
        var wanted: [(position: Int, request: FacetRequest, last: AttributeValue)] = []
        for (position, facet) in request.facets.enumerated() where facet.buckets > 0 && facet.bounds.isEmpty {
            guard let minimum = findings.results.facets[position].minimum,
                let maximum = findings.results.facets[position].maximum
            else { continue }
            var own = facet
            own.bounds = AttributeValue.bounds(minimum, maximum, count: facet.buckets)
            own.buckets = 0
            own.sums = false
            if !own.bounds.isEmpty { wanted.append((position, own, maximum)) }
        }
        guard !wanted.isEmpty else { return }
        let queries = findings.queries.map { query in
            query.withRequest {
                $0.limit = 0
                $0.facets = wanted.map(\.request)
            }
        }
        let counter = try FacetCounter(queries[0].request, self)
        let found: Matches
        if queries.count == 1 {
            found = try source.matches(of: queries[0], in: searched, counter)
        } else {
            found = try source.matches(ofAny: queries, in: searched, counter, within: .unlimited)
        }
        guard let counter = found.counter else { return }
        let counts = try SearchError.interruptible { () throws(SegmentError) in try counter.result() }
        for (wanted, facet) in zip(wanted, counts) {
            findings.results.facets[wanted.position].buckets = facet.ranges.map { range in
                var range = range
                range.upper = range.upper ?? wanted.last
                return range
            }
        }
    }
}

extension AttributeValue {
    /// The lower bounds of ranges of equal width between two numbers or dates. Fewer if there are not so many
    /// different bounds; empty if they have too many digits.
    static func bounds(
        _ minimum: AttributeValue, _ maximum: AttributeValue, count: Int
    ) -> [AttributeValue] {
        switch (minimum, maximum) {
        case (.date(let first), .date(let last)):
            return Self.bounds(Int128(first.microseconds), Int128(last.microseconds), count).compactMap {
                Int64(exactly: $0).map { .date(Instant(microseconds: $0)) }
            }
        case (.number(let first), .number(let last)):
            // Two digits more than both, or fewer if these are too many.
            for digits in [2, 1, 0] {
                let scale = max(first.scale, last.scale) + digits
                guard min(first.scale, last.scale) >= 0, scale <= 18,
                    let lower = Int128(first.significand).timesPower(scale - first.scale),
                    let upper = Int128(last.significand).timesPower(scale - last.scale)
                else { continue }
                let bounds = Self.bounds(lower, upper, count).compactMap {
                    DecimalNumber(wide: $0, scale: scale)
                }
                if let first = bounds.first, .number(first) == minimum { return bounds.map { .number($0) } }
            }
            return []
        default: return []
        }
    }

    private static func bounds(_ lower: Int128, _ upper: Int128, _ count: Int) -> [Int128] {
        var bounds = [lower]
        for position in 1..<max(1, count) {
            let bound = lower + (upper - lower) * Int128(position) / Int128(count)
            if bound > bounds[bounds.count - 1] { bounds.append(bound) }
        }
        return bounds
    }
}
