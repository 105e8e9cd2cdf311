// A segment's records, ordered by their prices.

internal import Support

/// The lists of prices in a segment; valid as long as the segment's file.
struct PriceLists: Sendable {
    /// The number of the list of each name, see ``PriceCoding``.
    let numbers: [String: Int]
    private let lists: [PriceList]

    init(_ file: SegmentFile) throws(SegmentError) {
        let names = try StringList.read(file.section(.priceLists))?.list.strings() ?? []
        var numbers: [String: Int] = [:]
        var lists: [PriceList] = []
        if let places = try file.list(.priceListNumbers, width: 4, count: names.count) {
            for (index, name) in names.enumerated() {
                let number = Int(try places.number(index, as: UInt32.self))
                guard number <= lists.count, numbers.updateValue(number, forKey: name) == nil else {
                    throw .damaged
                }
                if number == lists.count { lists.append(try PriceList(file, number)) }
            }
        }
        guard numbers.count == names.count else { throw .damaged }
        self.numbers = numbers
        self.lists = lists
    }

    /// A list by its name; `nil` if the segment has none.
    func list(_ name: String) -> PriceList? { numbers[name].map { lists[$0] } }
}

/// The records with a price of one kind, by the amount.
struct PriceList: Sendable {
    /// The number of the list in the file.
    let number: Int
    private let recordCount: Int
    /// The number of distinct amounts.
    let amountCount: Int
    private let amounts: CheckedBytes?
    private let scales: CheckedBytes?
    private let starts: CheckedBytes
    private let records: CheckedBytes?

    init(_ file: SegmentFile, _ number: Int) throws(SegmentError) {
        self.number = number
        recordCount = file.recordCount
        // Empty sections are omitted.
        amounts = file.section(.priceAmounts, field: number)
        records = file.section(.priceRecords, field: number)
        amountCount = (amounts?.count ?? 0) / 8
        guard (amounts?.count ?? 0) % 8 == 0, (records?.count ?? 0) % 4 == 0,
            let starts = try file.list(.priceStarts, field: number, width: 4, count: amountCount + 1)
        else { throw .damaged }
        self.starts = starts
        scales = try file.list(.priceScales, field: number, width: 1, count: amountCount)
    }

    /// A distinct amount by its position; amounts ascend.
    func amount(_ place: Int) throws(SegmentError) -> DecimalNumber {
        guard let amounts else { throw .damaged }
        let number = DecimalNumber(
            significand: try amounts.number(place),
            storedScale: try scales?.number(place, as: UInt8.self) ?? 0)
        guard let number else { throw .damaged }
        return number
    }

    /// The positions of the amounts in a range.
    func places(_ range: NumericRange) throws(SegmentError) -> Range<Int> {
        func first(where isBehind: (DecimalNumber) -> Bool) throws(SegmentError) -> Int {
            try (0..<amountCount).partitioningIndex { place throws(SegmentError) in
                isBehind(try amount(place))
            }
        }
        let start = if let lower = range.lower { try first { $0 >= lower } } else { 0 }
        let end = if let upper = range.upper { try first { $0 > upper } } else { amountCount }
        return start..<max(start, end)
    }

    /// Calls `body` with each record whose amount is at these positions, ordered by amount, until it returns
    /// false.
    @inline(__always)
    func forEachRecord(
        at places: Range<Int>, _ body: (Int) throws(SegmentError) -> Bool
    ) throws(SegmentError) {
        guard !places.isEmpty else { return }
        let start = Int(try starts.number(places.lowerBound, as: UInt32.self))
        let end = Int(try starts.number(places.upperBound, as: UInt32.self))
        guard start <= end, let records else { throw .damaged }
        for index in start..<end {
            let record = Int(try records.number(index, as: UInt32.self))
            guard record < recordCount else { throw .damaged }
            guard try body(record) else { return }
        }
    }

    /// Adds the records whose amount is in a range to a set.
    func insertRecords(_ range: NumericRange, into set: inout RecordSet) throws(SegmentError) {
        try forEachRecord(at: places(range)) {
            set.insert($0)
            return true
        }
    }
}

/// The prices chosen by one request. For one query.
struct PriceColumn: Sendable {
    /// A list, and the records whose prices an earlier list has.
    fileprivate struct Part: Sendable {
        let list: PriceList
        let hidden: RecordSet?

        func hides(_ record: Int) -> Bool { hidden?.contains(record) ?? false }
    }

    fileprivate let parts: [Part]
    let recordCount: Int

    func records(_ range: NumericRange = NumericRange()) throws(SegmentError) -> RecordSet {
        var found = RecordSet(universe: recordCount)
        for part in parts.reversed() {
            try part.list.insertRecords(range, into: &found)
            // Earlier lists follow, with their own prices of these records.
            if let hidden = part.hidden { found.subtract(hidden) }
        }
        return found
    }

    /// The first and the last record of a set by price.
    ///
    /// - Parameter rank: the order of records with the same price, the first at 0; `nil` for any order.
    func extremes(
        of set: RecordSet, rank: ((Int) throws(SegmentError) -> Int)? = nil
    ) throws(SegmentError) -> [Int] {
        var best: (least: (DecimalNumber, Int)?, greatest: (DecimalNumber, Int)?)
        for part in parts {
            func first(_ places: some Sequence<Int>) throws(SegmentError) -> (DecimalNumber, Int)? {
                for place in places {
                    var found: (record: Int, rank: Int)?
                    try part.list.forEachRecord(at: place..<place + 1) { record throws(SegmentError) in
                        guard set.contains(record), !part.hides(record) else { return true }
                        let rank = try rank?(record) ?? 0
                        if found.map({ rank < $0.rank }) ?? true { found = (record, rank) }
                        return rank > 0
                    }
                    if let found { return (try part.list.amount(place), found.record) }
                }
                return nil
            }
            if let found = try first(0..<part.list.amountCount), best.least.map({ found < $0 }) ?? true {
                best.least = found
            }
            if let found = try first((0..<part.list.amountCount).reversed()),
                best.greatest.map({ $0.0 < found.0 }) ?? true
            {
                best.greatest = found
            }
        }
        return [best.least?.1, best.greatest?.1].compactMap(\.self)
    }

    /// Calls `body` with each amount of a set of records, and how many of them have it.
    func forEachAmount(
        in set: RecordSet, _ body: (DecimalNumber, Int) -> Void
    ) throws(SegmentError) {
        var interruption = Interruption()
        for part in parts {
            for place in 0..<part.list.amountCount {
                var count = 0
                try part.list.forEachRecord(at: place..<place + 1) { record throws(SegmentError) in
                    try interruption.count()
                    if set.contains(record), !part.hides(record) { count += 1 }
                    return true
                }
                if count > 0 { body(try part.list.amount(place), count) }
            }
        }
    }

    /// The position of each record by price; equal prices share one. `nil` for records without a price.
    func positions() throws(SegmentError) -> [Int32?] {
        var places = [Int32?](repeating: nil, count: recordCount)
        var amounts: [(amount: DecimalNumber, part: Int, place: Int)] = []
        for (number, part) in parts.enumerated() {
            for place in 0..<part.list.amountCount {
                amounts.append((try part.list.amount(place), number, place))
            }
        }
        if parts.count > 1 { try amounts.sortInterruptibly { $0.amount < $1.amount } }
        var interruption = Interruption()
        var last: (amount: DecimalNumber, place: Int32)?
        for entry in amounts {
            let place = last.map { $0.amount == entry.amount ? $0.place : $0.place + 1 } ?? 0
            last = (entry.amount, place)
            let part = parts[entry.part]
            try part.list.forEachRecord(at: entry.place..<entry.place + 1) { record throws(SegmentError) in
                try interruption.count()
                if !part.hides(record) { places[record] = place }
                return true
            }
        }
        return places
    }
}

extension IndexedSegment {
    /// The prices chosen by a request.
    func prices(_ choice: PriceChoice) throws(SegmentError) -> PriceColumn {
        var parts: [PriceColumn.Part] = []
        func add(_ names: [String], hidden: RecordSet? = nil) {
            let lists = names.compactMap { self.priceLists.list($0) }
            if let list = lists.first { parts.append(PriceColumn.Part(list: list, hidden: hidden)) }
        }
        guard let currency = choice.currency else {
            add([PriceCoding.anyCurrency])
            return PriceColumn(parts: parts, recordCount: numberCount)
        }
        guard let market = choice.market else {
            add([PriceCoding.name(currency)])
            return PriceColumn(parts: parts, recordCount: numberCount)
        }
        var hidden: RecordSet?
        if !market.isEmpty, let own = priceLists.list(PriceCoding.name(currency, market)) {
            parts.append(PriceColumn.Part(list: own, hidden: nil))
            hidden = try priceOwners(own)
        }
        add([PriceCoding.nameOfCommon(currency), PriceCoding.name(currency)], hidden: hidden)
        return PriceColumn(parts: parts, recordCount: numberCount)
    }
}
