// What the matches of each group have, group by group: shards list it, and a merge counts each group once.

/// The scopes of a group's matches, or what a facet counts them by, as codes.
struct GroupColumn {
    private enum Source {
        /// The position of each segment's scopes in ``GroupColumn/names``.
        case scopes([[Int]])
        /// The same plus one. 0 is for records without a scope.
        case scopesOrNone([[Int]])
        case catalog
        /// Prices or years: the records that have one, and those with one in each range.
        case builtIn(owners: [RecordSet], ranges: [[RecordSet]])
        /// The first value of each range in each segment, and the number of values.
        case numbers(ValueNumbers, starts: [[Int]])
        /// Texts, and true and false.
        case values(ValueNumbers)
    }

    private let matches: GroupedMatches
    private let source: Source
    /// The counted records of groups, by segment.
    let sets: [RecordSet]
    /// What codes stand for; empty for numbers, where 0 stands for no range, and other
    /// codes for ranges, counted from 1.
    private(set) var names: [String] = []
    /// The code of each value of the catalog; -1 if no record had it so far.
    private var codes: [Int] = []
    /// The last group that had each code.
    private var marks: [UInt32] = []
    /// The values that records had, by segment.
    private(set) var met: [RecordSet] = []

    /// The scopes by which groups are counted.
    init(scopesOf matches: GroupedMatches) {
        self.matches = matches
        let (names, positions) = matches.scopeNumbers()
        source = .scopesOrNone(positions)
        self.names = names
        sets = matches.parts.map(\.sets.all)
    }

    /// What a facet counts.
    ///
    /// - Parameter sets: its records.
    init(
        _ count: FacetCounter.Count, _ matches: GroupedMatches, _ sets: [RecordSet], _ query: PreparedQuery
    ) throws(SegmentError) {
        self.matches = matches
        self.sets = sets
        let request = count.request
        switch request.attribute {
        case .scope:
            let (names, positions) = matches.scopeNumbers()
            source = .scopes(positions)
            self.names = names
        case .catalog:
            source = .catalog
            names = [query.attributes.catalog]
        case .price, .year:
            var owners: [RecordSet] = []
            var ranges = request.bounds.map { _ in [RecordSet]() }
            for part in matches.parts {
                let numbers = try BuiltInNumbers(request.attribute, part.segment, query.request.priceChoice)
                owners.append(try numbers.owners())
                for position in ranges.indices {
                    ranges[position].append(try numbers.owners(from: position, request.bounds))
                }
            }
            source = .builtIn(owners: owners, ranges: ranges)
        default:
            let values = try ValueNumbers(matches.parts.map(\.segment), request.attribute, count.type)
            if count.type.isOrdered {
                source = .numbers(
                    values,
                    starts: try values.parts.map { part throws(SegmentError) in
                        try part?.column.starts(of: request.bounds) ?? []
                    })
            } else {
                source = .values(values)
                codes = [Int](repeating: -1, count: values.count)
                met = values.parts.map { RecordSet(universe: $0?.column.valueCount ?? 0) }
            }
        }
    }

    /// Adds the codes of a record to those of its group, each once.
    ///
    /// - Parameter group: a number from 1 that no other group has.
    mutating func insert(
        _ entry: GroupOrder.Entry, of group: UInt32, into found: inout [Int]
    ) throws(SegmentError) {
        let position = Int(entry.part)
        let record = Int(entry.record)
        guard sets[position].contains(record) else { return }
        switch source {
        case .scopes(let positions):
            guard let scope = try scope(of: record, position) else { return }
            note(positions[position][scope], group, &found)
        case .scopesOrNone(let positions):
            note(try scope(of: record, position).map { positions[position][$0] + 1 } ?? 0, group, &found)
        case .catalog: note(0, group, &found)
        case .builtIn(let owners, let ranges):
            guard owners[position].contains(record) else { return }
            let range = ranges.firstIndex { $0[position].contains(record) }
            note(range.map { $0 + 1 } ?? 0, group, &found)
        case .numbers(let values, let starts):
            guard let part = values.parts[position] else { return }
            let starts = starts[position]
            try part.column.forEachValue(of: record) { value throws(SegmentError) in
                let ranges = 0..<max(0, starts.count - 1)
                let range = ranges.first { starts[$0] <= value && value < starts[$0 + 1] }
                note(range.map { $0 + 1 } ?? 0, group, &found)
            }
        case .values(let values):
            guard let part = values.parts[position] else { return }
            try part.column.forEachValue(of: record) { value throws(SegmentError) in
                met[position].insert(value)
                let number = part.number(of: value)
                if codes[number] < 0 {
                    codes[number] = names.count
                    names.append(try part.column.name(of: value))
                }
                note(codes[number], group, &found)
            }
        }
    }

    private func scope(of record: Int, _ position: Int) throws(SegmentError) -> Int? {
        try matches.parts[position].segment.records.scopeNumber(of: record)
    }

    private mutating func note(_ code: Int, _ group: UInt32, _ found: inout [Int]) {
        while marks.count <= code { marks.append(0) }
        guard marks[code] != group else { return }
        marks[code] = group
        found.append(code)
    }

    /// Adds the labels of values, and the least and greatest numbers, to those
    /// of other records. Counts nothing.
    func describe(in count: inout FacetCounter.Count, _ query: PreparedQuery) throws(SegmentError) {
        let attribute = count.request.attribute
        switch source {
        case .scopesOrNone: break
        case .scopes, .catalog:
            guard let segment = matches.parts.first?.segment else { return }
            for (code, name) in names.enumerated() {
                let isMet = code < marks.count && marks[code] > 0
                try count.texts.add(name, 0, query, attribute, segment, isMet: isMet)
            }
        case .builtIn:
            for (part, set) in zip(matches.parts, sets) {
                let choice = query.request.priceChoice
                try count.numbers.meet(try BuiltInNumbers(attribute, part.segment, choice), set)
            }
        case .numbers(let values, _):
            for (position, set) in sets.enumerated() {
                guard let column = values.parts[position]?.column else { continue }
                try count.numbers.meet(try column.counts(in: set).values, column)
            }
        case .values(let values):
            for (position, part) in matches.parts.enumerated() {
                guard let column = values.parts[position]?.column else { continue }
                try count.texts.add(
                    [Int](repeating: 0, count: column.valueCount), column, part.segment, sets[position],
                    query,
                    met: met[position])
            }
        }
    }
}

extension AttributeColumn {
    /// The id of a text, or the spelling of another value.
    fileprivate func name(of value: Int) throws(SegmentError) -> String {
        type == .text ? try text(value).id : try self.value(value).spelling
    }
}

extension FacetCounter {
    /// Counts the matches that are in no group, and makes a column for those of groups for each attribute.
    ///
    /// - Parameter owners: the records of groups, by segment.
    mutating func columns(
        _ matches: GroupedMatches, _ owners: [RecordSet], _ query: PreparedQuery
    ) throws(SegmentError) -> [GroupColumn] {
        var columns: [GroupColumn] = []
        for index in counts.indices {
            try Interruption.check()
            let own = ownAttribute(index, query)
            var grouped: [RecordSet] = []
            for (part, owners) in zip(matches.parts, owners) {
                var set = try part.segment.counted(part.sets.base ?? part.sets.all, than: own, query)
                var single = set
                single.subtract(owners)
                try counts[index].add(part.segment, single, query)
                set.formIntersection(owners)
                try counts[index].addSums(part.segment, set, query)
                grouped.append(set)
            }
            columns.append(try GroupColumn(counts[index], matches, grouped, query))
        }
        return columns
    }

    /// The number of ranges of each attribute; `nil` for attributes whose values have names.
    var rangeCounts: [Int?] { counts.map { $0.type.isOrdered ? $0.request.bounds.count : nil } }

    /// Adds what groups of shards have.
    mutating func add(_ groups: [GroupCounts]) {
        for (index, group) in groups.enumerated() {
            counts[index].records += group.groups
            if counts[index].type.isOrdered {
                for (position, count) in group.counts.dropFirst().enumerated() {
                    counts[index].numbers.counts[position] += count
                }
            } else {
                for (name, count) in zip(group.names, group.counts) {
                    counts[index].texts.raise(name, by: count)
                }
            }
        }
    }
}

/// How many groups have something.
struct GroupCounts {
    /// The number of groups that have any of it.
    var groups = 0
    /// What is counted; empty for numbers in ranges.
    var names: [String]
    /// The number of groups with each name, or without a range and with each range.
    var counts: [Int]
}
