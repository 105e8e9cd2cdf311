// Matches group by group: what facets count each group by.

/// Records of several segments, those of a group next to each other. A record in no group is alone.
struct GroupOrder {
    /// A record.
    struct Entry {
        /// The number of the group; different for each record in no group.
        let group: UInt32
        let part: UInt32
        let record: UInt32
    }

    private(set) var entries: [Entry] = []
    /// The number of groups.
    private(set) var count = 0

    /// - Parameter sets: the records of each part.
    init(_ matches: GroupedMatches, _ sets: [RecordSet]) throws(SegmentError) {
        var entries: [Entry] = []
        var next = UInt32(truncatingIfNeeded: matches.groups.numbers.count)
        var interruption = Interruption()
        for (number, part) in matches.parts.enumerated() {
            try sets[number].forEach { record throws(SegmentError) in
                try interruption.count()
                var group = try part.groups?.number(ofRecord: record).map { UInt32(truncatingIfNeeded: $0) }
                if group == nil {
                    group = next
                    next += 1
                }
                entries.append(
                    Entry(group: group!, part: UInt32(number), record: UInt32(truncatingIfNeeded: record)))
            }
        }
        self.entries = try Self.sorted(entries, groupCount: Int(next))
        var last: UInt32?
        for entry in self.entries where entry.group != last {
            last = entry.group
            count += 1
        }
    }

    /// The entries by group; those of a group stay in their order.
    private static func sorted(_ entries: [Entry], groupCount: Int) throws(SegmentError) -> [Entry] {
        guard entries.count > groupCount / 16 else {
            var entries = entries
            try entries.sortInterruptibly { ($0.group, $0.part, $0.record) < ($1.group, $1.part, $1.record) }
            return entries
        }
        var starts = GrowingBuffer<UInt32>(repeating: 0, count: groupCount + 1)
        for entry in entries { starts[Int(entry.group) + 1] += 1 }
        for group in 0..<groupCount { starts[group + 1] += starts[group] }
        return [Entry](unsafeUninitializedCapacity: entries.count) { buffer, count in
            for entry in entries {
                let position = starts[Int(entry.group)]
                starts[Int(entry.group)] += 1
                (buffer.baseAddress! + Int(position)).initialize(to: entry)
            }
            count = entries.count
        }
    }

    /// Calls `body` with each entry and the number of its group among those here, from 1.
    @inline(__always)
    func forEach(_ body: (Entry, _ run: UInt32) throws(SegmentError) -> Void) throws(SegmentError) {
        var run: UInt32 = 0
        var last: UInt32?
        var interruption = Interruption()
        for entry in entries {
            try interruption.count()
            if entry.group != last {
                last = entry.group
                run += 1
            }
            try body(entry, run)
        }
    }

    /// The number of groups with a record in some sets, one for each part.
    func count(in sets: [RecordSet]) throws(SegmentError) -> Int {
        var count = 0
        var last: UInt32 = 0
        try forEach { entry, run in
            if run != last, sets[Int(entry.part)].contains(Int(entry.record)) {
                last = run
                count += 1
            }
        }
        return count
    }
}
