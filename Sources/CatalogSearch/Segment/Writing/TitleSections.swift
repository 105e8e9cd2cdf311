// The order and the lengths of a locale's titles.

internal import ICU

/// Writes kinds 44 and 47 of a locale.
struct TitleSections: ~Copyable {
    private let collator: Collator
    private var keys = GrowingBuffer<UInt8>()
    private var starts = GrowingBuffer<Int>()
    private var records = GrowingBuffer<UInt32>()
    private var lengths: GrowingBuffer<UInt16>

    /// The positions of titles.
    ///
    /// - Parameters:
    ///   - title: the first title of a record, by its number in the order added.
    ///   - order: the number, in the order added, of each record of the file.
    static func make(
        locale number: Int, _ locale: LocaleIdentifier, order: [UInt32],
        title: (Int) -> String?
    ) throws(ICUError) -> [FinishedSection] {
        var maker = TitleSections(try Collator(locale), recordCount: order.count)
        for record in order.indices {
            if let title = title(Int(order[record])) { maker.append(title, record: UInt32(record)) }
        }
        return [
            FinishedSection(.titlePositions, locale: number, maker.places(recordCount: order.count)),
            FinishedSection(.titleLengths, locale: number, maker.lengths),
        ]
    }

    private init(_ collator: Collator, recordCount: Int) {
        self.collator = collator
        lengths = GrowingBuffer(repeating: IndexLayout.noTitleLength, count: recordCount)
    }

    private mutating func append(_ title: String, record: UInt32) {
        let key = collator.sortKey(title)
        starts.append(keys.count)
        records.append(record)
        lengths[Int(record)] = UInt16(truncatingIfNeeded: IndexLayout.length(ofTitle: title))
        keys.append(key)
    }

    private mutating func places(recordCount: Int) -> GrowingBuffer<UInt32> {
        starts.append(keys.count)
        let (base, starts) = (keys.base, starts.base)
        func key(_ index: Int) -> UnsafeRawBufferPointer {
            UnsafeRawBufferPointer(start: base + starts[index], count: starts[index + 1] - starts[index])
        }
        let order = ByteOrder.sorted(count: records.count, key)
        var places = GrowingBuffer<UInt32>(repeating: IndexLayout.none, count: recordCount)
        var place: UInt32 = 0
        var previous = UnsafeRawBufferPointer(start: nil, count: 0)
        for rank in 0..<order.count {
            let key = key(Int(order[rank]))
            if rank > 0, !ByteOrder.equal(previous, key) { place = UInt32(rank) }
            previous = key
            places[Int(records[Int(order[rank])])] = place
        }
        return places
    }
}
