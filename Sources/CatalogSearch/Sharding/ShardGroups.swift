// The groups among the matches of a shard. The records of a group may be in several shards, so a merge counts
// groups: it needs to know which there are, and what each has.

internal import Support

/// The groups of a catalog that have matches in a shard, in the order of their keys.
///
/// In bytes: a search without words lists all groups of the shard, and a merge reads all lists
/// side by side without keeping them.
struct ShardGroups {
    let catalog: String
    /// The number of groups.
    let count: Int
    /// What codes stand for: the scopes of matches, then the values of each facet; empty for numbers.
    let names: [[String]]
    /// For each group its key, and of the scopes and each facet how many codes it has, and these.
    let bytes: [UInt8]

    /// The most bytes of a list: between five and ten million groups, if no values are counted.
    static let greatestSize = 64 << 20

    init(catalog: String, count: Int, names: [[String]], bytes: [UInt8]) {
        self.catalog = catalog
        self.count = count
        self.names = names
        self.bytes = bytes
    }

    /// Lists the groups of matches, and counts the values of those in no group.
    ///
    /// - Returns: `nil` if the list has more bytes than `limit`.
    init?(
        _ matches: GroupedMatches, of catalog: String, _ counter: inout FacetCounter?, _ query: PreparedQuery,
        limit: Int
    ) throws(SegmentError) {
        let owners = try matches.owners()
        var columns = [GroupColumn(scopesOf: matches)]
        columns += try counter?.columns(matches, owners, query) ?? []
        var sets = matches.parts.map { $0.sets.base ?? $0.sets.all }
        for position in sets.indices { sets[position].formIntersection(owners[position]) }
        let order = try GroupOrder(matches, sets)
        var message = MessageWriter()
        var last: [UInt8] = []
        var count = 0
        var codes = columns.map { _ in [Int]() }
        var interruption = Interruption()
        for (number, run) in try matches.sortedRuns(of: order).enumerated() {
            try interruption.count(run.count * columns.count)
            for column in columns.indices {
                codes[column].removeAll(keepingCapacity: true)
                for entry in order.entries[run] {
                    try columns[column].insert(
                        entry, of: UInt32(truncatingIfNeeded: number + 1), into: &codes[column])
                }
            }
            guard codes.contains(where: { !$0.isEmpty }) else { continue }
            count += 1
            message.write(try matches.key(of: order.entries[run.lowerBound]), behind: &last)
            for list in codes {
                message.write(varint: UInt64(list.count))
                for code in list { message.write(varint: UInt64(code)) }
            }
            guard message.bytes.count <= limit else { return nil }
        }
        for (position, column) in columns.dropFirst().enumerated() {
            try column.describe(in: &counter!.counts[position], query)
        }
        self.init(catalog: catalog, count: count, names: columns.map(\.names), bytes: message.bytes)
    }
}

extension GroupedMatches {
    fileprivate func owners() throws(SegmentError) -> [RecordSet] {
        try parts.map { part throws(SegmentError) in
            try part.groups?.column.owners() ?? RecordSet(universe: part.segment.numberCount)
        }
    }

    /// The number of matches in no group in each scope.
    func singleCounts() throws(SegmentError) -> [String?: Int] {
        var counts: [String?: Int] = [:]
        for (part, owners) in zip(parts, try owners()) {
            var single = part.sets.all
            single.subtract(owners)
            counts.merge(try part.segment.scopeCounts(of: single), uniquingKeysWith: +)
        }
        return counts
    }

    /// The key of the group of a record.
    fileprivate func key(of entry: GroupOrder.Entry) throws(SegmentError) -> GroupKey {
        guard let key = try parts[Int(entry.part)].groups?.column.groupKey(ofRecord: Int(entry.record))
        else { throw .damaged }
        return key
    }

    /// The key of the group of a match; `nil` if it is in none.
    func key(of position: SearchEngine.Candidate) throws(SegmentError) -> GroupKey? {
        try parts[position.part].groups?.column.groupKey(ofRecord: position.match.record)
    }

    /// Where the entries of each group are, by ascending keys.
    fileprivate func sortedRuns(of order: GroupOrder) throws(SegmentError) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start = 0
        for (position, entry) in order.entries.enumerated() where entry.group != order.entries[start].group {
            runs.append(start..<position)
            start = position
        }
        if !order.entries.isEmpty { runs.append(start..<order.entries.count) }
        // The numbers of one segment's groups are in the order of their keys.
        guard parts.count(where: { $0.groups != nil }) > 1 else { return runs }
        var sorted: [(run: Range<Int>, column: AttributeColumn, value: Int)] = []
        sorted.reserveCapacity(runs.count)
        for run in runs {
            let entry = order.entries[run.lowerBound]
            guard let column = parts[Int(entry.part)].groups?.column,
                let value = try column.firstValue(of: Int(entry.record))
            else { throw .damaged }
            sorted.append((run, column, value))
        }
        var failure: SegmentError?
        try sorted.sortInterruptibly { left, right in
            do throws(SegmentError) {
                return try left.column.compare(left.value, right.column, right.value) < 0
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
        return sorted.map(\.run)
    }
}

// MARK: Messages

extension MessageWriter {
    /// Writes the key of a list's next group, of a text only what differs from the beginning of the last one.
    ///
    /// - Parameter last: the bytes of the last text, and then of this one.
    fileprivate mutating func write(_ key: GroupKey, behind last: inout [UInt8]) {
        switch key {
        case .text(let bytes):
            var shared = 0
            while shared < min(last.count, bytes.count), last[shared] == bytes[shared] { shared += 1 }
            write(varint: UInt64(shared))
            write(counted: bytes[shared...])
            last = bytes
        case .number(let number): write(number)
        }
    }
}

/// Reads a list of groups one by one.
struct ShardGroupReader {
    let shard: Int
    private let isText: Bool
    private var message: MessageReader
    private var left: Int
    /// The group that is read; `nil` at the end.
    private(set) var key: GroupKey?

    /// - Parameter isText: whether keys are texts.
    init(_ groups: ShardGroups, ofShard shard: Int, isText: Bool) throws(MessageError) {
        self.shard = shard
        self.isText = isText
        message = MessageReader(groups.bytes)
        left = groups.count
        try advance()
    }

    /// Goes to the next group when all codes of this one are read.
    mutating func advance() throws(MessageError) {
        guard left > 0 else {
            guard message.isAtEnd else { throw MessageError() }
            key = nil
            return
        }
        left -= 1
        let last = key
        if isText {
            var bytes: [UInt8] = []
            if case .text(let last) = last { bytes = last }
            let shared = try message.varint()
            guard shared <= UInt64(bytes.count) else { throw MessageError() }
            bytes.removeLast(bytes.count - Int(shared))
            bytes += try message.counted()
            key = .text(bytes)
        } else {
            key = .number(try message.read())
        }
        // A group that came twice would count twice.
        guard last.map({ $0 < key! }) ?? true else { throw MessageError() }
    }

    /// Calls `body` with the codes of the group's next column.
    mutating func forEachCode(
        below limit: Int, _ body: (Int) throws(MessageError) -> Void
    ) throws(MessageError) {
        for _ in 0..<(try message.count()) {
            let code = try message.varint()
            guard code < UInt64(limit) else { throw MessageError() }
            try body(Int(code))
        }
    }
}

extension GroupKey: Transmittable {
    func write(to message: inout MessageWriter) {
        switch self {
        case .text(let bytes):
            message.write(byte: 0)
            message.write(counted: bytes)
        case .number(let number):
            message.write(byte: 1)
            message.write(number)
        }
    }

    init(from message: inout MessageReader) throws(MessageError) {
        switch try message.byte() {
        case 0: self = .text(Array(try message.read(String.self).utf8))
        case 1: self = .number(try message.read())
        default: throw MessageError()
        }
    }
}

extension ShardGroups: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(catalog)
        message.write(Count(count))
        message.write(names)
        message.write(counted: bytes)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        catalog = try message.read()
        count = try message.read(Count.self).number
        names = try message.read()
        bytes = Array(try message.counted())
    }
}
