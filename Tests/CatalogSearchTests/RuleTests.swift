// Rules of a shop's own order: random rules over random queries against plain lists.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct RuleTests {
    private static let words = ["tea", "green", "black", "mug", "iron", "öl", "zürich", "fox"]
    private static let colors = ["red", "blue"]
    private static let scopes = ["a", "b", nil]
    private static let english = LocaleIdentifier.english
    private static let german = LocaleIdentifier("de_AT")!
    private static let now = Instant("2026-11-20")!

    private static func record(_ number: Int, using random: inout SeededGenerator) -> CatalogRecord {
        let title = (0..<Int.random(in: 1...4, using: &random)).map { _ in
            words.randomElement(using: &random)!
        }
        return CatalogRecord(
            id: "r\(number)", scope: scopes.randomElement(using: &random)!,
            texts: [.init(.title, english, title.joined(separator: " "))],
            popularity: Double(Int.random(in: 0...3, using: &random)) / 4,
            attributes: [.init("color", .text(colors.randomElement(using: &random)!))])
    }

    private static func rule(_ number: Int, using random: inout SeededGenerator) -> SearchRule {
        var rule = SearchRule(id: "rule\(number)")
        if Int.random(in: 0..<6, using: &random) > 0 {
            let spelled = (0..<Int.random(in: 0...2, using: &random)).map { _ in
                let word = words.randomElement(using: &random)!
                return [word, word.uppercased(), "  " + word].randomElement(using: &random)!
            }
            rule.query = spelled.joined(separator: " ")
        }
        rule.match = SearchRule.QueryMatch.allCases.randomElement(using: &random)!
        if Int.random(in: 0..<4, using: &random) == 0 { rule.locales = [LocaleIdentifier("de")!] }
        if Int.random(in: 0..<5, using: &random) == 0 {
            rule.from = Instant(["2026-11-20", "2026-11-21"].randomElement(using: &random)!)
        }
        if Int.random(in: 0..<5, using: &random) == 0 {
            rule.until = Instant(["2026-11-20", "2026-11-21"].randomElement(using: &random)!)
        }
        var ids = (0..<Int.random(in: 1...6, using: &random)).map { _ in
            // Some that no record has.
            "r\(Int.random(in: 0..<45, using: &random))"
        }.withoutDuplicates
        while let id = ids.popLast() {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: rule.pinned.append(.init(id: id, place: Int.random(in: 1...12, using: &random)))
            case 1: rule.hidden.append(.id(id))
            case 2: rule.buried.append(.id(id))
            default: rule.raised.append(.id(id))
            }
        }
        if Int.random(in: 0..<2, using: &random) == 0 {
            let filter = SearchRule.Target.filter(colorFilter(colors.randomElement(using: &random)!))
            switch Int.random(in: 0..<4, using: &random) {
            case 0: rule.pinned.append(.init(filter, place: Int.random(in: 1...12, using: &random)))
            case 1: rule.hidden.append(filter)
            case 2: rule.buried.append(filter)
            default: rule.raised.append(filter)
            }
        }
        if Int.random(in: 0..<6, using: &random) == 0 { rule.addedFilter = colorFilter(colors[0]) }
        return rule
    }

    private static func colorFilter(_ color: String) -> Filter {
        .attribute("color", .equals(.text(color)))
    }

    /// What rules do, by lists.
    private struct Oracle {
        let records: [CatalogRecord]
        let rules: [SearchRule]

        private func holds(_ rule: SearchRule, _ query: [String], _ request: SearchRequest) -> Bool {
            if let from = rule.from, RuleTests.now < from { return false }
            if let until = rule.until, RuleTests.now >= until { return false }
            if !rule.locales.isEmpty, request.locale == RuleTests.english { return false }
            guard let text = rule.query else { return true }
            let words = text.lowercased().split(separator: " ").map { String($0) }
            if rule.match == .exact { return words == query }
            if rule.match == .prefix { return query.starts(with: words) }
            if words.isEmpty { return true }
            guard words.count <= query.count else { return false }
            return (0...(query.count - words.count)).contains { start in
                Array(query[start..<start + words.count]) == words
            }
        }

        private func isMeant(_ record: CatalogRecord, _ target: SearchRule.Target) -> Bool {
            switch target {
            case .id(let id): record.id == id
            case .filter(let filter):
                RuleTests.colors.contains { color in
                    filter == RuleTests.colorFilter(color)
                        && record.attributes.contains(.init("color", .text(color)))
                }
            }
        }

        /// The ids in order, of the scope, and the number of all records that match.
        func answer(_ request: SearchRequest, _ query: [String], color: String?) throws -> (
            ids: [String], count: Int
        ) {
            enum Action {
                case pin
                case hide
                case raise
                case bury
            }
            var decided: [String: Action] = [:]
            var pins: [(target: SearchRule.Target, place: Int)] = []
            func decide(_ target: SearchRule.Target, _ action: Action) {
                for record in records where decided[record.id] == nil && isMeant(record, target) {
                    decided[record.id] = action
                }
            }
            var added: [Filter] = []
            for rule in rules where holds(rule, query, request) {
                for pin in rule.pinned {
                    if let id = pin.target.id {
                        if decided[id] != nil { continue }
                        decide(pin.target, .pin)
                    }
                    pins.append((pin.target, pin.place))
                }
                for target in rule.hidden { decide(target, .hide) }
                for target in rule.raised { decide(target, .raise) }
                for target in rule.buried { decide(target, .bury) }
                added += rule.addedFilter.map { [$0] } ?? []
            }
            // Hidden records are as if there were none.
            let visible = records.filter { record in
                decided[record.id] != .hide && added.allSatisfy { isMeant(record, .filter($0)) }
            }
            var plain = request
            plain.appliesRules = false
            (plain.limit, plain.offset) = (1_000, 0)
            var description = RuleTests.description
            description.rules = []
            // A request may name a scope of which all records are hidden.
            description.scopes = RuleTests.scopes.compactMap { $0.map { .init(id: $0) } }
            let engine = try SearchEngine([CatalogIndex(description, records: visible)])
            let found = try engine.search(plain)
            let admitted = visible.filter { record in
                color.map { record.attributes.contains(.init("color", .text($0))) } ?? true
            }
            let additional = admitted.filter { record in
                decided[record.id] == .pin
                    && !(record.texts.first.map { text in
                        query.allSatisfy { text.value.split(separator: " ").contains(Substring($0)) }
                    } ?? false)
            }
            let count = found.scopes[0].count + additional.count
            let known = Set(
                (found.hits.map(\.id)
                    + additional.filter { request.scope == nil || $0.scope == request.scope }.map(\.id)))
            guard request.sort == .relevance else { return (Array(known).sorted(), count) }
            var rest = [Action.raise, nil, .bury].flatMap { action in
                found.hits.map(\.id).filter { decided[$0] == action }
            }
            // The least place first, and for one place the first rule.
            var waiting: [(id: String, place: Int)] = []
            for (_, pin) in pins.enumerated().sorted(by: {
                ($0.element.place, $0.offset) < ($1.element.place, $1.offset)
            }) {
                if let id = pin.target.id {
                    if known.contains(id), decided[id] == .pin { waiting.append((id, pin.place)) }
                } else if let place = rest.firstIndex(where: { id in
                    isMeant(records.first { $0.id == id }!, pin.target)
                }) {
                    waiting.append((rest.remove(at: place), pin.place))
                }
            }
            var ids: [String] = []
            while !rest.isEmpty || !waiting.isEmpty {
                // The least place first, and for one place the first rule.
                let next = waiting.indices.min { (waiting[$0].place, $0) < (waiting[$1].place, $1) }
                if let next, waiting[next].place <= ids.count + 1 || rest.isEmpty {
                    ids.append(waiting.remove(at: next).id)
                } else {
                    ids.append(rest.removeFirst())
                }
            }
            return (ids, count)
        }
    }

    private static let description = CatalogDescription(
        id: "c", fields: [.title], attributes: [.init("color", .text)])

    @Test(arguments: 0..<5)
    func rulesDoWhatListsSay(seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let records = (0..<40).map { Self.record($0, using: &random) }
        var moved = 0
        for _ in 0..<12 {
            let rules = (0..<Int.random(in: 1...5, using: &random)).map { Self.rule($0, using: &random) }
            var description = Self.description
            description.rules = rules
            let comparison = try await SearchComparison(records, description, segmentSizes: [7, 13])
            let oracle = Oracle(records: records, rules: rules)
            for _ in 0..<12 {
                let query = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                    Self.words.randomElement(using: &random)!
                }
                var request = SearchRequest(
                    query.joined(separator: " "),
                    locale: Bool.random(using: &random) ? Self.english : Self.german, relax: .never,
                    limit: 1_000)
                request.chain = [Self.english]
                request.time = Self.now
                let color = Int.random(in: 0..<3, using: &random) == 0 ? Self.colors[0] : nil
                request.filter = color.map { .attribute("color", .equals(.text($0))) }
                request.scope = Int.random(in: 0..<3, using: &random) == 0 ? "a" : nil
                request.sort = Int.random(in: 0..<4, using: &random) == 0 ? .title : .relevance
                request.facets = [FacetRequest("color")]
                let expected = try oracle.answer(request, query, color: color)
                for engine in [comparison.whole, comparison.index] {
                    let found = try engine.search(request)
                    let ids = found.hits.map(\.id)
                    // Describing the rules takes longer than searching.
                    func comment() -> Comment {
                        "\(rules) \(request.query) \(request.locale) \(String(describing: request.scope))"
                    }
                    #expect((request.sort == .relevance ? ids : ids.sorted()) == expected.ids, comment())
                    #expect(found.total == expected.ids.count, comment())
                    #expect(found.scopes[0].count == expected.count, comment())
                    #expect(
                        found.scopes.dropFirst().reduce(0) { $0 + $1.count } <= found.scopes[0].count,
                        comment()
                    )
                    if color == nil, request.scope == nil {
                        #expect(found.facets[0].values.reduce(0) { $0 + $1.count } == found.total, comment())
                    }
                    // Pages are pieces of the whole.
                    for offset in [0, 1, 3, 10] {
                        var page = request
                        (page.offset, page.limit) = (offset, 4)
                        let hits = try engine.search(page).hits.map(\.id)
                        #expect(hits == Array(ids.dropFirst(offset).prefix(4)), comment())
                        #expect(try engine.matches(page).records.map(\.id) == hits)
                    }
                    if !found.rules.isEmpty { moved += 1 }
                }
            }
        }
        #expect(moved > 50)
    }

    // MARK: Single cases

    private func engine(_ titles: [String], _ rules: [SearchRule], group: [String] = []) throws
        -> SearchEngine
    {
        let records = titles.enumerated().map { number, title in
            CatalogRecord(
                id: "r\(number)", texts: [.init(.title, Self.english, title)],
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
        try engine.search(SearchRequest(query, locale: Self.english, relax: relax)).hits.map(\.id)
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
        let found = try engine.search(SearchRequest(typed, locale: Self.english, relax: .never))
        #expect(found.rules.map(\.id) == (holds ? ["a"] : []))
    }

    @Test func conditionsThatWereTypedStillApply() throws {
        var rule = rule("tea", .contains)
        rule.pinned = [.init(id: "r1", place: 1)]
        let engine = try engine(["tea", "mug", "tea mug"], [rule])
        #expect(try ids(engine, "tea") == ["r1", "r0", "r2"])
        #expect(try ids(engine, "tea -mug") == ["r0"])
    }

    @Test func theFirstRuleDecidesAndTheOthersAreShown() throws {
        var first = rule(nil, id: "a")
        first.hidden = ["r0"]
        first.pinned = [.init(id: "r2", place: 1)]
        var second = rule("tea", id: "b")
        second.pinned = [.init(id: "r0", place: 1), .init(id: "r3", place: 1)]
        second.raised = ["r2"]
        let engine = try engine(["tea", "tea", "tea", "tea"], [first, second])
        let found = try engine.search(SearchRequest("tea", locale: Self.english, relax: .never))
        #expect(found.hits.map(\.id) == ["r2", "r3", "r1"] && found.total == 3)
        #expect(found.rules.map(\.overruled) == [[], ["r0", "r2"]])
        #expect(found.hits.map(\.placement?.rule) == ["a", "b", nil])
        #expect(found.hits.map(\.placement?.place) == [1, 1, nil])
    }

    @Test func similarWordsAreSearchedForWhateverIsPinned() throws {
        var rule = rule("teapto")
        rule.pinned = [.init(id: "r1", place: 1)]
        let engine = try engine(["teapot", "mug"], [rule])
        let found = try engine.search(SearchRequest("teapto", locale: Self.english, relax: .auto))
        #expect(found.hits.map(\.id) == ["r1", "r0"] && found.relaxation != nil && !found.hasOnlyPinned)
        var forms = SearchRequest("teapto", locale: Self.english, relax: .auto)
        forms.triesOnlyForms = true
        #expect(try engine.search(forms).hasOnlyPinned)
        var unruled = SearchRequest("teapto", locale: Self.english, relax: .auto)
        unruled.appliesRules = false
        #expect(try engine.search(unruled).hits.map(\.id) == ["r0"])
    }

    @Test func aMovedVariantStandsForItsGroup() throws {
        var rule = rule(nil)
        rule.pinned = [.init(id: "r3", place: 1), .init(id: "r2", place: 2)]
        rule.raised = ["r5"]
        rule.hidden = ["r0"]
        let engine = try engine(
            ["tea", "tea", "tea", "tea", "tea", "tea"], [rule], group: ["x", "x", "y", "y", "z", "z"])
        let found = try engine.search(SearchRequest("tea", locale: Self.english, relax: .never))
        #expect(found.hits.map(\.id) == ["r3", "r5", "r1"] && found.total == 3)
        #expect(found.hits.map(\.variants?.count) == [2, 2, 1])
    }

    @Test func aGroupOfSeveralSegmentsTakesOnePlace() async throws {
        var rule = rule(nil)
        rule.pinned = [.init(id: "r3", place: 3)]
        let whole = try engine(["tea", "tea", "tea", "tea"], [rule], group: ["x", "x", "y", "z"])
        let description = whole.catalogs[0].description
        var segments: [IndexedSegment] = []
        for number in 0..<4 {
            let record = try #require(try whole.record("r\(number)", in: "c"))
            segments.append(try await SearchComparison.segment([record], description))
        }
        let divided = SearchEngine([CatalogIndex(description, segments: segments)])
        var request = SearchRequest("tea", locale: Self.english, relax: .never)
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
            var request = SearchRequest("tea", locale: Self.english, relax: .never)
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
                        texts: [.init(.title, Self.english, "tea \(number)")])
                })
        }
        var first = rule("tea")
        first.pinned = [.init(id: "y2", place: 2)]
        var second = rule("tea")
        second.pinned = [.init(id: "z2", place: 2)]
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
            var request = SearchRequest("tea", locale: Self.english, relax: .never)
            request.contexts = contexts
            request.filter = try filter.map { try Filter($0) }
            request.scope = scope
            return try !HoldingRules(
                request, engine.parsed(CheckedRequest(request)), engine.catalogs
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
        let found = try ruled.search(SearchRequest(typed, locale: Self.english, relax: .never))
        #expect(found.rules.isEmpty || !found.rules[0].replaced.isEmpty)
    }

    @Test func rulesGiveFiltersPreferencesAndData() throws {
        var rule = rule("tea")
        rule.addedFilter = try Filter("id IN [r0, r2]")
        rule.preferences = [Preference("id = r2 * 10")!]
        rule.data = .localized([Self.english: #"{"banner":"Tea!"}"#, LocaleIdentifier("de")!: "1"])
        var broken = self.rule("tea", id: "b")
        broken.addedFilter = try Filter("nothing = 1")
        broken.raised = [.filter(try Filter("nothing = 1"))]
        broken.preferences = [Preference("nothing:1..2 * 3")!]
        broken.data = .json("[1.50]")
        let engine = try engine(["tea", "tea", "tea"], [rule, broken])
        let found = try engine.search(SearchRequest("tea", locale: Self.english, relax: .never))
        #expect(found.hits.map(\.id) == ["r2", "r0"] && found.total == 2)
        #expect(found.rules.map(\.data) == [#"{"banner":"Tea!"}"#, "[1.50]"])
        #expect(found.rules.map(\.addedFilter) == [rule.addedFilter, nil] && found.rules[1].raised.isEmpty)
        let german = try engine.search(SearchRequest("tea", locale: Self.german, relax: .never))
        #expect(german.rules.first?.data == "1")
    }

    @Test func aHitNamesTheRuleThatRaisedOrBuriedIt() throws {
        var first = rule(nil, id: "a")
        first.buried = [.filter(try Filter("id IN [r0, r1]"))]
        var second = rule(nil, id: "b")
        second.raised = [.filter(try Filter("id IN [r1, r2]"))]
        let engine = try engine(["tea", "tea", "tea", "tea"], [first, second])
        let found = try engine.search(SearchRequest("tea", locale: Self.english, relax: .never))
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
        let found = try engine.search(SearchRequest("tea", locale: Self.english, relax: .never))
        #expect(found.total == 100 && found.rules.count == SearchRule.maximumAppliedCount)
    }
}
