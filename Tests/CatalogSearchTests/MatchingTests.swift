// The matching rules that users notice, by language.

import CatalogSearch
import Testing

@Suite struct MatchingTests {
    /// A word, a text, and whether the text matches.
    struct Pair: CustomTestStringConvertible, Sendable {
        let locale: String
        let query: String
        let text: String
        let matches: Bool

        init(_ locale: String, _ query: String, _ text: String, _ matches: Bool) {
            self.locale = locale
            self.query = query
            self.text = text
            self.matches = matches
        }

        var testDescription: String { "\(locale): \(query) \(matches ? "finds" : "does not find") \(text)" }
    }

    /// Both collations of a locale count; CLDR has thirty locales with their own search collation.
    static let byBothCollations: [Pair] = [
        .init("de", "maerchen", "Märchen", true), .init("de", "marchen", "Märchen", true),
        .init("de", "maerchen", "Marchen", false), .init("de", "strasse", "Straße", true),
        .init("de", "stras", "Straße", true), .init("de", "groß", "GROSS", true),
        .init("sv", "angelholm", "Ängelholm", false), .init("sv", "handel", "Händel", false),
        .init("sv", "mysli", "Müsli", true), .init("da", "aalborg", "Ålborg", true),
        .init("da", "rod", "rød", false),
        .init("tr", "ısparta", "ISPARTA", true), .init("tr", "isparta", "ISPARTA", false),
        .init("en", "isparta", "ISPARTA", true), .init("es", "ano", "año", false),
        .init("fr", "oeuvre", "Œuvre", true),
        .init("hu", "szuletes", "születés", true), .init("cs", "caj", "čaj", true),
        .init("pl", "lodz", "Łódź", true),
        .init("el", "λογος", "ΛΌΓΟΣ", true), .init("ar", "احمد", "أحمد", true),
        .init("he", "מלכ", "מלך", true),
        .init("th", "เกา", "เก่า", true), .init("ja", "がらす", "ガラス", true), .init("ja", "がらす", "ｶﾞﾗｽ", true),
        .init("ko", "하", "한글", true),
    ]

    static let languages: [Pair] = [
        .init("nb", "aaker", "Åker", true), .init("nb", "aker", "Åker", false),
        .init("nb", "rod", "rød", false),
        .init("da", "hændel", "Händel", true), .init("fi", "aiti", "Äiti", false),
        .init("fi", "mysli", "Müsli", true),
        .init("is", "aesir", "Æsir", false), .init("is", "olafur", "Ólafur", false),
        .init("et", "oun", "õun", true),
        .init("pl", "zrodlo", "źródło", true), .init("cs", "hata", "Chata", true),
        .init("cs", "rizek", "Řízek", true),
        .init("sk", "dobsinsky", "Dobšinský", false), .init("sk", "dobšinsky", "Dobšinský", true),
        .init("hr", "sibenik", "Šibenik", false),
        .init("sl", "zaba", "žaba", true), .init("lt", "vilnyus", "Vilnius", true),
        .init("lt", "siauliai", "Šiauliai", true),
        .init("lv", "riga", "Rīga", true), .init("ro", "timisoara", "Timișoara", true),
        .init("ro", "timişoara", "Timișoara", true), .init("vi", "noi", "Nội", true),
        .init("vi", "duong", "đường", true),
        .init("tr", "istanbul", "İSTANBUL", true), .init("tr", "seker", "şeker", false),
        .init("az", "isa", "İsa", true),
        .init("fr", "l'ete", "l’été", true), .init("fr", "ete", "l’été", true),
        .init("ca", "colleccio", "col·lecció", true),
        .init("pt", "acao", "Ação", true), .init("es", "pinguino", "pingüino", true),
        .init("es", "nino", "niño", false),
        .init("it", "citta", "Città", true), .init("nl", "ijs", "ĳs", true), .init("cy", "lan", "Llan", true),
        .init("ga", "eire", "Éire", true), .init("el", "οδυσσευς", "Ὀδυσσεύς", true),
        .init("ru", "елка", "Ёлка", true),
        .init("ru", "иод", "йод", false), .init("uk", "киів", "Київ", true),
        .init("uk", "пять", "п’ять", false),
        .init("uk", "п'ять", "пʼять", true), .init("sr", "чевапи", "ћевапи", false),
        .init("hy", "երեւան", "Երևան", true),
        .init("ka", "თბილისი", "ᲗᲑᲘᲚᲘᲡᲘ", true), .init("he", "ירושלים", "יְרוּשָׁלַיִם", true),
        .init("ar", "محمد", "مُحَمَّد", true),
        .init("ar", "مدرسه", "مدرسة", true), .init("ar", "كتاب", "كتـــاب", true),
        .init("fa", "کتاب", "كتاب", true),
        .init("hi", "क़लम", "क़लम", true), .init("hi", "कलम", "क़लम", true), .init("th", "ไฟล", "ไฟล์", true),
        .init("lo", "ລາວ", "ພາສາລາວ", true), .init("ja", "でーたべーす", "データベース管理", true),
        .init("ja", "ばびぷ", "はひふ", true), .init("ja", "京都", "東京都庁", true), .init("zh", "生日", "生日快樂", true),
        .init("zh_Hant", "禮物", "生日禮物", true), .init("zh", "礼物", "禮物", false), .init("ko", "글", "한글날", true),
        .init("ko", "佳", "가", true), .init("my", "မြန်", "မြန်မာ", true),
    ]

    static let beyondCollation: [Pair] = [
        .init("de", "fotoalbum", "Foto\u{AD}album", true), .init("fa", "میخواهم", "می\u{200C}خواهم", true),
        .init("en", "t-shirt", "T-Shirt", true), .init("en", "shirt", "T-Shirt", true),
        .init("en", "tshirt", "T-Shirt", false),
        .init("en", "c++", "A C++ compiler", true), .init("en", "rock'n'roll", "Rock’n’Roll", true),
        .init("de", "\"gut\"", "ganz „gut“", true), .init("en", "🎂", "Birthday 🎂", true),
        .init("he", "צה\"ל", "צה״ל", true),
    ]

    @Test(arguments: byBothCollations + languages + beyondCollation)
    func matchesAsTheLanguageHasIt(pair: Pair) throws {
        let locale = try #require(LocaleIdentifier(pair.locale))
        let record = CatalogRecord(id: "1", texts: [.init(.title, locale, pair.text)])
        let engine = try SearchEngine([CatalogIndex(CatalogDescription(id: "catalog"), records: [record])])
        let results = try engine.search(SearchRequest(pair.query, locale: locale, relax: .never))
        #expect(results.total == (pair.matches ? 1 : 0))
    }

    @Test func coversTwentyFiveLocalesOrMore() {
        #expect(Set((Self.byBothCollations + Self.languages).map(\.locale)).count >= 25)
    }
}
