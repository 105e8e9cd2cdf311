// Settings in sidecars are read independently of each other.

import CatalogSearch
import Files
import JSON
import Testing

@testable import CatalogStorage

@Suite struct CatalogSidecarTests {
    private func sidecar(_ text: String?) -> CatalogSidecar {
        let files = InMemoryFileSystem(text.map { ["shop.catalog.json": $0] } ?? [:])
        return CatalogSidecar(of: CatalogFile(path: "shop.jsonl")!, fileSystem: files)
    }

    @Test func everySettingIsRead() {
        let sidecar = sidecar(
            """
            \u{FEFF}{"label": {"en": "Shop", "de": "Laden", "pt_br": "a", "pt_BR": "Loja"}, "defaultLocale": "de",
             "fields": ["name", "author"], "title": "name",
             "scopes": [{"id": "birthdays", "label": "ScopeBirthdays"}, "weddings"],
             "synonyms": {"de": [["a", "b"]]}, "color": "blue"}
            """)
        let expected = CatalogDescription(
            id: "shop",
            label: .texts([locale("en"): "Shop", locale("de"): "Laden", locale("pt_BR"): "Loja"]),
            defaultLocale: locale("de"), fields: ["name", "author"], titleField: "name",
            scopes: [.init(id: "birthdays", label: .key("ScopeBirthdays")), .init(id: "weddings")],
            synonyms: [.init(locale: locale("de"), words: ["a", "b"])])
        #expect(sidecar.description == expected)
        #expect(sidecar.synonyms == #"{"de":[["a","b"]]}"#)
        // Only the last one does not exist.
        #expect(sidecar.diagnostics.map(\.line) == [4])
        #expect(sidecar.diagnostics.first?.kind.code == .sidecarUnknownMemberOf)
        #expect(sidecar.diagnostics.first?.arguments.first == .text("color"))
    }

    /// Each unknown name was compared with all known ones, however often it came.
    @Test func aNameThatComesOftenIsReportedOnce() {
        let sidecar = sidecar("{" + String(repeating: #""lable":"x","#, count: 100_000) + #""lable":"x"}"#)
        #expect(sidecar.diagnostics.count == 1)
        #expect(sidecar.diagnostics.first?.kind == .sidecarUnknownMember(member: "lable", nearest: "label"))
    }

    @Test func rulesAreReadInTheOrderOfTheirIds() throws {
        let sidecar = sidecar(
            """
            {"rules": {"b": {"query": "Hut", "match": "contains", "locales": ["de"], "from": "2026-06-01",
               "until": "2026-09-01T12:00:00+02:00", "pin": [{"id": "x", "place": 3}], "hide": ["y"], "raise": ["z"]},
             "a": {"query": "", "hide": ["1"]}, "wrong": {"hide": 1}}}
            """)
        #expect(sidecar.description.rules.map(\.id) == ["a", "b"])
        var rule = SearchRule(id: "b")
        rule.query = "Hut"
        rule.match = .contains
        rule.locales = [locale("de")]
        rule.from = Instant("2026-06-01")
        rule.until = Instant("2026-09-01T10:00:00Z")
        rule.pinned = [.init(id: "x", position: 3)]
        rule.hidden = ["y"]
        rule.raised = ["z"]
        #expect(sidecar.description.rules.last == rule)
        #expect(
            sidecar.diagnostics.map(\.kind) == [
                .sidecarWrongType(member: "rules.wrong.hide", expected: .list),
                .sidecarWrongType(member: "rules.wrong", expected: .ruleAction),
            ])
    }

    @Test func allMembersOfARuleAreRead() throws {
        let text = """
            {"attributes": {"color": {"type": "text"}, "stock": {"type": "number"}}, "rules": {"r": {
             "query": "hat", "match": "prefix", "context": ["mobile"], "filter": "color = red",
             "pin": [{"filter": "color = blue", "place": 2}], "hide": ["a", {"filter": "stock = 0"}],
             "raise": [{"filter": "stock > 9"}], "bury": ["b"], "replace": {"panama": "straw hat"},
             "remove": ["cheap"], "addFilter": "stock > 1", "prefer": [{"filter": "color = red", "factor": 2}],
             "data": {"en": {"banner": 1.5}, "de": null}}}}
            """
        let sidecar = sidecar(text)
        #expect(sidecar.diagnostics.isEmpty)
        var rule = SearchRule(id: "r")
        (rule.query, rule.match, rule.contexts) = ("hat", .prefix, ["mobile"])
        rule.filter = try Filter("color = red")
        rule.pinned = [.init(.filter(try Filter("color = blue")), position: 2)]
        rule.hidden = ["a", .filter(try Filter("stock = 0"))]
        rule.raised = [.filter(try Filter("stock > 9"))]
        rule.buried = ["b"]
        rule.replacements = [.init("panama", with: "straw hat"), .init("cheap")]
        rule.addedFilter = try Filter("stock > 1")
        rule.preferences = [Preference("color = red * 2")!]
        rule.data = .localized([locale("en"): #"{"banner":1.5}"#, locale("de"): "null"])
        #expect(sidecar.description.rules == [rule])
        // The cache stores what was read.
        let rules = sidecar.description.rules.json.text
        try JSONParser().withValue(of: Array(rules.utf8)) { value in
            #expect([SearchRule](json: value, sidecar.description) == [rule])
        }
    }

    @Test(
        arguments: [
            (#""hide": [{"filter": "size = 1"}]"#, "rules.r.hide[0].filter"),
            (#""hide": [{"filter": "color ="}]"#, "rules.r.hide[0].filter"),
            (#""hide": [{"id": "a", "filter": "color = 1"}]"#, "rules.r.hide[0]"),
            (#""hide": [7]"#, "rules.r.hide[0]"), (#""pin": [{"place": 1}]"#, "rules.r.pin[0]"),
            (#""bury": ["a"], "filter": "nothing = 1""#, "rules.r.filter"),
            (#""bury": ["a"], "context": "mobile""#, "rules.r.context"),
            (#""bury": ["a"], "match": "sounds""#, "rules.r.match"),
            (#""replace": {" ": "x"}"#, "rules.r.replace"), (#""replace": {"x": 1}"#, "rules.r.replace.x"),
            (#""replace": ["x"]"#, "rules.r.replace"), (#""remove": [1]"#, "rules.r.remove[0]"),
            (#""addFilter": 1"#, "rules.r.addFilter"),
            (#""prefer": [{"filter": "color = 1", "factor": 0}]"#, "rules.r.prefer[0].factor"),
            (#""prefer": [{"filter": "size = 1", "factor": 2}]"#, "rules.r.prefer[0].filter"),
            (#""data": "\#(String(repeating: "x", count: 20_000))""#, "rules.r.data"),
        ])
    func aMistakeInARuleIsNamedWithItsPlace(member: String, place: String) throws {
        let sidecar = sidecar(
            #"{"attributes": {"color": {"type": "text"}}, "rules": {"r": {\#(member)}, "s": {"bury": ["b"]}}}"#
        )
        #expect(sidecar.description.rules.map(\.id) == ["s"])
        let diagnostic = try #require(sidecar.diagnostics.first)
        #expect(diagnostic.arguments.first.map { "\($0)".contains(place) } == true, "\(diagnostic)")
    }

    @Test func dataIsByLocaleOnlyWithTheDefaultLocale() {
        let sidecar = sidecar(
            #"{"rules": {"a": {"data": {"id": 7}}, "b": {"data": {"en": 1, "id": 7}}, "c": {"data": [1]}}}"#)
        #expect(
            sidecar.description.rules.map(\.data) == [
                .json(#"{"id":7}"#), .localized([locale("en"): "1", locale("id"): "7"]), .json("[1]"),
            ])
    }

    @Test func rulesThatContradictAreNamedAndUsed() {
        let sidecar = sidecar(
            """
            {"rules": {"a": {"query": "x", "pin": [{"id": "1", "place": 1}], "hide": ["2"]},
             "b": {"query": "x", "hide": ["1", "3"]}, "c": {"query": "y", "hide": ["1"]},
             "d": {"replace": {"Sofa": "couch", "chair": "stool"}}, "e": {"replace": {"couch": "divan", "stool": "seat"}},
             "f": {"replace": {"divan": "sofa"}}, "g": {"replace": {"red": "red"}}}}
            """)
        #expect(sidecar.description.rules.count == 7)
        #expect(
            sidecar.diagnostics.map(\.kind) == [
                .sidecarRuleOverruled(rule: "b", earlier: "a", record: "1"),
                .sidecarRuleReplacesInCircle(rule: "d", words: "Sofa"),
                .sidecarRuleReplacesInCircle(rule: "e", words: "couch"),
                .sidecarRuleReplacesInCircle(rule: "f", words: "divan"),
                .sidecarRuleReplacesInCircle(rule: "g", words: "red"),
            ])
        #expect(sidecar.diagnostics.allSatisfy { $0.severity == .warning })
    }

    @Test func fewRulesMayHoldForAllQueries() {
        func rules(_ rule: String, _ count: Int) -> CatalogSidecar {
            sidecar("{\"rules\": {\((0..<count).map { "\"r\($0)\": \(rule)" }.joined(separator: ","))}}")
        }
        #expect(
            rules(#"{"hide": ["1"]}"#, 1_001).diagnostics.map(\.kind) == [
                .sidecarRulesForAllQueries(count: 1_001, limit: 1_000)
            ])
        #expect(rules(#"{"replace": {"a": "b"}}"#, 1_001).description.rules.count == 1_001)
    }

    @Test func whatServersLearntIsAddedUpForTheLastDayAndMistakesAreNamed() throws {
        let sidecar = sidecar(
            """
            {"learned": {"one": {"through": "2026-06-01", "records": {"t-1": 8, "t-2": 1.5}},
              "two": {"through": "2026-07-01", "records": {"t-1": 2, "t-3": -1,
                "t-4": "5"}},
              "day": {"through": "2026-07-01T12:00:00Z", "records": {}},
              "none": {"through": "2026-07-01"},
              "list": []}}
            """)
        #expect(sidecar.description.learned.records == ["t-1": 6, "t-2": 0.75])
        #expect(
            sidecar.diagnostics.map(\.kind) == [
                .sidecarWrongType(member: "learned.two.records.t-3", expected: .popularity),
                .sidecarWrongType(member: "learned.two.records.t-4", expected: .popularity),
                .sidecarWrongType(member: "learned.day.through", expected: .date),
                .sidecarWrongType(member: "learned.none.records", expected: .object),
                .sidecarWrongType(member: "learned.list", expected: .object),
            ])
        #expect(sidecar.diagnostics.map(\.line) == [2, 3, 4, 5, 6])
        var sources = sidecar.learned
        sources.sources["two"]?.records["t-1"] = 2.00049
        #expect(
            sources.json
                == #"{"one":{"through":"2026-06-01","records":{"t-1":8,"t-2":1.5}},"two":{"through":"2026-07-01","records":{"t-1":2}}}"#
        )
    }

    @Test func preferencesAreReadAndMistakesNamedWithTheirPlace() {
        let sidecar = sidecar(
            """
            {"attributes": {"stock": {"type": "number"}, "added": {"type": "date"}, "brand": {"type": "text"}},
             "prefer": [{"filter": "stock = 0", "factor": 0.3},
              {"filter": "stock == 0", "factor": 0.3},
              {"attribute": "stock", "from": 0, "to": 0.6, "factor": 1.2},
              {"attribute": "stock", "from": 1, "to": 1, "factor": 1.2},
              {"attribute": "added", "halfLife": "90d", "factor": 1.5},
              {"attribute": "added", "halfLife": "0d", "factor": 1.5},
              {"attribute": "added", "halfLife": "90d", "factor": 0},
              {"attribute": "added", "halfLife": "90d", "factor": -1},
              {"attribute": "brand", "from": 1, "to": 5, "factor": 2},
              {"attribute": "stock", "halfLife": "1d", "factor": 2},
              {"attribute": "stick", "from": 1, "to": 5, "factor": 2},
              {"filter": "stick = 1", "factor": 2},
              {"attribute": "stock", "factor": 2}, {"filter": "stock = 1", "factors": 2}, 7]}
            """)
        let expected = ["stock = 0 * 0.3", "stock:0..0.6 * 1.2", "added:90d * 1.5"].map { Preference($0)! }
        #expect(sidecar.description.preferences == expected)
        let known = "stock, added, brand, scope, catalog, year, price, popularity, id"
        // The nearest one comes first.
        let members = "factor, filter, attribute, from, to, halfLife"
        #expect(
            sidecar.diagnostics.map(\.kind) == [
                .sidecarWrongType(member: "prefer[1].filter", expected: .filter),
                .sidecarWrongType(member: "prefer[3].to", expected: .preferenceBound),
                .sidecarWrongType(member: "prefer[5].halfLife", expected: .halfLife),
                .sidecarWrongType(member: "prefer[6].factor", expected: .factor),
                .sidecarWrongType(member: "prefer[7].factor", expected: .factor),
                .sidecarWrongType(member: "prefer[12]", expected: .preference),
                .sidecarUnknownChoice(member: "prefer[13]", value: "factors", known: members),
                .sidecarWrongType(member: "prefer[14]", expected: .preference),
                .sidecarWrongType(member: "prefer[8].attribute", expected: .numberAttribute),
                .sidecarWrongType(member: "prefer[9].attribute", expected: .dateAttribute),
                .sidecarUnknownChoice(member: "prefer[10].attribute", value: "stick", known: known),
                .sidecarUnknownChoice(member: "prefer[11].filter", value: "stick", known: known),
            ])
        #expect(sidecar.diagnostics.first?.line == 3)
        #expect(sidecar.diagnostics.allSatisfy { $0.line != nil })
    }

    @Test(
        arguments: [
            (#""stock > 0""#, nil),
            (#""stock""#, .sidecarWrongType(member: "available", expected: .filter)),
            ("true", .sidecarWrongType(member: "available", expected: .filter)),
            (
                #""stick > 0""#,
                .sidecarUnknownChoice(
                    member: "available", value: "stick",
                    known: "stock, scope, catalog, year, price, popularity, id")
            ),
        ] as [(String, CatalogDiagnostic.Kind?)])
    func whatCanBeBoughtIsAFilterOnKnownAttributes(filter: String, problem: CatalogDiagnostic.Kind?) throws {
        let sidecar = sidecar(#"{"attributes": {"stock": {"type": "number"}}, "available": \#(filter)}"#)
        #expect(sidecar.description.available == (problem == nil ? try Filter("stock > 0") : nil))
        #expect(sidecar.diagnostics.map(\.kind) == (problem.map { [$0] } ?? []))
    }

    @Test(
        arguments: [
            (#""spread": "stock""#, Spread("stock"), nil),
            (#""spread": "scope", "at most": 3"#, Spread(.scope, atMost: 3), nil),
            (
                #""spread": "stock", "at most": 0"#, nil,
                .sidecarWrongType(member: "at most", expected: .positive)
            ),
            (
                #""spread": "stock", "at most": "2""#, nil,
                .sidecarWrongType(member: "at most", expected: .positive)
            ),
            (#""at most": 3"#, nil, .sidecarWrongType(member: "spread", expected: .spreadAttribute)),
            (#""spread": 3"#, nil, .sidecarWrongType(member: "spread", expected: .spreadAttribute)),
            (#""spread": "price""#, nil, .sidecarWrongType(member: "spread", expected: .spreadAttribute)),
            (
                #""spread": "stick""#, nil,
                .sidecarUnknownChoice(
                    member: "spread", value: "stick",
                    known: "stock, scope, catalog, year, price, popularity, id")
            ),
        ] as [(String, Spread?, CatalogDiagnostic.Kind?)])
    func noValueFillsAPage(members: String, spread: Spread?, problem: CatalogDiagnostic.Kind?) throws {
        let sidecar = sidecar(#"{"attributes": {"stock": {"type": "number"}}, \#(members)}"#)
        #expect(sidecar.description.spread == spread)
        #expect(sidecar.diagnostics.map(\.kind) == (problem.map { [$0] } ?? []))
        #expect(sidecar.diagnostics.allSatisfy { $0.line == 1 })
    }

    @Test func anUnknownMemberOfARuleIsNamedWithTheNearestOne() throws {
        let sidecar = sidecar(#"{"rules": {"a": {"hide": ["1"], "contxt": ["mobile"]}}}"#)
        let found = try #require(sidecar.diagnostics.first)
        #expect(found.kind.code == .sidecarUnknownChoice)
        #expect(found.arguments.prefix(2) == [.text("rules.a"), .text("contxt")])
        #expect(found.arguments[2].text?.hasPrefix("context, query, match, locales, filter,") == true)
    }

    @Test func aNumberThatIsTooLargeCostsItsOwnSetting() {
        let sidecar = sidecar(
            """
            {"weights": {"title": 1e400, "summary": 7}, "title": "name", "attributes": {"stock": {"type": "number"}},
             "prefer": [{"filter": "stock = 0", "factor": 0.3},
              {"filter": "stock = 1", "factor": -1e999}]}
            """)
        #expect(sidecar.description.weights == ["summary": 7] && sidecar.description.titleField == "name")
        #expect(sidecar.description.preferences == [Preference("stock = 0 * 0.3")!])
        #expect(
            sidecar.diagnostics.map(\.kind) == [
                .sidecarWrongType(member: "weights.title", expected: .weight),
                .sidecarWrongType(member: "prefer[1].factor", expected: .factor),
            ])
        #expect(sidecar.diagnostics.last?.line == 3)
    }

    @Test func tooManyPreferencesAreNotUsed() {
        let many = Array(repeating: #"{"filter": "year = 1", "factor": 2}"#, count: 33)
        let sidecar = sidecar("{\"prefer\": [\(many.joined(separator: ", "))]}")
        #expect(sidecar.description.preferences.isEmpty)
        #expect(
            sidecar.diagnostics.map(\.kind) == [.sidecarTooMany(member: "prefer", count: 33, limit: 32)])
    }

    @Test func aCatalogWithoutOneHasTheDefaults() {
        #expect(sidecar(nil).description == CatalogDescription(id: "shop"))
        #expect(sidecar(nil).diagnostics == [])
    }

    @Test func aWrongSettingIsReportedAndTheOthersAreUsed() {
        let sidecar = sidecar(
            """
            {"label": 1, "defaultLocale": "!", "fields": ["title", 2], "title": [],
             "scopes": [{"label": "x"}, 3, {"id": "b", "label": {"de": 1, "?": "x"}}]}
            """)
        #expect(
            sidecar.diagnostics.map(\.kind) == [
                .sidecarWrongType(member: "label", expected: .localizedText),
                .invalidLocale(member: "defaultLocale", key: "!"),
                .sidecarWrongType(member: "fields[1]", expected: .text),
                .sidecarWrongType(member: "title", expected: .text),
                .sidecarWrongType(member: "scopes[0].id", expected: .text),
                .sidecarWrongType(member: "scopes[1]", expected: .object),
                .sidecarWrongType(member: "scopes[2].label[de]", expected: .text),
                .invalidLocale(member: "scopes[2].label", key: "?"),
            ])
        #expect(sidecar.diagnostics.allSatisfy { $0.file == "shop.catalog.json" })
        #expect(
            sidecar.description == CatalogDescription(id: "shop", fields: ["title"], scopes: [.init(id: "b")])
        )
    }

    private static func list(_ count: Int, _ element: (Int) -> String) -> String {
        "[" + (0..<count).map(element).joined(separator: ",") + "]"
    }

    private static func texts(_ count: Int) -> String {
        "{" + (0..<count).map { #""x\#($0 + 100_000)": "a""# }.joined(separator: ",") + "}"
    }

    /// A hundred thousand entries are refused by their number, without comparing them.
    @Test(arguments: [
        ("fields", list(100_000) { #""f\#($0)""# }, 100_000, CatalogSidecar.Limit.fields),
        ("scopes", list(100_000) { #""s\#($0)""# }, 100_000, CatalogSidecar.Limit.scopes),
        ("label", texts(100_000), 100_000, CatalogSidecar.Limit.texts),
        ("synonyms", list(50_000) { #"["a\#($0)", "b\#($0)"]"# }, 100_000, CatalogSidecar.Limit.words),
    ])
    func aSettingWithTooManyEntriesIsNotUsed(member: String, value: String, count: Int, limit: Int) {
        let sidecar = sidecar(#"{"\#(member)": \#(value), "title": "name"}"#)
        #expect(
            sidecar.diagnostics.map(\.kind) == [.sidecarTooMany(member: member, count: count, limit: limit)])
        var expected = CatalogDescription(id: "shop")
        expected.titleField = "name"
        #expect(sidecar.description == expected)
        #expect(sidecar.synonyms == nil)
    }

    @Test func asManyEntriesAsAreAllowedAreUsed() {
        let fields = Self.list(CatalogSidecar.Limit.fields) { #""f\#($0)""# }
        let scopes = Self.list(CatalogSidecar.Limit.scopes) { #""s\#($0)""# }
        let sidecar = sidecar(#"{"fields": \#(fields), "scopes": \#(scopes)}"#)
        #expect(sidecar.diagnostics == [])
        #expect(sidecar.description.fields.count == CatalogSidecar.Limit.fields)
        #expect(sidecar.description.scopes.count == CatalogSidecar.Limit.scopes)
    }

    @Test func ofManyProblemsTheFirstAreReported() {
        let sidecar = sidecar(#"{"scopes": \#(Self.list(5_000) { _ in "1" })}"#)
        #expect(sidecar.diagnostics.count == DiagnosticLog().limit)
    }

    @Test(arguments: ["{", "", "[]", "3", "{\"label\": \"\\uD800\"}"])
    func aBrokenOneIsNotUsed(text: String) {
        let sidecar = sidecar(text)
        #expect(sidecar.description == CatalogDescription(id: "shop"))
        #expect(sidecar.diagnostics.map(\.messageKey) == ["SidecarInvalid: %@"])
    }
}
