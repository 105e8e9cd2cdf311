// Checks searches on the command line: results, their form, and exit statuses.

import Testing

@Suite struct SearchTests {
    @Test func aGermanSearchSaysInGermanHowMuchWasFoundAndWhere() throws {
        let run = try searchShop("--locale de_DE geburtstag")
        #expect(run.status == 0)
        #expect(run.errors == "")
        #expect(
            run.lines
                == [
                    "3 Treffer gefunden",
                    "Alle (3) · Geburtstage (2) · Hochzeiten (1)",
                    "",
                    "Titel                 Katalog  Bereich      Jahr     Preis",
                    "Karte zum Geburtstag  Laden    Geburtstage  1999    3,50 €",
                    "Geburtstagstorte      Laden    Geburtstage  2001   20,00 €",
                    "Ring mit Öse          Laden    Hochzeiten   2010  199,99 €",
                    "    Kindergeburtstag",
                ].map { $0.replacing(" €", with: "\u{A0}€") })
    }

    @Test(arguments: [
        ("de", "geburtstag", "3 Treffer gefunden"), ("de", "torte", "1 Treffer gefunden"),
        ("de", "zzz", "Keine Treffer gefunden"), ("en", "birthday", "2 items found"),
        ("en", "card", "1 item found"), ("en", "zzz", "No items found"),
    ])
    func theFirstLineSaysHowMuchWasFound(locale: String, query: String, label: String) throws {
        #expect(try searchShop("--locale \(locale) \(query)").lines.first == label)
    }

    @Test func foundNothingFoundAndErrorHaveTheirOwnStatus() throws {
        #expect(try searchShop("torte -l de").status == 0)
        #expect(try searchShop("zzz").status == 1)
        #expect(try searchShop("torte --scope nowhere").status == 2)
    }

    @Test(arguments: ["torte", "zzz"]) func theStatusIsTheSameInEveryFormat(query: String) throws {
        let statuses = try ["text", "json", "jsonl"].map {
            try searchShop("-l de \(query) --format \($0)").status
        }
        #expect(Set(statuses).count == 1)
    }

    /// The limit of words counts neither `OR` nor its name in the reader's language.
    @Test func operatorsInTheReadersLanguageAreNoWords() throws {
        let words = (1...30).map { "w\($0)" }.joined(separator: " ")
        #expect(
            try searchShop(["-l", "de", "--relax", "never", "\(words) torte ODER geburtstag"]).status != 2)
        #expect(try searchShop(["-l", "de", "--relax", "never", "\(words) w31 w32 w33"]).status == 2)
    }

    @Test func severalWordsMustAllBeFound() throws {
        #expect(try searchShop("-l de --format json geburtstag karte").ids == ["karte"])
        #expect(try searchShop(["-l", "de", "--format", "json", "geburtstag karte"]).ids == ["karte"])
    }

    @Test func anEmptyQueryListsEverything() throws {
        #expect(try searchShop("--format json").json["total"] == 5)
        #expect(try searchShop(["--format", "json", ""]).json["total"] == 5)
    }

    @Test(arguments: [("en", "gladiolus 51.99 2001"), ("de", "Gladiole 51,99 2001")])
    func wordPriceAndYearFindTheOneRecordOfTheSamples(locale: String, query: String) throws {
        let run = try lsearch("--locale \(locale) --format json \(query)")
        #expect(run.status == 0)
        #expect(try run.ids == ["g-101"])
    }

    @Test func numbersAreReadAsTheLocaleWritesThem() throws {
        #expect(try searchShop("-l de --format json 199,99").ids == ["ring"])
        #expect(try searchShop("-l en --format json 199.99").ids == ["ring"])
        #expect(try searchShop("-l de 199.99").status == 1)
    }

    // MARK: Scopes

    @Test(arguments: [
        ("de", "birthdays"), ("de", "Geburtstage"), ("de", "geburtstage"), ("en", "Birthdays"),
        ("en", "birthdays"),
    ])
    func aScopeIsNamedByItsIdOrItsLabelInTheLocale(locale: String, scope: String) throws {
        let run = try searchShop("-l \(locale) --scope \(scope) --format json")
        #expect(try run.json["scope"] == "birthdays")
        #expect(try run.json["total"] == 2)
    }

    @Test func aScopeIsNamedByTheLabelThatItsCatalogBrings() throws {
        #expect(try searchShop("-l de -s Hochzeiten --format json").ids.sorted() == ["oel", "ring"])
        #expect(try searchShop("-l en -s Marriages --format json").json["scope"] == "weddings")
    }

    @Test(arguments: ["all", "Alle", "alle"]) func allIsAScopeToo(scope: String) throws {
        let run = try searchShop("-l de -s \(scope) --format json")
        #expect(try run.json["scope"] == "all")
        #expect(try run.json["total"] == 5)
    }

    @Test func theCountsOfAllScopesAreThoseWithoutTheScope() throws {
        let response = try searchShop("-l de -s weddings geburtstag --format json").json
        #expect(response["total"] == 1)
        #expect(response["scopes"]?.elements.map { $0["count"] } == [3, 2, 1])
    }

    // MARK: Filters

    @Test(arguments: [
        ("--price 3.5..20", ["karte", "torte"]), ("--price ..20", ["karte", "torte"]),
        ("--price 20..", ["ring", "torte"]), ("--price 20", ["torte"]), ("--price 3.50..3.50", ["karte"]),
        ("--year 1999..2001", ["karte", "torte"]), ("--year ..1999", ["karte", "oel"]),
        ("--year 2010..", ["ring"]), ("--year 1890", ["oel"]), ("--year 2001.. --price ..50", ["torte"]),
    ])
    func rangesIncludeTheirEndsAndMayLackOne(options: String, ids: [String]) throws {
        #expect(try searchShop("-l de --format json \(options)").ids.sorted() == ids)
    }

    // MARK: Order and pages

    @Test(arguments: [
        ("--sort price", ["karte", "torte", "ring"]), ("--sort price --reverse", ["ring", "torte", "karte"]),
        ("--sort year", ["oel", "karte", "torte", "ring"]),
        ("--sort year --reverse", ["ring", "torte", "karte", "oel"]),
    ])
    func whatLacksThePriceOrYearComesLastInBothOrders(options: String, ids: [String]) throws {
        #expect(Array(try searchShop("-l de --format json \(options)").ids.prefix(ids.count)) == ids)
    }

    /// In German dictionaries ö sorts as o, in telephone books as oe.
    @Test(arguments: [
        ("de", ["torte", "karte", "ofen", "oel", "ring"]),
        ("de-u-co-phonebk", ["torte", "karte", "oel", "ofen", "ring"]),
        ("de_DE@collation=phonebook", ["torte", "karte", "oel", "ofen", "ring"]),
    ])
    func titlesAreSortedByTheCollationThatTheLocaleAsksFor(locale: String, ids: [String]) throws {
        #expect(try searchShop("-l \(locale) --sort title --format json").ids == ids)
        #expect(try searchShop("-l \(locale) --sort title --reverse --format json").ids == ids.reversed())
    }

    @Test func noResultsAreShownWhereOnlyTheirCountIsRequested() throws {
        let run = try searchShop("-l de geburtstag -n 0")
        #expect(run.status == 0)
        #expect(run.lines == ["3 Treffer gefunden", "Alle (3) · Geburtstage (2) · Hochzeiten (1)"])
        let response = try searchShop("-l de geburtstag -n 0 --format json").json
        #expect(response["total"] == 3)
        #expect(response["hits"] == [])
        #expect(try searchShop("-l de geburtstag -n 0 --format jsonl").output == "")
    }

    @Test func pagesJoinWithoutGapOrOverlap() throws {
        let all = try searchShop("-l de --format json").ids
        let pages = try [0, 2, 4, 6].map { try searchShop("-l de --format json -n 2 --offset \($0)").ids }
        #expect(pages == [Array(all[0..<2]), Array(all[2..<4]), Array(all[4...]), []])
    }

    @Test func aPageWithMoreBehindItSaysHowToGetThere() throws {
        #expect(try searchShop("-l de -n 2").lines.last == "3 weitere Treffer: --offset 2")
        #expect(try searchShop("-l en -n 2 --offset 2").lines.last == "1 more item: --offset 4")
        #expect(try !searchShop("-l en -n 2 --offset 4").output.contains("--offset"))
    }

    @Test func tenResultsAreShownUnlessMoreAreRequested() throws {
        #expect(try lsearch("--format json").ids.count == 10)
        #expect(try lsearch("--format json -n 25").ids.count == 25)
    }

    @Test(arguments: ["9223372036854775807", "4611686018427387904"])
    func hugeNumbersAreNumbersToo(number: String) throws {
        #expect(try searchShop("--format json -n \(number)").ids.count == 5)
        #expect(try searchShop("--format json --offset \(number)").ids == [])
        #expect(try searchShop("-n \(number) --offset \(number)").status == 0)
        #expect(try searchShop("-n 1\(number)0").status == 2)
    }

    // MARK: Chains

    @Test func aChainSearchesItsLocalesOnly() throws {
        #expect(try searchShop("-l en --chain de birthday").status == 1)
        #expect(try searchShop("-l en --chain de geburtstagstorte --format json").ids == ["torte"])
        #expect(try searchShop("-l de geburtstagstorte --chain en").status == 1)
    }

    @Test func theChainsFirstLocaleWithATextGivesTheTitle() throws {
        let titles = try ["de,en", "en,de", "en", "fr,de"].map {
            try searchShop("--chain \($0) 2001 --format json").json["hits"]?.elements[0]["title"]
        }
        #expect(titles == ["Geburtstagstorte", "Birthday Cake", "Birthday Cake", "Geburtstagstorte"])
    }

    @Test func theChainIsNegotiatedFromTheLocale() throws {
        #expect(try searchShop("-l de_AT --format json").json["chain"] == ["de_AT", "de", "en"])
        #expect(try searchShop("-l es_MX --format json").json["chain"] == ["es_MX", "es_419", "es", "en"])
        let list = try searchShop("--format json", environment: ["LANGUAGE": "sv_SE:de"])
        #expect(try list.json["chain"] == ["sv_SE", "sv", "de", "en"])
    }

    @Test func aTitleInAnotherLanguageSaysSo() throws {
        #expect(try searchShop("-l sv 1890").output.contains("Oil Painting [en]"))
        #expect(try searchShop("-l de_AT 1890").output.contains("Ölgemälde  "))
    }

    // MARK: Explanations

    @Test func explanationsNameTheWordThePlaceAndTheRule() throws {
        let run = try searchShop("-l en --explain OIL 1890")
        #expect(
            run.output.contains("“OIL” in title (en): a whole word, equal except for accents and case, “Oil”")
        )
        #expect(run.output.contains("“1890” equals the year"))
        let rank = run.lines.first { $0.hasPrefix("    Rank: ") }
        // A whole word of a title of two words, and a number.
        #expect(
            rank
                == "    Rank: score 14,700, 9,500 for “OIL”, 5,200 for “1890”, words far apart or in different texts, times 1 for popularity, mentions worth 9.5, title of 12 characters, another spelling"
        )
    }

    @Test func explanationsAreMadeInTheUsersLanguage() throws {
        let run = try searchShop("-l de --explain torte")
        #expect(run.output.contains("„torte“ im Feld Titel (de): "))
    }
}
