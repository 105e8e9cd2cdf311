// The order of records by their attributes.

internal import ICU
internal import Support

/// Identifies the order of a text attribute's values.
struct ValueOrderKey: CachedKey {
    let attribute: AttributeName
    /// See `Collator.order`.
    let collation: String
    let chain: [LocaleIdentifier]
    let labelTexts: [String: String]

    static func cost(of value: [UInt32]) -> Int { value.count * MemoryLayout<UInt32>.stride }
}

/// The positions of a segment's records in the order of one attribute. For one query and one thread.
struct AttributePositions {
    private let position: (Int) throws(SegmentError) -> Int?

    init(_ segment: IndexedSegment, _ key: SortKey, _ query: PreparedQuery) throws(SegmentError) {
        switch key.attribute {
        case .id: position = { $0 }
        case .catalog: position = { _ in 0 }
        case .year, .price:
            let positions =
                key.attribute == .year
                ? try segment.positionsByYear() : try segment.positionsByPrice(query.request.priceChoice)
            position = { positions[$0].map { Int($0) } }
        case .popularity:
            let records = segment.records
            position = { record throws(SegmentError) in try records.popularity(of: record).sortPosition }
        case .scope:
            let order = try segment.scopeOrder(query)
            let records = segment.records
            position = { record throws(SegmentError) in try records.scopeNumber(of: record).map { order[$0] }
            }
        default:
            guard let column = segment.attributes.column(key.attribute) else {
                position = { _ in nil }
                return
            }
            if let origin = key.origin.map(HaversineOrigin.init) {
                position = { record throws(SegmentError) in
                    // Bits of nonnegative numbers are ordered like the numbers.
                    try column.angle(of: record, key, from: origin).map { Int($0.value.bitPattern) }
                }
                return
            }
            // Values are in order, except texts.
            let order = column.type == .text ? try segment.valueOrder(of: key.attribute, column, query) : nil
            let isDescending = key.isDescending
            position = { record throws(SegmentError) in
                var best: Int?
                try column.forEachOwnValue(of: record) { value in
                    let position = order.map { Int($0[value]) } ?? value
                    best = best.map { isDescending ? max($0, position) : min($0, position) } ?? position
                }
                return best
            }
        }
    }

    /// The position of a record; equal values share one. `nil` without a value.
    func callAsFunction(_ record: Int32) throws(SegmentError) -> Int? { try position(Int(record)) }
}

extension AttributeColumn {
    /// The angle between a record's coordinates and an origin; `nil` if the record has no coordinates.
    fileprivate func angle(
        of record: Int, _ key: SortKey, from origin: HaversineOrigin
    ) throws(SegmentError) -> Haversine? {
        guard type == .place else { return nil }
        var best: Haversine?
        try forEachOwnValue(of: record) { value throws(SegmentError) in
            let angle = Haversine(origin, try place(value))
            best = best.map { key.isDescending ? max($0, angle) : min($0, angle) } ?? angle
        }
        return best
    }
}

extension SearchRequest {
    /// The distance in metres that ranks a record; `nil` without one.
    func distance(_ rank: Rank) -> Double? {
        guard let index = order.firstIndex(where: { $0.origin != nil }), index < rank.sortKeys.count,
            // A damaged response of a shard may contain any number.
            case .real(let angle) = rank.sortKeys[index].value, 0...1 ~= angle
        else { return nil }
        return Haversine(value: angle).metres
    }
}

extension Double {
    /// An integer that is ordered like the number; `nil` for NaN.
    fileprivate var sortPosition: Int? {
        guard !isNaN else { return nil }
        let bits = Int64(bitPattern: (self == 0 ? 0 : self).bitPattern)
        return Int(bits >= 0 ? bits : Int64.min - bits)
    }
}

extension IndexedSegment {
    /// Sets the sort keys of a record, comparable with those of other segments and catalogs.
    func setSortKeys(of rank: inout Rank, _ record: Int, _ query: PreparedQuery) throws(SegmentError) {
        rank.sortKeys = try sortKeys(query.request.order, of: record, query)
        rank.tieKeys = try sortKeys(query.request.ties, of: record, query)
    }

    private func sortKeys(
        _ keys: [SortKey], of record: Int, _ query: PreparedQuery
    ) throws(SegmentError) -> [Rank.SortKey] {
        try keys.map { key throws(SegmentError) in
            Rank.SortKey(value: try sortValue(of: record, key, query), isDescending: key.isDescending)
        }
    }

    private func sortValue(
        of record: Int, _ key: SortKey, _ query: PreparedQuery
    ) throws(SegmentError) -> Rank.SortValue {
        switch key.attribute {
        case .title: return .title
        case .id: return .bytes(Array(try id(of: record).utf8))
        case .catalog:
            return .bytes(
                try collator(query).sortKey(
                    query.attributes.label(
                        of: query.attributes.catalog, own: [:], .catalog, for: query.request)))
        case .scope:
            guard let scope = try records.scope(of: record) else { return .missing }
            return .bytes(
                try collator(query).sortKey(
                    query.attributes.label(of: scope, own: [:], .scope, for: query.request)))
        case .year: return try records.year(of: record).map { .number(DecimalNumber($0)) } ?? .missing
        case .price:
            return try records.price(of: record, query.request.priceChoice).map { .number($0.amount) }
                ?? .missing
        case .popularity:
            let popularity = try records.popularity(of: record)
            return popularity.isNaN ? .missing : .real(popularity)
        default: break
        }
        guard let column = attributes.column(key.attribute) else { return .missing }
        if let origin = key.origin.map(HaversineOrigin.init) {
            return try column.angle(of: record, key, from: origin).map { .real($0.value) } ?? .missing
        }
        let values = try column.values(of: record)
        if column.type == .text {
            let collator = try collator(query)
            let keys = try values.map { value throws(SegmentError) in
                collator.sortKey(try label(of: value, key.attribute, column, query))
            }
            let best =
                key.isDescending
                ? keys.max { $0.lexicographicallyPrecedes($1) }
                : keys.min { $0.lexicographicallyPrecedes($1) }
            return best.map { .bytes($0) } ?? .missing
        }
        guard let best = key.isDescending ? values.max() : values.min() else { return .missing }
        switch try column.value(best) {
        case .text: return .missing
        case .number(let number): return .number(number)
        case .date(let date): return .number(DecimalNumber(Int(date.microseconds)))
        case .boolean(let flag): return .number(DecimalNumber(flag ? 1 : 0))
        case .place(let place): return .number(DecimalNumber(Int(place.packed)))
        }
    }

    /// The label of a text attribute's value as the reader of a query sees it.
    func label(
        of value: Int, _ name: AttributeName, _ column: AttributeColumn, _ query: PreparedQuery
    ) throws(SegmentError) -> String {
        let (id, labels) = try column.text(value)
        return query.attributes.label(of: id, own: labels, name, for: query.request)
    }

    func collator(_ query: PreparedQuery) throws(SegmentError) -> Collator {
        return try mappingError(SegmentError.icu) { () throws(ICUError) in
            try TitleCollators.collator(query.request.locale)
        }
    }

    /// The position of each value of a text attribute by its label; equal labels share one.
    fileprivate func valueOrder(
        of name: AttributeName, _ column: AttributeColumn, _ query: PreparedQuery
    ) throws(SegmentError) -> [UInt32] {
        let collator = try collator(query)
        let key = ValueOrderKey(
            attribute: name, collation: collator.order, chain: query.request.chain,
            labelTexts: query.request.labelTexts)
        return try opened.caches.value(of: key) { () throws(SegmentError) in
            var keys: [[UInt8]] = []
            var interruption = Interruption()
            for value in 0..<column.valueCount {
                try interruption.count(Interruption.form)
                keys.append(collator.sortKey(try label(of: value, name, column, query)))
            }
            return try Self.positions(keys)
        }
    }

    /// The position of each scope by its label.
    fileprivate func scopeOrder(_ query: PreparedQuery) throws(SegmentError) -> [Int] {
        let collator = try collator(query)
        let keys = records.scopes.map {
            collator.sortKey(query.attributes.label(of: $0, own: [:], .scope, for: query.request))
        }
        return try Self.positions(keys).map { Int($0) }
    }

    private static func positions(_ keys: [[UInt8]]) throws(SegmentError) -> [UInt32] {
        var order = Array(keys.indices)
        try order.sortInterruptibly { keys[$0].lexicographicallyPrecedes(keys[$1]) }
        var positions = [UInt32](repeating: 0, count: keys.count)
        var position: UInt32 = 0
        for (rank, value) in order.enumerated() {
            if rank > 0, keys[order[rank - 1]] != keys[value] { position += 1 }
            positions[value] = position
        }
        return positions
    }
}

extension AttributeName {
    /// Records are ordered by their titles, which are not an attribute.
    static let title: AttributeName = "title"
}
