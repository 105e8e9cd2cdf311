// When to merge segments. Each segment slows every query, and each merge costs writing.

/// When the segments of a changing catalog are merged: by tiers of growing size, so that each record is
/// rewritten only a few times while the catalog grows.
public struct MergePolicy: Hashable, Sendable {
    /// The number of changed records in small segments, beyond which these are merged.
    public var recordLimitInMemory = 2_000
    /// The size of the small segments of changed records, in bytes, beyond which these are merged.
    public var sizeLimitInMemory = 4 << 20
    /// The number of segments of similar size that are merged, and the ratio to
    /// the next tier's size; 2 or more.
    public var tierFactor = 8
    /// The share of deleted records, from 0 to 1, beyond which a segment is rewritten.
    public var deletedShare = 0.3
    /// The maximum size of a merged segment, in bytes; writing it takes about as much memory.
    public var segmentSizeLimit = 512 << 20

    public init() {}

    /// What the policy needs to know about a segment.
    struct Candidate: Hashable {
        var recordCount: Int
        var deletedCount = 0
        /// In bytes, including deleted records.
        var size: Int
        /// Whether changes made it, and no merge yet.
        var isRecent = false

        /// The approximate size after a rewrite.
        fileprivate var remainingSize: Int {
            let all = recordCount + deletedCount
            return all == 0 ? 0 : Int(Double(size) * Double(recordCount) / Double(all))
        }
    }

    /// The segments to merge, or a single one to rewrite.
    ///
    /// - Returns: their indices, ascending; empty if there is nothing to do.
    func choice(among candidates: [Candidate]) -> [Int] {
        let recent = candidates.indices.filter { candidates[$0].isRecent }
        if recent.reduce(0, { $0 + candidates[$1].recordCount }) > recordLimitInMemory
            || recent.reduce(0, { $0 + candidates[$1].remainingSize }) > sizeLimitInMemory
        {
            return together(recent, candidates)
        }
        let merged = candidates.indices.filter { !candidates[$0].isRecent }
        for index in merged {
            let candidate = candidates[index]
            let all = candidate.recordCount + candidate.deletedCount
            if Double(candidate.deletedCount) > deletedShare * Double(all) { return [index] }
        }
        for (_, tier) in Dictionary(grouping: merged, by: { tier(of: candidates[$0]) }).sorted(by: {
            $0.key < $1.key
        })
        where tier.count >= max(2, tierFactor) {
            let chosen = together(tier, candidates)
            if chosen.count > 1 { return chosen }
        }
        return []
    }

    /// As many segments, smallest first, as fit into one that is not too large, but at least one.
    private func together(_ indices: [Int], _ candidates: [Candidate]) -> [Int] {
        var chosen: [Int] = []
        var size = 0
        for index in indices.sorted(by: { candidates[$0].remainingSize < candidates[$1].remainingSize }) {
            size += candidates[index].remainingSize
            if !chosen.isEmpty, size > segmentSizeLimit { break }
            chosen.append(index)
        }
        return chosen.sorted()
    }

    /// How often a segment's number of records can be divided by the factor before it is small.
    private func tier(of candidate: Candidate) -> Int {
        var count = candidate.recordCount / max(1, recordLimitInMemory)
        var tier = 0
        while count >= max(2, tierFactor) {
            count /= max(2, tierFactor)
            tier += 1
        }
        return tier
    }
}
