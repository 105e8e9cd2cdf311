// One spelling never hides another: a text with the query as typed does not hide texts that spell it
// otherwise.

import Testing

@testable import CatalogSearch

@Suite struct OtherSpellingTests {
    /// The first titles are found, and the last one, which is another thing, is not.
    @Test(arguments: [
        // Digits with a sign between them; with a space they are two numbers.
        ("en", "1607", ["Bolt 16-07", "Nut 16/07", "Screw 16 08"]),
        ("en", "16-07", ["Bolt 1607", "Nut 16-08"]),
        ("en", "2025", ["Calendar 2025", "Pots 20 25 cm"]),
        // Words that texts write as one, in the other number.
        ("en", "lawn mowers", ["Lawnmower", "Lawn"]),
        ("en", "head phones", ["Headphone with cable", "Head"]),
        ("en", "tooth brushes", ["Toothbrush", "Toothpick"]),
        ("en", "t shirts", ["Blue Tshirt", "Undershirt"]),
        // Beginnings of words with a hyphen, as the last word, which may still be typed.
        ("en", "wif", ["Wi-Fi router", "Midwife", "Wild fig"]),
        ("en", "blue tsh", ["Blue T-shirt", "Blue shirt"]),
        ("de", "ebik", ["E-Bike", "Bike"]), ("en", "usbc", ["USB-C cable", "USB cable"]),
        // A brand with an i that Turkish writes without a dot.
        ("tr", "wi-fi", ["WIFI kamera", "Wi-Fi", "Fiş"]), ("tr", "mini-disk", ["MINIDISK", "Mini"]),
        // Words of a Korean string, and of one whose adjective has an ending.
        ("ko", "여성티셔츠", ["여름 여성 반팔 티셔츠", "여성 바지"]), ("ko", "가죽지갑", ["가죽 남성 지갑", "가죽 벨트"]),
        ("ko", "32인치모니터", ["모니터 32인치", "모니터 24인치"]), ("ja", "赤い靴", ["靴 赤", "靴 青"]),
        ("ja", "黒い財布", ["財布 黒", "財布 赤"]),
        // A code within a string.
        ("zh_Hans", "手机壳iphone15", ["iPhone 15 手机壳", "iPhone 14 手机壳"]),
        ("en", "60 x 60 tile", ["Tile 60 × 60", "Tile 60x60", "Tile 60 × 30"]),
        ("en", "bed 90×200cm", ["Bed 90 x 200 cm", "Bed 90 x 180 cm"]), ("en", "4 x 4", ["4×4", "44"]),
        // Forms of the first part, of adjectives and of possessives.
        ("fr", "portes-clés", ["Porte-clés rouge", "Porte"]),
        ("fr", "vieux", ["Vieille lampe", "Viande"]), ("he", "אדומה", ["שמלה אדום", "שמלה כחול"]),
        ("en", "women's", ["Woman", "Wombat"]), ("pl", "t-shirty", ["T-shirt", "Shirt"]),
        ("ru", "ip-камеры", ["IP-камера", "Камень"]), ("ja", "インターフェイス", ["インターフェース", "インター"]),
        // Possessives typed without an apostrophe, also together with other words.
        ("en", "levis-501", ["Levi's 501", "Levi’s 501 jeans", "Levi 502"]),
        ("en", "mc donalds", ["McDonald's toy", "Mcdonalds toy", "McDonnell"]),
        ("en", "ben-and-jerrys-ice-cream", ["Ben & Jerry's ice cream", "Ben & Holly"]),
        // A number of a unit with and without separators.
        ("en", "2000 watts", ["Heater 2,000 W", "Heater 2000W", "2,000 watt", "2,100 W"]),
        ("de", "2000w", ["Heizung 2.000 Watt", "2000 Watt", "2.100 Watt"]),
        ("en", "tile 60 x 60", ["Tile 60 × 60", "Tile 60 × 30"]),
    ]) func noneIsHidden(locale: String, query: String, titles: [String]) throws {
        let found = try EquivalenceTests.found(query, [query] + titles, locale)
        #expect(found.sorted() == Array(0..<titles.count))
    }
}
