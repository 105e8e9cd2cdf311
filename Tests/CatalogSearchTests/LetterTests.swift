// Which spellings of a letter are one in a language: by CLDR's collations and national standards, which other
// programs' filters go beyond.

import Testing

@testable import CatalogSearch

@Suite struct LetterTests {
    /// CLDR's collations of Swedish and Danish have å, ä and ö (æ and ø) as letters, and each spelling
    /// without marks or with two letters stands for the marked one. Both do not stand for each other:
    /// `raksmorgas` for `raeksmoergaas` would make `pot` of `poet`.
    @Test(arguments: [
        ("sv", "räksmörgås", ["raksmorgas", "ræksmørgås", "räksmörgås"], "raeksmoergaas"),
        ("da", "blåbærsyltetøj", ["blaabaersyltetoej", "blåbærsyltetøj"], "blabarsyltetoj"),
        // DIN 5007-1 sorts ä as a, and DIN 5007-2 as ae.
        ("de", "Schaltflächen", ["Schaltflachen", "Schaltflaechen"], "Schaltplan"),
    ]) func aMarkedLetterHasItsSpellings(
        locale: String, marked: String, spellings: [String], other: String
    ) throws {
        for spelling in spellings {
            let engine = try SearchEngine([EquivalenceTests.catalog([marked, other], locale)])
            #expect(
                try engine.search(EquivalenceTests.request(spelling, locale)).hits.map(\.id) == ["0"],
                "\(spelling)")
        }
    }

    /// Words of Serbian are found in both scripts, also without marks and with dj for đ (Pravopis srpskoga
    /// jezika); a word in which too many letters may stand for several is not read.
    @Test func serbianWordsAreFoundInBothScripts() throws {
        for (typed, text) in [("djak", "ђак"), ("ljubav", "љубав"), ("dzep", "џеп"), ("cvece", "цвеће")] {
            #expect(try EquivalenceTests.found(typed, [text, "кућа"], "sr") == [0], "\(typed)")
        }
    }
}
