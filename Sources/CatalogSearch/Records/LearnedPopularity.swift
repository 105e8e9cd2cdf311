// How popular records are, as a server learned from what readers chose and bought.

/// How popular some records of a catalog are, as learned from what readers chose and bought.
///
/// A popularity multiplies the score of its record as that of the record itself does: 1 for none, growing
/// with each doubling, 1.5 from about a million on.
public struct LearnedPopularity: Hashable, Sendable {
    /// The popularities by the records' ids, each greater than 0.
    public let records: [String: Double]
    /// Differs where the popularities do.
    let fingerprint: UInt64

    /// The most records that have a learned popularity.
    public static let maximumCount = 10_000
    /// The greatest popularity.
    public static let maximum = 1e9

    /// Popularities by the records' ids; those that are not greater than 0 are left out, and the greatest
    /// ones are kept if there are more than ``maximumCount``.
    public init(_ records: [String: Double] = [:]) {
        var kept = records.filter { $0.value > 0 }
        if kept.count > Self.maximumCount {
            let order = Self.sorted(kept).prefix(Self.maximumCount)
            kept = Dictionary(uniqueKeysWithValues: order.map { ($0.id, $0.popularity) })
        }
        for (id, popularity) in kept where popularity > Self.maximum { kept[id] = Self.maximum }
        self.records = kept
        // A sum does not depend on the order of a dictionary.
        fingerprint = kept.reduce(0) { sum, record in
            var bytes = Array(record.key.utf8)
            withUnsafeBytes(of: record.value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
            return sum &+ bytes.withUnsafeBytes(Checksum.of)
        }
    }

    /// The records, the most popular ones first, equal ones by their ids.
    public var mostPopular: [(id: String, popularity: Double)] { Self.sorted(records) }

    private static func sorted(_ records: [String: Double]) -> [(id: String, popularity: Double)] {
        records.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
    }

    /// Whether nothing was learned.
    public var isEmpty: Bool { records.isEmpty }
}
