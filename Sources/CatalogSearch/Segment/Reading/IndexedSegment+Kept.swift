// What a segment computes once, and keeps for all that search it.

internal import Support

extension IndexedSegment {
    /// The order of all records by title; computed once for each collation and chain.
    func titleOrder(
        _ key: TitleOrderKey, _ make: () throws(SegmentError) -> TitleOrder
    ) throws(SegmentError) -> TitleOrder { try opened.titleOrders.value(of: key, make) }

    /// The texts of an attribute folded for a locale; computed once.
    func keptFoldedTexts(
        _ key: FoldedTextsKey, _ make: () throws(SegmentError) -> FoldedTexts<UInt32>
    ) throws(SegmentError) -> FoldedTexts<UInt32> { try opened.foldedTexts.value(of: key, make) }

    /// The labels of an attribute's values as one reader sees them; computed once.
    func keptLabels(
        _ key: ValueLabelsKey, _ make: () throws(SegmentError) -> IndexedSegment
    ) throws(SegmentError) -> IndexedSegment { try opened.valueLabels.value(of: key, make) }

    /// Whether records label values of a text attribute; computed once.
    func hasOwnLabels(_ name: AttributeName, _ column: AttributeColumn) throws(SegmentError) -> Bool {
        try opened.labelled.value(of: name) { () throws(SegmentError) in
            for value in 0..<column.valueCount where try column.isLabelled(value) { return true }
            return false
        }
    }

    /// Identifies the segment's file among all that were opened; the same for all versions with other deleted records.
    var serialNumber: UInt64 { opened.serialNumber }

    /// The numbers of an attribute's values in the catalog; computed once for the same larger segments.
    func keptValueNumbers(
        _ key: ValueNumbersKey, _ make: () throws(SegmentError) -> NumberedValues
    ) throws(SegmentError) -> NumberedValues { try opened.valueNumbers.value(of: key, make) }

    /// The places of an attribute's values; computed once for each reader.
    func keptValueOrder(
        _ key: ValueOrderKey, _ make: () throws(SegmentError) -> [UInt32]
    ) throws(SegmentError) -> [UInt32] { try opened.valueOrders.value(of: key, make) }

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

    /// The place of each record by year; computed once.
    func placesByYear() throws(SegmentError) -> [Int32?] {
        try opened.yearPlaces.value(of: true) { () throws(SegmentError) in try records.placesByYear() }
    }

    /// The place of each record by the chosen price; computed once.
    func placesByPrice(_ choice: PriceChoice) throws(SegmentError) -> [Int32?] {
        try opened.pricePlaces.value(of: choice) { () throws(SegmentError) in try prices(choice).places() }
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
