// Values that a segment computes once, and caches for all searches.

internal import Support

extension IndexedSegment {
    /// Whether records label values of a text attribute; computed once.
    func hasOwnLabels(_ name: AttributeName, _ column: AttributeColumn) throws(SegmentError) -> Bool {
        try opened.labelled.value(of: name) { () throws(SegmentError) in
            for value in 0..<column.valueCount where try column.isLabelled(value) { return true }
            return false
        }
    }

    /// Identifies the segment's file among all that were opened; the same for all
    /// versions with other deleted records.
    var serialNumber: UInt64 { opened.serialNumber }

    /// The records of a scope, deleted or not.
    func records(inScope scope: String) throws(SegmentError) -> RecordSet {
        guard let number = records.scopes.firstIndex(of: scope) else {
            return RecordSet(universe: records.count)
        }
        return try opened.scopes.value(of: number) { () throws(SegmentError) in
            var found = RecordSet(universe: records.count)
            var interruption = Interruption()
            for record in 0..<records.count {
                try interruption.count()
                if try records.scopeNumber(of: record) == number { found.insert(record) }
            }
            return found
        }
    }

    /// The position of each record by year; computed once.
    func positionsByYear() throws(SegmentError) -> [Int32?] {
        try opened.yearPositions.value(of: true) { () throws(SegmentError) in try records.positionsByYear() }
    }

    /// The position of each record by the chosen price; computed once.
    func positionsByPrice(_ choice: PriceChoice) throws(SegmentError) -> [Int32?] {
        try opened.pricePositions.value(of: choice) { () throws(SegmentError) in
            try prices(choice).positions()
        }
    }

    /// The records in a list of prices.
    func priceOwners(_ list: PriceList) throws(SegmentError) -> RecordSet {
        try opened.priceOwners.value(of: list.number) { () throws(SegmentError) in
            var owners = RecordSet(universe: records.count)
            try list.insertRecords(NumericRange(), into: &owners)
            return owners
        }
    }
}
