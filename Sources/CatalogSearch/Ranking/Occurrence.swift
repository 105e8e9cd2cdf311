// A match of a word in a record, and how the matches of all words rank the record.

/// One match of a query's word in a record.
struct Occurrence: Sendable {
    var match: MatchClass
    var isRespelled = true
    /// Whether only the case of letters differs from what was typed, where it does not count.
    var hasOtherCase = false
    /// The index of the text's locale in the fallback chain, and of its field among those searched.
    var locale = 0
    var field = 0
    /// The index of the text among the field's texts; 0 except for keywords.
    var text = 0
    /// The position in the text: half-open, in bytes and in scalars.
    var bytes: Range<Int>
    var scalars = 0..<0
    /// Which collations treat word and text as equal.
    var byStandard: Bool
    var bySearch: Bool
    /// Whether the match is the last part of a compound, where the spelling may be one.
    var endsCompound = false
    /// Whether the match is in a label instead of a text of the record.
    var isInLabel = false
    /// What the match is worth, see ``WordKey``.
    var key = WordKey.none
    /// The index of the spelling that matched: 0 for the word as typed, else 1 and more for its alternatives.
    var alternative = 0

    /// Whether this match ranks its record higher than another match of the same word.
    func isBetter(than other: Occurrence) -> Bool {
        if key != other.key { return key > other.key }
        if field != other.field { return field < other.field }
        if text != other.text { return text < other.text }
        if scalars.lowerBound != other.scalars.lowerBound {
            return scalars.lowerBound < other.scalars.lowerBound
        }
        // Searches find the spellings of a word in different orders.
        return alternative < other.alternative
    }
}

/// The points of a word's match, and what decides between matches of equal points: the strictest relaxation,
/// then the spelling. The greatest key is the best match.
struct WordKey: RawRepresentable, Hashable, Comparable, BitwiseCopyable, Sendable {
    let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }

    /// No match.
    static let none = WordKey(rawValue: 0)
    /// The key of a word that equals a record's year or price.
    static let number = WordKey(
        points: Score.points(
            weight: Score.defaultWeight(of: .keywords, isTitle: false), match: .wholeField, length: .shortest,
            locale: 0, percent: 100),
        isRespelled: false, nil)

    @inline(__always)
    init(points: Int, isRespelled: Bool, _ relaxation: Relaxation.Kind?) {
        let strictness: UInt32 =
            switch relaxation {
            case nil, .fewer: 3
            case .forms: 2
            case .letters: 1
            case .typos: 0
            }
        rawValue = UInt32(truncatingIfNeeded: points) << 3 | strictness << 1 | (isRespelled ? 0 : 1)
    }

    @inline(__always)
    var points: Int { Int(rawValue >> 3) }
    var isRespelled: Bool { rawValue & 1 == 0 }
    var relaxation: Relaxation.Kind? { [.typos, .letters, .forms, nil][Int(rawValue >> 1 & 3)] }

    @inline(__always)
    static func < (left: WordKey, right: WordKey) -> Bool { left.rawValue < right.rawValue }
}

/// The matches of a word in a record, as far as rank and explanation need them: their number is
/// bounded, however long the texts are.
struct WordMatch: Sendable {
    /// The best match in each field, in the order of fields.
    private(set) var bestOfFields: [Occurrence] = []
    /// The numeric fields whose value equals the word.
    let numbers: [FieldName]
    /// Whether the record meets a condition on attributes that stands for the word.
    var meetsCondition = false

    init(numbers: [FieldName] = []) { self.numbers = numbers }

    /// Adds a match.
    mutating func append(_ occurrence: Occurrence) {
        guard let place = bestOfFields.firstIndex(where: { $0.field >= occurrence.field }) else {
            bestOfFields.append(occurrence)
            return
        }
        if bestOfFields[place].field != occurrence.field {
            bestOfFields.insert(occurrence, at: place)
        } else if occurrence.isBetter(than: bestOfFields[place]) {
            bestOfFields[place] = occurrence
        }
    }

    var best: Occurrence? { bestOfFields.max { $1.isBetter(than: $0) } }

    var isMatch: Bool { !bestOfFields.isEmpty || hasValue }

    private var hasValue: Bool { !numbers.isEmpty || meetsCondition }

    /// The greatest key of all matches.
    var key: WordKey { max(best?.key ?? .none, hasValue ? WordKey.number : .none) }
}

extension Rank {
    /// Sets what the matches decide.
    ///
    /// - Parameters:
    ///   - keys: the best key of each word.
    ///   - nearness: that of the words that are no numbers.
    ///   - mentions: see ``mentions``.
    ///   - claim: how much of the query the record has; `nil` if it must have all words.
    mutating func setMatches(
        _ keys: some Collection<WordKey>, _ nearness: Nearness, mentions: Int, claim: Int? = nil
    ) {
        wordScores = Score.counted(keys.map(\.points), isPartial: claim != nil)
        self.claim = claim
        self.nearness = nearness
        self.mentions = mentions
        isRespelled = keys.contains(where: \.isRespelled)
        relaxation = keys.compactMap(\.relaxation).max()
        score = Score.total(
            points: wordScores.reduce(0, +), nearness, popularity: Score.popularityFactor(popularity))
    }
}
