// The weights that the documents name are those of the score.

import CatalogSearch
import Files
import Testing
import TestSupport

@Suite struct WeightDocumentTests {
    /// A document with single spaces instead of white space.
    private static func document(_ path: String) throws -> String {
        let bytes = try LocalFileSystem().contents(of: packageFolder + "/" + path)
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(
            separator: " ")
    }

    /// A number of hundredths, as short as possible.
    private static func decimal(_ hundredths: Int) -> String {
        let (whole, rest) = (hundredths / 100, hundredths % 100)
        if rest == 0 { return "\(whole)" }
        return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }

    /// The greatest number of words of each class of lengths but the last.
    private static let longest: [Int] = (1...1_000).filter {
        TextLength(words: $0) != TextLength(words: $0 + 1)
    }

    private static func weight(_ field: FieldName) -> Int {
        Score.defaultWeight(of: field, isTitle: field == .title)
    }

    @Test func theSearchGuideHasTheWeightsOfTheScore() throws {
        let guide = try Self.document("docs/searching.md")
        let lengths = Score.lengthFactors.map(Self.decimal)
        #expect(Self.longest.prefix(2) == [1, 2] && Self.longest.count == lengths.count - 1)
        #expect(Self.weight(.title) == Self.weight(.id))
        #expect(Self.weight(.description) == Self.weight(.catalog))
        #expect(Self.weight(.scope) == Self.weight(.summary))
        let sentences = [
            """
            | field | title and id \(Self.weight(.id)), keywords \(Self.weight(.keywords)), description and the \
            catalog's name \(Self.weight(.description)), others \(Self.weight(.summary));
            """,
            """
            | match position | whole text \(Self.decimal(Score.factor(.wholeField))), whole word \
            \(Self.decimal(Score.factor(.wholeWord))), beginning of a word \
            \(Self.decimal(Score.factor(.wordPrefix))) (of one letter \
            \(Self.decimal(Score.factor(.wordPrefix) * Score.initialFactor / 100))), inside a word \
            \(Self.decimal(Score.factor(.insideWord))) |
            """,
            """
            | length of the text | \(lengths[0]) for one word, then \(lengths[1]), \
            \(lengths[2]) (up to \(Self.longest[2]) words), \(lengths[3]) (\(Self.longest[3])), \
            \(lengths[4]) (\(Self.longest[4])), \(lengths[5]) (\(Self.longest[5])), \(lengths[6]) |
            """,
            """
            | language | \(Self.decimal(Score.localeFactors[0] / 10)) for the first in the chain, \
            \(Self.decimal(Score.localeFactors[1] / 10)) for each further step |
            """,
            """
            articles \(Self.decimal(Score.factor(Equivalence.elision))), forms \
            \(Self.decimal(Score.factor(Equivalence.forms))) (of [what the thing is](#what-ranks-first) \
            \(Self.decimal(Score.kindFormFactor))), synonyms \(Self.decimal(Score.factor(Equivalence.synonyms))),
            """,
            """
            | similar word | form or synonym \(Self.decimal(Score.factor(.forms))), other letters \
            \(Self.decimal(Score.factor(.letters))), typing error \(Self.decimal(Score.factor(.typos))) |
            """,
            """
            \(Self.decimal(Nearness.adjacent.factor)) side by side as typed, \
            \(Self.decimal(Nearness.reordered.factor)) in another order, \
            \(Self.decimal(Nearness(gap: WordGap(words: 2)).factor)) with up to two words between them, \
            \(Self.decimal(Nearness(gap: WordGap(words: 6)).factor)) with up to six.
            """,
            "A word counts at most \(Score.greatestRatio) times as much as the weakest word of the query",
            "multiplies it by up to \(Self.decimal(Score.greatestPopularityFactor / 10)):",
        ]
        for sentence in sentences { #expect(guide.contains(sentence), "\(sentence)") }
        #expect([3, 7].map { Nearness(gap: WordGap(words: $0)) } == [.loose, .none])
    }

    @Test func theCatalogGuideHasTheLimitsOfWeights() throws {
        let guide = try Self.document("docs/catalogs.md")
        let limits = "from \(Score.weights.lowerBound) to \(Score.weights.upperBound)"
        #expect(guide.contains("how much a match in a field counts, \(limits):"))
    }
}
