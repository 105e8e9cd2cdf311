// Counts the groups of a catalog over all shards: the lists of shards are in the same
// order, and are read side by side.

internal import Support

/// The numbers of groups in all shards together.
struct GroupMerge {
    /// All groups with a match, and those in each scope.
    private(set) var counts: (all: Int, scopes: [String?: Int]) = (0, [:])
    private(set) var facets: [GroupCounts] = []

    private struct Column {
        var count: GroupCounts
        /// The number of codes without names, which are the first ones.
        let unnamedCount: Int
        private var numbers: [String: Int] = [:]
        /// The last group that has each number, and any.
        private var marks: [UInt32]
        private var last: UInt32 = 0

        init(unnamedCount: Int) {
            self.unnamedCount = unnamedCount
            count = GroupCounts(names: [], counts: [Int](repeating: 0, count: unnamedCount))
            marks = [UInt32](repeating: 0, count: unnamedCount)
        }

        /// The number of a name, behind the codes without names.
        mutating func number(of name: String) -> Int {
            if let known = numbers[name] { return known }
            let number = count.counts.count
            numbers[name] = number
            count.names.append(name)
            count.counts.append(0)
            marks.append(0)
            return number
        }

        mutating func note(_ number: Int, of group: UInt32) {
            if last != group { count.groups += 1 }
            last = group
            guard marks[number] != group else { return }
            marks[number] = group
            count.counts[number] += 1
        }
    }

    /// Counts groups.
    ///
    /// - Parameters:
    ///   - lists: the groups of a catalog in each shard that has some.
    ///   - isText: whether records are grouped by a text.
    ///   - ranges: of each facet the number of ranges; `nil` if values have names.
    /// - Throws: `SearchError.unavailable` for a list that cannot be read, `.cancelled`.
    init(
        _ lists: [(shard: Int, groups: ShardGroups)], isText: Bool, ranges: [Int?]
    ) throws(SearchError) {
        // The first scope is that of records without one.
        var columns = [Column(unnamedCount: 1)] + ranges.map { Column(unnamedCount: $0.map { $0 + 1 } ?? 0) }
        // For each shard and column the numbers of the shard's codes in the merge.
        var numbers: [[[Int]]] = []
        var readers: [ShardGroupReader] = []
        for (shard, groups) in lists {
            guard groups.names.count == columns.count else { throw .unavailable(shard: shard) }
            numbers.append(
                groups.names.enumerated().map { position, names in
                    let isNamed = position == 0 || ranges[position - 1] == nil
                    return Array(0..<columns[position].unnamedCount)
                        + (isNamed ? names.map { columns[position].number(of: $0) } : [])
                })
            readers.append(
                try mappingError({ _ in SearchError.unavailable(shard: shard) }) { () throws(MessageError) in
                    try ShardGroupReader(groups, ofShard: shard, isText: isText)
                })
        }
        var group: UInt32 = 0
        while let least = readers.compactMap(\.key).min() {
            try SearchError.interruptible { () throws(SegmentError) in
                if group % 1_024 == 0 { try Interruption.check() }
            }
            group &+= 1
            for position in readers.indices where readers[position].key == least {
                let shard = readers[position].shard
                try mappingError({ _ in SearchError.unavailable(shard: shard) }) { () throws(MessageError) in
                    for (column, numbers) in numbers[position].enumerated() {
                        try readers[position].forEachCode(below: numbers.count) {
                            columns[column].note(numbers[$0], of: group)
                        }
                    }
                    try readers[position].advance()
                }
            }
        }
        let scopes = columns.removeFirst().count
        counts.all = scopes.groups
        for (name, count) in zip([nil] + scopes.names, scopes.counts) where count > 0 {
            counts.scopes[name] = count
        }
        facets = columns.map(\.count)
    }
}
