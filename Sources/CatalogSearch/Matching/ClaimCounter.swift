// How much of a query a record has, where matches may lack words.

/// Adds up what the words of a query say about one record: their weights, raised where words are repeated,
/// and where neighbours of the query are neighbours in a text.
struct ClaimCounter {
    private let partial: PartialQuery
    /// The words that have a position in texts, in the order typed.
    private let placed: [Int]
    /// For each word, the greatest share of its weight among its matches, in percent, and the strength of the
    /// matches with that share.
    private var shares: [Int]
    private var strengths: [Int]
    /// For each pair of neighbours in `placed` whether they are neighbours in a text.
    private var areNeighbors: [Bool]

    init(_ partial: PartialQuery, placed: [Int]) {
        self.partial = partial
        self.placed = placed
        shares = partial.weights.map { _ in 0 }
        strengths = shares
        areNeighbors = placed.dropLast().map { _ in false }
    }

    /// Begins with a record.
    ///
    /// - Parameter values: the matches of each word by values of the record.
    mutating func start(_ values: [WordKey]) {
        for (word, key) in values.enumerated() {
            shares[word] = key == .none ? 0 : Score.share(.wholeWord, key.relaxation)
            strengths[word] = Score.defaultWeight(of: .keywords, isTitle: false)
        }
        for pair in areNeighbors.indices { areNeighbors[pair] = false }
    }

    /// Adds a match of a word.
    ///
    /// - Parameters:
    ///   - share: what remains of its weight, in percent.
    ///   - weight: that of the field.
    @inline(__always)
    mutating func add(_ word: Int, _ share: Int, weight: Int) {
        if share > shares[word] {
            shares[word] = share
            strengths[word] = weight
        } else if share == shares[word] {
            strengths[word] += weight
        }
    }

    /// Adds the neighbours in a text.
    mutating func add(_ finder: GapFinder) {
        for pair in areNeighbors.indices where finder.areNeighbors(pair) { areNeighbors[pair] = true }
    }

    /// The claim of the record.
    var sum: Int {
        var sum = 0
        for word in shares.indices where shares[word] > 0 {
            sum += rest(of: word) * Score.repetition(strength: strengths[word]) / 100
        }
        for pair in areNeighbors.indices where areNeighbors[pair] {
            sum += Score.neighbors(rest(of: placed[pair]), rest(of: placed[pair + 1]))
        }
        return sum
    }

    private func rest(of word: Int) -> Int { partial.weights[word] * shares[word] / 100 }

    /// The greatest claim of a record that has some words.
    func most(_ words: WordMask) -> Int {
        var sum = 0
        words.forEach { sum += partial.weights[$0] * Score.greatestRepetition / 100 }
        for (first, second) in zip(placed, placed.dropFirst())
        where words.contains(first) && words.contains(second) {
            sum += Score.neighbors(partial.weights[first], partial.weights[second])
        }
        return sum
    }
}
