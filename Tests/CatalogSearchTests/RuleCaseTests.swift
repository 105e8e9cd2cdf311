// Rules of a shop, case by case.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct RuleCaseTests {
    private func engine(_ titles: [String], _ rules: [SearchRule], group: [String] = []) throws
        -> SearchEngine
    {
        let records = titles.enumerated().map { number, title in
            CatalogRecord(
                id: "r\(number)", texts: [.init(.title, RuleTests.english, title)],
                popularity: 1 - Double(number) / 100,
                attributes: group.isEmpty ? [] : [.init("product", .text(group[number]))])
        }
        var description = CatalogDescription(id: "c", fields: [.title])
        if !group.isEmpty {
            description.attributes = [.init("product", .text)]
            description.group = "product"
        }
        description.rules = rules
        return try SearchEngine([CatalogIndex(description, records: records)])
    }

    private func ids(_ engine: SearchEngine, _ query: String, relax: Relaxation.Policy = .never) throws
        -> [String]
    {
        try engine.search(SearchRequest(query, locale: RuleTests.english, relax: relax)).hits.map(\.id)
    }

    private func rule(_ query: String?, _ match: SearchRule.QueryMatch = .exact, id: String = "a")
        -> SearchRule
    {
        var rule = SearchRule(id: id)
        rule.query = query
        rule.match = match
        return rule
    }

    @Test(
        arguments: [
            ("TÉA", .exact, "tea", true), ("tea", .exact, "Tea !", true), ("tea", .exact, "tea mug", false),
            ("tea", .contains, "green tea mug", true), ("tea mug", .contains, "tea green mug", false),
            ("tea mug", .contains, "green tea mug", true), ("tea", .contains, "teas", false),
            ("tea", .exact, "tea -mug", false), ("tea", .contains, "tea -mug", true),
            ("mug", .contains, "tea -mug", false), ("tea mug", .exact, #""tea mug""#, true),
            ("tea mug", .exact, "tea OR mug", false), ("tea", .contains, "title:tea", false),
            ("", .exact, "", true), ("", .exact, "tea", false), ("!", .exact, "", false),
        ] as [(String, SearchRule.QueryMatch, String, Bool)])
    func queriesAreComparedByWords(
        rule query: String, match: SearchRule.QueryMatch, typed: String, holds: Bool
    ) throws {
        var rule = rule(query, match)
        rule.hidden = ["none"]
        let engine = try engine(["tea"], [rule])
        let found = try engine.search(SearchRequest(typed, locale: RuleTests.english, relax: .never))
        #expect(found.rules.map(\.id) == (holds ? ["a"] : []))
    }

    @Test func conditionsThatWereTypedStillApply() throws {
        var rule = rule("tea", .contains)
        rule.pinned = [.init(id: "r1", position: 1)]
        let engine = try engine(["tea", "mug", "tea mug"], [rule])
        #expect(try ids(engine, "tea") == ["r1", "r0", "r2"])
        #expect(try ids(engine, "tea -mug") == ["r0"])
    }

    @Test func theFirstRuleDecidesAndTheOthersAreShown() throws {
        var first = rule(nil, id: "a")
        first.hidden = ["r0"]
        first.pinned = [.init(id: "r2", position: 1)]
        var second = rule("tea", id: "b")
        second.pinned = [.init(id: "r0", position: 1), .init(id: "r3", position: 1)]
        second.raised = ["r2"]
        let engine = try engine(["tea", "tea", "tea", "tea"], [first, second])
        let found = try engine.search(SearchRequest("tea", locale: RuleTests.english, relax: .never))
        #expect(found.hits.map(\.id) == ["r2", "r3", "r1"] && found.total == 3)
        #expect(found.rules.map(\.overruled) == [[], ["r0", "r2"]])
        #expect(found.hits.map(\.placement?.rule) == ["a", "b", nil])
        #expect(found.hits.map(\.placement?.position) == [1, 1, nil])
    }

    @Test func similarWordsAreSearchedForWhateverIsPinned() throws {
        var rule = rule("teapto")
        rule.pinned = [.init(id: "r1", position: 1)]
        let engine = try engine(["teapot", "mug"], [rule])
        let found = try engine.search(SearchRequest("teapto", locale: RuleTests.english, relax: .auto))
        #expect(found.hits.map(\.id) == ["r1", "r0"] && found.relaxation != nil && !found.hasOnlyPinned)
        var forms = SearchRequest("teapto", locale: RuleTests.english, relax: .auto)
        forms.triesOnlyForms = true
        #expect(try engine.search(forms).hasOnlyPinned)
        var unruled = SearchRequest("teapto", locale: RuleTests.english, relax: .auto)
        unruled.appliesRules = false
        #expect(try engine.search(unruled).hits.map(\.id) == ["r0"])
    }

    @Test func aMovedVariantStandsForItsGroup() throws {
        var rule = rule(nil)
        rule.pinned = [.init(id: "r3", position: 1), .init(id: "r2", position: 2)]
        rule.raised = ["r5"]
        rule.hidden = ["r0"]
        let engine = try engine(
            ["tea", "tea", "tea", "tea", "tea", "tea"], [rule], group: ["x", "x", "y", "y", "z", "z"])
        let found = try engine.search(SearchRequest("tea", locale: RuleTests.english, relax: .never))
        #expect(found.hits.map(\.id) == ["r3", "r5", "r1"] && found.total == 3)
        #expect(found.hits.map(\.variants?.count) == [2, 2, 1])
    }

    @Test func aGroupOfSeveralSegmentsTakesOnePlace() async throws {
        var rule = rule(nil)
        rule.pinned = [.init(id: "r3", position: 3)]
        let whole = try engine(["tea", "tea", "tea", "tea"], [rule], group: ["x", "x", "y", "z"])
        let description = whole.catalogs[0].description
        var segments: [IndexedSegment] = []
        for number in 0..<4 {
            let record = try #require(try whole.record("r\(number)", in: "c"))
            segments.append(try await SearchComparison.segment([record], description))
        }
        let divided = SearchEngine([CatalogIndex(description, segments: segments)])
        var request = SearchRequest("tea", locale: RuleTests.english, relax: .never)
        request.limit = 3
        for engine in [whole, divided] {
            #expect(try engine.search(request).hits.map(\.id) == ["r0", "r2", "r3"])
        }
    }

    @Test func datesNeedATime() throws {
        var rule = rule(nil)
        rule.from = Instant("2026-11-01")
        rule.until = Instant("2026-12-01")
        rule.hidden = ["r0"]
        let engine = try engine(["tea"], [rule])
        for (time, total) in [
            (nil, 1), ("2026-10-31T23:59:59Z", 1), ("2026-11-01", 0), ("2026-11-30T23:59:59Z", 0),
            ("2026-12-01", 1),
        ] as [(String?, Int)] {
            var request = SearchRequest("tea", locale: RuleTests.english, relax: .never)
            request.time = time.flatMap { Instant($0) }
            #expect(try engine.search(request).total == total)
        }
    }

    @Test func placesCountInAllCatalogs() throws {
        func catalog(_ id: String, _ rule: SearchRule) throws -> CatalogIndex {
            var description = CatalogDescription(id: id, fields: [.title])
            description.rules = [rule]
            return try CatalogIndex(
                description,
                records: (0..<3).map { number in
                    CatalogRecord(
                        id: "\(id)\(number)",
                        texts: [.init(.title, RuleTests.english, "tea \(number)")])
                })
        }
        var first = rule("tea")
        first.pinned = [.init(id: "y2", position: 2)]
        var second = rule("tea")
        second.pinned = [.init(id: "z2", position: 2)]
        second.hidden = ["y0"]
        let engine = SearchEngine([try catalog("y", first), try catalog("z", second)])
        // A rule names records of its catalog only.
        #expect(try ids(engine, "tea") == ["y0", "y2", "z2", "z0", "y1", "z1"])
    }

    @Test func rulesOfALiveCatalogChangeWithoutItsRecords() throws {
        let engine = try engine(["tea", "tea"], [])
        let live = LiveCatalog(engine.catalogs[0])
        var rule = rule(nil)
        rule.hidden = ["r0"]
        live.setRules([rule])
        #expect(try ids(SearchEngine([live.snapshot]), "tea") == ["r1"])
        try live.apply([.delete(id: "r1")])
        #expect(try ids(SearchEngine([live.snapshot]), "tea") == [])
        live.setRules([])
        #expect(try ids(SearchEngine([live.snapshot]), "tea") == ["r0"])
    }

    // MARK: Conditions and words

    @Test func contextsAndFiltersAreConditions() throws {
        var rule = rule("tea", .contains)
        rule.hidden = ["r0"]
        rule.contexts = ["mobile", "app"]
        rule.filter = try Filter("color = red AND size IN [M, L]")
        let engine = try engine(["tea", "tea"], [rule])
        func applies(_ contexts: [String], _ filter: String?, scope: String? = nil) throws -> Bool {
            var request = SearchRequest("tea", locale: RuleTests.english, relax: .never)
            request.contexts = contexts
            request.filter = try filter.map { try Filter($0) }
            request.scope = scope
            return try !HoldingRules(
                request, engine.parsed(CheckedRequest(request)), engine.catalogs.map(\.ruled)
            ).list.isEmpty
        }
        #expect(try applies(["app"], "size IN [L, M] AND stock > 3 AND color IN [red]"))
        #expect(try !applies(["web"], "color = red AND size IN [M, L]"))
        #expect(try !applies([], "color = red AND size IN [M, L]"))
        #expect(try !applies(["app"], "color = red"))
        #expect(try !applies(["app"], "color = red AND size IN [M, L, S]"))
        #expect(try !applies(["app"], "color = red OR size IN [M, L]"))
        #expect(try !applies(["app"], nil))
    }

    @Test(
        arguments: [
            ("couch", "sofa"), ("Red COUCH", "Red sofa"), ("big  corner couch", "big sectional"),
            ("cheap sofa", "sofa"), ("cheap", ""), ("sofa", "couch"), (#""couch""#, #""couch""#),
            ("-couch bed", "-couch bed"), ("couch couch", "sofa sofa"), ("couches", "couches"),
            ("loveseat", "small two-seat sofa"),
        ])
    func wordsAreReplacedOnce(typed: String, searched: String) throws {
        var rule = rule(nil)
        rule.replacements = [
            .init("corner couch", with: "sectional"), .init("couch", with: "sofa"),
            .init("sofa", with: "couch"),
            .init("cheap"), .init("loveseat", with: "small two-seat sofa"),
        ]
        let ruled = try engine(
            ["sofa", "red sofa", "big sectional", "couch", "bed", "small two-seat sofa", "couches"], [rule])
        let plain = try engine(
            ["sofa", "red sofa", "big sectional", "couch", "bed", "small two-seat sofa", "couches"], [])
        for relax in [Relaxation.Policy.never, .auto, .always] {
            // What is replaced does not say anything about the rest of a query.
            let expected = typed == "cheap sofa" ? "couch" : searched
            #expect(try ids(ruled, typed, relax: relax) == ids(plain, expected, relax: relax), "\(relax)")
        }
        let found = try ruled.search(SearchRequest(typed, locale: RuleTests.english, relax: .never))
        #expect(found.rules.isEmpty || !found.rules[0].replaced.isEmpty)
    }

    @Test func rulesGiveFiltersPreferencesAndData() throws {
        var rule = rule("tea")
        rule.addedFilter = try Filter("id IN [r0, r2]")
        rule.preferences = [Preference("id = r2 * 10")!]
        rule.data = .localized([RuleTests.english: #"{"banner":"Tea!"}"#, LocaleIdentifier("de")!: "1"])
        var broken = self.rule("tea", id: "b")
        broken.addedFilter = try Filter("nothing = 1")
        broken.raised = [.filter(try Filter("nothing = 1"))]
        broken.preferences = [Preference("nothing:1..2 * 3")!]
        broken.data = .json("[1.50]")
        let engine = try engine(["tea", "tea", "tea"], [rule, broken])
        let found = try engine.search(SearchRequest("tea", locale: RuleTests.english, relax: .never))
        #expect(found.hits.map(\.id) == ["r2", "r0"] && found.total == 2)
        #expect(found.rules.map(\.data) == [#"{"banner":"Tea!"}"#, "[1.50]"])
        #expect(found.rules.map(\.addedFilter) == [rule.addedFilter, nil] && found.rules[1].raised.isEmpty)
        let german = try engine.search(SearchRequest("tea", locale: RuleTests.german, relax: .never))
        #expect(german.rules.first?.data == "1")
    }

    @Test func aHitNamesTheRuleThatRaisedOrBuriedIt() throws {
        var first = rule(nil, id: "a")
        first.buried = [.filter(try Filter("id IN [r0, r1]"))]
        var second = rule(nil, id: "b")
        second.raised = [.filter(try Filter("id IN [r1, r2]"))]
        let engine = try engine(["tea", "tea", "tea", "tea"], [first, second])
        let found = try engine.search(SearchRequest("tea", locale: RuleTests.english, relax: .never))
        #expect(found.hits.map(\.id) == ["r2", "r3", "r0", "r1"])
        #expect(found.hits.map(\.placement?.rule) == ["b", nil, "a", "a"])
        #expect(found.hits.map(\.placement?.isBuried) == [false, nil, true, true])
    }

    @Test func onlyTheFirstRulesApplyToASearch() throws {
        let rules = (0..<200).map { number in
            var rule = rule("tea", id: "\(1_000 + number)")
            rule.hidden = [.id("r\(number)")]
            return rule
        }
        let engine = try engine((0..<200).map { _ in "tea" }, rules)
        let found = try engine.search(SearchRequest("tea", locale: RuleTests.english, relax: .never))
        #expect(found.total == 100 && found.rules.count == SearchRule.maximumAppliedCount)
    }
}
