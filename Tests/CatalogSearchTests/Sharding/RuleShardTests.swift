// Rules over shards do what they do in one engine.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct RuleShardTests {
    private static let filters = [
        "color = rot", "stock >= 3", "NOT maker EXISTS", "onSale = true",
        "brand IN [\"brand 1\", \"brand 2\"]",
        "nothing = 1",
    ]

    private static func target(using random: inout SeededGenerator) throws -> SearchRule.Target {
        if Bool.random(using: &random) {
            // As the samples have them; some of no record.
            let number = Int.random(in: 0..<35, using: &random)
            return .id("\(number * 7919 % 1009)-\(number)")
        }
        return .filter(try Filter(filters.randomElement(using: &random)!))
    }

    private static func rule(_ number: Int, using random: inout SeededGenerator) throws -> SearchRule {
        func chance(_ share: Int) -> Bool { Int.random(in: 0..<share, using: &random) == 0 }
        var rule = SearchRule(id: "rule\(number)")
        if chance(2) {
            let words = ShardSamples.query(using: &random).split(separator: " ").filter { !$0.contains(":") }
            rule.query = words.prefix(chance(2) ? 1 : 2).joined(separator: " ")
            rule.match = SearchRule.QueryMatch.allCases.randomElement(using: &random)!
        }
        if chance(5) { rule.contexts = ["mobile"] }
        if chance(8) { rule.filter = .attribute("color", .equals(.text("rot"))) }
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            rule.pinned.append(
                .init(try target(using: &random), position: Int.random(in: 1...8, using: &random)))
        }
        if chance(3) { rule.hidden = [try target(using: &random)] }
        if chance(2) { rule.raised = [try target(using: &random), try target(using: &random)] }
        if chance(3) { rule.buried = [try target(using: &random)] }
        if chance(4) { rule.replacements = [.init("rose", with: "garten"), .init("rot")] }
        if chance(8) { rule.addedFilter = try Filter(filters.randomElement(using: &random)!) }
        if chance(4) { rule.preferences = PreferenceTests.preferences(using: &random) }
        if chance(4) { rule.data = .json("\(number)") }
        return rule
    }

    /// One rule set a seed, ten requests each; groups in every other one.
    @Test(arguments: [1, 2, 5])
    func randomRulesDoWhatTheyDoInOneEngine(shards: Int) throws {
        var applied = 0
        for seed in 0..<8 {
            var random = SeededGenerator(seed: UInt64(1_000 + seed))
            var rules: [SearchRule] = []
            for number in 0..<Int.random(in: 1...6, using: &random) {
                rules.append(try Self.rule(number, using: &random))
            }
            let pair = try ShardPair(
                shards: shards, seed: UInt64(seed), groupedBy: seed % 2 == 0 ? "maker" : nil, segments: 2,
                rules: rules)
            for round in 0..<10 {
                var request = ShardSamples.request(ShardSamples.query(using: &random), using: &random)
                request.relax = [.never, .auto, .always].randomElement(using: &random)!
                if Bool.random(using: &random) { request.contexts = ["mobile"] }
                if round % 3 == 0 { request.spread = .by(round % 2 == 0 ? "color" : .scope) }
                try pair.expectSame(request)
                if let found = try? pair.one.search(request), !found.rules.isEmpty { applied += 1 }
            }
        }
        #expect(applied > 40)
    }
}
