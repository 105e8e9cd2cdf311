// Phrases in quotation marks, and excluded words.

import ICU
import Testing

@testable import CatalogSearch

@Suite struct PhraseTests {
    @Test(arguments: [
        "Hello, world", "C++ Primer", "20 m² rug", "CO₂ meter", "½ price", "What? Why?", "rock 'n' roll",
        "U.S. Army",
        "Yahoo! mail", "#1 seller", "5 °C probe", "well-known", "है। हाँ",
    ]) func everyTextContainsItselfAsAPhrase(text: String) throws {
        let titles = [text, "other"]
        #expect(try EquivalenceTests.found("\"\(text)\"", titles, "en") == [0])
        #expect(try EquivalenceTests.found("other -\"\(text)\"", [text + " other", "other"], "en") == [1])
    }

    @Test func aPhraseOfAWordWithSignsHasThem() throws {
        let titles = ["C Primer", "C++ Primer", "C# in Depth", "C++"]
        #expect(try EquivalenceTests.found("\"c++\"", titles, "en").sorted() == [1, 3])
        #expect(try EquivalenceTests.found("\"C#\"", titles, "en") == [2])
        #expect(try EquivalenceTests.found("primer -\"c++\"", titles, "en") == [0])
    }

    @Test(arguments: [
        ("zh_Hans", "红玫瑰", ["红，玫瑰", "红 玫瑰", "红玫瑰", "玫瑰红", "红色玫瑰"], [0, 1, 2]),
        // Texts are cut elsewhere than the phrase.
        ("zh_Hans", "红玫瑰花", ["红玫瑰花束", "玫瑰红花"], [0]), ("zh_Hans", "蓝牙耳", ["无线蓝牙耳机", "耳机 蓝牙"], [0]),
        ("ja", "赤いバラ", ["赤い、バラ", "赤い・バラの花", "バラ赤い"], [0, 1]),
        ("th", "เสื้อสีแดง", ["เสื้อ สีแดง", "เสื้อ, สีแดง", "สีแดง เสื้อ"], [0, 1]),
        ("de", "z.B. so", ["z. B. so", "z.B. so", "z so B"], [0, 1]),
        // Texts have one word where the phrase has several.
        (
            "en", "node js react",
            ["Node.js React", "Node.js, React and Vue", "Node.js for React", "Node.jsx React"],
            [0, 1],
        ),
        ("en", "learn node js", ["Learn Node.js today", "Learn.Node js", "Node.js"], [0, 1]),
        ("en", "rock n roll", ["Rock'n'Roll", "Rock’n’Roll shirt", "Rock and Roll"], [0, 1]),
        ("en", "user id", ["user_id column", "user.id", "userid"], [0, 1]),
    ]) func aPhraseIsASequenceOfWords(
        locale: String, query: String, titles: [String], expected: [Int]
    ) throws {
        #expect(try EquivalenceTests.found("\"\(query)\"", titles, locale).sorted() == expected)
        let others = titles.indices.filter { !expected.contains($0) }
        #expect(try EquivalenceTests.found("-\"\(query)\"", titles, locale).sorted() == others)
    }

    @Test func aPhraseAsTypedHasNoOtherSeparators() throws {
        let engine = try SearchEngine([EquivalenceTests.catalog(["Node.js", "Node js"], "en")])
        #expect(
            try engine.search(EquivalenceTests.request("\"node js\"", "en", .never)).hits.map(\.id) == ["1"])
        #expect(
            try engine.search(EquivalenceTests.request("\"node js\"", "en")).hits.map(\.id) == ["1", "0"])
    }

    @Test(arguments: ["-red", "–red", "−red", "—red", "‐red", "-[red]", "-red,", "-(red)", "–red!"])
    func allDashesExclude(word: String) throws {
        #expect(try EquivalenceTests.found("shirt \(word)", ["red shirt", "blue shirt"], "en") == [1])
    }

    @Test func anExcludedNameKeepsItsSigns() throws {
        #expect(try EquivalenceTests.found("book -c++", ["C++ book", "C book"], "en") == [1])
        let engine = try SearchEngine([EquivalenceTests.catalog(["red shirt", "red, shirt"], "en")])
        #expect(
            try engine.search(EquivalenceTests.request("shirt -red,", "en", .never)).hits.map(\.id) == ["0"])
    }

    /// Words that texts write together, apart, with an apostrophe or behind an
    /// article are words of a phrase as well.
    @Test(arguments: [
        ("en", "\"rock and roll\"", ["Rock & Roll", "Rock and roll", "Roll and rock"], [0, 1]),
        ("en", "\"levis 501\"", ["Levis 501", "Levi's 501 jeans", "501 Levi's", "Levi 501"], [0, 1]),
        (
            "en", "\"wifi router\"", ["Wi-Fi router", "WiFi router", "Wi Fi router", "WiFi and router"],
            [0, 1, 2]
        ),
        ("en", "\"acdc shirt\"", ["AC/DC shirt", "AC/DC blue shirt"], [0]),
        (
            "fr", "\"eau de rose\"", ["L'eau de rose", "L’eau de rose", "Rose de l'eau", "Seau de rose"],
            [0, 1]
        ),
        ("fr", "\"argan bio\"", ["Crème d'argan bio", "Argan, crème bio"], [0]),
        ("it", "\"olio di cocco\"", ["L'olio di cocco"], [0]),
    ]) func aWordOfAPhraseMayBeWrittenOtherwise(
        locale: String, query: String, titles: [String], expected: [Int]
    ) throws {
        #expect(try EquivalenceTests.found(query, titles, locale).sorted() == expected)
    }

    @Test(arguments: [
        ("blue -tshirt", ["Blue T-shirt", "Blue tshirt", "Blue T shirt", "Blue mug", "Blue shirt"], [3, 4]),
        ("blue -t-shirt", ["Blue T-shirt", "Blue tshirt", "Blue mug"], [2]),
        ("router -wifi", ["Wi-Fi router", "WiFi router", "Wide router"], [2]),
        ("coat -womens", ["Women's coat", "Mens coat"], [1]),
        ("cap -\"levis 501\"", ["Levi's 501 cap", "Levi's cap 501"], [1]),
    ]) func whatIsExcludedMayBeWrittenOtherwise(query: String, titles: [String], expected: [Int]) throws {
        #expect(try EquivalenceTests.found(query, titles, "en").sorted() == expected)
        // Only what was typed.
        let engine = try SearchEngine([EquivalenceTests.catalog(["Blue T-shirt"], "en")])
        #expect(try engine.search(EquivalenceTests.request("blue -tshirt", "en", .never)).total == 1)
    }
}
