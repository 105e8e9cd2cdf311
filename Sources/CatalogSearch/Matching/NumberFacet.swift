// The extremes and ranges of numbers, years, prices and dates among the matches of a search.

internal import Support

/// The prices or the years of a segment's records.
struct BuiltInNumbers {
    private let prices: PriceColumn?
    private let records: IndexedRecords
    private let choice: PriceChoice
    /// The currencies of prices if prices of several currencies are compared, in order; else empty.
    private let currencies: [String]
    /// The currency of all prices, if ``currencies`` is empty; no text for years.
    private let currency: String

    init(
        _ attribute: AttributeName, _ segment: IndexedSegment, _ choice: PriceChoice
    ) throws(SegmentError) {
        prices = attribute == .price ? try segment.prices(choice) : nil
        records = segment.records
        self.choice = choice
        let currencies =
            choice.currency == nil && attribute == .price
            ? PriceCoding.currencies(of: segment.priceLists.numbers.keys).sorted() : []
        self.currencies = currencies.count > 1 ? currencies : []
        currency = attribute == .price ? choice.currency ?? currencies.first ?? "" : ""
    }

    func owners(_ range: NumericRange = NumericRange()) throws(SegmentError) -> RecordSet {
        if let prices { return try prices.records(range) }
        return try records.records(year: range)
    }

    /// The records with a number from a bound up to, but not including, the next bound.
    func owners(from position: Int, _ bounds: [AttributeValue]) throws(SegmentError) -> RecordSet {
        guard case .number(let lower) = bounds[position] else { return RecordSet(universe: records.count) }
        var inside = try owners(NumericRange(lower: lower))
        if position + 1 < bounds.count, case .number(let upper) = bounds[position + 1] {
            inside.subtract(try owners(NumericRange(lower: upper)))
        }
        return inside
    }

    /// Calls `body` with the least and the greatest number in a set.
    func forExtremes(of set: RecordSet, _ body: (DecimalNumber, Price?) -> Void) throws(SegmentError) {
        let extremes: [Int]
        if let prices, currencies.isEmpty {
            extremes = try prices.extremes(of: set)
        } else if let prices {
            // Of equal amounts the first currency is shown, independent of segments.
            extremes = try prices.extremes(of: set) { record throws(SegmentError) in try currencyPlace(record)
            }
        } else {
            extremes = try records.extremesByYear(of: set)
        }
        for record in extremes {
            let price = prices == nil ? nil : try records.price(of: record, choice)
            let year = prices == nil ? try records.year(of: record) : nil
            guard let number = price?.amount ?? year.map({ DecimalNumber($0) }) else { throw .damaged }
            body(number, price)
        }
    }

    /// Calls `body` with the numbers in a set, how often each occurs, and the currency of prices.
    func forEach(in set: RecordSet, _ body: (DecimalNumber, Int, String) -> Void) throws(SegmentError) {
        var interruption = Interruption()
        guard let prices else {
            return try set.forEach { record throws(SegmentError) in
                try interruption.count()
                if let year = try records.year(of: record) { body(DecimalNumber(year), 1, currency) }
            }
        }
        if currencies.isEmpty {
            return try prices.forEachAmount(in: set) { amount, count in body(amount, count, currency) }
        }
        try set.forEach { record throws(SegmentError) in
            try interruption.count()
            if let price = try records.price(of: record) { body(price.amount, 1, price.currency) }
        }
    }

    private func currencyPlace(_ record: Int) throws(SegmentError) -> Int {
        let currency = try records.price(of: record)?.currency
        return currencies.firstIndex { $0 == currency } ?? currencies.count
    }
}

/// The least and the greatest of some numbers or dates, and how many are in ranges.
struct NumberFacet {
    var minimum: AttributeValue?
    var maximum: AttributeValue?
    /// The prices with the least and the greatest amount.
    private(set) var prices: (minimum: Price?, maximum: Price?) = (nil, nil)
    var counts: [Int] = []
    /// The sums by the currency of prices; the sum of other numbers has an empty key.
    private(set) var sums: [String: DecimalSum] = [:]

    /// The sum, if all numbers can be added up.
    var sum: DecimalSum? { sums.count == 1 ? sums.first?.value : nil }

    mutating func add(_ number: DecimalNumber, times: Int = 1, in currency: String = "") {
        sums[currency, default: DecimalSum()].add(number, times: times)
    }

    mutating func add(_ sums: [String: DecimalSum]) {
        for (currency, sum) in sums { self.sums[currency, default: DecimalSum()].add(sum) }
    }

    mutating func meet(_ value: AttributeValue, _ price: Price? = nil) {
        if isBetter(value, price, than: minimum, prices.minimum, { $0.isLess(than: $1) }) {
            minimum = value
            prices.minimum = price
        }
        if isBetter(value, price, than: maximum, prices.maximum, { $1.isLess(than: $0) }) {
            maximum = value
            prices.maximum = price
        }
    }

    private func isBetter(
        _ value: AttributeValue, _ price: Price?, than best: AttributeValue?, _ bestPrice: Price?,
        _ isBetter: (AttributeValue, AttributeValue) -> Bool
    ) -> Bool {
        guard let best, !isBetter(value, best) else { return true }
        guard let price, let bestPrice, !isBetter(best, value) else { return false }
        return price.currency.utf8.lexicographicallyPrecedes(bestPrice.currency.utf8)
    }

    mutating func meet(_ numbers: BuiltInNumbers, _ set: RecordSet) throws(SegmentError) {
        try numbers.forExtremes(of: set) { meet(.number($0), $1) }
    }

    /// - Parameter values: how often each value occurs.
    /// - Returns: whether any value occurs.
    @discardableResult
    mutating func meet(_ values: [Int], _ column: AttributeColumn) throws(SegmentError) -> Bool {
        guard let first = values.firstIndex(where: { $0 > 0 }), let last = values.lastIndex(where: { $0 > 0 })
        else { return false }
        meet(try column.value(first))
        meet(try column.value(last))
        return true
    }

    mutating func add(
        _ values: [Int], _ column: AttributeColumn, _ set: RecordSet, _ bounds: [AttributeValue]
    ) throws(SegmentError) {
        guard try meet(values, column), !bounds.isEmpty else { return }
        let starts = try column.starts(of: bounds)
        for position in bounds.indices {
            // Values of a damaged file may be unordered.
            let range = starts[position]..<max(starts[position], starts[position + 1])
            if column.hasLists {
                counts[position] += set.countOfIntersection(try column.records(withValues: range))
            } else {
                counts[position] += values[range].reduce(0, +)
            }
        }
    }
}

extension AttributeColumn {
    /// The first value of each range that begins with a bound, then the number of values.
    func starts(of bounds: [AttributeValue]) throws(SegmentError) -> [Int] {
        var starts: [Int] = []
        for bound in bounds {
            starts.append(try firstValue { value throws(SegmentError) in !value.isLess(than: bound) })
        }
        return starts + [valueCount]
    }
}

extension AttributeValue {
    /// Whether this number or date is less than another of its type.
    func isLess(than other: AttributeValue) -> Bool {
        switch (self, other) {
        case (.number(let one), .number(let other)): one < other
        case (.date(let one), .date(let other)): one < other
        default: false
        }
    }
}
