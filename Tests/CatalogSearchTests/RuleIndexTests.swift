// Many rules are found by their words as if each was compared with the query.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct RuleIndexTests {
    private static let vocabulary = [
        "tea", "TEA", "Tee", "Öl", "ol", "oel", "Ångström", "angstrom", "!", "straße", "strasse", "緑茶", "µ",
    ]

    private static func words(_ counts: ClosedRange<Int>, _ random: inout SeededGenerator) -> String {
        (0..<Int.random(in: counts, using: &random)).map { _ in vocabulary.randomElement(using: &random)! }
            .joined(separator: " ")
    }

    /// What the documents say of a rule's query, for one folding.
    private static func holds(_ rule: SearchRule, for words: [String], _ table: FoldingTable) -> Bool {
        func folded(_ words: [String]) -> [[UInt8]] {
            let plain = words.filter { !$0.isSymbolic }
            return (plain.isEmpty ? words : plain).map { table.folded($0) }.filter { !$0.isEmpty }
        }
        let own = folded(PreparedQuery.split(rule.query!))
        let typed = folded(words)
        guard !own.isEmpty, own.count <= typed.count else { return false }
        return switch rule.match {
        case .exact: own == typed
        case .prefix: typed.starts(with: own)
        case .contains:
            (0...typed.count - own.count).contains { typed[$0..<$0 + own.count].elementsEqual(own) }
        }
    }

    @Test(arguments: ["en", "de", "sv", "ja"])
    func rulesAreFoundAsIfEachWasCompared(identifier: String) throws {
        let locale = try #require(LocaleIdentifier(identifier))
        let folding = try Folding(locale)
        var random = SeededGenerator(seed: 7)
        let rules = (0..<1_000).map { number in
            var rule = SearchRule(id: "\(number)")
            rule.query = Self.words(1...3, &random)
            rule.match = SearchRule.QueryMatch.allCases.randomElement(using: &random)!
            rule.hidden = ["none"]
            return rule
        }
        let index = RuleIndex(rules)
        var count = 0
        for _ in 0..<100 {
            let query = Self.words(0...5, &random)
            let words = PreparedQuery.split(query)
            let conditions = RuleConditions(SearchRequest(query, locale: locale), ParsedQuery())
            let found = try index.rules(for: conditions, words: words, locale)
            let expected = rules.filter { rule in
                [folding.standard, folding.search].contains { Self.holds(rule, for: words, $0) }
            }.prefix(SearchRule.maximumAppliedCount)
            #expect(found.map(\.id) == expected.map(\.id), "\(query)")
            count += found.count
        }
        #expect(count > 1_000)
    }

    /// Words are not next to each other where others, such as a phrase, are between them.
    @Test func otherWordsSeparateWords() throws {
        var rule = SearchRule(id: "a")
        rule.query = "green tea"
        rule.match = .contains
        rule.hidden = ["none"]
        let index = RuleIndex([rule])
        let conditions = RuleConditions(SearchRequest("", locale: .english), ParsedQuery())
        for (words, isFound) in [
            (["a", "green", "tea"], true), (["green", nil, "tea"], false), ([nil, "green", "tea"], true),
        ] as [([String?], Bool)] {
            let found = try index.rules(for: conditions, words: words, .english)
            #expect(found.isEmpty != isFound, "\(words)")
        }
    }
}
