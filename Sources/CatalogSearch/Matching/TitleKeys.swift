// Sorts titles by the user's collation.

internal import ICU
internal import Support

/// Identifies an order of titles, however the request spells its locale and its chain.
struct TitleOrderKey: CachedKey {
    /// See `Collator.order`.
    let collation: String
    let field: FieldName
    /// Without locales in which no record has texts.
    let chain: [LocaleIdentifier]

    static func cost(of value: TitleOrder) -> Int { value.places.count * MemoryLayout<Int32>.stride }
}

extension TitleOrderKey {
    init(_ segment: IndexedSegment, _ query: PreparedQuery, collation: String) {
        let locales = segment.locales
        self.init(
            collation: collation, field: query.titleField,
            chain: query.titleChain.withoutDuplicates.filter(locales.contains))
    }
}

/// The position of each record of a segment by title; equal titles share one.
struct TitleOrder: Sendable {
    let places: [Int32]
}

/// The sort keys of a segment's titles, for one collation and chain. For one query and one thread.
final class TitleKeys {
    private let records: IndexedSegment
    private let collator: Collator
    let key: TitleOrderKey

    /// The number of records up to which sorting them is cheaper than the cached order of all.
    private static let few = 1_000

    convenience init(_ records: IndexedSegment, _ query: PreparedQuery) throws(SegmentError) {
        let collator: Collator
        do {
            collator = try TitleCollators.collator(query.request.locale)
        } catch {
            throw .icu(error)
        }
        self.init(records, collator, TitleOrderKey(records, query, collation: collator.order))
    }

    private init(_ records: IndexedSegment, _ collator: Collator, _ key: TitleOrderKey) {
        self.records = records
        self.collator = collator
        self.key = key
    }

    /// The sort key of a record's title.
    func key(_ record: Int) throws(SegmentError) -> [UInt8] {
        collator.sortKey(try records.title(of: record, key))
    }

    /// The positions of records by title; equal titles share a position, other positions ascend with the
    /// titles.
    func positions(of records: [Int32]) throws(SegmentError) -> (Int32) -> Int {
        if records.count > Self.few {
            let order = try orderOfAll()
            return { Int(order.places[Int($0)]) }
        }
        let places = Dictionary(
            uniqueKeysWithValues: try ordered(records).map { ($0.record, $0.place) })
        return { places[$0]! }
    }

    /// The cached order of all records. It is completed even if the caller is cancelled: otherwise callers
    /// with short time limits would never get it.
    private func orderOfAll() throws(SegmentError) -> TitleOrder {
        do throws(SegmentError) {
            return try cachedOrder()
        } catch {
            if case .cancelled = error {
                BackgroundWork.begin { [records, collator, key] in
                    _ = try? TitleKeys(records, collator, key).cachedOrder()
                }
            }
            throw error
        }
    }

    private func cachedOrder() throws(SegmentError) -> TitleOrder {
        try records.opened.caches.value(of: key) { () throws(SegmentError) in
            let all = try ordered((0..<Int32(records.numberCount)).map { $0 })
            return TitleOrder(places: all.map { Int32($0.place) })
        }
    }

    /// Each record with its position, in the given order.
    private func ordered(_ records: [Int32]) throws(SegmentError) -> [(record: Int32, place: Int)] {
        var keys: [[UInt8]] = []
        keys.reserveCapacity(records.count)
        var interruption = Interruption()
        for record in records {
            try interruption.count(Interruption.record)
            keys.append(try key(Int(record)))
        }
        var sorted = Array(keys.indices)
        try sorted.sortInterruptibly { keys[$0].lexicographicallyPrecedes(keys[$1]) }
        var result = records.map { (record: $0, place: 0) }
        var place = 0
        for (rank, index) in sorted.enumerated() {
            if rank > 0, keys[sorted[rank - 1]] != keys[index] { place += 1 }
            result[index].place = place
        }
        return result
    }
}

/// A cache of the collators that sort titles.
enum TitleCollators {
    private static let collators = Cache<String, Collator>(limit: 100)

    static func collator(_ locale: LocaleIdentifier) throws(ICUError) -> Collator {
        try collators.value(of: locale.icuIdentifier) { () throws(ICUError) in try Collator(locale) }
    }

    /// The name of the order of a locale's titles.
    static func order(_ locale: LocaleIdentifier) throws(ICUError) -> String { try collator(locale).order }
}
