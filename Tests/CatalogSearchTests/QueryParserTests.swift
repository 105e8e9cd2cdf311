// Operators of queries are read as people type them, and everything else is a word.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct QueryParserTests {
    private static let de = LocaleIdentifier("de")!
    private static let en = LocaleIdentifier("en")!

    private static let description = CatalogDescription(
        id: "c", scopes: [.init(id: "weddings", label: .texts([de: "Hochzeiten"]))],
        attributes: AttributeSamples.attributes + [
            // Two attributes of one label can be named by their ids only.
            .init("height", .number, label: .texts([de: "Größe"])),
            .init("size", .text, label: .texts([de: "Größe"])),
        ])

    private static let catalogs = [description]

    private static func request(_ query: String) -> SearchRequest {
        var request = SearchRequest(query, locale: de, chain: [de, en])
        request.vocabulary = QueryVocabulary(
            or: ["ODER"], names: ["title": "Titel", "price": "Preis", "keywords": "Stichwörter"])
        return request
    }

    /// The clauses as text: words as they are, phrases in brackets, filters in
    /// braces, `+` and `-` before terms.
    private static func parsed(_ query: String, _ catalogs: [CatalogDescription] = catalogs) throws -> String
    {
        let request = request(query)
        let parsed = try QueryParser.parse(request, QueryNames(request, catalogs))
        let scalars = Array(query.unicodeScalars)
        return parsed.clauses.map { clause in
            clause.map { term in
                // Ranges are those of the query.
                #expect(term.valueRange.lowerBound >= term.range.lowerBound)
                #expect(term.valueRange.upperBound <= term.range.upperBound)
                if case .word(let word) = term.content {
                    #expect(String(String.UnicodeScalarView(scalars[term.valueRange])) == word)
                }
                let content =
                    switch term.content {
                    case .word(let word): word
                    case .phrase(let words): "[" + words.joined(separator: " ") + "]"
                    case .filter(let filter): "{\(spelling(filter))}"
                    }
                return (term.isExcluded ? "-" : "") + (term.field.map { "\($0.rawValue):" } ?? "") + content
            }.joined(separator: " OR ")
        }.joined(separator: ", ")
            + (parsed.pending.isEmpty ? "" : " … " + parsed.pending.joined(separator: " "))
    }

    private static func spelling(_ filter: Filter) -> String {
        switch filter {
        case .not(let part): return "not \(spelling(part))"
        case .all, .any: return "several"
        case .condition(let condition):
            let name = condition.attribute.rawValue
            switch condition.test {
            case .equals(let value): return "\(name)=\(value.spelling)"
            case .isAtMost(let value): return "\(name)<=\(value.spelling)"
            case .isAtLeast(let value): return "\(name)>=\(value.spelling)"
            case .isLess(let value): return "\(name)<\(value.spelling)"
            case .isGreater(let value): return "\(name)>\(value.spelling)"
            case .isBetween(let lower, let upper): return "\(name)=\(lower.spelling)..\(upper.spelling)"
            case .isOneOf, .exists, .place: return "other"
            }
        }
    }

    @Test(
        arguments: [
            ("rote rose", "rote, rose"), (" rote\u{3000}rose ", "rote, rose"), ("", ""),
            // Phrases.
            (#""rote rose""#, "[rote rose]"), ("„rote rose“", "[rote rose]"), ("“rote rose”", "[rote rose]"),
            ("”rote rose”", "[rote rose]"), ("«rote rose»", "[rote rose]"), ("« rote rose »", "[rote rose]"),
            ("»rote rose«", "[rote rose]"), ("「rote rose」", "[rote rose]"), ("『rote』", "[rote]"),
            (#"＂rote rose＂"#, "[rote rose]"), (#""rote" rose"#, "[rote], rose"),
            ("花「赤い 花」束", "花, [赤い 花], 束"), (#""a"b"#, "[a], b"), (#"27" tv"#, #"27", tv"#),
            (#"x "27" tv"#, "x, [27], tv"), (#"a " b"#, #"a, ", b"#), ("a « b", "a, «, b"),
            ("a «b", "a, b … «"),
            // Exclusion.
            ("rose -seide", "rose, -seide"), ("-seide", "-seide"), (#"-"rote rose""#, "-[rote rose]"),
            ("T-Shirt e-mail", "T-Shirt, e-mail"), ("--seide", "--seide"), ("rose - seide", "rose, -, seide"),
            ("-", "-"), ("-T-Shirt", "-T-Shirt"), (#""a"-b"#, "[a], -b"),
            // Either.
            ("rose OR tulpe", "rose OR tulpe"), ("rose | tulpe", "rose OR tulpe"),
            ("rose ODER tulpe rot", "rose OR tulpe, rot"), ("a OR b | c", "a OR b OR c"),
            (#""a b" OR title:c"#, "[a b] OR title:c"), ("rose or tulpe", "rose, or, tulpe"),
            ("rose|tulpe", "rose|tulpe"), ("OR rose", "OR, rose"), ("OR", "OR"), ("ORAKEL", "ORAKEL"),
            // Fields and attributes, by id or label.
            ("title:rose", "title:rose"), ("titel:rose", "title:rose"), ("TITEL:rose", "title:rose"),
            ("stichworter:rose", "keywords:rose"), (#"title:"rote rose""#, "title:[rote rose]"),
            ("-title:rose", "-title:rose"), ("title：rose", "title:rose"), ("title:a:b", "title:a:b"),
            ("color:red", "{color=red}"), ("farbe:rot", "{color=rot}"), ("-color:red", "{not color=red}"),
            (#"color:"a b""#, "{color=a b}"), ("color:red OR stock:7", "{color=red} OR {stock=7}"),
            ("color:red OR rose", "{color=red} OR rose"), ("scope:weddings", "{scope=weddings}"),
            ("price:20", "{price=20}"), ("price:..20", "{price<=20}"), ("preis:10..", "{price>=10}"),
            ("price:10..20", "{price=10..20}"), ("price:<20", "{price<20}"), ("price:>=20", "{price>=20}"),
            ("price:..19,99", "{price<=19.99}"), ("price:..19.99", "{price<=19.99}"),
            ("price:..20€", "{price<=20}"), ("price:1.500", "{price=1500}"),
            ("added:>=2026-01-01", "{added>=2026-01-01}"),
            ("added:2026-01-01..2026-02-01", "{added=2026-01-01..2026-02-01}"),
            ("onSale:true", "{onSale=true}"),
            ("size:..20", "{size=..20}"),
            // Literal: no name, no value of the type.
            ("10:30 http://a.b https:x", "10:30, http://a.b, https:x"), (":rose", ":rose"),
            ("größe:7", "größe:7"),
            ("price:abc", "price:abc"), ("price:20..10", "price:20..10"), ("price:a..b", "price:a..b"),
            ("price:..", "price:.."), ("price:>", "price:>"), ("stock:>red", "stock:>red"),
            ("color:>red", "color:>red"),
            ("onSale:maybe", "onSale:maybe"), (#"price:"a b""#, #"price:"a, b""#),
            ("unknown:rose", "unknown:rose"),
            // Still being typed.
            (#""rote rose"#, "rote, rose … \""), (#"tulpe "rote"#, "tulpe, rote … \""),
            ("「赤い", "赤い … 「"), ("„rote", "rote … „"), (#"-"rote rose"#, " … -\"rote rose"),
            (#"tulpe -"rote"#, "tulpe … -\"rote"), ("rose OR", "rose … OR"), ("rose |", "rose … |"),
            ("a OR OR b", "a OR b … OR"), ("a OR -b", "a, -b … OR"), ("-a OR b", "-a, b … OR"),
            ("title:", " … title:"), ("rose color:", "rose … color:"), ("color: red", "red … color:"),
            (#"color:"a b"#, #" … color:"a b"#), (#"title:"rote rose"#, #" … title:"rote rose"#),
            (#""""#, #" … """#), (#"rose "" tulpe"#, #"rose, tulpe … """#), (#"""#, #"""#),
        ] as [(String, String)])
    func queriesAreReadAsTyped(query: String, expected: String) throws {
        #expect(try Self.parsed(query) == expected)
    }

    @Test func plainSyntaxTakesEachCharacterLiterally() throws {
        var request = Self.request(#"-a "b c" d OR e title:f color:red"#)
        request.syntax = .plain
        let parsed = try QueryParser.parse(request, QueryNames(request, Self.catalogs))
        #expect(parsed.isPlain)
        #expect(parsed == ParsedQuery(words: request.query))
        #expect(
            parsed.clauses.map { $0.flatMap(\.words) }
                == request.query.split(separator: " ").map { ["\($0)"] })
    }

    @Test func queriesWithoutOperatorsAreOnlySplit() throws {
        for query in ["rote rose", "T-Shirt e-mail l'été", "C++ c# .net & 5%", "or and not", "赤い花"] {
            let request = Self.request(query)
            let parsed = try QueryParser.parse(request, QueryNames(request, Self.catalogs))
            #expect(parsed == ParsedQuery(words: query))
            #expect(parsed.isPlain)
        }
    }

    @Test func wordsOfATreeCount() throws {
        let words = (0..<32).map { "w\($0)" }
        let engine = SearchEngine([CatalogIndex(Self.description, segments: [])])
        for query in [
            words.joined(separator: " OR "), "\"" + words.joined(separator: " ") + "\"",
            words.map { "-" + $0 }.joined(separator: " "),
            words.map { "「\($0)」" }.chunks(of: 8).joined(separator: " "),
        ] {
            #expect(throws: Never.self) { _ = try engine.search(Self.request(query)) }
        }
        let more = words + ["w32"]
        for query in [
            "\"a\" " + more.joined(separator: " "),
            more.map { "「\($0)」" }.chunks(of: 8).joined(separator: " "),
        ] {
            var request = Self.request(query)
            request.relax = .never
            #expect(throws: SearchError.self) { _ = try engine.search(request) }
        }
    }

    @Test func noQueryIsAnError() throws {
        let pieces = [
            "\"", "-", "OR", "|", "title:", "color:", "price:", "..", ">=", "「", "」", "„", "“", "«", "»", ":",
            "a", " ", " ",
            "20", "red", "\u{301}", "花",
        ]
        var random = SeededGenerator(seed: 11)
        let engine = try SearchEngine([
            CatalogIndex(
                Self.description,
                records: (0..<20).map { SampleTexts.record($0, locales: ["de", "ja"], using: &random) })
        ])
        for _ in 0..<400 {
            let query = (0..<Int.random(in: 1...8, using: &random)).map { _ in
                pieces.randomElement(using: &random)!
            }.joined()
            #expect(throws: Never.self, "\(query)") {
                _ = try engine.search(Self.request(query))
                _ = try engine.suggestions(for: Self.request(query))
            }
        }
    }
}

extension [String] {
    /// The texts joined to runs of so many.
    fileprivate func chunks(of count: Int) -> [String] {
        stride(from: 0, to: self.count, by: count).map {
            self[$0..<Swift.min($0 + count, self.count)].joined()
        }
    }
}
