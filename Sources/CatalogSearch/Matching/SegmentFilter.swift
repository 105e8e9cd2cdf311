// The records of a segment for which a filter holds.

/// The records that a query's filter admits, deleted or not.
struct SegmentFilter {
    /// Records that meet the conditions that all facets respect; `nil` for all records.
    let common: RecordSet?
    /// Records that meet the conditions that some facets leave out; `nil` for all records.
    let others: RecordSet?

    init(_ segment: IndexedSegment, _ query: PreparedQuery) throws(SegmentError) {
        guard let filter = query.filter else {
            common = nil
            others = nil
            return
        }
        common = try segment.records(filter.common, query)
        others = try segment.records(filter.others(than: nil), query)
    }

    /// Whether a record is admitted.
    func admits(_ record: Int) -> Bool { admitsInCommon(record) && others?.contains(record) ?? true }

    /// Whether the conditions that all facets respect admit a record.
    func admitsInCommon(_ record: Int) -> Bool { common?.contains(record) ?? true }
}

extension IndexedSegment {
    /// The records that meet all conditions; `nil` without conditions.
    func records(_ nodes: [PreparedFilter.Node], _ query: PreparedQuery) throws(SegmentError) -> RecordSet? {
        var found: RecordSet?
        for node in nodes {
            let records = try records(node, query)
            if found == nil { found = records } else { found?.formIntersection(records) }
        }
        return found
    }

    func records(_ node: PreparedFilter.Node, _ query: PreparedQuery) throws(SegmentError)
        -> RecordSet
    {
        try Interruption.check()
        switch node {
        case .all(let nodes): return try records(nodes, query) ?? RecordSet(all: numberCount)
        case .any(let nodes):
            var found = RecordSet(universe: numberCount)
            for node in nodes { found.formUnion(try records(node, query)) }
            return found
        case .not(let node):
            var found = RecordSet(all: numberCount)
            found.subtract(try records(node, query))
            return found
        case .condition(let condition): return try records(condition, query)
        case .firstOf(let decisions):
            var undecided = RecordSet(all: numberCount)
            var found = RecordSet(universe: numberCount)
            for decision in decisions {
                var decided = try records(decision.node, query)
                decided.formIntersection(undecided)
                undecided.subtract(decided)
                if decision.holds { found.formUnion(decided) }
            }
            return found
        }
    }

    private func records(_ condition: PreparedCondition, _ query: PreparedQuery) throws(SegmentError)
        -> RecordSet
    {
        switch condition.attribute {
        case .scope:
            return try recordsOfTexts(records.scopes, condition, query) { scope throws(SegmentError) in
                try self.records(inScope: scope)
            }
        case .catalog:
            return try recordsOfTexts([query.attributes.catalog], condition, query) {
                _ throws(SegmentError) in
                RecordSet(all: self.numberCount)
            }
        case .id: return try recordsWithIDs(condition)
        case .year:
            return try recordsOfNumbers(condition) { range throws(SegmentError) in
                try records.records(year: range)
            }
        case .price:
            let prices = try prices(query.request.priceChoice)
            return try recordsOfNumbers(condition) { range throws(SegmentError) in
                try prices.records(range)
            }
        case .popularity: return try recordsWithPopularity(condition)
        default:
            guard let column = attributes.column(condition.attribute) else {
                return RecordSet(universe: numberCount)
            }
            return try records(condition, column, query)
        }
    }

    // MARK: Declared attributes

    private func records(
        _ condition: PreparedCondition, _ column: AttributeColumn, _ query: PreparedQuery
    ) throws(SegmentError) -> RecordSet {
        switch condition.test {
        case .exists: return try column.owners()
        case .equals(let wanted):
            var found = RecordSet(universe: column.valueCount)
            for value in wanted {
                if column.type == .text {
                    guard let text = value.text else { continue }
                    found.formUnion(try values(text, of: condition.attribute, column, query))
                } else {
                    for number in try column.values(from: value, through: value) { found.insert(number) }
                }
            }
            return try column.records(withValues: found)
        case .range(let lower, let upper):
            guard column.type.isOrdered else { return RecordSet(universe: numberCount) }
            return try column.records(
                withValues: column.values(
                    from: lower?.value, isFromIncluded: lower?.isIncluded ?? true, through: upper?.value,
                    isThroughIncluded: upper?.isIncluded ?? true))
        case .place(let test):
            guard column.type == .place else { return RecordSet(universe: numberCount) }
            return try column.records(withValues: CoordinateSearch(test).values(of: column))
        }
    }

    // MARK: Attributes of every catalog

    private func recordsOfTexts(
        _ ids: [String], _ condition: PreparedCondition, _ query: PreparedQuery,
        _ records: (String) throws(SegmentError) -> RecordSet
    ) throws(SegmentError) -> RecordSet {
        var found = RecordSet(universe: numberCount)
        for id in ids {
            let isMeant =
                switch condition.test {
                case .exists: true
                case .equals(let values):
                    values.contains { value in
                        value.text?.names(id, of: condition.attribute, query) ?? false
                    }
                case .range, .place: false
                }
            if isMeant { found.formUnion(try records(id)) }
        }
        return found
    }

    private func recordsWithIDs(_ condition: PreparedCondition) throws(SegmentError) -> RecordSet {
        guard case .equals(let values) = condition.test else { return RecordSet(all: numberCount) }
        var found = RecordSet(universe: numberCount)
        for value in values {
            guard let text = value.text, let number = try number(ofID: text.id) else { continue }
            found.insert(number)
        }
        return found
    }

    private func recordsOfNumbers(
        _ condition: PreparedCondition, _ records: (NumericRange) throws(SegmentError) -> RecordSet
    ) throws(SegmentError) -> RecordSet {
        switch condition.test {
        case .exists: return try records(NumericRange())
        case .equals(let values):
            var found = RecordSet(universe: numberCount)
            for case let number? in values.map(\.number) {
                found.formUnion(try records(NumericRange(lower: number, upper: number)))
            }
            return found
        case .range(let lower, let upper):
            var found = try records(NumericRange(lower: lower?.value.number, upper: upper?.value.number))
            for case let bound? in [lower, upper] where !bound.isIncluded {
                found.subtract(
                    try records(NumericRange(lower: bound.value.number, upper: bound.value.number)))
            }
            return found
        case .place: return RecordSet(universe: numberCount)
        }
    }

    private func recordsWithPopularity(_ condition: PreparedCondition) throws(SegmentError) -> RecordSet {
        func number(_ value: PreparedValue) -> Double? { value.number.flatMap { Double($0.description) } }
        var found = RecordSet(universe: numberCount)
        var interruption = Interruption()
        for record in 0..<numberCount {
            try interruption.count()
            let popularity = try records.popularity(of: record)
            let isMeant =
                switch condition.test {
                case .exists: true
                case .place: false
                case .equals(let values): values.contains { number($0) == popularity }
                case .range(let lower, let upper):
                    !popularity.isNaN
                        && lower.map { bound in
                            number(bound.value).map { bound.isIncluded ? popularity >= $0 : popularity > $0 }
                                ?? false
                        } ?? true
                        && upper.map { bound in
                            number(bound.value).map { bound.isIncluded ? popularity <= $0 : popularity < $0 }
                                ?? false
                        } ?? true
                }
            if isMeant { found.insert(record) }
        }
        return found
    }
}

extension AttributeColumn {
    /// The numbers of the values in a range; values of another type are in no range.
    func values(
        from lower: PreparedValue?, isFromIncluded: Bool = true, through upper: PreparedValue?,
        isThroughIncluded: Bool = true
    ) throws(SegmentError) -> Range<Int> {
        func isBehind(_ value: AttributeValue, _ bound: PreparedValue, orEqual: Bool) -> Bool? {
            switch value {
            case .text: nil
            case .number(let number): bound.number.map { orEqual ? number >= $0 : number > $0 }
            case .date(let date): bound.date.map { orEqual ? date >= $0 : date > $0 }
            case .boolean(let flag):
                bound.boolean.map { (flag ? 1 : 0, $0 ? 1 : 0) }.map { orEqual ? $0.0 >= $0.1 : $0.0 > $0.1 }
            case .place(let place): bound.place.map { orEqual ? place >= $0 : place > $0 }
            }
        }
        var isKnown = true
        func first(_ bound: PreparedValue, orEqual: Bool) throws(SegmentError) -> Int {
            try firstValue { value in
                guard let isBehind = isBehind(value, bound, orEqual: orEqual) else {
                    isKnown = false
                    return true
                }
                return isBehind
            }
        }
        var start = 0
        var end = valueCount
        if let lower { start = try first(lower, orEqual: isFromIncluded) }
        if let upper { end = try first(upper, orEqual: !isThroughIncluded) }
        return isKnown && start < end ? start..<end : 0..<0
    }
}
