// Whether the columns of attributes keep the invariants of the format.

extension IndexedAttributes {
    /// Checks the values and the records of all attributes.
    ///
    /// - Throws: `SegmentError.damaged`, `.cancelled`.
    func check(recordCount: Int) throws(SegmentError) {
        for name in names {
            if let column = column(name) { try column.check(recordCount: recordCount) }
        }
    }
}

extension AttributeColumn {
    /// Checks that values ascend and each belongs to a record, that records have all nodes of their paths,
    /// and that stored sets equal the codes.
    fileprivate func check(recordCount: Int) throws(SegmentError) {
        var interruption = Interruption()
        var last: AttributeValue?
        for number in 0..<valueCount {
            try interruption.count()
            let value = try value(number)
            if let last, !last.precedes(value) { throw .damaged }
            if isTree {
                let parent = try parent(of: number).map { parent throws(SegmentError) in
                    try self.value(parent)
                }
                guard value.asPath == value, value.parent == parent else { throw .damaged }
            }
            last = value
        }
        var sets: [Int: RecordSet] = [:]
        for value in frequentValues { sets[Int(value)] = RecordSet(universe: recordCount) }
        var isUsed = [Bool](repeating: false, count: valueCount)
        for record in 0..<recordCount {
            try interruption.count()
            var own: Set<Int> = []
            try forEachValue(of: record) { value throws(SegmentError) in
                guard own.insert(value).inserted else { throw .damaged }
                isUsed[value] = true
                sets[value]?.insert(record)
            }
            if isTree {
                for value in own {
                    guard try parent(of: value).map(own.contains) ?? true else { throw .damaged }
                }
            }
        }
        guard isUsed.allSatisfy(\.self) else { throw .damaged }
        for (value, set) in sets {
            guard try records(withValues: value..<value + 1) == set else { throw .damaged }
        }
    }
}

extension AttributeValue {
    /// Whether a file stores this value before another one; texts with the same id may be in any order.
    fileprivate func precedes(_ other: AttributeValue) -> Bool {
        switch (self, other) {
        case (.text(let id, _), .text(let next, _)): !next.utf8.lexicographicallyPrecedes(id.utf8)
        case (.number(let number), .number(let next)): number < next
        case (.date(let date), .date(let next)): date < next
        case (.boolean(let flag), .boolean(let next)): !flag && next
        case (.place(let place), .place(let next)): place < next
        default: false
        }
    }
}
