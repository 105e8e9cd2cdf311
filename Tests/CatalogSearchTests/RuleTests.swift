// Rules of a shop's own order: random rules over random queries against plain lists.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct RuleTests {
    private static let words = ["tea", "green", "black", "mug", "iron", "öl", "zürich", "fox"]
    private static let colors = ["red", "blue"]
    private static let scopes = ["a", "b", nil]
    static let english = LocaleIdentifier.english
    static let german = LocaleIdentifier("de_AT")!
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
            case 0: rule.pinned.append(.init(id: id, position: Int.random(in: 1...12, using: &random)))
            case 1: rule.hidden.append(.id(id))
            case 2: rule.buried.append(.id(id))
            default: rule.raised.append(.id(id))
            }
        }
        if Int.random(in: 0..<2, using: &random) == 0 {
            let filter = SearchRule.Target.filter(colorFilter(colors.randomElement(using: &random)!))
            switch Int.random(in: 0..<4, using: &random) {
            case 0: rule.pinned.append(.init(filter, position: Int.random(in: 1...12, using: &random)))
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
        func result(_ request: SearchRequest, _ query: [String], color: String?) throws -> (
            ids: [String], count: Int
        ) {
            enum Action {
                case pin
                case hide
                case raise
                case bury
            }
            var decided: [String: Action] = [:]
            var pins: [(target: SearchRule.Target, position: Int)] = []
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
                    pins.append((pin.target, pin.position))
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
                ($0.element.position, $0.offset) < ($1.element.position, $1.offset)
            }) {
                if let id = pin.target.id {
                    if known.contains(id), decided[id] == .pin { waiting.append((id, pin.position)) }
                } else if let place = rest.firstIndex(where: { id in
                    isMeant(records.first { $0.id == id }!, pin.target)
                }) {
                    waiting.append((rest.remove(at: place), pin.position))
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
                let expected = try oracle.result(request, query, color: color)
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
                    // A page is a piece of the whole.
                    var page = request
                    (page.offset, page.limit) = ([0, 1, 3, 10].randomElement(using: &random)!, 4)
                    let hits = try engine.search(page).hits.map(\.id)
                    #expect(hits == Array(ids.dropFirst(page.offset).prefix(4)), comment())
                    #expect(try engine.matches(page).records.map(\.id) == hits)
                    if !found.rules.isEmpty { moved += 1 }
                }
            }
        }
        #expect(moved > 50)
    }
}
