// What people type instead of the spelling of a text finds the same in any division of the records.

import Glibc
import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct TypedSpellingEqualityTests {
    /// The number of queries; more are tried with `LSEARCH_TYPED_QUERIES` in the environment.
    private static let rounds = getenv("LSEARCH_TYPED_QUERIES").flatMap { Int(String(cString: $0)) } ?? 50

    @Test func anyDivisionAnswersAsOneSegment() throws {
        let engines = try Self.engines(seed: 90)
        var random = SeededGenerator(seed: 91)
        for round in 0..<Self.rounds {
            let request = Self.request(using: &random)
            for engine in engines.dropFirst() {
                ShardPair.expectSame(engines[0], engine, request)
                guard round % 5 == 0 else { continue }
                let suggestions = try engine.suggestions(for: request)
                #expect(suggestions == (try engines[0].suggestions(for: request)), "\(request)")
            }
        }
    }

    /// Each part of a compound may be known from another text than the match.
    @Test(arguments: [("pastescript", [2]), ("zuckerrohrsaft", [5])]) func partsOfACompoundAreThoseOfAllTexts(
        query: String, expected: [Int]
    ) throws {
        let texts = [("de", "Paste"), ("de", "Scripts"), ("en", "Paste of scripts")]
        let others = [("de", "Zucker"), ("de", "Rohr und Saft"), ("en", "Saft, Rohr, Zucker")]
        let records = (texts + others).enumerated().map { number, text in
            CatalogRecord(id: "\(number)", texts: [.init(.title, .init(text.0)!, text.1)])
        }
        var request = SearchRequest(query, locale: .init("de")!, chain: [.init("de")!, .init("en")!])
        request.relaxationTime = .seconds(60)
        for segments in [1, 6] {
            let catalog = try CatalogIndex(CatalogDescription(id: "c"), records: records, segments: segments)
            let results = try SearchEngine([catalog]).search(request)
            #expect(results.hits.map(\.id) == expected.map { "\($0)" }, "\(segments)")
        }
    }

    /// `1/2` is ½, and the neighbours 1 and 2, which ½ ½ has as well: both matches begin at the same character
    /// and score the same.
    @Test func equalMatchesAreExplainedAlike() throws {
        let locale = LocaleIdentifier("de")!
        let records = ["Schrank ½ ½", "Schrank 1-2"].enumerated().map {
            CatalogRecord(id: "\($0)", texts: [.init(.title, locale, $1)])
        }
        let catalogs = [(description: CatalogDescription(id: "c"), records: records)]
        let one = SearchEngine([try CatalogIndex(catalogs[0].description, records: records)])
        let merge = try LocalShards(catalogs, count: 2, seed: 1).merge
        let request = SearchRequest("1/2", locale: locale, chain: [locale])
        #expect(try one.search(request).total == 2)
        ShardPair.expectSame(one, merge, request)
    }

    /// One segment, then several segments, shards, and shards with several segments.
    private static func engines(seed: UInt64) throws -> [SearchEngine] {
        let catalogs = catalogs(seed: seed)
        func local(_ segments: Int) throws -> SearchEngine {
            SearchEngine(
                try catalogs.map { try CatalogIndex($0.description, records: $0.records, segments: segments) }
            )
        }
        func merge(_ shards: Int, _ segments: Int) throws -> SearchEngine {
            try LocalShards(catalogs, count: shards, seed: seed, segments: segments).merge
        }
        return try [local(1), local(4), merge(2, 1), merge(5, 1), merge(2, 4)]
    }

    // MARK: Records

    /// Words of texts and the ways in which people type them, by locale.
    private static let words: [String: [(text: String, typed: [String])]] = [
        "de": [
            ("Wi-Fi", ["wifi", "wi fi", "wi-fi", "wi f"]),
            ("T-Shirt", ["tshirt", "t shirts", "\"t shirt\""]),
            ("500 ml", ["500ml", "0,5 l"]), ("27\"", ["27 zoll", "27-zoll", "27″"]), ("½", ["1/2", "½"]),
            ("20.000", ["20000", "20 000", "20.000mah"]), ("61-248", ["61248", "61/248"]),
            ("Eichenholz", ["eichen holz", "eichenholzschrank"]),
            ("Schrank", ["schränke", "kleiderschrank"]),
            ("Winterjacke", ["jacken", "kinderwinterjacke", "winter-jacke"]), ("Kinder", ["kind", "kinder"]),
            ("Turnschuh", ["turnschuhe", "sneakers", "schuhe"]), ("Straße", ["strasse", "[straße]"]),
            ("M8 × 40", ["m8x40", "m8 x 40", "m8×40"]), ("1.5 l", ["1,5 l", "1,5l"]),
            ("U. S. A.", ["usa", "u.s.a."]), ("5 lbs", ["5 lb", "5 pfund"]), ("CD", ["cds", "cd,"]),
            ("2 Liter", ["2-liter-flasche", "2l"]), ("Flasche", ["flaschen", "\"1/2 flasche\""]),
            ("Play Station 5", ["playstation-5", "play-station5"]),
            ("C++", ["c++", "c"]), ("Rosé", ["rose", "rosen", "rosenstrauß"]),
        ],
        "fr": [
            ("Huile d'olive", ["huile olive", "huiles", "d’olive"]), ("L'eau", ["eau", "leau"]),
            ("Porte-monnaie", ["portemonnaie", "porte monnaie"]), ("Bijou", ["bijoux"]),
        ],
        "nl": [
            ("Fiets", ["fietsen", "kinderfietsen"]), ("Kinderen", ["kinderfiets", "kindermachines"]),
            ("Machine", ["machines", "fietsmachines"]), ("Fietsen", ["fiets", "machinefietsen"]),
        ],
        "sv": [
            ("Väska", ["väskor", "lädersväskor", "läderväskor"]), ("Läder", ["läder"]),
            ("27 tum", ["27-tums"]),
        ],
        "ru": [("Сумка", ["sumki", "cevrb", "сумок"]), ("27 дюймов", ["27-дюймовый", "27\""])],
        "zh_Hans": [
            ("500毫升 水壶", ["500ml水壶", "水壶500毫升"]), ("红玫瑰花束", ["紅玫瑰", "玫瑰红", "hongmeigui", "\"红玫瑰花\"", "hmg"]),
            ("无线蓝牙耳机", ["耳机蓝牙", "lanya"]),
        ],
        "ja": [
            ("しょうゆ", ["shoyu", "shouyu"]), ("赤いバラの花束", ["バラ花束", "赤い花束"]), ("サーバー", ["サーバ", "ｻｰﾊﾞ"]),
            ("バイオリン", ["ヴァイオリン"]),
        ],
        "th": [("เสื้อผู้หญิงสีแดง", ["เสื้อสีแดง", "สีแดง เสื้อ"]), ("น้ำปลา", ["นํ้าปลา"])],
        "ko": [("무선 이어폰", ["무선이어폰", "ㅁㅅ", "ㅁㅅㅇㅇㅍ", "ㅇㅇㅍㅁㅅ", "antjs"])],
        "ar": [("شمعة", ["شموع", "الشمعة"])], "he": [("תל־אביב", ["תל אביב", "אביב"])],
        "hi": [("हिन्दी", ["हिंदी"])], "sr": [("Ђорђе", ["djordje", "đorđe"])],
    ]
    private static let locales = words.keys.sorted()

    private static func catalogs(
        seed: UInt64
    ) -> [(description: CatalogDescription, records: [CatalogRecord])] {
        var random = SeededGenerator(seed: seed)
        var description = CatalogDescription(
            id: "c",
            attributes: [
                .init(
                    "color", .text, isMany: true,
                    values: [
                        .init(id: "red", label: .texts([.init("de")!: "rot", .init("fr")!: "rouge"])),
                        .init(id: "blue", label: .texts([.init("de")!: "blau", .init("fr")!: "bleu"])),
                    ])
            ])
        description.synonyms = [
            .init(words: ["sneaker", "Turnschuh"]), .init(words: ["Schrank mit Türen"], from: ["Kasten"]),
        ]
        let records = (0..<60).map { number in
            var record = CatalogRecord(id: "\(number)")
            for locale in ["de"] + locales where locale == "de" || Bool.random(using: &random) {
                let texts = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                    words[locale]!.randomElement(using: &random)!.text
                }
                let field = Bool.random(using: &random) ? FieldName.title : .summary
                record.texts.append(.init(field, .init(locale)!, texts.joined(separator: " ")))
            }
            if Bool.random(using: &random) {
                record.attributes = [.init("color", .text(["red", "blue"].randomElement(using: &random)!))]
            }
            return record
        }
        return [(description, records)]
    }

    // MARK: Requests

    private static let others = [
        "rote", "blau", "kasten", "-rot", "-wi-fi", "-[cd]", "OR", "xyzzy", "color:red", "für", "swhrank",
        "red", "°",
    ]

    private static func request(using random: inout SeededGenerator) -> SearchRequest {
        let locale = (locales + ["de", "de"]).randomElement(using: &random)!
        let mayLack = Int.random(in: 0..<4, using: &random) == 0
        let query = (0..<Int.random(in: 1...(mayLack ? 8 : 3), using: &random)).map { _ in
            Int.random(in: 0..<4, using: &random) == 0
                ? others.randomElement(using: &random)!
                : words[locale]!.randomElement(using: &random)!.typed.randomElement(using: &random)!
        }.joined(separator: " ")
        var request = SearchRequest(
            query, locale: .init(locale)!, chain: [locale, "de"].withoutDuplicates.map { .init($0)! },
            limit: Int.random(in: 0...20, using: &random))
        request.relaxationTime = .seconds(60)
        request.relax = [.auto, .auto, .auto, .always, .never].randomElement(using: &random)!
        if Int.random(in: 0..<4, using: &random) == 0 { request.match = .any }
        if Int.random(in: 0..<4, using: &random) == 0 { request.facets = [.init("color")] }
        return request
    }
}
