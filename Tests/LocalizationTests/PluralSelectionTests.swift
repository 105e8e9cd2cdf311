// Tests of plural selection in each language.

import Localization
import Testing

@Suite struct PluralSelectionTests {
    static let numbers = [0, 1, 2, 3, 4, 5, 6, 10, 11, 12, 19, 20, 21, 22, 100, 101, 102, 111, 1000, 1000000]
    static let categories: [Character: PluralCategory] = [
        "z": .zero, "1": .one, "2": .two, "f": .few, "m": .many, "o": .other,
    ]

    /// CLDR's categories of the numbers above (plurals.xml, version 41), as the letters above.
    static let rows = [
        ("ar", "z12fffffmmmmmmooomoo"), ("be", "m1fffmmmmmmm1fm1fmmm"), ("br", "o12ffooooooo12o12oom"),
        ("cs", "o1fffooooooooooooooo"), ("cy", "z12foomooooooooooooo"), ("de", "o1oooooooooooooooooo"),
        ("en", "o1oooooooooooooooooo"), ("es", "o1ooooooooooooooooom"), ("fr", "11ooooooooooooooooom"),
        ("ga", "o12ffffmoooooooooooo"), ("gd", "o12fffff12fooooooooo"), ("hi", "11oooooooooooooooooo"),
        ("hu", "o1oooooooooooooooooo"), ("is", "o1oooooooooo1oo1oooo"), ("it", "o1ooooooooooooooooom"),
        ("ja", "oooooooooooooooooooo"), ("lt", "o1fffffooooo1fo1fooo"), ("lv", "z1ooooozzzzz1oz1ozzz"),
        ("pl", "m1fffmmmmmmmmfmmfmmm"), ("pt", "11ooooooooooooooooom"), ("pt_PT", "o1ooooooooooooooooom"),
        ("ru", "m1fffmmmmmmm1fm1fmmm"), ("sl", "o12ffoooooooooo12ooo"), ("sr", "o1fffooooooo1fo1fooo"),
        ("tr", "o1oooooooooooooooooo"), ("uk", "m1fffmmmmmmm1fm1fmmm"), ("zh", "oooooooooooooooooooo"),
    ]

    @Test(arguments: rows)
    func choosesTheCategoryOfCLDR(locale: String, letters: String) {
        let categories = letters.map { Self.categories[$0]! }
        let forms = Set(categories + [.other]).map { ($0, FormatString($0.rawValue)) }
        let message = Message(key: "%ld", plural: Dictionary(uniqueKeysWithValues: forms))
        let locale = LocaleIdentifier(locale)!
        let localizer = Localizer([MessageCatalog(locale: locale, messages: [message])])
        for (number, category) in zip(Self.numbers, categories) {
            #expect(localizer("%ld", number) == category.rawValue, "\(locale) \(number)")
            // Signs are ignored, and integers too large for an exact Double take the same form.
            #expect(localizer("%ld", -number) == category.rawValue, "\(locale) -\(number)")
            if number >= 100 {
                let large = number + 9_007_199_254_000_000_000
                let reference = number + 9_000_000_000_000
                #expect(localizer("%ld", large) == localizer("%ld", reference), "\(locale) \(large)")
            }
        }
    }

    @Test func ordersCategoriesAsCLDR() {
        #expect(PluralCategory.allCases.sorted() == [.zero, .one, .two, .few, .many, .other])
    }
}
