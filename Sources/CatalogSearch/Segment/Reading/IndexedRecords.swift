// The values of a segment's records, except their searched texts.

internal import ICU
internal import Support

/// The values of a segment's records; valid as long as the segment's file.
struct IndexedRecords: Sendable {
    let count: Int
    let scopes: [String]
    private let ids: StringList?
    private let scopeNumbers: CheckedBytes?
    private let years: CheckedBytes?
    private let prices: StringList?
    private let yearOrder: CheckedBytes?
    private let otherPrices: SharedStrings?
    private let popularities: CheckedBytes?
    private let popularityPositions: CheckedBytes?
    private let members: SharedStrings?
    private let otherTexts: SharedStrings?

    init(_ file: SegmentFile) throws(SegmentError) {
        let count = file.recordCount
        self.count = count
        func list(_ kind: IndexLayout.Section) throws(SegmentError) -> StringList? {
            try StringList.read(file.section(kind))?.list
        }
        scopes = try list(.scopes)?.strings() ?? []
        ids = try list(.ids)
        guard (ids?.count ?? 0) == count else { throw .damaged }
        scopeNumbers = try file.list(.scopeNumbers, width: 4, count: count)
        years = try file.list(.years, width: 8, count: count)
        let prices = try list(.prices)
        if let prices, prices.count != count { throw .damaged }
        self.prices = prices
        yearOrder = file.section(.yearOrder)
        guard yearOrder?.count ?? 0 <= 4 * count else { throw .damaged }
        otherPrices = try SharedStrings(file, .otherPriceNumbers, .otherPrices)
        popularities = try file.list(.popularities, width: 8, count: count)
        popularityPositions = try file.list(.popularityPositions, width: 4, count: count)
        members = try SharedStrings(file, .memberNumbers, .members)
        otherTexts = try SharedStrings(file, .otherTextNumbers, .otherTexts)
    }

    func id(of record: Int) throws(SegmentError) -> String {
        guard let ids else { throw .damaged }
        return try ids.string(record)
    }

    /// The record with an id; records are sorted by the bytes of their ids.
    func number(ofID id: String) throws(SegmentError) -> Int? {
        guard let ids else { return nil }
        let number = try (0..<count).partitioningIndex { (number) throws(SegmentError) in
            try !ids[number].lexicographicallyPrecedes(id.utf8)
        }
        guard number < count, try ids[number].elementsEqual(id.utf8) else { return nil }
        return number
    }

    /// The number of a record's scope; `nil` for none.
    @inline(__always)
    func scopeNumber(of record: Int) throws(SegmentError) -> Int? {
        guard let number = try scopeNumbers?.number(record, as: UInt32.self), number != IndexLayout.none
        else { return nil }
        guard number < scopes.count else { throw .damaged }
        return Int(number)
    }

    func scope(of record: Int) throws(SegmentError) -> String? {
        try scopeNumber(of: record).map { scopes[$0] }
    }

    /// The number of found records in each scope, without empty scopes; records without a scope under `nil`.
    func scopeCounts(of found: RecordSet) throws(SegmentError) -> [String?: Int] {
        guard let scopeNumbers else {
            let total = found.count
            return total > 0 ? [nil: total] : [:]
        }
        // Index 0 counts records without a scope.
        var counts = [Int](repeating: 0, count: scopes.count + 1)
        try counts.withUnsafeMutableBufferPointer { counts throws(SegmentError) in
            try found.forEach { record throws(SegmentError) in
                let number: UInt32 = try scopeNumbers.number(record)
                let place = number == IndexLayout.none ? 0 : Int(number) + 1
                guard place < counts.count else { throw .damaged }
                counts[place] += 1
            }
        }
        var named: [String?: Int] = [:]
        for (number, count) in counts.enumerated() where count > 0 {
            named[number == 0 ? nil : scopes[number - 1]] = count
        }
        return named
    }

    func year(of record: Int) throws(SegmentError) -> Int? {
        guard let year = try years?.number(record, as: Int64.self), year != Int64.min else { return nil }
        return Int(year)
    }

    func price(of record: Int) throws(SegmentError) -> Price? {
        guard let prices else { return nil }
        let text = try prices.string(record)
        guard !text.isEmpty else { return nil }
        let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let price = Price(String(parts[0]), currency: String(parts[1])) else {
            throw .damaged
        }
        return price
    }

    /// The prices in other currencies or for single markets.
    func prices(of record: Int) throws(SegmentError) -> [Price] {
        guard let bytes = try otherPrices?.bytes(of: record) else { return [] }
        var reader = VarintReader(bytes)
        var result: [Price] = []
        while !reader.isAtEnd {
            let spelling = String(decoding: try reader.bytes(), as: UTF8.self)
            let currency = String(decoding: try reader.bytes(), as: UTF8.self)
            let market = String(decoding: try reader.bytes(), as: UTF8.self)
            guard let price = Price(spelling, currency: currency, market: market) else { throw .damaged }
            result.append(price)
        }
        return result
    }

    /// The price that a request chooses.
    func price(of record: Int, _ choice: PriceChoice) throws(SegmentError) -> Price? {
        let price = try price(of: record)
        guard choice.currency != nil else { return price }
        return CatalogRecord(id: "", price: price, prices: try prices(of: record)).price(choice)
    }

    func popularity(of record: Int) throws(SegmentError) -> Double {
        guard let bits = try popularities?.number(record, as: UInt64.self) else { return 0 }
        return Double(bitPattern: bits)
    }

    /// The number of more popular records.
    @inline(__always)
    func popularityPosition(of record: Int) throws(SegmentError) -> Int {
        Int(try popularityPositions?.number(record, as: UInt32.self) ?? 0)
    }

    var hasPopularities: Bool { popularityPositions != nil }

    func additionalMembers(of record: Int) throws(SegmentError) -> [CatalogRecord.Member] {
        guard let bytes = try members?.bytes(of: record) else { return [] }
        var reader = VarintReader(bytes)
        var result: [CatalogRecord.Member] = []
        while !reader.isAtEnd {
            let name = String(decoding: try reader.bytes(), as: UTF8.self)
            result.append(
                CatalogRecord.Member(name: name, json: String(decoding: try reader.bytes(), as: UTF8.self)))
        }
        return result
    }

    /// Whether records have texts of unsearched fields.
    var hasOtherTexts: Bool { otherTexts != nil }

    /// The texts of unsearched fields.
    func otherTexts(of record: Int) throws(SegmentError) -> [CatalogRecord.Text] {
        guard let bytes = try otherTexts?.bytes(of: record) else { return [] }
        var reader = VarintReader(bytes)
        var result: [CatalogRecord.Text] = []
        while !reader.isAtEnd {
            let field = String(decoding: try reader.bytes(), as: UTF8.self)
            let name = String(decoding: try reader.bytes(), as: UTF8.self)
            let value = String(decoding: try reader.bytes(), as: UTF8.self)
            guard let locale = LocaleIdentifier(name) else { throw .damaged }
            result.append(CatalogRecord.Text(FieldName(field), locale, value))
        }
        return result
    }

    // MARK: Ranges of numbers

    func records(year range: NumericRange) throws(SegmentError) -> RecordSet {
        try records(in: yearOrder, range) { (record: Int) throws(SegmentError) in
            guard let year = try year(of: record) else { throw .damaged }
            return DecimalNumber(year)
        }
    }

    private func records(
        in order: CheckedBytes?, _ range: NumericRange, _ value: (Int) throws(SegmentError) -> DecimalNumber
    ) throws(SegmentError) -> RecordSet {
        var found = RecordSet(universe: count)
        guard let order else { return found }
        func first(where isBehind: (DecimalNumber) -> Bool) throws(SegmentError) -> Int {
            try (0..<order.count / 4).partitioningIndex { (place) throws(SegmentError) in
                isBehind(try value(try record(place, in: order)))
            }
        }
        let start =
            if let lower = range.lower { try first { $0 >= lower } } else { 0 }
        let end =
            if let upper = range.upper { try first { $0 > upper } } else { order.count / 4 }
        var index = start
        while index < end {
            found.insert(try record(index, in: order))
            index += 1
        }
        return found
    }

    func orderByYear() throws(SegmentError) -> [Int] {
        guard let order = yearOrder else { return [] }
        var records: [Int] = []
        for index in 0..<order.count / 4 { records.append(try record(index, in: order)) }
        return records
    }

    /// The first and the last record of a set by year.
    func extremesByYear(of set: RecordSet) throws(SegmentError) -> [Int] {
        guard let order = yearOrder else { return [] }
        func first(_ places: some Sequence<Int>) throws(SegmentError) -> Int? {
            for place in places {
                let record = try record(place, in: order)
                if set.contains(record) { return record }
            }
            return nil
        }
        let places = 0..<order.count / 4
        return [try first(places), try first(places.reversed())].compactMap(\.self)
    }

    private func record(_ index: Int, in order: CheckedBytes) throws(SegmentError) -> Int {
        let record = Int(try order.number(index, as: UInt32.self))
        guard record < count else { throw .damaged }
        return record
    }

    /// The position of each record by year; equal years share one. `nil` for records without a year.
    func positionsByYear() throws(SegmentError) -> [Int32?] {
        var places = [Int32?](repeating: nil, count: count)
        guard let order = yearOrder else { return places }
        var place: Int32 = 0
        var last: Int?
        var interruption = Interruption()
        for index in 0..<order.count / 4 {
            try interruption.count()
            let record = try record(index, in: order)
            let value = try year(of: record)
            if let last, value != last { place += 1 }
            last = value
            places[record] = place
        }
        return places
    }
}

/// Strings that records share: the code of each record, 1 + the number of its string or 0, and the strings.
private struct SharedStrings {
    private let codes: CheckedBytes
    private let width: Int
    private let strings: StringList

    /// `nil` if no record has one.
    init?(
        _ file: SegmentFile, _ codes: IndexLayout.Section, _ strings: IndexLayout.Section
    ) throws(SegmentError) {
        guard let list = try StringList.read(file.section(strings))?.list else { return nil }
        width = AttributeCoding.width(valueCount: list.count)
        guard let codes = try file.list(codes, width: width, count: file.recordCount) else { throw .damaged }
        self.codes = codes
        self.strings = list
    }

    /// The string of a record; `nil` for none.
    func bytes(of record: Int) throws(SegmentError) -> UnsafeRawBufferPointer? {
        let code = try codes.code(record, width: width)
        return code == 0 ? nil : try strings[code - 1]
    }
}
