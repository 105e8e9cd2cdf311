// Requests filter, count and sort by attributes, and responses show them in the reader's language.

import CatalogSearch
import SearchService
import TestSupport
import Testing

@Suite struct AttributeResponseTests {
    private static let english = LocaleIdentifier("en")!
    private static let german = LocaleIdentifier("de")!

    private static func label(_ german: String, _ english: String) -> LocalizedLabel {
        .texts([Self.german: german, Self.english: english])
    }

    private let service: SearchService

    init() throws {
        var kind = CatalogDescription.Attribute(
            "kind", .text, label: Self.label("Art", "Kind"),
            values: [.init(id: "Shoes > Boots", label: Self.label("Stiefel", "Boots"))])
        kind.isPath = true
        let description = CatalogDescription(
            id: "shoes", label: Self.label("Schuhe", "Shoes"),
            attributes: [
                .init(
                    "color", .text, isMany: true, label: Self.label("Farbe", "Color"),
                    values: [
                        .init(id: "red", label: Self.label("rot", "red")),
                        .init(id: "blue", label: Self.label("blau", "blue")),
                    ]),
                .init("stock", .number, label: Self.label("Vorrätig", "In stock")), .init("added", .date),
                .init("onSale", .boolean), kind,
            ])
        func record(_ id: String, _ values: [CatalogRecord.Attribute], price: String? = nil) -> CatalogRecord
        {
            CatalogRecord(
                id: id, texts: [.init(.title, Self.english, "Shoe \(id)")],
                price: price.flatMap { Price($0, currency: "EUR") }, attributes: values)
        }
        let records = [
            record(
                "1",
                [
                    .init("color", .text("red")), .init("color", .text("blue")),
                    .init("stock", .number(DecimalNumber("1234.50")!)),
                    .init("added", .date(Instant("2026-01-31")!)),
                    .init("onSale", .boolean(true)),
                ], price: "3.20"),
            record(
                "2", [.init("color", .text("red")), .init("added", .date(Instant("2025-01-31T10:00Z")!))]),
            record(
                "3", [.init("stock", .number(DecimalNumber(2))), .init("kind", .text("Shoes > Boots"))],
                price: "72.00"),
        ]
        service = SearchService(
            SearchEngine([try CatalogIndex(description, records: records)]),
            localizations: [packageFolder + "/Localizations"], limits: ServiceLimits(values: 50))
    }

    private func response(_ members: String) throws -> String {
        try service.response(to: Array(#"{"q":"","locale":"de",\#(members)}"#.utf8)).json
    }

    private func message(_ members: String, locale: String = "en") -> String {
        do throws(SearchService.Failure) {
            return try service.response(to: Array(#"{"q":"","locale":"\#(locale)",\#(members)}"#.utf8)).json
        } catch {
            #expect(error.kind == .request)
            return error.message
        }
    }

    @Test func hitsHaveAttributesWithLabelsAndFormattedValues() throws {
        let json = try response(#""limit":1,"filter":"id = 1""#)
        #expect(
            json.contains(
                #""attributes":{"color":{"label":"Farbe","values":[{"value":"red","label":"rot"},{"value":"blue","label":"blau"}]},"#
                    + #""stock":{"label":"Vorrätig","values":[{"value":1234.5,"label":"1.234,5"}]},"#
                    + #""added":{"label":"added","values":[{"value":"2026-01-31","label":"31.01.2026"}]},"#
                    + #""onSale":{"label":"onSale","values":[{"value":true,"#))
    }

    @Test func recordsHaveThem() throws {
        let request = ServiceRequest(SearchRequest("", locale: Self.german))
        let json = try service.record("2", in: "shoes", request).json
        #expect(
            json.contains(
                #""attributes":{"color":{"label":"Farbe","values":[{"value":"red","label":"rot"}]},"#))
        #expect(json.contains(#""value":"2025-01-31T10:00:00Z","label":"31.01.2025, 10:00""#))
    }

    @Test(arguments: [
        (#""filter":"color = Rot""#, ["1", "2"]), (#""filter":["color = red","stock EXISTS"]"#, ["1"]),
        (#""filter":[["stock = 2","color = blau"]]"#, ["1", "3"]),
        (#""filter":["", "color = red"]"#, ["1", "2"]), (#""filter":" ""#, ["1", "2", "3"]),
        (#""filter":["onSale != true",["stock = 2",["color = red","stock > 5"]]]"#, ["3"]),
        (#""sort":"stock:desc""#, ["1", "3", "2"]), (#""sort":"added:asc,title:desc""#, ["2", "1", "3"]),
        (#""sort":"price","reverse":true"#, ["3", "1", "2"]), (#""sort":"title:desc""#, ["3", "2", "1"]),
    ])
    func requestsFilterAndSort(members: String, ids: [String]) throws {
        let list = ids.map { "\"\($0)\"" }.joined(separator: ",")
        #expect(try response(#""returns":"ids",\#(members)"#).contains(#""ids":[\#(list)]"#))
    }

    @Test func facetsCountWithLabels() throws {
        let json = try response(
            #""limit":0,"filter":"color = blau","facets":["color","price","stock"],"ranges":"stock:0,1000.5","facetLimit":1"#
        )
        #expect(json.contains(#""total":1"#))
        #expect(
            json.contains(
                #"{"attribute":"color","label":"Farbe","type":"text","count":2,"#
                    + #""values":[{"value":"red","label":"rot","count":2,"selected":false},"#
                    + #"{"value":"blue","label":"blau","count":1,"selected":true}],"others":0}"#))
        #expect(
            json.contains(
                #"{"attribute":"price","label":"Preis","type":"number","count":1,"currency":"EUR","minimum":"3.20","maximum":"3.20","minimumLabel":"3,20 €","maximumLabel":"3,20 €"}"#
            ))
        #expect(
            json.contains(
                #"{"attribute":"stock","label":"Vorrätig","type":"number","count":1,"minimum":1234.5,"maximum":1234.5,"minimumLabel":"1.234,5","maximumLabel":"1.234,5","#
                    + #""ranges":[{"from":0,"to":1000.5,"count":0},{"from":1000.5,"to":null,"count":1}]}"#))
    }

    @Test(arguments: [
        ("price >= 5 AND stock < 3", "price", #""from":{"value":"5","label":"5,00 €"}"#),
        (
            "price 5 TO 10.5", "price",
            #""from":{"value":"5","label":"5,00 €"},"to":{"value":"10.5","label":"10,50 €"}"#
        ),
        (
            "stock = 1000", "stock",
            #""from":{"value":"1000","label":"1.000"},"to":{"value":"1000","label":"1.000"}"#
        ),
        ("added <= 2026-01-31", "added", #""to":{"value":"2026-01-31","label":"31.01.2026"}"#),
        // A range of days ends with the last moment of its last day.
        (
            "added <= '2026-01-31T23:59:59.999999Z'", "added",
            #""to":{"value":"2026-01-31T23:59:59.999999Z","label":"31.01.2026"}"#
        ),
    ])
    func facetsSayWhichRangeTheFilterAsksFor(_ filter: String, _ attribute: String, _ range: String) throws {
        let json = try response(#""limit":0,"filter":"\#(filter)","facets":["\#(attribute)"]"#)
        #expect(json.contains(#""selected":{\#(range)}"#), "\(json)")
    }

    @Test func facetsSayWhichRangeWasRequestedBesidesTheFilter() throws {
        let json = try response(#""limit":0,"price":"..10","facets":["price"]"#)
        #expect(json.contains(#""selected":{"to":{"value":"10","label":"10,00 €"}}"#))
        #expect(
            try !response(#""limit":0,"filter":["price < 5 OR stock = 2"],"facets":["price"]"#).contains(
                "selected"))
    }

    @Test func eachAttributeMayHaveItsOwnBeginning() throws {
        var request = ServiceRequest(SearchRequest("", locale: Self.german))
        request.request.facets = [FacetRequest("color", prefix: "bl"), FacetRequest("onSale")]
        let json = try service.response(to: request).json
        #expect(
            json.contains(
                #""values":[{"value":"blue","label":"blau","count":1,"selected":false}],"others":0"#))
        #expect(json.contains(#"{"value":true,"#))
    }

    @Test func valuesAreLookedUpByTheirBeginning() throws {
        var request = ServiceRequest(SearchRequest("", locale: Self.german))
        request.facetPrefix = "BL"
        let json = try service.facet("color", request).json
        #expect(
            json
                == #"{"locale":"de","facet":{"attribute":"color","label":"Farbe","type":"text","count":2,"values":[{"value":"blue","label":"blau","count":1,"selected":false}],"others":0}}"#
        )
        #expect(throws: SearchService.Failure.self) { try service.facet("colour", request) }
    }

    @Test func wrongRequestsSayWhatIsWrongWhere() {
        #expect(message(#""filter":"color = ""#).contains("character 9"))
        #expect(
            message(#""filter":"color = ""#, locale: "de")
                == message(#""filter":"color = ""#, locale: "de_DE"))
        #expect(message(#""filter":["stock > 1",["colr = red"]]"#).contains("did you mean “color”?"))
        #expect(message(#""facets":["size"]"#).contains("no catalog has an attribute “size”"))
        #expect(message(#""filter":"stock > red""#).contains("“red” cannot be compared with “stock”"))
        #expect(message(#""filter":5"#).contains("a filter such as color = red"))
        #expect(message(#""sort":"stock:up""#).contains("“stock:up” is not a valid order"))
        #expect(message(#""sort":"color""#).contains("cannot be sorted by “color”"))
        #expect(message(#""ranges":"stock""#).contains("“stock” is not a valid list of ranges"))
        #expect(message(#""ranges":"stock:5,1""#).contains("ascending order"))
    }

    @Test func theNumberOfValuesIsLimited() {
        #expect(throws: SearchService.Failure.self) { try response(#""facets":["color"],"facetLimit":51"#) }
    }

    @Test func parametersAreReadLikeMembers() throws {
        let parameters = [
            ("locale", "de"), ("filter", "color = rot AND stock EXISTS"), ("facets", "color,stock"),
            ("sort", "stock:desc"), ("returns", "ids"),
        ]
        let request = try service.request(parameters: parameters.map { (name: $0.0, value: $0.1) })
        #expect(request.request.order == [SortKey("stock", isDescending: true)])
        #expect(request.request.facets.map(\.attribute) == ["color", "stock"])
        #expect(try service.response(to: request).json.contains(#""ids":["1"]"#))
    }

    @Test func queriesNameAttributesInTheReadersLanguage() throws {
        func ids(_ query: String, _ others: [(String, String)] = []) throws -> String {
            let parameters = [("q", query), ("locale", "de"), ("returns", "ids")] + others
            let request = try service.request(parameters: parameters.map { (name: $0.0, value: $0.1) })
            let json = try service.response(to: request).json
            return String(json.split(separator: "\"ids\":")[1].prefix { $0 != "]" }) + "]"
        }
        #expect(try ids("farbe:rot preis:..5") == #"["1"]"#)
        #expect(try ids("farbe:rot preis:..3") == "[]")
        #expect(try ids("titel:shoe vorrätig:1.234,5") == #"["1"]"#)
        #expect(try ids("farbe:rot", [("syntax", "plain"), ("relax", "never")]) == "[]")
    }

    @Test func hitsSayInWhichLocaleTheyMatchedIfAllAreSearched() throws {
        func json(_ others: [(String, String)]) throws -> String {
            let parameters = [("q", "shoe"), ("locale", "de"), ("limit", "1")] + others
            let request = try service.request(parameters: parameters.map { (name: $0.0, value: $0.1) })
            return try service.response(to: request).json
        }
        #expect(try json([("match", "any")]).contains(#""matchedLocale":"en""#))
        #expect(try !json([]).contains("matchedLocale"))
    }

    // MARK: Preferences

    @Test(arguments: [
        #""prefer":[{"attribute":"added","halfLife":"365d","factor":3},{"filter":"stock = 2","factor":0.5}]"#,
        #""prefer":"added:365d * 3; stock = 2 * 0.5""#,
    ])
    func preferencesOrderAnEmptyQuery(prefer: String) throws {
        let response = try response("\(prefer),\"moment\":\"2026-01-31\",\"explain\":true,\"locale\":\"en\"")
        #expect(response.contains(#""moment":"2026-01-31""#))
        let places = try ["1", "2", "3"].map { try #require(response.firstRange(of: "{\"id\":\"\($0)\"")) }
        #expect(places[0].lowerBound < places[1].lowerBound && places[1].lowerBound < places[2].lowerBound)
        #expect(response.contains("times 0.5 for “stock = 2”"))
        #expect(
            response.contains("times 3 for “added:365d”") && response.contains("times 2 for “added:365d”"))
    }

    @Test func aResponseWithoutAgesNamesNoMoment() throws {
        #expect(try !response(#""prefer":"stock = 2 * 0.5""#).contains("moment"))
    }

    @Test func nodesOfPathsHaveTheirLabels() throws {
        let response = try response(#""facets":["kind"],"filter":"kind = Stiefel""#)
        let node = #"{"value":"Shoes","label":"Shoes"#
        let leaf = #"{"value":"Shoes > Boots","label":"Stiefel"#
        #expect(
            response.contains(
                #""kind":{"label":"Art","values":[{"value":"Shoes > Boots","label":"Shoes > Stiefel","path":[\#(node)"},\#(leaf)"}]}]}"#
            ))
        #expect(
            response.contains(
                #""path":[\#(node)","count":1,"selected":false},\#(leaf)","count":1,"selected":true}],"values":[],"others":0"#
            ))
    }

    @Test(arguments: [
        (
            #""prefer":[{"filter":"stock = 2","factor":0}]"#,
            "“prefer[0].factor” must be a number from 0.001 to 1000"
        ),
        (#""prefer":[{"filter":"stock = 2","factor":-1}]"#, "“prefer[0].factor” must be a number"),
        (
            #""prefer":[{"attribute":"added","halfLife":"0d","factor":2}]"#,
            "“prefer[0].halfLife” must be a time"
        ),
        (
            #""prefer":[{"attribute":"stock","from":1,"to":1,"factor":2}]"#,
            "“prefer[0].to” must be a number, and"
        ),
        (
            #""prefer":[{"attribute":"color","from":1,"to":2,"factor":2}]"#,
            "“color” must be the name of an attribute"
        ),
        (
            #""prefer":[{"attribute":"stick","from":1,"to":2,"factor":2}]"#,
            "no catalog has an attribute “stick”"
        ),
        (#""prefer":"stock = 0 * inf""#, "“stock = 0 * inf” is not a valid preference for prefer"),
        (#""prefer":5"#, "“prefer” must be a list"),
        (#""preferences":"none""#, "“none” is not a valid value"),
        (#""moment":"soon""#, "“moment” must be a date"),
    ])
    func preferencesThatCannotBeUsedAreNamed(members: String, start: String) {
        #expect(message(members).contains(start), "\(message(members))")
    }

    @Test(arguments: [
        (#""spread":"colour""#, "no catalog has an attribute “colour”"),
        (#""spread":"price""#, "“price” must be an attribute of which several results may have"),
        (#""spread":5"#, "“spread” must be a text"),
        (#""spread":"color","atMost":0"#, "“atMost” must be a whole number from 1"),
    ])
    func spreadsThatCannotBeUsedAreNamed(members: String, start: String) {
        #expect(message(members).contains(start), "\(message(members))")
    }

    @Test func numbersHaveSumsAndBucketsIfTheyAreWanted() throws {
        let found = message(#""limit":0,"facets":["stock"],"sums":true,"buckets":2"#, locale: "de")
        for part in [
            #""sum":"#, #""sumLabel":"#, #""average":"#, #""averageLabel":"#, #""buckets":[{"from":"#,
        ] {
            #expect(found.contains(part), "\(found)")
        }
        let plain = message(#""limit":0,"facets":["stock"]"#)
        #expect(!plain.contains("sum") && !plain.contains("buckets"))
        #expect(message(#""facets":["stock"],"buckets":101"#).contains("100"))
    }

    @Test func parametersAndMembersSayWhatFillsNoPage() throws {
        let parameters = try service.request(
            parameters: [(name: "spread", value: "color"), (name: "atMost", value: "3")]
        ).request
        #expect(parameters.spread == .by("color") && parameters.spreadLimit == 3)
        let off = try service.request(parameters: [(name: "spread", value: "none")])
        #expect(off.request.spread == .off)
        #expect(message(#""spread":"color","at most":1"#).contains(#""hits""#))
    }

    @Test func parametersHavePreferencesAsTextOrJSON() throws {
        let expected = [Preference("stock = 2 * 0.5")!]
        for text in ["stock = 2 * 0.5", #"[{"filter":"stock = 2","factor":0.5}]"#] {
            let request = try service.request(parameters: [("prefer", text), ("preferences", "request")])
            #expect(request.request.preferences == expected && !request.request.appliesPreferences)
        }
    }

    @Test func severalCatalogsShowALabelInTheReadersLanguage() throws {
        let arabic = LocaleIdentifier("ar")!
        func catalog(_ id: String, _ label: LocalizedLabel?) throws -> CatalogIndex {
            let brand = CatalogDescription.Attribute("brand", .text, label: label)
            return try CatalogIndex(CatalogDescription(id: id, attributes: [brand]), records: [])
        }
        let catalogs = [
            try catalog("apparel", nil), try catalog("books", Self.label("Marke", "Brand")),
            try catalog("gifts", .texts([arabic: "العلامة التجارية", Self.english: "Make"])),
        ]
        let service = SearchService(
            SearchEngine(catalogs), localizations: [packageFolder + "/Localizations"])
        func shown(_ locale: String) throws -> String? {
            let request = #"{"q":"","locale":"\#(locale)","limit":0,"facets":["brand"]}"#
            let json = try service.response(to: Array(request.utf8)).json
            return json.split(separator: #""attribute":"brand","label":""#).last?.split(separator: "\"").first
                .map(
                    String.init)
        }
        #expect(try shown("ar") == "العلامة التجارية")
        #expect(try shown("de") == "Marke")
        // The first catalog decides where all or none have the language.
        #expect(try shown("en") == "Brand")
        #expect(try shown("ja") == "Brand")
    }
}
