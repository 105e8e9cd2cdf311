// Words that a catalog declares to stand for others.

import ICU
import Testing

@testable import CatalogSearch

@Suite struct SynonymTests {
    @Test func synonymsHaveSeveralWordsAndDirections() throws {
        let groups = [
            CatalogDescription.Synonyms(words: ["NYC", "New York"]),
            CatalogDescription.Synonyms(words: ["first violin", "Ada Venn"]),
            CatalogDescription.Synonyms(words: ["T-shirt"], from: ["tee"]),
        ]
        func found(_ query: String, _ titles: [String]) throws -> [Int] {
            try EquivalenceTests.found(query, titles, "en", groups).sorted()
        }
        #expect(
            try found("new york guide", ["NYC guide", "New York guide", "York: a new guide"]) == [0, 1, 2])
        #expect(try found("nyc", ["New York map", "York in the New age"]) == [0])
        #expect(try found("new-york", ["NYC guide", "York"]) == [0])
        #expect(
            try found("new york first violin", ["NYC Ada Venn", "NYC first violin", "New York Ada Venn"]) == [
                0, 1, 2,
            ])
        #expect(try found("tee", ["T-shirt", "Tee", "T shirt", "Tshirt", "Shirt"]) == [0, 1, 2, 3])
        #expect(try found("t-shirt", ["T-shirt", "Tee"]) == [0])
        #expect(try found("nyc-guide", ["New York guide", "NYC guide", "York"]) == [0, 1])
    }

    @Test func synonymsAreFoundInTheirOtherForms() throws {
        let groups = [CatalogDescription.Synonyms(words: ["couch", "sofa"])]
        let titles = ["Sofas blue", "Couches", "Sofia"]
        #expect(try EquivalenceTests.found("couch", titles, "en", groups).sorted() == [0, 1])
    }

    /// The typed word may be another form of an entry, and texts may have another form of its synonym.
    @Test(arguments: [
        ("en", "sneakers", ["Trainer red", "Trainers blue", "Sneaker", "Training"], [0, 1, 2]),
        ("en", "cell phones", ["Smartphone", "Smartphones x", "Phone"], [0, 1]),
        ("en", "mice", ["Pointing device", "Mouse", "Device"], [0, 1]),
        ("de", "turnschuhe", ["Sneakers rot", "Sneaker", "Turm"], [0, 1]),
        ("de", "sneaker", ["Turnschuhe rot", "Turnschuh", "Turm"], [0, 1]),
    ]) func synonymsAreThoseOfAllForms(
        locale: String, query: String, titles: [String], expected: [Int]
    ) throws {
        let groups = [
            CatalogDescription.Synonyms(locale: LocaleIdentifier("en"), words: ["sneaker", "trainer"]),
            CatalogDescription.Synonyms(locale: LocaleIdentifier("de"), words: ["Sneaker", "Turnschuh"]),
            CatalogDescription.Synonyms(words: ["smartphone"], from: ["cell phone"]),
            CatalogDescription.Synonyms(words: ["mouse", "pointing device"]),
        ]
        #expect(try EquivalenceTests.found(query, titles, locale, groups).sorted() == expected)
    }

    @Test func synonymsStandForPartsOfStringsWithoutSpaces() throws {
        let groups = [CatalogDescription.Synonyms(words: ["スマホ", "携帯"])]
        let titles = ["スマホケース 透明", "携帯ケース", "スマホ", "ケース"]
        #expect(try EquivalenceTests.found("携帯ケース", titles, "ja", groups).sorted() == [0, 1])
    }

    @Test(arguments: [
        ("ja", "スマホケース", ["携帯電話ケース", "スマホスタンド"], [0]),
        (
            "de", "handyhülle", ["Smartphonehülle", "Handyhülle", "Hülle für Smartphones", "Hülle"],
            [0, 1, 2]
        ),
        ("de", "möhrensaft", ["Karottensaft", "Apfelsaft"], [0]),
        ("en", "usbc", ["USB-C cable", "Type-C hub", "USB 3"], [0, 1]),
        ("en", "typec", ["USB-C cable", "Type-C hub", "Type"], [0, 1]),
    ]) func synonymsStandForPartsOfWords(
        locale: String, query: String, titles: [String], expected: [Int]
    ) throws {
        let groups = [
            CatalogDescription.Synonyms(words: ["スマホ", "携帯電話"]),
            CatalogDescription.Synonyms(words: ["Handy", "Smartphone"]),
            CatalogDescription.Synonyms(words: ["Möhre", "Karotte"]),
            CatalogDescription.Synonyms(words: ["usb c", "type c"]),
        ]
        #expect(try EquivalenceTests.found(query, titles, locale, groups).sorted() == expected)
    }
}
