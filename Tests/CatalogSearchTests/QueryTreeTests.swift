// Phrases, exclusion, OR, fields and filters of queries find what set algebra over the records gives.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct QueryTreeTests {
    private static let en = LocaleIdentifier("en")!
    private static let de = LocaleIdentifier("de")!

    /// A catalog with values that have labels, and numbers.
    static let description = CatalogDescription(
        id: "c",
        attributes: [
            .init(
                "color", .text, isMany: true, label: .texts([de: "Farbe"]),
                values: [.init(id: "red", label: .texts([de: "rot"]))]), .init("stock", .number),
        ])

    private static let words = [
        "rose", "rosen", "rote", "tulip", "tulips", "T-shirt", "email", "e-mail", "red", "2001", "silk", "a",
        "x9",
    ]
    private static let separators = [
        " ", " ", " ", " ", ", ", " - ", "-", " & ", "  ", "\n", ". ", "/", "、", "… (",
    ]

    private static func text(using random: inout SeededGenerator) -> String {
        var text = ["", "", "(", "- "].randomElement(using: &random)!
        for index in 0..<Int.random(in: 1...5, using: &random) {
            if index > 0 { text += separators.randomElement(using: &random)! }
            let word = words.randomElement(using: &random)!
            text += Int.random(in: 0..<4, using: &random) == 0 ? word.uppercased() : word
        }
        return text + ["", "", "!", ")"].randomElement(using: &random)!
    }

    private static func record(_ number: Int, using random: inout SeededGenerator) -> CatalogRecord {
        var texts: [CatalogRecord.Text] = []
        for field in [FieldName.title, .summary, .keywords] {
            for locale in [en, de] where Int.random(in: 0..<3, using: &random) > 0 {
                for _ in 0..<(field == .keywords ? 2 : 1) {
                    texts.append(.init(field, locale, text(using: &random)))
                }
            }
        }
        var attributes: [CatalogRecord.Attribute] = []
        for color in ["red", "blue"] where Bool.random(using: &random) {
            attributes.append(.init("color", .text(color)))
        }
        if Bool.random(using: &random) {
            attributes.append(.init("stock", .number(DecimalNumber(Int.random(in: 0..<9, using: &random)))))
        }
        return CatalogRecord(
            id: "r\(number)", scope: ["one", "two", nil].randomElement(using: &random)!, texts: texts,
            year: Bool.random(using: &random) ? Int.random(in: 2000...2002, using: &random) : nil,
            popularity: Double(Int.random(in: 0...2, using: &random)), attributes: attributes)
    }

    // MARK: Set algebra

    /// A term of a random query, typed and as a test of records.
    private struct Term {
        let typed: String
        let isExcludedWord: Bool
        /// Whether it is a condition on the attribute that is counted.
        var isOfColor = false
        let holds: (CatalogRecord) -> Bool
    }

    /// A random query: how it is typed, whether it finds a record, and whether
    /// the counts of colors include one.
    private struct Query {
        let typed: String
        let holds: (CatalogRecord) -> Bool
        let isCounted: (CatalogRecord) -> Bool
    }

    private static let chain = [en, de]

    /// The searched texts of a record in some fields.
    private static func texts(_ record: CatalogRecord, _ field: FieldName?, _ match: MatchedLocales)
        -> [String]
    {
        [FieldName.title, .summary, .keywords].filter { field == nil || $0 == field }.flatMap { field in
            let locales = chain.filter { locale in
                record.texts.contains { $0.field == field && $0.locale == locale }
            }
            return (match == .any ? locales : Array(locales.prefix(1))).flatMap { locale in
                record.texts.filter { $0.field == field && $0.locale == locale }.map { $0.value.lowercased() }
            }
        }
    }

    /// Whether a text has words next to each other, by comparing all of its beginnings with them.
    private static func hasPhrase(_ text: String, _ words: [String]) -> Bool {
        let text = Array(text)
        func isPart(_ place: Int) -> Bool {
            text.indices.contains(place) && (text[place].isLetter || text[place].isNumber)
        }
        func fits(_ words: ArraySlice<String>, _ start: Int) -> Bool {
            guard let word = words.first.map({ Array($0) }) else { return true }
            let end = start + word.count
            guard end <= text.count, text[start..<end].elementsEqual(word), !isPart(end), !isPart(start - 1)
            else {
                return false
            }
            var next = end
            while true {
                if fits(words.dropFirst(), next) { return true }
                guard next < text.count, !isPart(next) else { return false }
                next += 1
            }
        }
        return text.indices.contains { fits(words[...], $0) }
    }

    private static func term(_ match: MatchedLocales, using random: inout SeededGenerator) -> Term {
        let choice = Int.random(in: 0..<10, using: &random)
        if choice < 2 {
            let isExcluded = Bool.random(using: &random)
            let minus = isExcluded ? "-" : ""
            switch Int.random(in: 0..<3, using: &random) {
            case 0:
                return Term(typed: minus + "farbe:rot", isExcludedWord: false, isOfColor: true) { record in
                    record.attributes.contains { $0.value == .text("red") } != isExcluded
                }
            case 1:
                return Term(typed: minus + "stock:3..6", isExcludedWord: false) { record in
                    record.attributes.contains {
                        if case .number(let number) = $0.value {
                            number >= DecimalNumber(3) && number <= DecimalNumber(6)
                        } else {
                            false
                        }
                    } != isExcluded
                }
            default:
                return Term(typed: minus + "year:>2000", isExcludedWord: false) { record in
                    (record.year.map { $0 > 2000 } ?? false) != isExcluded
                }
            }
        }
        let isExcluded = Int.random(in: 0..<4, using: &random) == 0
        let field =
            Int.random(in: 0..<4, using: &random) == 0
            ? [FieldName.title, .keywords].randomElement(using: &random)! : nil
        let prefix = (isExcluded ? "-" : "") + (field.map { "\($0.rawValue):" } ?? "")
        if choice < 6 {
            let phrase = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                words.randomElement(using: &random)!
            }
            return Term(
                typed: prefix + "\"" + phrase.joined(separator: " ") + "\"", isExcludedWord: isExcluded
            ) { record in
                texts(record, field, match).contains { hasPhrase($0, phrase.map { $0.lowercased() }) }
                    != isExcluded
            }
        }
        let word = (words + ["ros", "mai", "1", "shirt", "t-s"]).randomElement(using: &random)!
        return Term(typed: prefix + word, isExcludedWord: isExcluded) { record in
            let isNumber = field == nil && word == "2001" && record.year == 2001
            return (isNumber || texts(record, field, match).contains { $0.contains(word.lowercased()) })
                != isExcluded
        }
    }

    /// A random query.
    private static func query(_ match: MatchedLocales, using random: inout SeededGenerator) -> Query {
        var typed: [String] = []
        var clauses: [[Term]] = []
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            var clause = [term(match, using: &random)]
            while !clause[0].isExcludedWord, Int.random(in: 0..<3, using: &random) == 0 {
                let next = term(match, using: &random)
                if !next.isExcludedWord { clause.append(next) }
            }
            clauses.append(clause)
            typed.append(
                clause.map(\.typed).joined(separator: [" OR ", " | "].randomElement(using: &random)!))
        }
        let all = clauses
        // The counts of an attribute leave out conditions on it alone.
        let counted = clauses.filter { !$0.allSatisfy(\.isOfColor) }
        return Query(
            typed: typed.joined(separator: " "),
            holds: { record in all.allSatisfy { $0.contains { $0.holds(record) } } },
            isCounted: { record in counted.allSatisfy { $0.contains { $0.holds(record) } } })
    }

    @Test(arguments: [1, 2, 3] as [UInt64]) func queriesFindWhatSetAlgebraGives(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let records = (0..<90).map { Self.record($0, using: &random) }
        let comparison = try await SearchComparison(
            records, Self.description, segmentSizes: seed == 1 ? [] : [20, 40])
        let live = LiveCatalog(try CatalogIndex(Self.description, records: Array(records.prefix(40))))
        try live.apply(records.dropFirst(40).map { .put($0) } + [.delete(id: "r0"), .put(records[0])])
        let engines = [comparison.whole, comparison.index, SearchEngine([live.snapshot])]
        var found = 0
        for round in 0..<100 {
            let match: MatchedLocales = round % 4 == 0 ? .any : .nearest
            let query = Self.query(match, using: &random)
            var request = SearchRequest(
                query.typed, locale: Self.en, chain: Self.chain, relax: .never, limit: 200)
            request.match = match
            request.facets = [FacetRequest("color")]
            if round % 5 == 0 { request.sort = .title }
            if round % 7 == 0 { request.scope = "one" }
            let inAllScopes = records.filter(query.holds)
            let expected = inAllScopes.filter { request.scope == nil || $0.scope == request.scope }
            found += expected.isEmpty ? 0 : 1
            let counted = records.filter {
                query.isCounted($0) && (request.scope == nil || $0.scope == request.scope)
            }
            var colors: [String: Int] = [:]
            for attribute in counted.flatMap(\.attributes) where attribute.name == "color" {
                colors[attribute.value.spelling, default: 0] += 1
            }
            let text: Comment = "\(query.typed) \(match)"
            var ranks: [[Rank]] = []
            for engine in engines {
                let results = try engine.search(request)
                #expect(Set(results.hits.map(\.id)) == Set(expected.map(\.id)), text)
                #expect(results.total == expected.count, text)
                #expect(results.scopes[0].count == inAllScopes.count, text)
                let counts = results.facets[0].values.filter { $0.count > 0 }.map {
                    ($0.value.spelling, $0.count)
                }
                #expect(Dictionary(uniqueKeysWithValues: counts) == colors, text)
                ranks.append(results.hits.map(\.rank))
            }
            #expect(ranks[0] == ranks[1] && ranks[0] == ranks[2], text)
            // A page is the beginning of the whole.
            request.limit = 3
            let page = try comparison.index.search(request)
            #expect(page.hits.map(\.id) == ranks[0].prefix(3).map(\.id), text)
        }
        #expect(found > 24)
    }

    /// Texts of many scripts: the indexes give the results of a scan of all records, and a record has a
    /// phrase if it has the words next to each other.
    @Test(arguments: [["de", "en", "fr"], ["ja", "zh_Hans"], ["th", "ar", "hi"], ["tr", "ko", "ru"]])
    func indexesFindPhrasesAsAScanDoes(locales: [String]) async throws {
        var random = SeededGenerator(seed: 5)
        let records = (0..<60).map { SampleTexts.record($0, locales: locales, using: &random) }
        let comparison = try await SearchComparison(records, segmentSizes: [15, 20])
        let texts = records.flatMap(\.texts)
        var found = 0
        for round in 0..<120 {
            let text = texts.randomElement(using: &random)!
            let pieces = text.value.split(separator: " ")
            let start = pieces.indices.randomElement(using: &random)!
            let end = min(pieces.count, start + Int.random(in: 1...3, using: &random))
            var phrase = pieces[start..<end].joined(separator: " ").replacing("„", with: "").replacing(
                "“", with: "")
            if round % 3 == 0 { phrase = phrase.uppercased() }
            if round % 4 == 0 { phrase = String(phrase.dropFirst(round % 3)) }
            let sign = ["", "", "-", "title:"].randomElement(using: &random)!
            var typed = "\(sign)\"\(phrase)\""
            if round % 5 == 0 { typed += " OR " + (texts.randomElement(using: &random)!.value.prefix(2)) }
            if round % 6 == 0 { typed += " " + (text.value.prefix(1)) }
            var request = SearchRequest(typed, locale: text.locale, chain: [text.locale], relax: .never)
            if round % 7 == 0 { request.match = .any; request.chain += comparison.locales }
            if try comparison.expectSame(request) > 0 { found += 1 }
        }
        #expect(found > 60)
    }
}
