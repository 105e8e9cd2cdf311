// Spellings that are always found along with the typed one.

import ICU
import Testing

@testable import CatalogSearch

@Suite struct EquivalenceTests {
    static func catalog(
        _ titles: [String], _ locale: String, _ synonyms: [CatalogDescription.Synonyms] = []
    ) throws -> CatalogIndex {
        let records = titles.enumerated().map { number, title in
            CatalogRecord(id: "\(number)", texts: [.init(.title, LocaleIdentifier(locale)!, title)])
        }
        return try CatalogIndex(CatalogDescription(id: "c", synonyms: synonyms), records: records)
    }

    static func request(
        _ query: String, _ locale: String, _ relax: Relaxation.Policy = .auto
    ) -> SearchRequest {
        let locale = LocaleIdentifier(locale)!
        return SearchRequest(query, locale: locale, chain: [locale], relax: relax, limit: 50)
    }

    /// The ids that a query finds among titles without words of the second tier, in order.
    static func found(
        _ query: String, _ titles: [String], _ locale: String,
        _ synonyms: [CatalogDescription.Synonyms] = []
    ) throws -> [Int] {
        let results = try SearchEngine([catalog(titles, locale, synonyms)]).search(request(query, locale))
        #expect(
            results.relaxation == nil || results.relaxation?.kind == .forms,
            "\(query): \(results.relaxation!)")
        return results.hits.map { Int($0.id)! }
    }

    // MARK: Separators

    @Test(arguments: [
        ("wifi", ["Wi-Fi router", "WiFi extender", "Wi Fi plug", "Wi/Fi", "Wide file"], [0, 1, 2, 3]),
        ("wi-fi", ["Wi-Fi router", "WiFi extender", "Wi Fi plug", "Wi_Fi", "Wide file"], [0, 1, 2, 3]),
        ("x-ray", ["X ray film", "Xray lamp", "X.ray", "ray"], [0, 1, 2]),
        ("obrien", ["O'Brien", "O’Brien", "Obrien", "O Brien", "Brien"], [0, 1, 2, 3]),
        ("hd650s", ["HD 650 S", "HD-650S", "HD650S", "HD 650"], [0, 1, 2]),
        ("pen-island", ["penis land", "pen island", "penisland tour", "pen/island"], [1, 2, 3]),
        ("black,white", ["black white", "black & white", "white black", "blackwhite"], [0, 1, 3]),
        ("node.js", ["Node.js", "Node js", "nodejs", "node"], [0, 1, 2]),
        ("4006381333931", ["EAN 4 006381 333931", "4006381333931", "4006381333932"], [0, 1]),
        ("978-3-16-148410-0", ["ISBN 9783161484100", "978 3 16 148410 0", "978"], [0, 1]),
        ("20000", ["20,000 leagues", "20000 mAh", "2000", "20\u{202F}000 lieues"], [0, 1, 3]),
        ("030/1234567", ["Tel. 030 / 123 45-67", "030 123 45"], [0]),
        ("0123456789", ["Tel. 01 23 45 67 89", "01-23-45-67-89", "01 23 45 67"], [0, 1]),
        ("DE89370400440532013000", ["IBAN DE89 3704 0044 0532 0130 00", "DE89"], [0]),
        ("iphonepromax", ["iPhone Pro Max", "iPhone-Pro-Max", "Pro Max iPhone"], [0, 1]),
        ("newyorkcity", ["New York City", "New City York"], [0]),
        // Some separators are typed, and others are not.
        ("playstation-5", ["Play Station 5", "Play Station 4", "Station Play 5"], [0]),
        ("xboxseriesx", ["X Box Series X", "X Box Series S"], [0]),
        ("xbox-series-x", ["X Box Series X"], [0]),
        ("08154711", ["Item 0815.4711", "0815-4711", "815.4711"], [0, 1]),
        (
            "barnes and noble", ["Barnes & Noble", "Barnes and Noble", "Barnes + Noble", "Barnes Noble"],
            [0, 1, 2]
        ),
        // Initials, which have a full stop behind each.
        ("usa", ["U. S. A. map", "U.S.A.", "USA", "u s a b", "us a"], [0, 1, 2, 3, 4]),
        ("jrr", ["J. R. R. Tolkien", "Tolkien"], [0]), ("abc", ["a b c", "ABC"], [1]),
        // Sizes, and decimals of another convention.
        ("m8x40", ["Bolt M8×40", "M8 × 40", "M8 x 40", "M8x40", "M8 x 50"], [0, 1, 2, 3]),
        ("m8 x 40", ["Bolt M8×40", "M8x40", "M8 x 50"], [0, 1]),
        ("10×15", ["10x15 cm", "10 x 15", "10×15", "13×18"], [0, 1, 2]),
        ("1,5", ["1.5 l", "1,5 l", "15"], [0, 1]), ("0,125", ["0.125", "0,125"], [1]),
        // Decimals, ratios and dates are not joined.
        ("35", ["3.5 mm", "3,5", "3/5", "35 mm"], [3]), ("1/2", ["12 inch", "½ inch", "1/2 inch"], [1, 2]),
        // Texts may have separators at borders of letters and digits besides.
        ("ef24-70", ["Canon EF24-70", "EF 24 70", "EF-24/70", "EF 70-24", "EF 2470"], [0, 1, 2]),
        ("205/55R16", ["205/55 R16", "205-55-R16", "205 55 R 16", "205/55 R17", "55 205 R16"], [0, 1, 2]),
    ]) func separatorsDoNotCount(query: String, titles: [String], expected: [Int]) throws {
        #expect(try Self.found(query, titles, "en").sorted() == expected)
    }

    @Test(arguments: [
        ("he", "תל־אביב", ["תל-אביב", "תל אביב", "תל־אביב"]), ("he", "תל אביב", ["תל-אביב", "תל־אביב"]),
        ("ar", "أسود،أبيض", ["أسود أبيض", "أسود، أبيض"]), ("fa", "سیاه؛سفید", ["سیاه سفید"]),
        ("hi", "लाल।सफ़ेद", ["लाल सफ़ेद"]), ("am", "ቀይ፡ጽጌረዳ", ["ቀይ ጽጌረዳ"]),
    ]) func separatorsOfOtherScriptsDoNotCount(locale: String, query: String, titles: [String]) throws {
        #expect(try Self.found(query, titles, locale).count == titles.count)
    }

    @Test func theSpellingAsTypedRanksFirst() throws {
        let titles = ["Wi Fi plug", "Wi-Fi plug", "WiFi plug"]
        for (query, first) in [
            ("wi fi", 0), ("wi-fi", 1), ("wifi", 2), ("wi fi plug", 0), ("wi-fi plug", 1), ("wifi plug", 2),
        ] {
            #expect(try Self.found(query, titles, "en").first == first)
        }
    }

    @Test(arguments: [
        ("fr", "arcenciel", ["Arc en ciel", "Ciel en arc"], [0]),
        ("de", "Holz-Regal", ["Regal aus Holz", "Holzregal", "Holz"], [0, 1]),
        ("de", "salz und pfeffer", ["Salz & Pfeffer", "Salz und Pfeffer", "Pfeffer"], [0, 1]),
        ("fr", "sel et poivre", ["Sel&Poivre", "Sel, poivre"], [0]),
        // However many letters the syllables have.
        ("ko", "휴대폰케이스", ["휴대폰 케이스", "휴대폰케이스", "휴대폰-케이스", "케이스"], [0, 1, 2]),
        ("en", "rocknroll", ["Rock n Roll", "Rock and Roll", "Roll n rock"], [0]),
        ("en", "xboxone", ["X Box One", "Xbox One", "Box X One"], [0, 1]),
    ]) func partsAreNeighboursOrMakeACompound(
        locale: String, query: String, titles: [String], expected: [Int]
    ) throws {
        #expect(try Self.found(query, titles, locale).sorted() == expected)
    }

    /// Texts may have the other number, together or apart.
    @Test(arguments: [
        ("en", "tshirt", ["Blue T-Shirts", "White t-shirt", "T shirts", "Shirts"], [0, 1, 2]),
        ("en", "tshirts", ["T-Shirts", "t-shirt", "T shirt", "tea shirts"], [0, 1, 2]),
        ("en", "t-shirts", ["T-Shirts", "t-shirt", "tshirt", "T shirt"], [0, 1, 2, 3]),
        ("en", "hairdryer", ["Hair dryers", "Hairdryer", "Hair-dryers", "Dryers for hair"], [0, 1, 2]),
        ("en", "hair-dryer", ["Hair dryers", "Hairdryers", "Hair dryer", "Dryers for hair"], [0, 1, 2]),
        ("en", "ebikes", ["One e-bike", "E bike", "E-Bikes", "Bike"], [0, 1, 2]),
        ("en", "toothbrushes", ["Tooth-brush", "Tooth brush", "Brushes"], [0, 1]),
        ("en", "bodyspray", ["Body-sprays", "Body"], [0]), ("en", "teaparties", ["Tea party", "Party"], [0]),
        ("de", "ebikes", ["Ein E-Bike", "E Bike", "EBike", "Bike"], [0, 1, 2]),
        ("fr", "tirebouchon", ["Tire-bouchons", "Tire bouchon", "Bouchons"], [0, 1]),
    ]) func joinedWordsHaveTheirForms(locale: String, query: String, titles: [String], expected: [Int]) throws
    {
        #expect(try Self.found(query, titles, locale).sorted() == expected)
    }

    @Test(arguments: [
        (
            "en", "20000mah", ["20,000 mAh bank", "20,000mAh", "20000 mAh", "20000mAh", "2000 mAh"],
            [0, 1, 2, 3]
        ),
        (
            "en", "20,000mah", ["20,000 mAh bank", "20,000mAh", "20000 mAh", "20000mAh", "2,000 mAh"],
            [0, 1, 2, 3]
        ),
        ("en", "20,000 mah", ["20,000mAh", "20000mAh", "20000 mAh", "2000mAh"], [0, 1, 2]),
        ("en", "1234.50", ["Deal 1,234.50", "1234.50", "1234.05", "1,234"], [0, 1]),
        ("en", "$1999.99", ["Deal $1,999.99", "1,999.90"], [0]),
        ("de", "1.234,50", ["Preis 1.234,50", "1234,50", "1234"], [0, 1]),
        ("de", "1000teile", ["1.000 Teile", "1000 Teile", "100 Teile"], [0, 1]),
    ]) func longNumbersBeforeAUnitMayBeGrouped(
        locale: String, query: String, titles: [String], expected: [Int]
    ) throws {
        #expect(try Self.found(query, titles, locale).sorted() == expected)
    }

    // MARK: Edges

    @Test(arguments: [
        ("en", "[tea]"), ("en", "tea…"), ("en", "“tea”"), ("en", "(tea),"), ("es", "¿tea?"), ("hi", "tea।"),
        ("ar", "tea؟"),
        ("ja", "「tea。"),
    ]) func punctuationAtTheEdgesDoesNotCount(locale: String, query: String) throws {
        let engine = try SearchEngine([Self.catalog(["Tea pot", "Coffee"], locale)])
        var request = Self.request(query, locale)
        request.syntax = .plain
        #expect(try engine.search(request).hits.map(\.id) == ["0"])
    }

    @Test func aNameWithSignsIsAnotherWordWhereTextsHaveIt() throws {
        #expect(try Self.found("c++", ["C primer", "C++ primer", "Cat"], "en") == [1])
        #expect(try Self.found("c++", ["C primer", "Cat"], "en") == [0])
        #expect(try Self.found(".net", ["Network", ".NET Core", "net"], "en") == [1])
    }

    @Test(arguments: ["#1", "№1"]) func aNumberWithASignIsThatNumber(query: String) throws {
        let titles = ["Bakery # 1", "Bakery #1", "Bakery №1", "Bakery 1", "Bakery 12"]
        #expect(try Self.found(query, titles, "en").sorted() == [0, 1, 2, 3])
        #expect(try Self.found("#1", titles, "en").first == 1)
    }

    // MARK: Scripts

    /// With its type, which the compiler would take seconds to infer.
    private static let writings: [(String, String, [String], [Int])] = [
        ("zh_Hans", "红玫瑰", ["红玫瑰花束", "紅玫瑰"], [0, 1]), ("zh_Hant", "禮物", ["生日禮物", "生日礼物"], [0, 1]),
        ("sr", "ružica", ["Ружица", "Ružica"], [0, 1]), ("sr", "djordje", ["Ђорђе", "Đorđe"], [0, 1]),
        ("sr", "ђачка", ["Djačka", "Đačka", "Ђачка"], [0, 1, 2]),
        ("sr", "đačka", ["Djačka", "Ђачка"], [0, 1]),
        ("hi", "पैन्ट", ["पैंट", "पैण्ट", "पैन्ट"], [0, 1, 2]), ("hi", "पैंट", ["पैन्ट", "पैण्ट"], [0, 1]),
        ("sr", "ljubav", ["Љубав", "ljubav"], [0, 1]), ("ja", "サーバー", ["サーバ", "サーバー"], [0, 1]),
        ("ja", "人々", ["人人", "人々"], [0, 1]), ("tr", "isparta", ["ISPARTA", "isparta"], [0, 1]),
        ("ja", "ヴァイオリン", ["バイオリン", "ヴァイオリン", "ビオラ"], [0, 1]),
        ("ja", "プラスチック", ["プラスティック", "プラスチック"], [0, 1]), ("bs", "đon", ["Ђон", "Đon"], [0, 1]),
        ("tr", "İPHONE", ["iPhone", "IPHONE"], [0, 1]), ("ja", "ｻｰﾊﾞｰ", ["サーバ", "サーバー"], [0, 1]),
        ("th", "แกงไก่", ["เเกงไก่", "แกงไก่"], [0, 1]), ("th", "เเกงไก่", ["เเกงไก่", "แกงไก่"], [0, 1]),
        ("hi", "पेंसिल", ["पेन्सिल", "पेंट"], [0]), ("gu", "હિંદી", ["હિન્દી", "હિત"], [0]),
        ("te", "హిన్దీ", ["హిందీ", "హితం"], [0]),
        ("hi", "हिंदी", ["हिन्दी किताब", "हिंदी"], [0, 1]), ("hi", "सम्बंध", ["संबंध", "सम्बन्ध"], [0, 1]),
        ("zh_Hant", "裡面", ["裏面", "外面"], [0]), ("zh_Hant", "台灣", ["臺灣茶", "香港茶"], [0]),
        // The tone mark before the ring, as it is typed by mistake, too.
        ("th", "น\u{E49}\u{E4D}\u{E32}", ["นํ้าปลา", "น้ำปลา", "น\u{E49}\u{E4D}\u{E32}"], [0, 1, 2]),
        ("hi", "गई", ["गयी", "गई", "गया"], [0, 1]), ("hi", "रुपये", ["रुपए", "रुपये", "रुई"], [0, 1]),
        ("hr", "djakovo", ["Đakovo", "Djakovo"], [0, 1]), ("hr", "đakovo", ["Djakovo", "Đakovo"], [0, 1]),
        ("sr", "ǆem", ["Џем", "Džem", "Ђем"], [0, 1]),
        ("ja", "学校", ["學校", "学校", "学園"], [0, 1]), ("ja", "國", ["国", "國", "圀"], [0, 1]),
        ("ja", "渡辺", ["渡邊", "渡邉", "渡辺", "渡部"], [0, 1, 2]), ("ja", "渡邉", ["渡辺", "渡部"], [0]),
        ("ja", "髙橋", ["高橋", "髙橋"], [0, 1]), ("ja", "斎藤", ["齋藤", "斎藤", "斉藤"], [0, 1]),
        ("th", "น้ำ", ["นํ้าปลา", "น้ำปลา"], [0, 1]), ("ur", "كتاب", ["کتاب", "كتاب"], [0, 1]),
        ("ckb", "ياري", ["یاری", "ياري"], [0, 1]), ("ckb", "سةر", ["سەر", "سور"], [0]),
        ("ckb", "سەر", ["سةر", "سەر", "سور"], [0, 1]), ("ar", "الحمد", ["ٱلحمد", "الحمد"], [0, 1]),
        ("ur", "چائے", ["چاۓ کپ", "چائے", "پانی"], [0, 1]), ("ur", "گاۓ", ["گائے", "گاڑی"], [0]),
        ("zh_Hant", "发夹", ["髮夾 黑色", "發財", "夾子"], [0]), ("zh_Hant", "头发干", ["頭髮乾"], [0]),
    ]

    @Test(arguments: writings)
    func writingsOfAWordAreOne(locale: String, query: String, titles: [String], expected: [Int]) throws {
        #expect(try Self.found(query, titles, locale).sorted() == expected)
    }

    // MARK: Elision, units, fractions

    /// With its type, which the compiler would take seconds to infer.
    private static let shortForms: [(String, String, [String], [Int])] = [
        ("fr", "l'eau", ["Eau de rose", "L'eau", "Gâteaux"], [0, 1, 2]),
        ("fr", "qu’il", ["il dort", "fil"], [0]),
        ("it", "dell'olio", ["Olio oliva", "dell'olio"], [0, 1]),
        ("ca", "d'oli", ["Oli verge", "Aigua"], [0]),
        ("en", "tv's", ["TV stand", "tv's", "TVX"], [0, 1]),
        ("nl", "foto’s", ["Foto album", "Fotograaf"], [0]),
        ("en", "salt&pepper", ["Salt and pepper mill", "Salt & Pepper", "Pepper salt"], [0, 1]),
        ("en", "plug-and-play", ["Plug & Play", "Plug and play", "Plug the play"], [0, 1]),
        ("en", "ben&jerrys", ["Ben & Jerry's ice", "Ben & Jerry’s", "Jerry's Ben"], [0, 1]),
        ("tr", "iPhone'lar", ["iPhone kılıf"], [0]), ("ar", "الكتاب", ["كتاب", "قلم"], [0]),
        ("ar", "والقلم", ["قلم أحمر", "كتاب"], [0]), ("ar", "للسيارة", ["سيارة"], [0]),
        (
            "en", "27\"",
            ["Monitor 27 inch", "Monitor 27-inch", "27″ screen", "27in", "127 inch", "24 inch"], [0, 1, 2, 3]
        ),
        ("de", "27 zoll", ["Monitor 27\"", "27-Zoll", "24 Zoll"], [0, 1]),
        ("en", "500ml", ["500 ml", "500 milliliters", "50 ml"], [0, 1]),
        ("en", "5 lbs", ["5 lb", "5lbs", "5 pounds", "5 kg"], [0, 1, 2]),
        ("en", "5 pounds", ["5 lbs", "15 pounds"], [0, 1]),
        ("en", "2 hours", ["2 hrs", "2h", "2 min"], [0, 1]),
        ("de", "1.5 l", ["Kanne 1,5 l", "Kanne 1,5l", "Kanne 2 l"], [0, 1]),
        ("en", "3,5mm", ["3.5 mm plug", "3.5mm", "35mm"], [0, 1]),
        ("de", "20 grad celsius", ["20 °C", "20°C", "20 °F"], [0, 1]),

        ("de", "3 stunden", ["3 h", "3h", "3 m"], [0, 1]),
        ("en", "90 mph", ["90 miles per hour", "90 km/h"], [0]),
        ("en", "10 ohm", ["10 Ω", "10 \u{2126}", "10 ohms", "100 Ω"], [0, 1, 2]),
        ("de", "5 kilo", ["5 kg", "5 Kilogramm", "15 kg"], [0, 1]),
        ("fr", "2 mètres", ["2 m câble", "12 m"], [0]),
        ("en", "½", ["1/2 inch", "½ inch", "12"], [0, 1]),
        ("en", "1½", ["1½ bolt", "1 1/2 bolt", "1-1/2 bolt", "1 ½ bolt", "11/2"], [0, 1, 2, 3]),
        ("en", "1-1/4", ["Bolt 1¼", "Bolt 1 1/4", "Bolt 1-1/4", "Bolt 1 ¼", "Bolt 11/4"], [0, 1, 2, 3]),
        ("en", "2-1/2\"", ["Pipe 2½\"", "Pipe 2 1/2\"", "Pipe 2\""], [0, 1]),
        ("hu", "55\"", ["TV 55 colos", "TV 55 col", "TV 65 colos"], [0, 1]),
        ("lt", "27\"", ["Monitorius 27 colių", "Monitorius 24 colių"], [0]),
        ("de", "3/4 zoll", ["Rohr ¾ Zoll", "Rohr 3/4\"", "Rohr ¾\"", "Rohr 1/4\""], [0, 1, 2]),
        ("en", "½\"", ["Pipe 1/2 inch", "Pipe 1/2\"", "Pipe ½ in", "Pipe 2\""], [0, 1, 2]),
        ("zh_Hant", "27英吋", ["螢幕 27\"", "螢幕 27吋", "螢幕 24吋"], [0, 1]),
        // Units in other forms, as adjectives, and with and without the sign of an abbreviation.
        ("en", "2 litre", ["Bottle 2 L", "Bottle 2 liters", "Bottle 3 L"], [0, 1]),
        ("zh_Hans", "5公斤", ["大米 5kg", "大米 5千克", "大米 3kg"], [0, 1]),
        ("ar", "1.5", ["ماء ١٫٥ لتر", "ماء 1,5", "ماء 15"], [0, 1]),
        ("sv", "27-tums", ["Skärm 27\"", "Skärm 27 tum", "Skärm 24\""], [0, 1]),
        ("da", "27 tommers", ["Skærm 27\"", "Skærm 24\""], [0]),
        ("ru", "27-дюймовый", ["Монитор 27\"", "Монитор 27 дюймов", "Монитор 24\""], [0, 1]),
        ("pl", "27 calowy", ["Monitor 27\"", "Monitor 27 cali", "Monitor 24\""], [0, 1]),
        ("fi", "27-tuumainen", ["Näyttö 27\"", "Näyttö 24\""], [0]),
        ("ar", "27 بوصه", ["شاشة 27\"", "شاشة 24\""], [0]),
        ("he", "27 אינץ'", ["מסך 27\"", "מסך 24\""], [0]),
        ("th", "500 มล", ["ขวด 500ml", "ขวด 50ml"], [0]), ("hi", "27 इन्च", ["मॉनिटर 27\"", "मॉनिटर 24\""], [0]),
        ("en", "27''", ["Monitor 27 inch", "Monitor 24 inch"], [0]),
        // A measure before the thing that has it.
        ("de", "2-liter-flasche", ["Flasche 2 Liter", "Glasflasche 2l", "Flasche 1 l"], [0, 1]),
        // A fraction in a phrase.
        ("en", "\"1/2 price\"", ["½ price", "1/2 price", "1 price"], [0, 1]),
        ("en", "\"size 7 1/2\"", ["Size 7½ boot", "Size 7 boot"], [0]),
        ("es", "\"2x1\"", ["Oferta: 2×1", "Oferta 21"], [0]),
    ]

    @Test(arguments: shortForms)
    func articlesUnitsAndFractions(locale: String, query: String, titles: [String], expected: [Int]) throws {
        #expect(try Self.found(query, titles, locale).sorted() == expected)
    }

    // MARK: Parts

    @Test(arguments: [
        ("zh_Hans", "降噪耳机", ["无线蓝牙耳机 降噪", "耳机"], [0]), ("ja", "革財布レディース", ["レディース革財布", "財布"], [0]),
        // An adjective and its noun; baby shoes are not red ones.
        ("ja", "青い靴", ["軽い 靴 青", "軽い 靴 赤"], [0]), ("ja", "赤い靴", ["赤ちゃんの靴", "靴 赤"], [1]),
        ("ja", "黄色い", ["靴 黄色", "黄金 軽い"], [0]), ("ja", "赤", ["赤い靴", "靴"], [0]),
        ("th", "เสื้อสีแดง", ["เสื้อผู้หญิงสีแดง", "เสื้อ"], [0]), ("ko", "원피스여성", ["여성용 빨간 원피스", "원피스"], [0]),
        // Parts that are longer than the suffixes that an index sorts.
        ("ko", "보온병스테인리스", ["스테인리스 보온병", "보온병"], [0]),
        ("th", "สีแดงโทรศัพท์มือถือ", ["โทรศัพท์มือถือ สีแดง", "โทรศัพท์มือถือ"], [0]),
        ("de", "kinderwinterjacke", ["Winterjacke für Kinder", "Winterreifen", "Kinder"], [0]),
        ("de", "holztische", ["Tisch aus Holz", "Holz", "Tisch"], [0]),
        ("nl", "fietszadel", ["Zadel van een fiets", "Fiets"], [0]),
        ("sv", "trädgårdsstol", ["Stol för trädgård", "Stol"], [0]),
        ("fi", "talvimekko", ["Naisten mekko talvella", "Mekko"], [0]),
        ("da", "køkkenbord", ["Bord til køkken", "Bord"], [0]),
        // The first part is the last one of another compound, or another form.
        ("de", "holzschrank", ["Schrank aus Eichenholz", "Tisch aus Eichenholz"], [0]),
        ("de", "babyflasche", ["Flasche für Babys", "Flasche"], [0]),
        // The last part is in another form that is a stem, or has marks.
        ("nl", "kinderfietsen", ["Fiets voor kinderen", "Fiets"], [0]),
        ("nl", "koffiemachines", ["Machine voor koffie", "Koffie"], [0]),
        ("sv", "vinterväskor", ["Väska för vinter", "Väska"], [0]),
        // A number with a unit is one part.
        ("ja", "モニター27インチ", ["モニター 27\"", "モニター 27インチ", "モニター 24インチ"], [0, 1]),
        ("ko", "27인치모니터", ["모니터 27\"", "모니터 24인치"], [0]),
        ("zh_Hans", "500ml水壶", ["水壶 500毫升", "水壶 50毫升"], [0]),
        // A language without compounds.
        ("en", "understanding", ["standing under a tree", "Understanding"], [1]),
        // A noun of two letters.
        ("de", "ölkanne", ["Kanne für Öl", "Kanne für Tee"], [0]),
        ("de", "eierbecher", ["Becher für ein Ei", "Becher"], [0]), ("sv", "tekanna", ["Kanna till te"], [0]),
    ]) func partsAreFoundAnywhere(locale: String, query: String, titles: [String], expected: [Int]) throws {
        #expect(try Self.found(query, titles, locale).sorted() == expected)
    }

    /// An index knows the words between signs, and not for sure those with signs.
    @Test func noPartOfACompoundHasAHyphen() throws {
        let titles = ["SIP-specifikationsfiler til QGIS", "Pakke med SIP-specifikationsfilerne."]
        let engine = try SearchEngine([Self.catalog(titles, "da")])
        let request = Self.request("SIP-specifikationsfiler", "da")
        let query = try engine.query(CheckedRequest(request), engine.catalogs)
        let relaxer = QueryRelaxer(query, engine.catalogs, engine)
        let parts = try relaxer.equivalents(of: 0).flatMap(\.parts).joined().map(\.spelling)
        #expect(parts.contains("specifikationsfilerne") && !parts.contains { $0.contains("-") })
    }

    @Test func twoEndsOfCompoundsAreATypingError() throws {
        let catalog = try Self.catalog(["Eingabemethode", "Dateien, Eingabemethode", "Dateien"], "de")
        let results = try SearchEngine([catalog]).search(Self.request("eiengabemethode", "de"))
        #expect(results.relaxation?.kind == .typos)
        #expect(results.hits.map(\.id).sorted() == ["0", "1"])
    }

    @Test func theWholeStringRanksBeforeItsParts() throws {
        #expect(
            try Self.found("kinderjacke", ["Jacke für Kinder", "Kinderjacke", "Kinder, die Jacke"], "de")
                .first == 1)
    }

    @Test(arguments: [
        ("€20 card", ["$20 card", "€20 card", "20 cards"], ["1", "0", "2"]),
        ("20€", ["$20", "20€"], ["1", "0"]), ("10 m", ["Hose 100 m", "Hose 10m"], ["1", "0"]),
        ("cola 500 ml", ["Cola 1500 ml", "Cola 500ml", "Cola 500 ml"], ["2", "1", "0"]),
        ("J. R. R. Tolkien", ["J. R. Tolkien", "JRR Tolkien", "Tolkien"], ["1"]),
        ("j r r tolkien", ["J.R.R. Tolkien", "Tolkien"], ["0"]),
        ("t shirts", ["T shirts", "Tshirt", "Vase"], ["0", "1"]), ("e bike", ["Ebikes", "Motor"], ["0"]),
    ]) func signsAndRepeatedInitialsCount(query: String, titles: [String], expected: [String]) throws {
        let engine = try SearchEngine([Self.catalog(titles, "en")])
        #expect(try engine.search(Self.request(query, "en")).hits.map(\.id) == expected)
    }

    // MARK: What is shown

    @Test func matchesAreMarkedAcrossSeparators() throws {
        func marked(_ query: String, _ title: String, _ locale: String = "en") throws -> [String] {
            let hit = try #require(
                try SearchEngine([Self.catalog([title], locale)]).search(Self.request(query, locale)).hits
                    .first)
            let scalars = Array(title.unicodeScalars)
            return hit.matches.map { String(scalars[$0.range]) }
        }
        #expect(try marked("wifi", "A Wi-Fi router") == ["Wi-Fi"])
        #expect(try marked("wifi", "A Wi Fi router") == ["Wi Fi"])
        #expect(try marked("usb-c", "USB C cable") == ["USB C"])
        #expect(try marked("kinderjacke", "Jacke für Kinder", "de") == ["Jacke", "Kinder"])
        #expect(try marked("jacken", "Damen-Winterjacke", "de") == ["jacke"])
    }

    @Test(arguments: [
        ("wifi", "Wi Fi plug", "en", WordExplanation.Rule.separators), ("[tea]", "Tea", "en", .edges),
        ("l'eau", "Eau", "fr", .elision), ("红", "紅玫瑰", "zh_Hans", .script), ("27\"", "27 inch", "en", .units),
        ("holztisch", "Tisch aus Holz", "de", .compound), ("降噪耳机", "耳机 降噪", "zh_Hans", .segments),
        ("mice", "mouse", "en", .forms), ("jacken", "Winterjacke", "de", .forms),
    ]) func explanationsSayTheEquivalence(
        query: String, title: String, locale: String, rule: WordExplanation.Rule
    ) throws {
        let results = try SearchEngine([Self.catalog([title], locale)]).search(Self.request(query, locale))
        #expect(results.hits.first?.explanation.first?.locations.first?.rule == rule)
    }

    @Test func neverFindsOnlyWhatWasTyped() throws {
        let engine = try SearchEngine([Self.catalog(["Wi-Fi", "WiFi", "Wi Fi"], "en")])
        #expect(try engine.search(Self.request("wifi", "en", .never)).hits.map(\.id) == ["1"])
    }

    // MARK: Bounds

    @Test(
        // The limit is generous: a machine may be busy with other work.
        .timeLimit(.minutes(30)),
        arguments: [
            String(repeating: "a", count: 200), String(repeating: "เ", count: 200), "…,;:!?-()[]",
            "\u{301}\u{301}\u{301}",
            String(repeating: "红", count: 150), String(repeating: "1", count: 100), "a-b-c-d-e-f-g-h-i-j-k-l",
            String(repeating: "ab'", count: 60),
        ]) func oddWordsAreBounded(query: String) throws
    {
        let titles = ["a aa aaa aaaa", "1 11 111", "红 红红", "เ เเ", "b"]
        for locale in ["de", "zh_Hans", "th", "fr"] {
            let results = try SearchEngine([Self.catalog(titles, locale)])
                .search(Self.request(query, locale))
            #expect(results.total <= titles.count)
        }
    }
}
