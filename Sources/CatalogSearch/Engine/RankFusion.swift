// Merges two orders: of the records found by words and of those found by meaning.

/// Adds the weight of each order divided by the record's position in it, so that scores of different kinds
/// are not compared (Cormack, Clarke and Büttcher, Reciprocal Rank Fusion, SIGIR 2009).
struct RankFusion {
    /// Added to positions, so that the first records of one order do not outweigh agreement of both. The
    /// value of the paper.
    static let offset = 60.0
    /// The number of records of an order that are fused. Later records found by words follow all others.
    static let depth = VectorQuery.maximumCount

    /// How much meaning counts, from 0 to 1.
    let ratio: Double

    private struct Fused {
        var candidate: SearchEngine.Candidate
        var score: Double
        var words: Int?
        var meaning: Int?
    }

    /// Identifies a candidate in both orders: its group, or the record itself.
    private enum Key: Hashable {
        case record(RecordReference)
        case group(catalog: String, Int)

        init(_ candidate: SearchEngine.Candidate) {
            self =
                candidate.match.group.map { .group(catalog: candidate.match.rank.catalog, $0) }
                ?? .record(candidate.reference)
        }
    }

    /// - Parameters:
    ///   - words: the matches of words, best first, each of its group once.
    ///   - meaning: the nearest records, nearest first, each of its group once, with their similarity.
    /// - Returns: each record once. Rules that raise and bury records decide before both orders do.
    func fused(
        words: [SearchEngine.Candidate], meaning: [SearchEngine.Candidate]
    ) -> [SearchEngine.Candidate] {
        var fused: [Fused] = []
        var places: [Key: Int] = [:]
        for (place, candidate) in words.prefix(Self.depth).enumerated() {
            places[Key(candidate)] = fused.count
            fused.append(
                Fused(
                    candidate: candidate, score: (1 - ratio) / (Self.offset + Double(place + 1)),
                    words: place + 1))
        }
        for (place, candidate) in meaning.enumerated() {
            let score = ratio / (Self.offset + Double(place + 1))
            if let known = places[Key(candidate)] {
                fused[known].score += score
                fused[known].meaning = place + 1
                fused[known].candidate.similarity = candidate.similarity
            } else {
                places[Key(candidate)] = fused.count
                fused.append(Fused(candidate: candidate, score: score, meaning: place + 1))
            }
        }
        for index in fused.indices {
            let place = fused[index].words
            fused[index].candidate.similarity?.wordsPosition = place
        }
        // Stable: of equal scores, records found by words come first.
        let order = fused.indices.sorted { left, right in
            let (first, second) = (fused[left], fused[right])
            let tiers = (first.candidate.match.rank.tier.rawValue, second.candidate.match.rank.tier.rawValue)
            if tiers.0 != tiers.1 { return tiers.0 < tiers.1 }
            return first.score != second.score ? first.score > second.score : left < right
        }
        let rest = words.dropFirst(Self.depth).filter { places[Key($0)] == nil }
        return order.map { fused[$0].candidate } + rest
    }
}
