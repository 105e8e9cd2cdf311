// The matches of relaxed searches, and their order.

import ICU
import Testing

@testable import CatalogSearch

@Suite struct RelaxationTests {
    private static func engine(
        _ titles: [String], _ locale: String = "de", synonyms: [CatalogDescription.Synonyms] = []
    ) -> SearchEngine {
        let records = titles.enumerated().map { number, title in
            CatalogRecord(id: "r\(number)", texts: [.init(.title, LocaleIdentifier(locale)!, title)])
        }
        let description = CatalogDescription(id: "c", synonyms: synonyms)
        return try! SearchEngine([CatalogIndex(description, records: records)])
    }

    private static func request(
        _ query: String, _ locale: String = "de", _ relax: Relaxation.Policy = .auto
    ) -> SearchRequest {
        let locale = LocaleIdentifier(locale)!
        return SearchRequest(query, locale: locale, chain: [locale], relax: relax)
    }

    /// The relaxation that matches a single text.
    private static func relaxation(
        _ query: String, _ text: String, _ locale: String
    ) throws -> Relaxation? {
        let results = try engine([text], locale).search(request(query, locale))
        #expect(results.total == (results.relaxation == nil ? 0 : 1))
        return results.relaxation
    }

    @Test(arguments: [
        ("sv", "angelholm", "Ängelholm", "Ängelholm"), ("sv", "smorgas", "Smörgåsbord", "Smörgås"),
        ("nb", "roed", "rød bil", "rød"), ("nb", "rod", "rød bil", "rød"), ("es", "ano", "año nuevo", "año"),
        ("sv", "raksmorgas", "ræksmørgås", "ræksmørgås"),
        ("da", "blabarsyltetoj", "blåbærsyltetøj", "blåbærsyltetøj"),
        ("da", "blabaersyltetoj", "blåbærsyltetøj", "blåbærsyltetøj"), ("nb", "blabaer", "Blåbær", "Blåbær"),
    ]) func lettersThatALocaleHoldsApart(locale: String, query: String, text: String, found: String) throws {
        let relaxation = try Self.relaxation(query, text, locale)
        #expect(relaxation == .init(kind: .letters, words: [.init(word: query, found: [found])]))
    }

    @Test(arguments: [
        ("de", "geburtstga", "Alles zum Geburtstag", "Geburtstag"),
        ("de", "heburtstag", "Alles zum Geburtstag", "Geburtstag"),
        ("de", "gebutsdag", "Alles zum Geburtstag", "Geburtstag"),
        ("de", "rosn", "rote Rosen", "Rosen"), ("de", "straßee", "Straßenbahn", "Straßen"),
        ("de", "geburtstga", "Kindergeburtstage", "geburtstag"),
        ("ru", "докмент", "Новый Документ", "Документ"), ("el", "λόγς", "ο ΛΌΓΟΣ", "ΛΌΓΟΣ"),
        ("zh_Hans", "红玫瑰瑰", "红玫瑰", "红玫瑰"), ("ja", "データベス", "データベース管理", "データベース"),
        ("ko", "케이크크", "생일 케이크", "케이크"), ("ar", "المدرصة", "في المدرسة", "المدرسة"),
        ("th", "แต่งงาร", "แก้วน้ำสำหรับแต่งงาน", "แต่งงาน"),
    ]) func typingErrorsAreForgiven(locale: String, query: String, text: String, found: String) throws {
        let relaxation = try Self.relaxation(query, text, locale)
        #expect(relaxation == .init(kind: .typos, words: [.init(word: query, found: [found])]))
    }

    @Test(arguments: [
        // Fewer than four letters; two edits in fewer than eight; three edits.
        ("rsoe", "Hose"), ("rso", "rot"), ("gebrttag", "Geburtstag"), ("gbrttag", "Geburtstag"),
        // Inside of another word, in fewer than six letters.
        ("eiche", "leicht"),
        // Numbers are never corrected.
        ("20011", "2001"),
    ]) func tooMuchIsNotForgiven(query: String, text: String) throws {
        let expectsOne = query == "gebrttag"
        #expect((try Self.relaxation(query, text, "de") != nil) == expectsOne)
    }

    @Test(arguments: [
        ("de", "geburtstage", "Zum Geburtstag", "Geburtstag"), ("de", "baumes", "Alle Bäume", "Bäume"),
        ("en", "libraries", "A library", "library"), ("fr", "chevaux", "le cheval", "cheval"),
        ("fr", "grandes", "le grand jour", "grand"), ("sv", "rosorna", "röda rosor", "rosor"),
        ("nb", "bilene", "en bil", "bil"), ("ru", "розами", "Красная роза", "роза"),
        ("es", "canciones", "una canción", "canción"), ("tr", "KİTAPLAR", "bir kitap", "kitap"),
        ("fi", "taloissa", "vanha talo", "talo"), ("ja", "食べます", "食べる", nil),
    ]) func otherFormsOfAWord(locale: String, query: String, text: String, found: String?) throws {
        let relaxation = try Self.relaxation(query, text, locale)
        let expected = found.map {
            Relaxation(kind: .forms, words: [.init(word: query, found: [$0])])
        }
        if expected == nil {
            #expect(relaxation?.kind != .forms)
        } else {
            #expect(relaxation == expected)
        }
    }

    /// `geburtstagst` has the stem of `Geburtstag`, and is also the beginning of another word.
    @Test(arguments: [
        (["Geburtstag", "Geburtstagstorte"], "geburtstagst", ["r0", "r1"]),
        // Other forms are whole words.
        (["Geburtstag", "Geburtstagstorte"], "geburtstage", ["r0"]),
        (["Geburtstag", "Geburtstagstorte", "GEBURTSTAGST"], "geburtstagst", ["r2", "r0", "r1"]),
        // A thing that is what was typed, in another form, comes before one that only has it in its name.
        (["Geburtstag", "Zeile geburtstagst-Torte"], "geburtstagst", ["r0", "r1"]),
    ])
    func longerWordsHideNoForms(titles: [String], query: String, found: [String]) throws {
        #expect(try Self.engine(titles).search(Self.request(query)).hits.map(\.id) == found)
    }

    @Test func synonymsAreAnotherForm() throws {
        let synonyms = [
            CatalogDescription.Synonyms(locale: LocaleIdentifier("de"), words: ["Handy", "Mobiltelefon"]),
            CatalogDescription.Synonyms(words: ["Laptop", "tragbarer Rechner"]),
            CatalogDescription.Synonyms(locale: LocaleIdentifier("en"), words: ["Handy", "useful"]),
        ]
        let engine = Self.engine(["Ein Mobiltelefon", "Ein tragbarer Rechner", "useful"], synonyms: synonyms)
        let phone = try engine.search(Self.request("handy"))
        #expect(phone.hits.map(\.id) == ["r0"])
        #expect(
            phone.relaxation == .init(kind: .forms, words: [.init(word: "handy", found: ["Mobiltelefon"])]))
        #expect(phone.hits[0].explanation[0].locations[0].rule == .forms)
        let laptop = try engine.search(Self.request("laptop"))
        #expect(laptop.hits.map(\.id) == ["r1"])
        #expect(laptop.relaxation?.words[0].found == ["tragbarer Rechner"])
        #expect(try engine.search(Self.request("mobiltelefon")).relaxation == nil)
    }

    /// A kind is used only if the stricter ones find nothing.
    @Test func theStrictestKindThatFindsSomethingIsTaken() throws {
        let titles = ["Smörgås", "Smorgas", "Smargas"]
        #expect(try Self.engine(titles, "sv").search(Self.request("smorgas", "sv")).hits.map(\.id) == ["r1"])
        let results = try Self.engine([titles[0], titles[2]], "sv").search(Self.request("smorgas", "sv"))
        #expect(results.hits.map(\.id) == ["r0"])
        #expect(results.relaxation?.kind == .letters)
        #expect(results.hits[0].rank.relaxation == .letters)
    }

    @Test func alwaysRanksBehindWhatMatchesStrictly() throws {
        let engine = Self.engine(["Smargas", "Smörgås", "ein wenig smorgasbord"], "sv")
        let results = try engine.search(Self.request("smorgas", "sv", .always))
        // A text has the word, so it is not taken for a misspelled "Smargas".
        #expect(results.hits.map(\.id) == ["r2", "r1"])
        #expect(results.hits.map(\.rank.relaxation) == [nil, .letters])
        #expect(results.total == 2)
        #expect(results.scopes.map(\.count) == [2])
        #expect(
            results.relaxation
                == .init(
                    kind: .letters, words: [.init(word: "smorgas", found: ["Smörgås"])], addsToStrict: true))
        #expect(try engine.search(Self.request("smorgas", "sv", .never)).relaxation == nil)
    }

    @Test func onlyWordsThatStandNowhereAreReplaced() throws {
        let engine = Self.engine(["rote Rosen", "rote Hosen", "blaue Rosen", "Rotel"])
        let results = try engine.search(Self.request("rote rosn"))
        #expect(results.hits.map(\.id) == ["r0"])
        #expect(results.relaxation?.words == [.init(word: "rosn", found: ["Rosen"])])
        #expect(results.hits[0].explanation.map(\.word) == ["rote", "rosn"])
        #expect(results.hits[0].matches.map(\.range) == [0..<4, 5..<10])
        // The texts contain all words, but not together: each record has half of what was typed.
        let others = try engine.search(Self.request("blaue hosen"))
        #expect(others.total == 2)
        #expect(others.relaxation?.kind == .fewer && others.relaxation?.words == [])
        #expect(others.relaxation?.omitted.count == 1)
    }

    @Test func aWordThatOnlyACorrectionFindsIsLeftOutFirst() throws {
        let engine = Self.engine(["Fleurs pour toi", "Dragées pour amandes"], "fr")
        // "amandes" resembles "maman", but is not what was typed.
        let results = try engine.search(Self.request("fleurs pour maman", "fr"))
        #expect(results.hits.map(\.id) == ["r0"])
        #expect(results.relaxation?.omitted == ["maman"])
    }

    @Test func aCorrectionThatIsPartOfAWordBeginsAsTyped() throws {
        // "aman", which begins "amandes", is one edit from "maman", and "vergis" one from the
        // beginning of "Vergissmeinnicht".
        let french = Self.engine(["Fleurs pour toi", "Fleurs pour un gâteau aux amandes"], "fr")
        let left = try french.search(Self.request("fleurs pour maman", "fr"))
        #expect(left.hits.map(\.id) == ["r0", "r1"])
        #expect(left.relaxation?.omitted == ["maman"])
        let german = Self.engine(["Blumen", "Blumen: Vergissmeinnicht"])
        let corrected = try german.search(Self.request("blumen vergiß"))
        #expect(corrected.hits.map(\.id) == ["r1"])
        let typing = try german.search(Self.request("blumen vergisn"))
        #expect(typing.hits.map(\.id) == ["r1"])
        #expect(typing.relaxation?.kind == .typos)
    }

    @Test func eachMissingWordTakesWordsOfTheKindItNeeds() throws {
        let engine = Self.engine(["Rück-Fahrt zum Geburtstag"])
        let results = try engine.search(Self.request("rückfahrt geburtstga"))
        #expect(results.total == 1)
        #expect(results.relaxation?.kind == .typos)
        #expect(
            results.relaxation?.words == [
                .init(word: "rückfahrt", found: ["Rück-Fahrt"]),
                .init(word: "geburtstga", found: ["Geburtstag"]),
            ])
    }

    /// A stricter kind may have replacements that match nothing together.
    @Test func aStricterKindDoesNotStandInTheWay() throws {
        let engine = Self.engine(["Develped", "development headers", "headers"], "en")
        let results = try engine.search(Self.request("develpment headers", "en"))
        #expect(results.hits.map(\.id) == ["r1"])
        #expect(results.relaxation?.words == [.init(word: "develpment", found: ["development"])])
    }

    /// One edit ranks before two, whole words before parts of words.
    @Test func theNearestWordsAreTaken() throws {
        let engine = Self.engine(["Bilderbuch", "Bilder", "Gebilde"])
        #expect(try engine.search(Self.request("bildre")).relaxation?.words[0].found == ["Bilder"])
        #expect(try engine.search(Self.request("bildre")).hits.map(\.id) == ["r1", "r0"])
    }

    @Test func matchedRecordsSayItToo() throws {
        let found = try Self.engine(["rote Rosen"]).matches(Self.request("rosn"))
        #expect(found.records.map(\.id) == ["r0"])
        #expect(found.relaxation?.kind == .typos)
    }

    /// An empty scope does not relax the search: the counts of all scopes belong to one query.
    @Test func scopesAreCountedAlike() throws {
        let german = LocaleIdentifier("de")!
        let records = [("a", "x", "Rosen"), ("b", "y", "Hosen"), ("c", "y", "Rosen")].map {
            id, scope, title in
            CatalogRecord(id: id, scope: scope, texts: [.init(.title, german, title)])
        }
        let engine = try SearchEngine([CatalogIndex(CatalogDescription(id: "c"), records: records)])
        var request = Self.request("hosen")
        request.scope = "x"
        #expect(try engine.search(request).relaxation == nil)
        request.query = "rosne"
        let results = try engine.search(request)
        #expect(results.total == 1)
        #expect(results.scopes.map(\.count) == [2, 1, 1])
        request.offset = 1
        #expect(try engine.search(request).hits.isEmpty)
    }

    @Test func emptyQueriesAndSignsAreNotRelaxed() throws {
        for query in ["", " ", "----", "\u{301}", String(repeating: "x", count: 200)] {
            for relax in Relaxation.Policy.allCases {
                #expect(try Self.engine(["Rosen"]).search(Self.request(query, "de", relax)).relaxation == nil)
            }
        }
    }
}
