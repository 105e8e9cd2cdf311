// A query with words that no record has together: the weight of each word, and the weight that a match needs.

internal import Synchronization

/// The conditions under which a record matches although it lacks some of the words.
///
/// A record's claim is the sum of the weights of its words of the query. Records with at least half of the
/// greatest claim match. Weights and the greatest claim are computed over all searched records, so the
/// results do not depend on how records are divided into segments, catalogs and shards.
struct PartialQuery: Sendable {
    /// The weight of each word of the query, see ``Score/weight(texts:of:)``.
    var weights: [Int]
    /// The words that every match must have: phrases.
    let required: WordMask
    /// The least claim of a match; `nil` before the greatest claim is known.
    var leastClaim: Int?
    /// The words of a record with the greatest claim; empty in a shard, which needs only the claim.
    var mostWords = WordMask()
    /// Cached results of segments for the query.
    private(set) var found = CachedPartialCandidates()

    init(weights: [Int], required: WordMask, leastClaim: Int? = nil) {
        self.weights = weights
        self.required = required
        self.leastClaim = leastClaim
    }

    /// Discards cached results, because other records match the words, such as pinned ones.
    mutating func forget() { found = CachedPartialCandidates() }

    /// Whether some record has all words that any record has.
    var hasAllFoundWords: Bool { weights.indices.allSatisfy { weights[$0] == 0 || mostWords.contains($0) } }

    /// The sum of the weights of some words.
    func claim(_ words: WordMask) -> Int {
        var sum = 0
        words.forEach { sum += weights[$0] }
        return sum
    }
}

extension PreparedQuery {
    /// A query for the words of the record with the greatest claim, all of which a match needs; `nil` if matches
    /// may not lack words.
    var withMostWords: PreparedQuery? {
        guard let partial else { return nil }
        var query = self
        query.words = words.indices.filter(partial.mostWords.contains).map { words[$0] }
        query.partial = nil
        return query
    }
}

/// A set of the words of a query, by their indexes.
struct WordMask: Hashable, Sendable, BitwiseCopyable {
    /// The most words of a partial query: words of scripts without spaces are split.
    static let capacity = 64

    private(set) var bits: UInt64 = 0

    init() {}
    init(bits: UInt64) { self.bits = bits }

    @inline(__always)
    func contains(_ word: Int) -> Bool { bits & 1 << UInt64(word) != 0 }

    @inline(__always)
    mutating func insert(_ word: Int) { bits |= 1 << UInt64(word) }

    @inline(__always)
    func isSuperset(of other: WordMask) -> Bool { bits & other.bits == other.bits }

    /// Whether this set has the first of the words that are in only one of both sets.
    func hasEarlierWords(than other: WordMask) -> Bool {
        let different = bits ^ other.bits
        return different != 0 && contains(different.trailingZeroBitCount)
    }

    @inline(__always)
    func forEach(_ body: (_ word: Int) -> Void) {
        var rest = bits
        while rest != 0 {
            body(rest.trailingZeroBitCount)
            rest &= rest - 1
        }
    }
}

/// The greatest claim of some records.
struct GreatestClaim: Sendable, Equatable {
    var claim = 0
    /// The words of a record with this claim; of several such records, the one with the words typed first.
    var words = WordMask()

    mutating func add(_ other: GreatestClaim) {
        if other.claim > claim || other.claim == claim && other.words.hasEarlierWords(than: words) {
            self = other
        }
    }
}

/// The records of a segment that may match a query although they lack some of its words.
struct PartialCandidates: Sendable {
    /// The greatest claim among them.
    var greatest = GreatestClaim()
    /// Their numbers, and the words of each, in the same order.
    var records: [Int32] = []
    var words: [WordMask] = []
}

/// The results of segments for one query, cached between its passes.
final class CachedPartialCandidates: Sendable {
    private struct Segment {
        /// The records of each word.
        var words: [RecordSet]?
        var candidates: PartialCandidates?
    }

    /// By the version of the segment.
    private let segments = Mutex<[UInt64: Segment]>([:])

    func words(of version: UInt64) -> [RecordSet]? { segments.withLock { $0[version]?.words } }

    func keep(_ words: [RecordSet], of version: UInt64) {
        segments.withLock { $0[version, default: Segment()].words = words }
    }

    func candidates(of version: UInt64) -> PartialCandidates? {
        segments.withLock { $0[version]?.candidates }
    }

    /// Stores candidates; the sets of the words are no longer needed.
    func keep(_ candidates: PartialCandidates, of version: UInt64) {
        segments.withLock { $0[version] = Segment(candidates: candidates) }
    }
}
