// How many texts contain the terms of a word, without reading all postings.

internal import Support

/// Identifies the approximate number of texts with the terms that contain a word.
struct EstimatedTextsKey: CachedKey {
    let word: WordTermsKey
    let isWhole: Bool

    static func cost(of value: Double) -> Int { 0 }
}

extension LocaleIndex {
    /// The approximate number of texts that contain these terms; a text counts once for each term.
    ///
    /// - Parameter terms: ascending.
    func estimatedTexts(of terms: [UInt32]) throws(SegmentError) -> Double {
        guard terms.count > Self.sampleSize else {
            var sum = 0
            for term in terms { sum += try postingCount(ofTerm: Int(term)) }
            return Double(sum)
        }
        // Few terms have most of the postings. The others are sampled.
        var sum = 0
        var known = 0
        var least = Int.max
        for position in 0..<min(frequentCount, Self.sampleSize) {
            let term: UInt32 = try frequentTerms.number(position)
            let index = terms.partitioningIndex { $0 >= term }
            guard index < terms.count, terms[index] == term else { continue }
            least = try postingCount(ofTerm: Int(term))
            sum += least
            known += 1
        }
        var sampled = 0
        var sampledSum = 0
        for sample in 0..<Self.sampleSize {
            let count = try postingCount(ofTerm: Int(terms[terms.count * sample / Self.sampleSize]))
            guard count < least else { continue }
            sampled += 1
            sampledSum += count
        }
        return Double(sum) + Double(terms.count - known) * Double(sampledSum) / Double(max(1, sampled))
    }

    /// The number of terms whose postings are counted for an estimate.
    private static let sampleSize = 256

    /// Terms ordered so that their postings soon cover most texts: the most frequent ones first.
    ///
    /// - Parameter terms: ascending.
    func mostFrequentFirst(_ terms: [UInt32]) throws(SegmentError) -> [UInt32] {
        // Looking up the frequent terms would cost more than it saves.
        guard terms.count > frequentCount / 4 else { return terms }
        let rest = TermUnion(termCount: termCount)
        for term in terms { rest.insert(term) }
        var ordered: [UInt32] = []
        ordered.reserveCapacity(terms.count)
        for position in 0..<frequentCount {
            let term: UInt32 = try frequentTerms.number(position)
            guard term < termCount, rest.contains(term) else { continue }
            rest.remove(term)
            ordered.append(term)
        }
        return ordered + rest.terms
    }
}
