// The values of records, except their searched texts.

internal import ICU

/// The values of records, in the order added.
struct RecordColumns: ~Copyable {
    private(set) var count = 0
    private var ids = GrowingBuffer<UInt8>()
    private var idStarts = GrowingBuffer<UInt32>()
    private var scopes: [String] = []
    private var scopeNumbersByID: [String: UInt32] = [:]
    private var scopeNumbers = GrowingBuffer<UInt32>()
    private var years = GrowingBuffer<Int64>()
    private var hasYears = false
    private var prices = GrowingBuffer<UInt8>()
    private var priceStarts = GrowingBuffer<UInt32>()
    private var hasPrices = false
    private var priceLists = PriceSections()
    private var otherPrices = TermTable()
    private var otherPriceNumbers = GrowingBuffer<UInt32>()
    private var popularities = GrowingBuffer<Double>()
    private var isPopular = false
    private var members = TermTable()
    private var memberNumbers = GrowingBuffer<UInt32>()
    private var otherTexts = TermTable()
    private var otherTextNumbers = GrowingBuffer<UInt32>()
    private var contentHashes = GrowingBuffer<UInt64>()
    private var hasher = ContentHasher()
    private var scratch = GrowingBuffer<UInt8>()

    init() {
        idStarts.append(0)
        priceStarts.append(0)
    }

    /// The memory used, in bytes.
    var size: Int {
        ids.size + prices.size + members.size + otherTexts.size + popularities.size + years.size
            + 32 * count + priceLists.size + otherPrices.size
    }

    /// Adds a record's values.
    ///
    /// - Parameter others: its texts of unsearched fields.
    mutating func append(_ record: borrowing CatalogRecord, others: [CatalogRecord.Text]) {
        Self.append(record.id, to: &ids)
        idStarts.append(UInt32(truncatingIfNeeded: ids.count))
        scopeNumbers.append(record.scope.map { scopeNumber(of: $0) } ?? IndexLayout.none)
        years.append(Int64(record.year ?? .min))
        hasYears = hasYears || record.year != nil
        if let price = record.price {
            Self.append("\(price.spelling) \(price.currency)", to: &prices)
            hasPrices = true
        }
        priceLists.append(record.price, record.prices, UInt32(count))
        scratch.clear()
        for price in record.prices {
            scratch.append(counted: price.spelling)
            scratch.append(counted: price.currency)
            scratch.append(counted: price.market ?? "")
        }
        otherPriceNumbers.append(Self.number(of: scratch, in: &otherPrices))
        priceStarts.append(UInt32(truncatingIfNeeded: prices.count))
        popularities.append(record.popularity)
        isPopular = isPopular || record.popularity != 0

        scratch.clear()
        for member in record.additionalMembers {
            scratch.append(counted: member.name)
            scratch.append(counted: member.json)
        }
        memberNumbers.append(Self.number(of: scratch, in: &members))
        scratch.clear()
        for text in others {
            scratch.append(counted: text.field.rawValue)
            scratch.append(counted: text.locale.icuIdentifier)
            scratch.append(counted: text.value)
        }
        otherTextNumbers.append(Self.number(of: scratch, in: &otherTexts))
        contentHashes.append(hasher.hash(of: record))
        count += 1
    }

    private mutating func scopeNumber(of scope: String) -> UInt32 {
        if let known = scopeNumbersByID[scope] { return known }
        let number = UInt32(scopes.count)
        scopes.append(scope)
        scopeNumbersByID[scope] = number
        return number
    }

    /// 1 + the number of a value; 0 for an empty value.
    private static func number(of value: borrowing GrowingBuffer<UInt8>, in table: inout TermTable) -> UInt32
    {
        value.count == 0 ? 0 : UInt32(table.number(of: value.base, length: value.count) + 1)
    }

    private static func append(_ text: String, to buffer: inout GrowingBuffer<UInt8>) {
        var text = text
        text.withUTF8 { buffer.append(UnsafeRawBufferPointer($0)) }
    }

    private func id(_ record: UInt32) -> UnsafeRawBufferPointer {
        let start = Int(idStarts[Int(record)])
        return UnsafeRawBufferPointer(start: ids.base + start, count: Int(idStarts[Int(record) + 1]) - start)
    }

    /// The records sorted by the bytes of their ids.
    func order() -> [UInt32] {
        let starts = idStarts.base
        let bytes = ids.base
        let order = ByteOrder.sorted(count: count) { record in
            let start = Int(starts[record])
            return UnsafeRawBufferPointer(start: bytes + start, count: Int(starts[record + 1]) - start)
        }
        return (0..<count).map { order[$0] }
    }

    /// Kinds 4 to 19, 22, and 70 to 73.
    ///
    /// - Parameter order: the number, in the order added, of each record of the file.
    func sections(order: [UInt32]) throws(SegmentWriterError) -> [FinishedSection] {
        guard !members.isOverlong else { throw .sectionTooLong(kind: IndexLayout.Section.members.rawValue) }
        guard !otherTexts.isOverlong else {
            throw .sectionTooLong(kind: IndexLayout.Section.otherTexts.rawValue)
        }
        guard !otherPrices.isOverlong else {
            throw .sectionTooLong(kind: IndexLayout.Section.otherPrices.rawValue)
        }
        var sections = [
            FinishedSection(.scopes, try StringListBuffer.make(.scopes, scopes)),
            FinishedSection(.ids, try StringListBuffer.make(.ids, count: count) { id(order[$0]) }),
            FinishedSection(.contentHashes, contentHashes.permuted(order)),
        ]
        if !scopes.isEmpty { sections.append(FinishedSection(.scopeNumbers, scopeNumbers.permuted(order))) }
        sections += yearSections(order)
        sections += try priceSections(order)
        sections += popularitySections(order)
        if members.count > 0 {
            sections += [
                memberNumbers.codes(.memberNumbers, of: members.count, order),
                FinishedSection(.members, try StringListBuffer.make(.members, members)),
            ]
        }
        if otherTexts.count > 0 {
            sections += [
                otherTextNumbers.codes(.otherTextNumbers, of: otherTexts.count, order),
                FinishedSection(.otherTexts, try StringListBuffer.make(.otherTexts, otherTexts)),
            ]
        }
        return sections
    }

    private func yearSections(_ order: [UInt32]) -> [FinishedSection] {
        guard hasYears else { return [] }
        let years = years.permuted(order)
        var dated = order.indices.filter { years[$0] != .min }.map { UInt32($0) }
        dated.sort { (years[Int($0)], $0) < (years[Int($1)], $1) }
        return [FinishedSection(.yearOrder, dated.growingBuffer()), FinishedSection(.years, years)]
    }

    private func priceSections(_ order: [UInt32]) throws(SegmentWriterError) -> [FinishedSection] {
        var positions = [UInt32](repeating: 0, count: count)
        for (position, arrival) in order.enumerated() { positions[Int(arrival)] = UInt32(position) }
        var sections = try priceLists.sections(positions: positions)
        if hasPrices {
            let starts = priceStarts.base
            let list = try StringListBuffer.make(.prices, count: count) { record in
                let arrival = Int(order[record])
                return UnsafeRawBufferPointer(
                    start: prices.base + Int(starts[arrival]),
                    count: Int(starts[arrival + 1] - starts[arrival]))
            }
            sections.append(FinishedSection(.prices, list))
        }
        if otherPrices.count > 0 {
            sections += [
                otherPriceNumbers.codes(.otherPriceNumbers, of: otherPrices.count, order),
                FinishedSection(.otherPrices, try StringListBuffer.make(.otherPrices, otherPrices)),
            ]
        }
        return sections
    }

    private func popularitySections(_ order: [UInt32]) -> [FinishedSection] {
        guard isPopular else { return [] }
        let values = popularities.permuted(order)
        // NaN is less popular than any number.
        func popularity(_ record: UInt32) -> Double {
            let value = values[Int(record)]
            return value.isNaN ? -.infinity : value
        }
        let ranked = (0..<UInt32(count)).sorted { popularity($0) > popularity($1) }
        var positions = GrowingBuffer<UInt32>(repeating: 0, count: count)
        var position = 0
        for (rank, record) in ranked.enumerated() {
            if rank > 0, popularity(ranked[rank - 1]) > popularity(record) { position = rank }
            positions[Int(record)] = UInt32(position)
        }
        var bits = GrowingBuffer<UInt64>(capacity: count)
        for record in 0..<count { bits.append(values[record].bitPattern) }
        var sections = [FinishedSection(.popularities, bits)]
        if position > 0 { sections.append(FinishedSection(.popularityPositions, positions)) }
        return sections
    }
}

extension GrowingBuffer {
    /// The elements in another order.
    fileprivate func permuted(_ order: [UInt32]) -> GrowingBuffer {
        var result = GrowingBuffer(capacity: order.count)
        for index in order { result.append(self[Int(index)]) }
        return result
    }
}

extension GrowingBuffer<UInt32> {
    /// A section with the code of each record, in another order: 1 + a number of a list, 0 for none.
    ///
    /// - Parameter count: the number of elements of the list.
    fileprivate func codes(
        _ kind: IndexLayout.Section, of count: Int, _ order: [UInt32]
    ) -> FinishedSection {
        let width = AttributeCoding.width(valueCount: count)
        var codes = GrowingBuffer<UInt8>(capacity: width * order.count)
        for index in order { codes.append(code: self[Int(index)], width: width) }
        return FinishedSection(kind, codes)
    }
}

extension [UInt32] {
    fileprivate func growingBuffer() -> GrowingBuffer<UInt32> {
        var result = GrowingBuffer<UInt32>(capacity: count)
        for number in self { result.append(number) }
        return result
    }
}

/// Encodes string lists.
enum StringListBuffer {
    static func make(
        _ kind: IndexLayout.Section, count: Int, _ string: (Int) -> UnsafeRawBufferPointer
    ) throws(SegmentWriterError) -> GrowingBuffer<UInt8> {
        var total = 0
        for index in 0..<count { total += string(index).count }
        guard total <= Int(UInt32.max) else { throw .sectionTooLong(kind: kind.rawValue) }
        var list = GrowingBuffer<UInt8>(capacity: 4 * (count + 2) + total)
        list.append(number: UInt32(count))
        var offset = 0
        list.append(number: 0)
        for index in 0..<count {
            offset += string(index).count
            list.append(number: UInt32(offset))
        }
        for index in 0..<count { list.append(string(index)) }
        return list
    }

    static func make(
        _ kind: IndexLayout.Section, _ table: borrowing TermTable
    ) throws(SegmentWriterError) -> GrowingBuffer<UInt8> {
        let pieces = table.pieces
        return try make(kind, count: pieces.count) { pieces[$0] }
    }

    static func make(
        _ kind: IndexLayout.Section, _ strings: [String]
    ) throws(SegmentWriterError) -> GrowingBuffer<UInt8> {
        var list = GrowingBuffer<UInt8>()
        list.append(number: UInt32(strings.count))
        list.append(number: 0)
        var offset = 0
        for string in strings {
            offset += string.utf8.count
            guard offset <= Int(UInt32.max) else { throw .sectionTooLong(kind: kind.rawValue) }
            list.append(number: UInt32(offset))
        }
        for string in strings { list.append(Array(string.utf8)) }
        return list
    }
}
