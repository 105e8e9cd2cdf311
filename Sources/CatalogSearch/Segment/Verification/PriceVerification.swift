// Whether the lists of prices keep the invariants of the format.

extension PriceLists {
    /// Checks that the lists equal the records' prices, in order.
    ///
    /// - Throws: `SegmentError.damaged`, `.cancelled`.
    func check(_ records: IndexedRecords) throws(SegmentError) {
        var expected: [String: [Int: DecimalNumber]] = [:]
        var lacking: [String: Set<Int>] = [:]
        var interruption = Interruption()
        for record in 0..<records.count {
            try interruption.count()
            PriceCoding.forEachList(of: try records.price(of: record), try records.prices(of: record)) {
                expected[$0, default: [:]][record] = $1
            } lacking: {
                lacking[$0, default: []].insert(record)
            }
        }
        for (currency, records) in lacking {
            expected[PriceCoding.nameOfCommon(currency)] = expected[currency]?.filter {
                !records.contains($0.key)
            }
        }
        guard numbers.count == expected.count else { throw .damaged }
        for (name, amounts) in expected {
            guard let list = list(name) else { throw .damaged }
            try list.check(amounts)
        }
    }
}

extension PriceList {
    fileprivate func check(_ expected: [Int: DecimalNumber]) throws(SegmentError) {
        var count = 0
        var last: DecimalNumber?
        for position in 0..<amountCount {
            let amount = try amount(position)
            if let last, last >= amount { throw .damaged }
            last = amount
            var before = -1
            try forEachRecord(at: position..<position + 1) { record throws(SegmentError) in
                guard expected[record] == amount, before < record else { throw .damaged }
                before = record
                count += 1
                return true
            }
            guard before >= 0 else { throw .damaged }
        }
        guard count == expected.count else { throw .damaged }
    }
}
