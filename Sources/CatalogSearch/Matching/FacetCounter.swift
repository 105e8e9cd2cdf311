// Counts the values of attributes among the matches of a search, segment by segment.

internal import ICU
internal import Support

/// Counts the values of all attributes that a request names.
struct FacetCounter {
    /// What is counted for one attribute.
    struct Count {
        let request: FacetRequest
        var type: AttributeType
        var texts: TextFacet
        var numbers = NumberFacet()
        var records = 0
    }

    var counts: [Count] = []

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
    func ownAttribute(_ index: Int, _ query: PreparedQuery) -> AttributeName? {
        let name = counts[index].request.attribute
        guard let filter = query.filter, !filter.own(name).isEmpty else { return nil }
        return name
    }

    /// The counts so far, for a counter that adds those of other shards.
    func parts() throws(SegmentError) -> [FacetPart] {
        try counts.map { count throws(SegmentError) in
            var texts = count.texts
            var part = FacetPart(type: count.type)
            try texts.write(to: &part)
            part.minimum = count.numbers.minimum
            part.maximum = count.numbers.maximum
            part.minimumPrice = count.numbers.prices.minimum
            part.maximumPrice = count.numbers.prices.maximum
            part.ranges = count.numbers.counts
            part.sums = count.numbers.sums
            part.records = count.records
            return part
        }
    }

    /// Adds the counts of a shard.
    ///
    /// - Returns: whether they are those of the same request.
    mutating func add(_ parts: [FacetPart]) -> Bool {
        guard parts.count == counts.count else { return false }
        for (index, part) in parts.enumerated() {
            guard part.type == counts[index].type,
                part.ranges.count == counts[index].numbers.counts.count
            else { return false }
            counts[index].texts.add(part)
            counts[index].records += part.records
            if let minimum = part.minimum { counts[index].numbers.meet(minimum, part.minimumPrice) }
            if let maximum = part.maximum { counts[index].numbers.meet(maximum, part.maximumPrice) }
            counts[index].numbers.add(part.sums)
            for (position, count) in part.ranges.enumerated() {
                counts[index].numbers.counts[position] += count
            }
        }
        return true
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
                facet.sum = count.numbers.sum?.total
                facet.average = count.numbers.sum?.average
                let bounds = count.request.bounds
                facet.ranges = bounds.indices.map {
                    .init(
                        lower: bounds[$0], upper: $0 + 1 < bounds.count ? bounds[$0 + 1] : nil,
                        count: count.numbers.counts[$0])
                }
            } else {
                facet.path = try texts.takePath()
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
    func counted(
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
