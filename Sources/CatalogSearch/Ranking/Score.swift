// What counts how much in the order of results. All weights are here; bounds, explanations,
// documentation and tests derive from them.

/// The score that a record earns for a query, in integers, so that it is the same on every machine.
///
/// It depends on the record and the query alone, not on how frequent words are, so scores of catalogs,
/// locales and segments compare exactly. The factors of preferences come on top of it. A word earns the
/// points of its best match, see ``points(weight:match:length:locale:percent:)``, limited by those of the other
/// words, see ``limit(least:)``; the score is their sum, times ``Nearness``, times ``popularityFactor(_:)``.
package enum Score {
    /// The points of a whole word in a text of one word in the first locale, in a field of weight 1.
    package static let unit = 1_000

    // MARK: Fields

    /// The weight of a field unless the catalog's description gives one.
    ///
    /// - Parameter isTitle: whether the field has the titles.
    package static func defaultWeight(of field: FieldName, isTitle: Bool) -> Int {
        if isTitle { return 10 }
        return switch field {
        case .title, .id: 10
        case .keywords: 4
        case .description, .catalog: 1
        default: 3
        }
    }

    /// The weights that a description may give to fields.
    package static let weights = 1...100

    // MARK: Matches

    /// In percent.
    package static func factor(_ match: MatchClass) -> Int {
        switch match {
        case .wholeField: 130
        case .wholeWord: 100
        case .wordPrefix: 60
        case .insideWord: 15
        }
    }

    /// For each class of ``TextLength``, in percent.
    package static let lengthFactors = [100, 95, 90, 85, 80, 75, 70]

    /// For each step down the fallback chain, in thousandths; the last for all further steps.
    package static let localeFactors = [1_000, 700, 490, 343, 240, 168, 118, 82, 58, 40]

    /// What remains of the points of a word that replaces the typed one, in percent.
    package static func factor(_ relaxation: Relaxation.Kind?) -> Int {
        switch relaxation {
        case nil, .fewer: 100
        case .forms: 65
        case .letters: 40
        case .typos: 25
        }
    }

    /// What remains of the points of a spelling that stands for the typed one, in percent.
    package static func factor(_ equivalence: Equivalence) -> Int {
        switch equivalence {
        // Less than what a longer text takes from the words of another spelling.
        case .edges, .separators, .units, .script: 80
        case .elision: 70
        // More than the beginning of another word: `pear` means Pears rather than Pearls.
        case .forms: 65
        case .synonyms: 50
        case .segments: 40
        case .compound: 30
        }
    }

    /// The same for forms of the word that says what a thing is: `laptops` means a laptop rather than a stand
    /// "for laptops".
    package static let kindFormFactor = 80

    /// The same for a number without its sign, such as `1` for `#1`. It is less than a match inside a word
    /// keeps, which `#1` in a text may be, so that texts with the sign rank first.
    package static let unsignedFactor = 10

    /// What remains of the points of one letter at the beginning of a longer word, in percent: nearly every
    /// text has such a word, and `vitamin c` means Vitamin C rather than a cream with vitamins.
    package static let initialFactor = 50

    /// The points of a match of a word.
    ///
    /// - Parameters:
    ///   - weight: the weight of the field.
    ///   - length: the length of the text.
    ///   - locale: the index of the text's locale in the fallback chain.
    ///   - percent: what remains of the points of a word that replaces the typed one.
    @inline(__always)
    package static func points(
        weight: Int, match: MatchClass, length: TextLength, locale: Int, percent: Int
    ) -> Int {
        let full = weight * factor(match) * lengthFactors[Int(length.rawValue)] * percent
        return full * localeFactors[min(locale, localeFactors.count - 1)] / (unit * unit)
    }

    // MARK: Fewer words

    /// What a word says about a record that has it, where matches may lack words: 100 times the binary
    /// logarithm of how many times as many records there are; 0 if no record has it.
    ///
    /// - Parameters:
    ///   - texts: the number of records that have the word.
    ///   - total: the number of all records.
    package static func weight(texts: Int, of total: Int) -> Int {
        guard texts > 0 else { return 0 }
        return max(1, Int(100 * logarithm(Double(total + 1) / Double(texts))))
    }

    /// The greatest ``weight(texts:of:)``, of a word in one of 2^62 records.
    package static let greatestWeight = 6_200

    /// The least claim of a match: half of the greatest claim of all records.
    package static func leastClaim(greatest: Int) -> Int { (greatest + 1) / 2 }

    /// What remains of the weight of a word that a record has, in percent.
    package static func share(_ match: MatchClass, _ relaxation: Relaxation.Kind?) -> Int {
        let kind =
            switch relaxation {
            case nil, .fewer: 100
            case .forms: 90
            case .letters: 80
            case .typos: 50
            }
        return min(100, factor(match)) * kind / 100
    }

    /// What the matches of a word raise its weight by, in percent: the first in a field of
    /// weight 1 by nothing, many by a third.
    ///
    /// - Parameter strength: the sum of the weights of the fields of all its matches, at least 1.
    package static func repetition(strength: Int) -> Int { greatestRepetition - 30 / max(1, strength) }

    /// The greatest ``repetition(strength:)``.
    package static let greatestRepetition = 130

    /// What two adjacent words of the query add where they are adjacent in a text, given the weight that
    /// remains of each.
    package static func neighbors(_ first: Int, _ second: Int) -> Int { min(first, second) }

    // MARK: Mentions

    /// The most mentions of a word that count in one text: postings say only whether there are several.
    package static let mostMentions = 2

    /// What a mention counts, for each class of ``TextLength``, in percent: about 2,500 by 24 more than the
    /// number of words. Long texts mention many words, so it falls faster than ``lengthFactors``.
    package static let mentionFactors = [100, 95, 90, 80, 65, 40, 25]

    /// What the mentions of a word in a text count.
    ///
    /// - Parameters:
    ///   - count: the number of terms of the text that have the word as a whole word.
    ///   - weight: the weight of the field.
    @inline(__always)
    package static func mentions(_ count: Int, weight: Int, length: TextLength) -> Int {
        min(count, mostMentions) * weight * mentionFactors[Int(length.rawValue)]
    }

    // MARK: Records

    /// How many times as much as the query's weakest word another word counts at most: an "of" in the title
    /// says less than the words that the record is about.
    package static let greatestRatio = 5

    /// The most points that a word counts.
    ///
    /// - Parameter least: the points of the weakest word.
    @inline(__always)
    package static func limit(least: Int) -> Int { least * greatestRatio }

    /// What the words count, given what each earns.
    ///
    /// - Parameter isPartial: whether the record may lack words, which earn nothing.
    package static func counted(_ points: some Collection<Int>, isPartial: Bool = false) -> [Int] {
        let limit = limit(least: points.lazy.filter { !isPartial || $0 > 0 }.min() ?? 0)
        return points.map { min($0, limit) }
    }

    /// The sum of ``counted(_:isPartial:)``, given the best key of each word.
    static func countedSum(_ keys: [WordKey], isPartial: Bool = false) -> Int {
        var least = Int.max
        for key in keys where !isPartial || key.points > 0 { least = min(least, key.points) }
        guard least < .max else { return 0 }
        let limit = limit(least: least)
        return keys.reduce(0) { $0 + min($1.points, limit) }
    }

    /// The score of a record.
    ///
    /// - Parameters:
    ///   - points: the sum of what the words count.
    ///   - popularity: the record's ``popularityFactor(_:)``.
    @inline(__always)
    package static func total(points: Int, _ nearness: Nearness, popularity: Int) -> Int {
        points * nearness.factor / Nearness.unit * popularity / 1_000
    }

    /// The score of a record, times the product of preferences. It never falls when a factor grows, so
    /// the greatest factors give a bound.
    @inline(__always)
    static func total(points: Int, _ nearness: Nearness, _ factors: RecordFactors) -> Int {
        preferred(total(points: points, nearness, popularity: factors.popularity), factors.preference)
    }

    /// A score times the product of preferences. Phrases of hundreds of words in a field of great
    /// weight reach the greatest number.
    @inline(__always)
    static func preferred(_ score: Int, _ preference: Int) -> Int {
        let (product, overflows) = score.multipliedReportingOverflow(by: preference)
        return overflows ? .max : product
    }

    /// The least points that may earn a score: fewer never do.
    static func leastPoints(total: Int, _ nearness: Nearness, _ factors: RecordFactors) -> Int {
        total / factors.preference * 1_000 / factors.popularity * Nearness.unit / nearness.factor
    }

    /// What the score of a record of the kind that the query names is multiplied by: a laptop whose keywords say
    /// so comes before a stand for laptops.
    package static let kindFactor = DecimalNumber(2)

    /// The greatest ``popularityFactor(_:)``, in thousandths.
    package static let greatestPopularityFactor = 1_500

    /// What a popularity multiplies the score by, in thousandths: 1 for none, growing with each
    /// doubling, 1.5 from about a million on.
    package static func popularityFactor(_ popularity: Double) -> Int {
        // NaN is no popularity.
        guard popularity > 0 else { return 1_000 }
        let doublings = 20.0
        let most = Double(greatestPopularityFactor - 1_000)
        return 1_000 + Int(most * min(1, logarithm(1 + min(popularity, 2e6)) / doublings))
    }

    /// How much of ``greatestPopularityFactor`` a popularity earns, 0 to 1.
    static func popularityShare(_ popularity: Double) -> Double {
        Double(popularityFactor(popularity) - 1_000) / Double(greatestPopularityFactor - 1_000)
    }

    /// The logarithm to base 2, linear between powers: exact in IEEE arithmetic, unlike that of a C library.
    private static func logarithm(_ value: Double) -> Double {
        Double(value.exponent) + value.significand - 1
    }
}

extension LearnedPopularity {
    /// What a popularity multiplies the score of its record by, 1 to 1.5.
    public static func factor(of popularity: Double) -> Double {
        Double(Score.popularityFactor(popularity)) / 1_000
    }
}

/// What multiplies the score of a record, whatever the words are.
struct RecordFactors {
    /// See ``Score/popularityFactor(_:)``.
    let popularity: Int
    /// See ``Preference/product(of:)``; 1 for all records if there are no preferences.
    let preference: Int
}
