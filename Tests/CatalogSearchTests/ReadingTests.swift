// What is tried if the words are not found: readings, keyboard layouts and parts.

import ICU
import Testing

@testable import CatalogSearch

@Suite struct ReadingTests {
    @Test(arguments: [
        ("zh_Hans", "hongmeigui", "红玫瑰花束"), ("zh_Hant", "hmg", "紅玫瑰"), ("ja", "kohi", "コーヒー豆"),
        ("ja", "kōhī", "コーヒー豆"), ("ja", "râmen", "ラーメン"), ("zh_Hans", "hóngméiguī", "红玫瑰花束"),
        ("zh_Hans", "lvse", "绿色"), ("ru", "čajnik", "Чайник"),
        ("ru", "zaryadnoe", "Зарядное устройство"), ("ru", "pfhzlyjt", "Зарядное"),
        ("ru", "шзрщту", "iPhone 15"),
        ("uk", "rehnrf", "куртка"), ("he", "aukji", "שולחן עץ"), ("ar", "shum", "ساعة يد"),
        ("ko", "tkatjd", "삼성 갤럭시"),
        ("ko", "ㄱㄱㅁㅊ", "고구마칩"), ("th", "glnhv", "เสื้อยืด"), ("el", "kafes", "Καφές"),
        // Signs without a letter, letters with several spellings, and scripts
        // that are typed in Latin letters.
        ("ru", "ustroistvo", "Зарядное устройство"), ("ru", "holodilnik", "Холодильник"),
        ("ru", "bespereboinyi", "Источник бесперебойный"), ("ka", "vardi", "წითელი ვარდი"),
        ("hy", "payusak", "պայուսակ"), ("ko", "gabang", "가죽 가방"), ("hi", "gulab", "लाल गुलाब"),
        ("ko", "ㄴ므녀ㅜㅎ", "Samsung 폰"), ("ko", "ㅑㅔㅙㅜㄷ", "iPhone 15"), ("ru", "j,]`v", "Объём"),
        ("ar", "p`hx", "حذاء"),
        // Brands that are typed as they sound, and a keyboard whose shift key types other letters.
        ("ru", "самсунг", "Смартфон Samsung"), ("ru", "ксиаоми", "Xiaomi Redmi"),
        ("uk", "леново", "Lenovo 15"),
        ("el", "σαμσουνγκ", "Samsung 15"), ("th", "F9Ut", "โต๊ะไม้"), ("hi", "chai", "चाय"),
        // As Japanese keyboards and the Kunrei system spell.
        ("ja", "syatu", "シャツ"), ("ja", "ju-su", "ジュース"), ("ja", "ti-zu", "チーズ"), ("ja", "tissyu", "ティッシュ"),
        ("ja", "huton", "ふとん"),
        // Long vowels that romanizations leave out.
        ("ja", "shoyu", "しょうゆ差し"), ("ja", "gyoza", "ぎょうざ鍋"), ("ja", "tofu", "とうふ"),
        // Brackets are letters on other keyboards.
        ("ar", "[g]", "حقيبة جلد"), ("fa", ";dt", "کیف چرمی"), ("fa", "',ad", "گوشی"),
        // What was read or typed is another form, or two words.
        ("ru", "sumki", "Сумка"), ("ru", "cevrb", "Сумка"), ("ko", "rkwnrrkqkd", "가죽 가방"),
        // Readings over spaces.
        ("ko", "ㅁㅅㅇㅇㅍ", "무선 이어폰"), ("ko", "ㅅㅅㄱㄹㅅㅂㅈ", "삼성 갤럭시 버즈"), ("ko", "ㅁㅅㅇ", "무선 이어폰"),
        ("zh_Hans", "chongqing", "重庆火锅"), ("zh_Hans", "yinhang", "银行卡包"), ("zh_Hant", "changku", "長褲"),
        ("zh_Hans", "yinyuehe", "音乐盒"), ("zh_Hans", "cqhg", "重庆火锅"), ("zh_Hans", "lanyaerji", "蓝牙 耳机"),
        ("zh_Hans", "lyej", "蓝牙 耳机"), ("zh_Hans", "xi'an", "西安 地图"), ("zh_Hans", "yin’er", "银耳"),
    ]) func readingsAndLayoutsAreTriedLast(locale: String, query: String, text: String) throws {
        let engine = try SearchEngine([EquivalenceTests.catalog([text, "x"], locale)])
        let results = try engine.search(EquivalenceTests.request(query, locale))
        #expect(results.hits.map(\.id) == ["0"] && results.relaxation?.kind == .letters)
        #expect(try engine.search(EquivalenceTests.request(query, locale, .never)).total == 0)
    }

    @Test func partsBetweenSeparatorsAreWordsWhereNoTextHasThemTogether() throws {
        let engine = try SearchEngine([
            EquivalenceTests.catalog(["Black white shirt", "White black socks", "Wi-Fi", "Red shirt"], "en")
        ])
        func found(_ query: String) throws -> [String] {
            try engine.search(EquivalenceTests.request(query, "en")).hits.map(\.id).sorted()
        }
        #expect(try found("white/black") == ["1"])
        #expect(try engine.search(EquivalenceTests.request("shirt/white", "en")).hits.first?.id == "0")
        #expect(try found("wi-fi shirt").contains("2"))
        #expect(try engine.search(EquivalenceTests.request("shirt/white", "en")).relaxation?.kind == .fewer)
        // Clauses without spaces have more words than parts.
        let chinese = try SearchEngine([EquivalenceTests.catalog(["他在北京大学学习历史", "巴黎的天气"], "zh_Hans")])
        let clauses = try chinese.search(EquivalenceTests.request("他学习什么，在北京大学", "zh_Hans"))
        #expect(clauses.hits.map(\.id) == ["0"])
    }
}
