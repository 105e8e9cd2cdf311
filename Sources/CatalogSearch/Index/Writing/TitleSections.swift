// In which order do the titles of a locale stand?

internal import ICU

/// Writes kind 44 of a locale.
struct TitleSections: ~Copyable {
    private let collator: Collator
    private var keys = GrowingBuffer<UInt8>()
    private var entries: [Entry] = []

    private struct Entry {
        /// The first eight bytes of the key, as a number that orders as they do.
        let prefix: UInt64
        let record: UInt32
        let length: UInt32
        let start: Int
    }

    /// The places of titles.
    ///
    /// - Parameters:
    ///   - title: the first title of a record, by the order in which records came.
    ///   - order: for each record of the file its number in the order in which records came.
    static func make(
        locale number: Int, _ locale: LocaleIdentifier, order: [UInt32],
        title: (Int) -> String?
    ) throws(ICUError) -> FinishedSection {
        var maker = TitleSections(collator: try Collator(locale))
        for record in order.indices {
            if let title = title(Int(order[record])) { maker.append(title, record: UInt32(record)) }
        }
        return FinishedSection(.titlePlaces, locale: number, maker.places(recordCount: order.count))
    }

    private init(collator: Collator) { self.collator = collator }

    private mutating func append(_ title: String, record: UInt32) {
        let key = collator.sortKey(title)
        entries.append(
            Entry(
                prefix: key.withUnsafeBytes { BytePrefix.of($0) }, record: record, length: UInt32(key.count),
                start: keys.count))
        keys.append(key)
    }

    private mutating func places(recordCount: Int) -> GrowingBuffer<UInt32> {
        let base = keys.base
        func key(_ entry: Entry) -> UnsafeBufferPointer<UInt8> {
            UnsafeBufferPointer(start: base + entry.start, count: Int(entry.length))
        }
        entries.sort { left, right in
            if left.prefix != right.prefix { return left.prefix < right.prefix }
            return key(left).lexicographicallyPrecedes(key(right))
        }
        var places = GrowingBuffer<UInt32>(repeating: IndexLayout.none, count: recordCount)
        var place: UInt32 = 0
        for (rank, entry) in entries.enumerated() {
            if rank > 0, !key(entries[rank - 1]).elementsEqual(key(entry)) { place = UInt32(rank) }
            places[Int(entry.record)] = place
        }
        return places
    }
}
