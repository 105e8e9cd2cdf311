// Other forms of words, as texts have them.

import ICU
import Testing

@testable import CatalogSearch

@Suite struct FormTests {
    /// With its type, which the compiler would take seconds to infer.
    private static let formsOfWords: [(String, String, [String], [Int])] = [
        ("en", "mice", ["Gaming mouse", "Mouse pad", "Mixer"], [0, 1]),
        ("en", "tvs", ["TV stand", "Vase"], [0]), ("en", "buses", ["Bus stop", "Bush"], [0]),
        ("en", "lenses", ["Lens cap", "Lent"], [0]), ("en", "irises", ["Iris", "Iri"], [0]),
        ("en", "mens", ["Men's jacket", "Mensa puzzle"], [0, 1]), ("en", "shelf", ["Shelves", "Shell"], [0]),
        ("nl", "messen", ["Mes voor brood", "Messen", "Mest"], [0, 1]),
        ("en", "canvases", ["Canvas", "Canvassing"], [0]), ("es", "mujeres", ["Mujer", "Muj"], [0]),
        ("es", "luces", ["Luz de noche", "Lucha"], [0]), ("tr", "çantalar", ["Çanta"], [0]),
        ("hu", "kabátok", ["Kabát"], [0]), ("pt", "botões", ["Botão", "Bota"], [0]),
        ("pt", "papel", ["Papéis", "Papa"], [0]), ("fr", "bijoux", ["Bijou", "Bis"], [0]),
        ("de", "haeuser", ["Haus", "Hase"], [0]), ("de", "buecher", ["Buch", "Bücher", "Bucht"], [0, 1]),
        ("es", "cafés", ["Café solo", "Cafetera"], [0]), ("es", "taxis", ["Taxi", "Texas"], [0]),
        ("fr", "vélos", ["Vélo rouge", "Vélos", "Vélin"], [0, 1]),
        ("fr", "taxis", ["Taxi vert", "Texas"], [0]), ("fr", "vous", ["Vous", "Vou"], [0]),
        ("fr", "travaux", ["Travail", "Trave"], [0]), ("sv", "böcker", ["Bok", "Bock"], [0]),
        ("sv", "hand", ["Händer", "Hund"], [0]), ("nl", "huizen", ["Huis", "Huid"], [0]),
        ("nl", "rozen", ["Roos", "Rozijn"], [0]), ("nl", "brief", ["Brieven", "Bries"], [0]),
        ("ru", "сумок", ["Сумка", "Сума"], [0]), ("ru", "чашка", ["Чашек", "Чаша"], [0]),
        ("ar", "سيارات", ["سيارة", "سيار"], [0]), ("he", "ספרים", ["ספר", "ספה"], [0]),
        ("en", "bras", ["Bra set", "Brass"], [0, 1]), ("de", "cds", ["CD-Box", "Cedille"], [0]),
        ("es", "tv", ["TVs", "Té"], [0]), ("ro", "flori", ["Floare", "Flaut"], [0]),
        ("ar", "شموع", ["شمعة معطرة", "ورد"], [0]), ("ar", "كتاب", ["كتب", "كتف"], [0]),
        ("nl", "kinderen", ["Kind", "Kinkhoorn"], [0]), ("de", "autos", ["Auto", "Autor"], [0]),
        ("id", "bunga-bunga", ["Bunga mawar", "Bungalow"], [0]),
        ("ar", "فساتين", ["فستان", "فتى"], [0]), ("ar", "رسائل", ["رسالة", "رسم"], [0]),
        ("de", "museen", ["Museum", "Mosel"], [0]), ("de", "firma", ["Firmen", "Firmung"], [0]),
        ("de", "rosen", ["Rose", "Rosa"], [0]), ("fr", "oeil", ["Yeux bleus", "Yoga"], [0]),
        ("pt_BR", "coracoes", ["Coração", "Cor"], [0]), ("pt", "pães", ["Pão", "Pá"], [0]),
        ("ru", "люди", ["Человек", "Чело"], [0]), ("ru", "котята", ["Котёнок", "Кот"], [0]),
        ("tr", "evler", ["Ev dekoru", "Evren"], [0]), ("fi", "vettä", ["Vesi", "Veto"], [0]),
        ("hu", "lovak", ["Ló", "Lob"], [0]), ("nl", "steden", ["Stad", "Steen"], [0]),
        ("ar", "أحذية", ["حذاء", "حد"], [0]), ("hi", "घड़ियाँ", ["घड़ी", "घर"], [0]),
        ("tr", "rengi", ["Renk", "Rende"], [0]),
        ("nl", "fotos", ["Foto's", "Foto", "Fout"], [0, 1]), ("ar", "حمراء", ["أحمر", "حمار"], [0]),
        ("he", "אנשים", ["איש", "אינ"], [0]), ("pl", "ludzie", ["Człowiek", "Kot"], [0]),
        ("fr", "jeux", ["Jeu de société", "Jet"], [0]), ("es", "jerséis", ["Jersey de lana", "Jerez"], [0]),
        ("sv", "boken", ["Böcker för barn", "Box"], [0]), ("sv", "huset", ["Hus av glas", "Hund"], [0]),
        ("ru", "окон", ["Окно", "Окунь"], [0]), ("ru", "письмо", ["Бумага для писем", "Писк"], [0]),
        ("tr", "ayakkabılar", ["Erkek ayakkabısı", "Ayak"], [0]),
        ("ar", "كرسي", ["الكراسي الخشبية", "كرة"], [0]), ("ar", "هدايا", ["هدية", "هدف"], [0]),
        ("ar", "احذية", ["حذاء رياضي", "حد"], [0]), ("he", "תיקי", ["תיק נשים", "תינוק"], [0]),
        ("he", "העט", ["עט כחול", "עטלף"], [0]), ("he", "מפת", ["מפות שולחן", "מפל"], [0]),
        ("ko", "커피를", ["커피가 좋아요", "커튼"], [0]), ("fi", "kenkiä", ["Naisten kengät", "Kenttä"], [0]),
        ("fi", "puiset", ["Puinen pöytä", "Puisto"], [0]),
        ("hr", "stolovi", ["Drveni stol", "Stolica"], [0]),
        ("en", "womens", ["Woman's coat", "Wombat"], [0]), ("de", "laptops", ["Laptop 15", "Lappen"], [0]),
        ("de", "kartoffeln", ["Kartoffel", "Karton"], [0]), ("de", "dunkle", ["Dunkel", "Dunst"], [0]),
        ("de", "eis", ["Eis", "Ei"], [0]), ("pt", "sofás", ["Sofá azul", "Sol"], [0]),
        ("es", "clubs", ["Club de golf", "Cluj"], [0]), ("fr", "blanches", ["Blanc", "Blanquette"], [0]),
        ("fr", "tuyaux", ["Tuyau", "Tuile"], [0]), ("he", "לילדים", ["ספר ילדים", "ילקוט"], [0]),
        ("sv", "lampan", ["Lampa", "Lamm"], [0]), ("en", "woman", ["Women's shoes", "Wombat"], [0]),
        ("it", "asciugamano", ["Asciugamani rossi", "Asciugamano", "Ascia"], [0, 1]),
        ("it", "bicchieri", ["Bicchiere di vetro", "Bicchieri", "Bici"], [0, 1]),
        ("el", "βιβλίο", ["Βιβλία για παιδιά", "Βιβλίο", "Βίδα"], [0, 1]),
        ("ro", "carte", ["Cărți pentru copii", "Carte", "Cartof"], [0, 1]),
        ("ro", "ceasuri", ["Ceas de mână", "Ceasuri", "Ceai"], [0, 1]),
        ("hr", "knjiga", ["Knjige za djecu", "Knjiga", "Knez"], [0, 1]),
        ("cs", "stolů", ["Dřevěný stůl", "Stolů", "Stolice"], [0, 1]),
        ("fi", "veitset", ["Veitsi", "Veiste"], [0]), ("fi", "hampaat", ["Hammas", "Hamppu"], [0]),
        ("fi", "vaatteet", ["Vaate", "Vaatimus"], [0]), ("fi", "vaate", ["Vaatteet", "Vaatimus"], [0]),
        ("fi", "suodatin", ["Suodattimet", "Suoda"], [0]), ("fi", "puvut", ["Puku", "Puvuste"], [0]),
        ("fi", "jalka", ["Jalat", "Jalava"], [0]), ("fi", "langattomat", ["Langaton", "Lanka"], [0]),
        ("fi", "puhelimet", ["Puhelin", "Puhe"], [0]), ("fi", "kangas", ["Kankaat", "Kanki"], [0]),
        ("sv", "cyklar", ["Cykel", "Cyklop"], [0]), ("sv", "fingrar", ["Finger", "Fint"], [0]),
        ("sv", "ögon", ["Öga", "Ögla"], [0]), ("et", "kingad", ["King", "Kinnas"], [0]),
        ("et", "raamatud", ["Raamat", "Raam"], [0]), ("ur", "کتابیں", ["کتاب", "کتا"], [0]),
        ("ur", "کپڑے", ["کپڑا", "کپ"], [0]), ("nl", "ogen", ["Oog", "Oogst"], [0]),
        ("da", "gafler", ["Gaffel", "Gab"], [0]), ("nb", "nøkler", ["Nøkkel", "Nøtt"], [0]),
        // A form is a word, not a part of one.
        ("en", "roses", ["Rose", "Roses", "Prose"], [0, 1]),
        ("el", "ρολόγια", ["Ρολόι χειρός", "Τσάντα"], [0]),
    ]

    @Test(arguments: formsOfWords)
    func formsAreWholeWords(locale: String, query: String, titles: [String], expected: [Int]) throws {
        #expect(try EquivalenceTests.found(query, titles, locale).sorted() == expected)
    }

    @Test(arguments: [
        ("de", "rosen", ["Kletterrose", "Rose", "Prosecco", "Großmutter", "Albatros"], [0, 1]),
        ("de", "schuhe", ["Laufschuh", "Schuhlöffel", "Schuh"], [0, 2]),
        ("de", "jacken", ["Damen-Winterjacke", "Jackpot", "Blackjack"], [0]),
        ("de", "hüte", ["Strohhut", "Hüttenkäse"], [0]), ("de", "räder", ["Hinterrad", "Radio"], [0]),
        ("de", "uhren", ["Wanduhr", "Kuhstall"], [0]), ("de", "rote", ["Brot", "Dunkelrot"], [1]),
        ("de", "eine", ["Stein", "Bein"], []), ("sv", "jackor", ["Regnjacka", "Jackpot"], [0]),
        ("sv", "böcker", ["Kokbok", "Bokhylla"], [0]), ("sv", "cyklar", ["Barncykel", "Cykelhjälm"], [0]),
        ("fi", "veitset", ["Keittiöveitsi", "Veitsiteline"], [0]),
        ("nl", "schoenen", ["Hardloopschoen", "Schoenlepel"], [0]),
        ("nl", "rozen", ["Klimroos", "Rooster"], [0]), ("da", "kjoler", ["Sommerkjole", "Kjortel"], [0]),
        ("nb", "jakker", ["Regnjakke", "Jakt"], [0]), ("fi", "takit", ["Talvitakki", "Takila"], [0]),
        ("fi", "kengät", ["Juoksukenkä", "Kengittää"], [0]), ("hu", "cipők", ["Futócipő", "Cipész"], [0]),
        // Languages without compounds.
        ("en", "roses", ["Primrose", "Rose"], [1]), ("fr", "roses", ["Primerose", "Rose"], [1]),
    ]) func formsEndCompounds(locale: String, query: String, titles: [String], expected: [Int]) throws {
        #expect(try EquivalenceTests.found(query, titles, locale).sorted() == expected)
    }

    /// Their frequency is unknown, and a sum of ones would tell how many segments have them.
    @Test func formsByRulesAreNotCounted() throws {
        let titles = ["Gaming mice", "Grey mice", "Computer mouses"]
        for division in [[titles], titles.map { [$0] }] {
            let engine = SearchEngine(
                try division.enumerated().map { number, titles in
                    try CatalogIndex(
                        CatalogDescription(id: "\(number)"),
                        records: titles.map {
                            CatalogRecord(
                                id: "\($0.count)", texts: [.init(.title, LocaleIdentifier("en")!, $0)])
                        })
                })
            let query = try engine.query(
                CheckedRequest(EquivalenceTests.request("mouse", "en")), engine.catalogs)
            let words = try engine.source.words(.stems, like: query.words[0], query, in: engine.catalogs)
            let uses = Dictionary(words.map { ($0.spelling, $0.uses) }, uniquingKeysWith: +)
            #expect(try uses["mice"] == 0 && #require(uses["mouses"]) > 0)
        }
    }

    @Test func aCompoundWithAnotherFormRanksBehindWords() throws {
        #expect(try EquivalenceTests.found("jacken", ["Winterjacke", "Jacke", "Jacken"], "de") == [2, 1, 0])
    }

    @Test(arguments: [
        ("herrenschuhe", ["Laufschuhe für Herren", "Laufschuh, Herren", "Herrenhut", "Laufschuhe"], [0, 1]),
        ("kinderbücher", ["Kochbuch für Kinder", "Kochbuch"], [0]),
        // Texts may have it in a plural that only ends compounds.
        ("gartenpflanze", ["Garten- und Balkonpflanzen", "Zimmerpflanzen"], [0]),
        ("damenschuh", ["Damen- und Herrenschuhe", "Kinderschuhe"], [0]),
    ]) func theLastPartOfACompoundMayEndAnother(query: String, titles: [String], expected: [Int]) throws {
        #expect(try EquivalenceTests.found(query, titles, "de").sorted() == expected)
    }

    @Test func anotherDigitIsNoTypingError() throws {
        let engine = try SearchEngine([EquivalenceTests.catalog(["KX8400 camera", "Camera"], "en")])
        #expect(try engine.search(EquivalenceTests.request("kx8500", "en")).total == 0)
        #expect(try engine.search(EquivalenceTests.request("kxx8400", "en")).hits.map(\.id) == ["0"])
    }
}
