// The nearest of many vectors, while they are compared one after the other.

/// The numbers of the records whose vectors are nearest to a query's.
struct NearestNumbers {
    /// A record with its score. The least one is the first to be replaced.
    struct Entry: Comparable {
        let score: Double
        let record: Int

        static func < (left: Entry, right: Entry) -> Bool {
            // Of equal scores the record with the least id, which has the least number, is nearest.
            left.score != right.score ? left.score < right.score : left.record > right.record
        }
    }

    private var heap = BinaryHeap<Entry>()
    private let limit: Int
    private let floor: Double

    /// - Parameters:
    ///   - limit: the most records.
    ///   - floor: the least score.
    init(limit: Int, floor: Double) {
        self.limit = limit
        self.floor = floor
    }

    /// The score below which no record is added.
    @inline(__always)
    var bar: Double {
        guard limit > 0 else { return .infinity }
        guard heap.count == limit, let least = heap.least else { return floor }
        return max(floor, least.score)
    }

    @inline(__always)
    mutating func insert(_ record: Int, score: Double) {
        guard score >= floor, limit > 0 else { return }
        let entry = Entry(score: score, record: record)
        if heap.count < limit {
            heap.insert(entry)
        } else if let least = heap.least, least < entry {
            heap.replaceLeast(by: entry)
        }
    }

    /// The records, nearest first.
    consuming func sorted() -> [Entry] {
        var entries: [Entry] = []
        entries.reserveCapacity(heap.count)
        while let least = heap.popLeast() { entries.append(least) }
        return entries.reversed()
    }
}
