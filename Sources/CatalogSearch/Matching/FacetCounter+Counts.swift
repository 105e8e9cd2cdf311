// Counts the values of one attribute in a segment, or in the groups of a catalog.

extension FacetCounter.Count {
    /// Counts each group once for a value.
    mutating func add(
        _ matches: GroupedMatches, _ sets: [RecordSet], _ order: GroupOrder, _ query: PreparedQuery
    ) throws(SegmentError) {
        for (part, set) in zip(matches.parts, sets) { try addSums(part.segment, set, query) }
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
                for position in ranges.indices {
                    ranges[position].append(try numbers.owners(from: position, request.bounds))
                }
            }
            records += try order.count(in: owners)
            for (position, sets) in ranges.enumerated() {
                numbers.counts[position] += try order.count(in: sets)
            }
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
        let (names, scopes) = matches.scopeNumbers()
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
            let position = Int(entry.part)
            guard let part = values.parts[position] else { return }
            try part.column.forEachValue(of: Int(entry.record)) { value throws(SegmentError) in
                met[position].insert(value)
                let number = part.number(of: value)
                if lastRuns[number] != run {
                    lastRuns[number] = run
                    counts[position][value] += 1
                }
                if last != run { found += 1 }
                last = run
            }
        }
        records += found
        for (position, part) in matches.parts.enumerated() {
            guard let column = values.parts[position]?.column else { continue }
            try texts.add(counts[position], column, part.segment, sets[position], query, met: met[position])
        }
    }

    private mutating func addNumbers(
        _ matches: GroupedMatches, _ sets: [RecordSet], _ order: GroupOrder, _ values: ValueNumbers
    ) throws(SegmentError) {
        var starts: [[Int]] = []
        for (position, part) in values.parts.enumerated() {
            guard let column = part?.column else {
                starts.append([])
                continue
            }
            try numbers.meet(try column.counts(in: sets[position]).values, column)
            starts.append(try column.starts(of: request.bounds))
        }
        var found = 0
        var last: UInt32 = 0
        var lastRuns = request.bounds.map { _ in UInt32(0) }
        try order.forEach { entry, run throws(SegmentError) in
            let position = Int(entry.part)
            guard let part = values.parts[position] else { return }
            try part.column.forEachValue(of: Int(entry.record)) { value throws(SegmentError) in
                if last != run { found += 1 }
                last = run
                for range in lastRuns.indices
                where lastRuns[range] != run && starts[position][range] <= value
                    && value < starts[position][range + 1]
                {
                    lastRuns[range] = run
                    numbers.counts[range] += 1
                }
            }
        }
        records += found
    }

    /// Adds up the numbers of records, of a group those of each.
    mutating func addSums(
        _ segment: IndexedSegment, _ set: RecordSet, _ query: PreparedQuery
    ) throws(SegmentError) {
        guard request.sums, type == .number else { return }
        switch request.attribute {
        case .price, .year:
            let all = try BuiltInNumbers(request.attribute, segment, query.request.priceChoice)
            try all.forEach(in: set) { number, count, currency in
                numbers.add(number, times: count, in: currency)
            }
        default:
            guard let column = segment.attributes.column(request.attribute), column.type == type else {
                return
            }
            for (value, count) in try column.counts(in: set).values.enumerated() where count > 0 {
                guard case .number(let number) = try column.value(value) else { throw .damaged }
                numbers.add(number, times: count)
            }
        }
    }

    mutating func add(
        _ segment: IndexedSegment, _ set: RecordSet, _ query: PreparedQuery
    ) throws(SegmentError) {
        try addSums(segment, set, query)
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
            for position in request.bounds.indices {
                self.numbers.counts[position] += set.countOfIntersection(
                    try numbers.owners(from: position, request.bounds))
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
