// Texts in many scripts for random catalogs.

import CatalogSearch

enum SampleTexts {
    /// Lines in each language with difficult features: expansions, contractions, marks, compounds.
    static let lines: [String: [String]] = [
        "de": [
            "Geburtstagskarte für Großmütter", "Märchenbuch „Frau Holle“", "Die Straße nach Köln",
            "STRASSENKREUZER", "Öl & Essig", "C++-Compiler, T-Shirt",
        ],
        "en": [
            "Birthday card", "T-shirt with a rock’n’roll print", "Café crème", "e-mail the naïve façade",
            "Smörgåsbord", "Peony (white), 12 stems",
        ],
        "sv": ["Ängelholm och Åre", "Händel på gitarr", "Müsli med jordgubbar", "Smörgåsbord", "idé"],
        "tr": ["ISPARTA gülü", "İstanbul lalesi", "ışık ve şeker", "Doğum günü pastası"],
        "fr": ["L’été à l'œuvre", "Bouquet d’œillets", "cœur en pain d’épices", "Élève modèle"],
        "cs": ["Chata u řeky", "Čaj s citrónem", "chléb i cukr", "Řízek"],
        "hu": ["Születésnapi csokor", "dzsungel és csacsi", "Nagyszombat", "Ősz"],
        "ar": ["أحمد يشتري هدية", "مُحَمَّد في المدرسة", "كتـــاب الأطفال", "وردة حمراء"],
        "he": ["יום הולדת שמח", "ירושלים של זהב", "שָׁלוֹם", "צה״ל"],
        "th": ["ไฟล์เก่าในโปรแกรม", "เค้กวันเกิด", "แก้วน้ำสำหรับแต่งงาน", "ดอกไม้"],
        "ja": ["誕生日ケーキ", "データベース管理", "ガラスのグラス", "ｶﾞﾗｽ", "東京都庁"],
        "ko": ["한글날 선물", "생일 케이크", "값비싼 꽃다발"],
        "zh_Hans": ["生日蛋糕", "红玫瑰花束", "茶壶"],
        "ru": ["Ёлка и йод", "День рождения", "Красная роза"],
        "hi": ["जन्मदिन का उपहार", "लाल गुलाब", "हिन्दी क़िताब"],
        "vi": ["Đường Hà Nội", "Bánh sinh nhật"],
        "el": ["Ὀδυσσεύς και Πηνελόπη", "ΚΑΛΗΜΕΡΑ", "Μαΐου"],
    ]

    /// A random record with texts in some of the locales.
    static func record(
        _ number: Int, locales: [String], using random: inout some RandomNumberGenerator
    ) -> CatalogRecord {
        var texts: [CatalogRecord.Text] = []
        for field in FieldName.standard where field == .title || Bool.random(using: &random) {
            for locale in locales where Int.random(in: 0..<3, using: &random) > 0 {
                let count = field == .keywords ? Int.random(in: 1...3, using: &random) : 1
                for _ in 0..<count {
                    var line = lines[locale]!.randomElement(using: &random)!
                    if Bool.random(using: &random) {
                        line += " " + lines[locale]!.randomElement(using: &random)!
                    }
                    texts.append(.init(field, LocaleIdentifier(locale)!, line))
                }
            }
        }
        return CatalogRecord(
            id: "r\(number)", scope: ["birthdays", "weddings", nil].randomElement(using: &random)!,
            texts: texts,
            year: Bool.random(using: &random) ? Int.random(in: 1999...2002, using: &random) : nil,
            price: Bool.random(using: &random)
                ? Price("\(Int.random(in: 1...3, using: &random)).50", currency: "EUR") : nil,
            popularity: Double(Int.random(in: 0...2, using: &random)))
    }

    /// One or two random pieces of the records' texts.
    static func query(from records: [CatalogRecord], using random: inout some RandomNumberGenerator) -> String
    {
        let words = (0..<Int.random(in: 1...2, using: &random)).compactMap { _ -> String? in
            guard let text = records.randomElement(using: &random)!.texts.randomElement(using: &random) else {
                return nil
            }
            let characters = Array(text.value)
            let start = Int.random(in: 0..<characters.count, using: &random)
            let end = min(characters.count, start + Int.random(in: 1...5, using: &random))
            let piece = String(characters[start..<end])
            return [piece, piece.lowercased(), piece.uppercased()].randomElement(using: &random)!
        }
        return words.joined(separator: " ")
    }
}
