// The factors by which preferences multiply the scores of a segment's records.

internal import Support
internal import Synchronization

/// The factors of some preferences for the records of a segment. Cached for later searches with the same
/// preferences.
final class SegmentPreferences: Sendable {
    /// How the share of a factor is computed for a record.
    private enum Shares: Sendable {
        case records(RecordSet)
        /// The share of each value of an attribute.
        case values(AttributeColumn, [Double])
        /// The share of each record with a learned one.
        case learned([Int: Double])
        /// By a number that every catalog has.
        case number(AttributeName, PriceChoice, from: Double, to: Double)
        /// The attribute does not exist, or is of another type.
        case none
    }

    private let records: IndexedRecords
    private let tests: [(shares: Shares, factor: Double)]
    /// The only test, if it is a filter.
    private let only: OnlyFilter?
    /// The products of all records, once they are worth computing, and how often they were requested.
    private let all = Mutex<(products: AllProducts?, uses: Int)>((nil, 0))

    /// The only preference, if it is a filter: products of the records for which it holds, and of others.
    private struct OnlyFilter: Sendable {
        let records: RecordSet
        let product: Int
        let otherProduct: Int
    }

    /// The products of all records, and the greatest of them.
    fileprivate struct AllProducts: Sendable {
        let products: [Int]
        let greatest: Int
    }

    init(
        _ segment: IndexedSegment, _ preferences: CatalogPreferences, _ query: PreparedQuery
    ) throws(SegmentError) {
        records = segment.records
        tests = try preferences.list.map { preference throws(SegmentError) in
            (try Self.shares(segment, preference, preferences, query), preference.factor)
        }
        only =
            if tests.count == 1, case .records(let set) = tests[0].shares {
                OnlyFilter(
                    records: set, product: Preference.product(of: [tests[0].factor]),
                    otherProduct: Preference.product(of: []))
            } else {
                nil
            }
    }

    /// Mostly the records of the only filter, or the products of all records, once they are worth computing.
    var byteCount: Int { only?.records.byteCount ?? records.count * MemoryLayout<Int>.stride }

    private static func shares(
        _ segment: IndexedSegment, _ preference: PreparedPreference, _ preferences: CatalogPreferences,
        _ query: PreparedQuery
    ) throws(SegmentError) -> Shares {
        switch preference.condition {
        case .filter(let node):
            return .records(
                try segment.records([node], query) ?? RecordSet(all: segment.numberCount))
        case .kind(let node, let word):
            var found = try segment.records(node, query)
            found.formUnion(try segment.matchingRecords(query.forHeadsOfCatalog(word)).all)
            return .records(found)
        case .number(let name, let from, let to):
            if AttributeName.builtIn.contains(name) {
                return .number(name, query.request.priceChoice, from: from, to: to)
            }
            return try shares(segment, name) { value in
                guard case .number(let number) = value else { return 0 }
                return Preference.share(of: number.double, from: from, to: to)
            }
        case .age(let name, let halfLife):
            return try shares(segment, name) { value in
                guard case .date(let date) = value else { return 0 }
                let age = Double(preferences.moment.microseconds) - Double(date.microseconds)
                return Preference.share(ofAge: age, halfLife: halfLife)
            }
        case .learned:
            var shares: [Int: Double] = [:]
            var interruption = Interruption()
            for (id, popularity) in preferences.learned.records {
                try interruption.count()
                guard let record = try segment.records.number(ofID: id) else { continue }
                shares[record] = Score.popularityShare(popularity)
            }
            return .learned(shares)
        }
    }

    private static func shares(
        _ segment: IndexedSegment, _ name: AttributeName, _ share: (AttributeValue) -> Double
    ) throws(SegmentError) -> Shares {
        guard let column = segment.attributes.column(name), column.type != .text else { return .none }
        var interruption = Interruption()
        return .values(
            column,
            try (0..<column.valueCount).map { number throws(SegmentError) in
                try interruption.count()
                return share(try column.value(number))
            })
    }

    /// The factor of each preference for a record.
    func factors(of record: Int) throws(SegmentError) -> [Double] {
        try tests.map { test throws(SegmentError) in
            Preference.factor(test.factor, share: try share(test.shares, of: record))
        }
    }

    private func share(_ shares: Shares, of record: Int) throws(SegmentError) -> Double {
        switch shares {
        case .records(let set): return set.contains(record) ? 1 : 0
        case .values(let column, let shares):
            var greatest = 0.0
            try column.forEachValue(of: record) { greatest = max(greatest, shares[$0]) }
            return greatest
        case .number(let name, let choice, let from, let to):
            guard let number = try number(name, choice, of: record) else { return 0 }
            return Preference.share(of: number, from: from, to: to)
        case .learned(let shares): return shares[record] ?? 0
        case .none: return 0
        }
    }

    private func number(
        _ name: AttributeName, _ choice: PriceChoice, of record: Int
    ) throws(SegmentError) -> Double? {
        switch name {
        case .price: try records.price(of: record, choice)?.amount.double
        case .year: try records.year(of: record).map { Double($0) }
        case .popularity: try records.popularity(of: record)
        default: nil
        }
    }

    /// The product of a record's factors, see ``Preference/product(of:)``.
    func product(of record: Int) throws(SegmentError) -> Int {
        if let only { return only.records.contains(record) ? only.product : only.otherProduct }
        return Preference.product(of: try factors(of: record))
    }

    /// The products of all records; `nil` if computing them one by one is cheaper.
    ///
    /// - Parameter count: the number of records whose products are needed.
    fileprivate func products(forCount count: Int) throws(SegmentError) -> AllProducts? {
        if only != nil { return nil }
        let (known, uses) = all.withLock { all in
            all.uses += 1
            return (all.products, all.uses)
        }
        if let known { return known }
        guard uses > 1 || count > records.count / Self.few else { return nil }
        let products = try allProducts()
        all.withLock { $0.products = products }
        return products
    }

    /// Products of fewer than one in this many records are computed one by one, unless they are requested
    /// again.
    private static let few = 16

    private func allProducts() throws(SegmentError) -> AllProducts {
        var products = [Double](repeating: 1, count: records.count)
        var interruption = Interruption()
        for test in tests {
            if case .none = test.shares { continue }
            for record in products.indices {
                try interruption.count()
                products[record] *= Preference.factor(
                    test.factor, share: try share(test.shares, of: record))
            }
        }
        let quantized = products.map(Preference.quantized)
        return AllProducts(products: quantized, greatest: quantized.max() ?? Preference.unit)
    }

    /// No product of a record is greater.
    fileprivate var bound: Int { Preference.product(of: tests.map { max(1, $0.factor) }) }
}

/// The products of preferences for the records that a search ranks. For one query and one thread.
struct PreferenceProducts {
    private let preferences: SegmentPreferences
    private let known: [Int]?
    /// No product is greater.
    let greatest: Int

    init(_ preferences: SegmentPreferences, forCount count: Int) throws(SegmentError) {
        self.preferences = preferences
        let all = try preferences.products(forCount: count)
        known = all?.products
        greatest = all?.greatest ?? preferences.bound
    }

    @inline(__always)
    func product(of record: Int) throws(SegmentError) -> Int {
        if let known { return known[record] }
        return try preferences.product(of: record)
    }
}

/// Identifies the factors that preferences give to the records of a segment.
private struct PreferencesKey: CachedKey {
    /// See ``CatalogPreferences/key``.
    let preferences: [UInt8]
    /// Where a word for a kind is looked for; `nil` if there is none.
    let texts: SearchedTextsKey?

    static func cost(of value: SegmentPreferences) -> Int { value.byteCount }
}

extension IndexedSegment {
    /// The factors of a query's preferences; `nil` without preferences.
    func preferences(of query: PreparedQuery) throws(SegmentError) -> SegmentPreferences? {
        guard let wanted = query.preferences else { return nil }
        let texts = wanted.kindWord.map { SearchedTextsKey(query.forHeadsOfCatalog($0)) }
        let key = PreferencesKey(preferences: wanted.key, texts: texts)
        return try opened.caches.value(of: key) { () throws(SegmentError) in
            try SegmentPreferences(self, wanted, query)
        }
    }
}
