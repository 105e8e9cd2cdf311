// Records ordered by price, in each currency and for each market.

/// Collects the prices of records by list, see ``PriceCoding``.
struct PriceSections: ~Copyable {
    private var lists: [String: PriceCollector] = [:]
    /// The list added to last.
    private var last: (name: String, list: PriceCollector)?

    /// The memory used, in bytes.
    var size: Int { lists.values.reduce(0) { $0 + $1.size } }

    /// Adds the prices of a record.
    ///
    /// - Parameter number: the number of the record, in the order added.
    mutating func append(_ price: Price?, _ prices: [Price], _ number: UInt32) {
        guard price != nil || !prices.isEmpty else { return }
        PriceCoding.forEachList(of: price, prices) { name, amount in
            list(name).append(number, amount)
        } lacking: { currency in
            list(PriceCoding.name(currency)).lacking.append(number)
        }
    }

    private mutating func list(_ name: String) -> PriceCollector {
        if let last, last.name == name { return last.list }
        let list: PriceCollector
        if let known = lists[name] {
            list = known
        } else {
            list = PriceCollector()
            lists[name] = list
        }
        last = (name, list)
        return list
    }

    /// Kinds 9, 18, and 70 to 73.
    ///
    /// - Parameter positions: the number in the file of each record, in the order added.
    func sections(positions: [UInt32]) throws(SegmentWriterError) -> [FinishedSection] {
        guard !lists.isEmpty else { return [] }
        var all = lists
        for (name, list) in lists where !list.lacking.isEmpty {
            all[PriceCoding.nameOfCommon(name)] = list.withoutLacking()
        }
        let names = all.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        var numbers = GrowingBuffer<UInt32>(capacity: names.count)
        var written: [UInt64: [(number: Int, list: PriceCollector)]] = [:]
        var sections: [FinishedSection] = []
        var count = 0
        for name in names {
            let list = all[name]!
            // If all prices have the same currency, its list equals the list of any currency.
            let hash = list.hash
            if let same = written[hash]?.first(where: { $0.list.isEqual(to: list) }) {
                numbers.append(UInt32(same.number))
                continue
            }
            written[hash, default: []].append((count, list))
            numbers.append(UInt32(count))
            sections += list.sections(number: count, positions: positions)
            count += 1
        }
        return sections + [
            FinishedSection(.priceLists, try StringListBuffer.make(.priceLists, names)),
            FinishedSection(.priceListNumbers, numbers),
        ]
    }
}

/// The prices of one list, in the order of the records added.
private final class PriceCollector {
    private var records = GrowingBuffer<UInt32>()
    private var significands = GrowingBuffer<Int64>()
    private var scales = GrowingBuffer<UInt8>()
    /// The records without a price for all markets.
    var lacking: [UInt32] = []

    var size: Int { records.size + significands.size + scales.size + 4 * lacking.count }

    func append(_ record: UInt32, _ amount: DecimalNumber) {
        records.append(record)
        significands.append(amount.significand)
        scales.append(amount.storedScale)
    }

    /// The list without the records that lack a price for all markets.
    func withoutLacking() -> PriceCollector {
        let list = PriceCollector()
        var gone = lacking[...]
        for index in 0..<records.count {
            if gone.first == records[index] {
                gone.removeFirst()
                continue
            }
            list.records.append(records[index])
            list.significands.append(significands[index])
            list.scales.append(scales[index])
        }
        return list
    }

    private var parts: [UnsafeRawBufferPointer] {
        [
            UnsafeRawBufferPointer(start: records.base, count: records.size),
            UnsafeRawBufferPointer(start: significands.base, count: significands.size),
            UnsafeRawBufferPointer(start: scales.base, count: scales.size),
        ]
    }

    var hash: UInt64 { parts.reduce(0) { $0 &* 31 &+ Checksum.of($1) } }

    func isEqual(to other: PriceCollector) -> Bool {
        zip(parts, other.parts).allSatisfy { ByteOrder.equal($0, $1) }
    }

    /// Kinds 70 to 73.
    func sections(number: Int, positions: [UInt32]) -> [FinishedSection] {
        var amounts = GrowingBuffer<Int64>()
        var amountScales = GrowingBuffer<UInt8>()
        var starts = GrowingBuffer<UInt32>()
        var ordered = GrowingBuffer<UInt32>(capacity: records.count)
        var hasScales = false
        for entry in sorted(positions) {
            let (significand, scale) = (significands[entry.index], scales[entry.index])
            let last = amounts.count - 1
            if last < 0 || amounts[last] != significand || amountScales[last] != scale {
                amounts.append(significand)
                amountScales.append(scale)
                starts.append(UInt32(ordered.count))
                hasScales = hasScales || scale != 0
            }
            ordered.append(entry.record)
        }
        starts.append(UInt32(ordered.count))
        var sections = [
            FinishedSection(.priceAmounts, field: number, amounts),
            FinishedSection(.priceStarts, field: number, starts),
            FinishedSection(.priceRecords, field: number, ordered),
        ]
        if hasScales { sections.append(FinishedSection(.priceScales, field: number, amountScales)) }
        return sections
    }

    private struct Entry {
        let amount: Int64
        let record: UInt32
        let index: Int
    }

    /// The prices by amount, then by the record's number in the file.
    private func sorted(_ positions: [UInt32]) -> [Entry] {
        let scale = (0..<scales.count).map { scales[$0] }.max() ?? 0
        guard scale <= 18 else { return sortedByDecimals(positions) }
        var entries: [Entry] = []
        entries.reserveCapacity(records.count)
        for index in 0..<records.count {
            let (amount, overflows) = significands[index].multipliedReportingOverflow(
                by: (0..<(scale - scales[index])).reduce(1) { power, _ in power * 10 })
            guard !overflows else { return sortedByDecimals(positions) }
            entries.append(Entry(amount: amount, record: positions[Int(records[index])], index: index))
        }
        entries.sort { ($0.amount, $0.record) < ($1.amount, $1.record) }
        return entries
    }

    /// The same for amounts that are too great for integers of one scale.
    private func sortedByDecimals(_ positions: [UInt32]) -> [Entry] {
        func amount(_ entry: Entry) -> DecimalNumber {
            DecimalNumber(significand: significands[entry.index], storedScale: scales[entry.index])!
        }
        return (0..<records.count).map {
            Entry(amount: 0, record: positions[Int(records[$0])], index: $0)
        }.sorted { (amount($0), $0.record) < (amount($1), $1.record) }
    }
}
