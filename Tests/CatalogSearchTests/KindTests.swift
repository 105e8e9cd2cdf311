// A query that names a kind of thing finds it before what belongs to it, however records are divided.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct KindTests {
    @Test(arguments: [
        ("en", "HP L1706 17-inch LCD Monitor", "Monitor"),
        ("en", "AC adapter for laptops", "adapter"),
        ("en", "Sharp LC-15SH1E TV 38.1 cm (15\")", "TV"),
        ("en", "Canon PowerShot camera, black, with case", "camera"),
        ("en", "Box of chocolates", "Box"),
        ("en", "Newstar mount - desk", "mount"),
        ("en", "Laptop / notebook power cord", "cord"),
        ("en", "Camera", "Camera"),
        ("en", "Camera, black", "Camera"),
        ("en", "Fast, portable audio editor", "editor"),
        ("en", "Note-taking tool on Emacs", "tool"),
        ("en", "portable digital TV", "TV"),
        ("en", "Sony In Ear Headphones", "Headphones"),
        ("en", "USB-C to HDMI adapter", "adapter"),
        ("en", "ProCurve 2512 Switch", "Switch"),
        ("en", "Xerox toner cartridge 6 pc(s)", "cartridge"),
        ("en", "Philips webcam 640 x 480 pixels", "webcam"),
        ("en", "Sony™ \"Walkman\"", "Walkman"),
        // Values behind a common noun, where nouns are not capitalized.
        ("en", "Xerox 006R90321 toner cartridge Original Black 6 pc(s)", "cartridge"),
        ("en", "Canon EF 50mm f/1.8 II SLR Telephoto lens Black", "lens"),
        ("en", "D-Link DCS-8325LH camera Indoor Covert Desk 1920 x 1080 pixels", "camera"),
        ("en", "Philips portable DVD player", "player"),
        ("en", "Philips digital widescreen flat TV", "TV"),
        ("en", "Logitech keyboard and Mouse", "Mouse"),
        ("nl", "Samsung EF-KG985 telefoonhoesje Zwart", "telefoonhoesje"),
        ("en", "View and edit Microsoft Documents", "Documents"),
        ("de", "Samsung schwarzes Etui", "Etui"),
        ("de", "Halterung für Monitore", "Halterung"),
        ("de", "Rote Rose", "Rose"),
        ("de", "T-Shirt mit Aufdruck", "T-Shirt"),
        ("nl", "Hoesje voor tablet", "Hoesje"),
        ("sv", "Läsplatta för e-böcker", "Läsplatta"),
        ("fr", "Chaise de jardin pliante", "Chaise"),
        ("fr", "Les bougies d’anniversaire", "bougies"),
        ("es", "Funda para portátil", "Funda"),
        ("es", "Pequeño y sencillo editor de texto", "editor"),
        ("ko", "어린이용 자전거", "자전거"),
        ("he", "כיסוי למחשב", "כיסוי"),
        ("hi", "कपड़े की गुड़िया", "गुड़िया"),
        ("ja", "赤いバラ", "バラ"), ("ja", "バラの花束", "花束"), ("ja", "【新品】赤いバラ", "バラ"),
        ("ja", "ソニー テレビ", "テレビ"), ("ja", "55型 テレビ", "テレビ"), ("ja", "テレビ リモコン", "リモコン"),
        ("ja", "自転車 26インチ", "自転車"), ("ja", "自転車 26インチ 赤 子供用", "自転車"),
        ("zh_Hant", "LG 螢幕", "螢幕"), ("zh_Hant", "螢幕 支架", "支架"),
        ("ru", "Ноутбук Acer Aspire", "Ноутбук"), ("ru", "Сумка для ноутбука", "Сумка"),
        ("ru", "Беспроводная мышь Logitech", "мышь"),
        ("zh_Hans", "不锈钢水壶，500毫升", "水壶"), ("zh_Hant", "生日蠟燭 10入", "蠟燭"),
        ("th", "เทียนวันเกิด", "เทียน"),
    ])
    func theHeadOfATitleSaysWhatTheThingIs(locale: String, title: String, head: String) throws {
        #expect(try Self.head(of: title, in: locale) == head)
    }

    @Test(arguments: [
        ("en", ""), ("en", "authenticate Apache"), ("en", "– ( 12 )"), ("en", "Samsung CLX-R838XC"),
        ("en", "17\" 4:3"), ("fr", "3M 7007"),
        ("pl", "Czerwona róża"), ("ja", "（12）"), ("zh_Hans", "T90"),
    ])
    func titlesWithoutAKindHaveNoHead(locale: String, title: String) throws {
        #expect(try Self.head(of: title, in: locale) == nil)
    }

    /// Versions are short: longer numbers belong to names of models.
    @Test(
        arguments: [
            ("python3", "python"), ("python3.11", nil), ("gcc-12", "gcc"), ("g++-12", "g++"),
            ("libc6", "libc"), ("python", nil), ("gcc-12.2", nil), ("x11", nil), ("WMN1000", nil),
            ("linux-6.1-13", nil),
            ("7", nil), ("", nil), ("mpg123", nil), ("r2.", nil), ("data-.2", nil), ("data--2", nil),
            ("IRSSI 2", nil), ("a b-2", nil),
        ] as [(String, String?)])
    func theHeadOfAnIDIsTheNameBeforeAVersion(id: String, name: String?) {
        #expect(TextHead.name(ofID: id) == name)
    }

    @Test func aTextOfNoLanguageHasNoHeadThoughItLooksLikeAnID() throws {
        #expect(try Self.head(of: "python3", in: "und") == nil)
        let record = CatalogRecord(id: "1", texts: [.init(.title, .root, "python3")])
        let engine = try SearchEngine([CatalogIndex(CatalogDescription(id: "c"), records: [record])])
        let hit = try #require(engine.search(SearchRequest("python", locale: .root)).hits.first)
        let location = try #require(hit.explanation.first?.locations.first)
        #expect(location.match == .wordPrefix && !location.isKind)
    }

    /// The name itself comes first, then its versions, then what has it in its name or title.
    @Test func versionsOfANameComeBeforeWhatHasTheName() throws {
        let records = ["nemo-python", "python3.11", "python3", "python-is-fun", "python"].map {
            CatalogRecord(id: $0, texts: [.init(.title, .english, "Python of \($0.count) letters")])
        }
        let description = CatalogDescription(id: "c", fields: [.id, .title])
        let engine = try SearchEngine([CatalogIndex(description, records: records)])
        let found = try engine.search(SearchRequest("python", locale: .english))
        #expect(found.hits.prefix(2).map(\.id) == ["python", "python3"])
        let location = try #require(found.hits[1].explanation.first?.locations.first)
        #expect(location.field == .id && location.match == .wholeWord && !location.isKind)
        #expect(location.matchedText == "python")
    }

    private static func head(of title: String, in locale: String) throws -> String? {
        let locale = try #require(LocaleIdentifier(locale))
        return TextHead.head(of: title, in: locale, WordSegmenter(locale))
    }

    private static let titles = [
        "Monitor stand", "Monitor arm", "Monitor cable", "Cleaning kit for monitor", "HP L17 LCD monitor",
        "HP L19 LCD Monitor", "Philips wide monitor, black", "Samsung case", "Samsung cover", "Nokia phone",
        "Nokia phone case",
    ]

    private static func records(_ titles: [String] = titles) -> [CatalogRecord] {
        titles.enumerated().map { number, title in
            CatalogRecord(
                id: "r\(number)", scope: number < 4 ? "parts" : "things",
                texts: [.init(.title, LocaleIdentifier.english, title)])
        }
    }

    private func engine(_ records: [CatalogRecord] = records()) throws -> SearchEngine {
        try SearchEngine([CatalogIndex(CatalogDescription(id: "c"), records: records)])
    }

    private func ids(_ request: SearchRequest, _ records: [CatalogRecord] = records()) throws -> [String] {
        try engine(records).search(request).hits.map(\.id)
    }

    @Test func thingsComeBeforeWhatBelongsToThem() throws {
        var request = SearchRequest("monitor", locale: .english)
        #expect(Set(try ids(request).prefix(3)) == ["r4", "r5", "r6"])
        request.query = "phone"
        #expect(try ids(request).first == "r9")
        // All are found.
        request.query = "monitor"
        #expect(try ids(request).count == 7)
        request.relax = .never
        #expect(try ids(request).first == "r1")
        let found = try engine().search(request)
        #expect(
            found.hits.allSatisfy { $0.explanation.allSatisfy { $0.locations.allSatisfy { !$0.isKind } } })
    }

    /// In the other number, too: the typed form in what belongs to the thing does not outweigh it.
    @Test func thingsInTheOtherNumberComeBeforeWhatIsForThem() throws {
        let records = Self.records([
            "Stand for laptops", "HP Pavilion Laptop", "Privacy filter for all laptops", "Laptop sleeve",
        ])
        #expect(try ids(SearchRequest("laptops", locale: .english), records).first == "r1")
        // The typed form of the same thing comes first.
        let both = Self.records(["HP Pavilion Laptop", "Used HP laptops", "Stand for laptops"])
        #expect(try ids(SearchRequest("laptops", locale: .english), both) == ["r1", "r0", "r2"])
    }

    /// A title may be a model, and the summary says what it is. Keywords and descriptions name much else.
    @Test(arguments: [
        (FieldName.summary, true), (.keywords, false), (.description, false),
    ])
    func summariesSayWhatTheThingIs(field: FieldName, comesFirst: Bool) throws {
        var records = Self.records()
        records.append(
            CatalogRecord(
                id: "model",
                texts: [
                    .init(.title, .english, "Philips 220B7"),
                    .init(field, .english, "LCD monitor with speakers"),
                ]))
        let found = try ids(SearchRequest("monitor", locale: .english), records)
        #expect(found.prefix(4).contains("model") == comesFirst)
    }

    /// A catalog that gives a field little weight does not find by its heads.
    @Test func headsKeepTheWeightThatACatalogGives() {
        let plain = CatalogDescription(id: "c")
        let weighed = CatalogDescription(id: "c", weights: [.summary: 2, .title: 20])
        #expect([FieldName.title, .summary].map { plain.weight($0.head) } == [10, 10])
        #expect([FieldName.title, .summary].map { weighed.weight($0.head) } == [20, 2])
        // Ids that are searched are names, which come before kinds.
        let named = CatalogDescription(id: "c", fields: [.id, .title])
        #expect(named.weight(FieldName.title.head) < named.weight(.id))
    }

    /// An attribute that says what things are finds them as their titles would.
    @Test func attributesMaySayWhatTheThingIs() throws {
        func found(isKind: Bool) throws -> SearchResults {
            var kind = CatalogDescription.Attribute("sort", .text)
            kind.isKind = isKind
            let description = CatalogDescription(id: "c", attributes: [kind])
            let model = CatalogRecord(
                id: "model", texts: [.init(.title, .english, "Philips 220B7")],
                attributes: [.init("sort", .text("Monitor"))])
            let index = try CatalogIndex(description, records: Self.records() + [model])
            return try SearchEngine([index]).search(SearchRequest("monitor", locale: .english))
        }
        let hits = try found(isKind: true).hits
        #expect(hits.prefix(4).map(\.id).contains("model"))
        let hit = try #require(hits.first { $0.id == "model" })
        #expect(hit.explanation[0].locations.map(\.isKind) == [true])
        #expect(try !found(isKind: false).hits.prefix(4).map(\.id).contains("model"))
    }

    @Test func explanationsNameTheKind() throws {
        let found = try engine().search(SearchRequest("lcd monitor", locale: .english))
        let hit = try #require(found.hits.first)
        let places = try #require(hit.explanation.last?.locations)
        #expect(places.map(\.isKind) == [true])
        #expect(places[0].field == .title)
        #expect(places[0].matchedText.lowercased() == "monitor")
        // Each word is marked once.
        #expect(hit.matches.map(\.field) == [.title, .title])
    }

    /// A head in a farther language, whose title is hidden by a nearer one, is hidden, too.
    @Test func headsAreHiddenWithTheirTitles() throws {
        let german = try #require(LocaleIdentifier("de"))
        let records = (0..<4).map { number in
            CatalogRecord(
                id: "r\(number)",
                texts: [.init(.title, german, "Modell 12"), .init(.title, .english, "Blue kettle")])
        }
        let request = SearchRequest("kettle", locale: german, chain: [german, .english])
        #expect(try ids(request, records).isEmpty)
    }

    /// Hits are explained by a scan of their texts, whose scores are those of the index.
    @Test(arguments: [["de", "en"], ["fr", "he", "ko"], ["ja", "zh_Hans", "th"]])
    func indexesScoreAsAScanDoes(locales: [String]) async throws {
        let records = IndexEqualityTests.records(40, locales, seed: 11)
        let comparison = try await SearchComparison(records, segmentSizes: [1, 20])
        var kinds = 0
        for text in records.flatMap(\.texts) {
            guard let head = TextHead.head(of: text.value, in: text.locale, WordSegmenter(text.locale))
            else { continue }
            var request = SearchRequest(
                head, locale: text.locale, chain: locales.map { LocaleIdentifier($0)! })
            request.relaxationTime = .seconds(60)
            try comparison.expectSame(request)
            for hit in try comparison.index.search(request).hits where hit.rank.wordScores.count == 1 {
                let best = hit.explanation[0].locations.first
                #expect(hit.rank.wordScores == [best?.score ?? hit.rank.wordScores[0]], "\(head) \(hit.id)")
                if best?.isKind ?? false { kinds += 1 }
            }
        }
        #expect(kinds > 20)
    }
}
