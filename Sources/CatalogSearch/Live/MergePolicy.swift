// When are segments worth merging? Each one costs every query, and each merging costs writing.

/// When the segments of a catalog that changes are merged: by sizes that grow from tier to tier, so that each record
/// is written again only a few times while the catalog grows.
public struct MergePolicy: Hashable, Sendable {
    /// With more changed records than this in memory, where they are scanned, they are indexed.
    public var recordLimitInMemory = 2_000
    /// With more text than this in memory, in bytes, it is indexed.
    public var sizeLimitInMemory = 4 << 20
    /// How many segments of about one size are merged, and how many times larger the next size is; 2 or more.
    public var tierFactor = 8
    /// With more than this share of its records deleted, from 0 to 1, a segment is written anew.
    public var deletedShare = 0.3
    /// No segments are merged to a larger one than this, in bytes, of which writing takes about as much memory.
    public var segmentSizeLimit = 512 << 20

    /// The usual policy.
    public init() {}

    /// What the policy asks of a segment.
    struct Candidate: Hashable {
        var recordCount: Int
        var deletedCount = 0
        /// In bytes, with the deleted records.
        var size: Int
        var isInMemory = false

        /// About how much would be left by writing it anew.
        fileprivate var remainingSize: Int {
            let all = recordCount + deletedCount
            return all == 0 ? 0 : Int(Double(size) * Double(recordCount) / Double(all))
        }
    }

    /// Which segments should be merged to one, or a single one written anew.
    ///
    /// - Returns: their indices, rising; none where all is well.
    func choice(among candidates: [Candidate]) -> [Int] {
        let inMemory = candidates.indices.filter { candidates[$0].isInMemory }
        if inMemory.reduce(0, { $0 + candidates[$1].recordCount }) > recordLimitInMemory
            || inMemory.reduce(0, { $0 + candidates[$1].remainingSize }) > sizeLimitInMemory
        {
            return together(inMemory, candidates)
        }
        let indexed = candidates.indices.filter { !candidates[$0].isInMemory }
        for index in indexed {
            let candidate = candidates[index]
            let all = candidate.recordCount + candidate.deletedCount
            if Double(candidate.deletedCount) > deletedShare * Double(all) { return [index] }
        }
        for (_, tier) in Dictionary(grouping: indexed, by: { tier(of: candidates[$0]) }).sorted(by: {
            $0.key < $1.key
        })
        where tier.count >= max(2, tierFactor) {
            let merged = together(tier, candidates)
            if merged.count > 1 { return merged }
        }
        return []
    }

    /// As many segments, the smallest first, as make up one that is not too large, but at least one.
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

    /// How many times a segment's number of records can be divided by the factor down to what fits in memory.
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
