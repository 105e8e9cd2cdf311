// A shard of a store's records, for stores that are too large for one machine.

/// The records of a range of slots. A record's slot depends on its catalog and id alone, and the number of
/// slots never changes.
public struct StoreShard: Hashable, Sendable, CustomStringConvertible {
    /// The number of slots.
    public static let slotCount = 1_024

    /// The number of the shard, from 1.
    public let number: Int
    /// The number of shards.
    public let count: Int

    /// A shard; `nil` if the number is not in `1...count`, or there are more shards than slots.
    public init?(_ number: Int, of count: Int) {
        guard (1...Self.slotCount).contains(count), (1...count).contains(number) else { return nil }
        self.number = number
        self.count = count
    }

    /// Reads what ``description`` writes: `2/4`.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        // `Int` would accept a sign.
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let number = Int(parts[0]), let count = Int(parts[1])
        else { return nil }
        self.init(number, of: count)
    }

    /// The slots of its records. All shards together have each slot once.
    public var slots: Range<Int> {
        Self.slotCount * (number - 1) / count..<Self.slotCount * number / count
    }

    /// The number of the shard and that of all shards: `2/4`.
    public var description: String { "\(number)/\(count)" }

    /// The SQL condition for rows of this shard.
    var condition: String { "slot BETWEEN \(slots.lowerBound) AND \(slots.upperBound - 1)" }
}
