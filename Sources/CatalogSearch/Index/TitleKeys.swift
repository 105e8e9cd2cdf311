// Titles in the order of the user's collation.

internal import ICU

/// The sort keys of a segment's titles, for one collation and chain. Made for one query, by one thread.
final class TitleKeys {
    private let segment: MemorySegment
    private let collator: Collator
    private let key: MemorySegment.TitleOrderKey
    private var known: [Int32: [UInt8]] = [:]

    /// Up to how many records their own order is cheaper than that of all, which is kept.
    private static let few = 1_000

    private static let collators = Cache<String, Collator>(limit: 100)

    init(_ segment: MemorySegment, _ query: PreparedQuery) throws(ICUError) {
        self.segment = segment
        let locale = query.request.locale
        let name = locale.icuIdentifier
        collator = try Self.collators.value(of: name) { () throws(ICUError) in try Collator(locale) }
        key = .init(collation: name, field: query.titleField, chain: query.request.chain)
    }

    /// The sort key of a record's title.
    func key(_ record: Int32) -> [UInt8] {
        if let key = known[record] { return key }
        let key = collator.sortKey(title(record))
        known[record] = key
        return key
    }

    /// Places of records by title; equal titles share a place, the places of others rise with their order.
    func places(of records: [Int32]) -> (Int32) -> Int {
        if records.count > Self.few {
            let order = segment.titleOrder(key) {
                TitleOrder(
                    places: ordered((0..<Int32(segment.recordCount)).map { $0 }).map { Int32($0.place) })
            }
            return { Int(order.places[Int($0)]) }
        }
        let places = Dictionary(uniqueKeysWithValues: ordered(records).map { ($0.record, $0.place) })
        return { places[$0]! }
    }

    /// Each record with its place, in the order given.
    private func ordered(_ records: [Int32]) -> [(record: Int32, place: Int)] {
        let keys = records.map { collator.sortKey(title($0)) }
        let sorted = keys.indices.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }
        var result = records.map { (record: $0, place: 0) }
        var place = 0
        for (rank, index) in sorted.enumerated() {
            if rank > 0, keys[sorted[rank - 1]] != keys[index] { place += 1 }
            result[index].place = place
        }
        return result
    }

    /// The title as a hit shows it: in the first locale of the chain that has one, else the record's first, else
    /// the id.
    private func title(_ record: Int32) -> String {
        for locale in key.chain {
            if let title = segment.stored.texts(of: Int(record), key.field, locale).first { return title }
        }
        return segment.stored.firstText(of: Int(record), key.field) ?? segment.stored.ids[Int(record)]
    }
}
