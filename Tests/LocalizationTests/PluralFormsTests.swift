// Tests of Plural-Forms: the expressions, and the mapping to plural categories.

import Localization
import Testing

@Suite struct PluralFormsTests {
    /// The expected values are from a C compiler.
    @Test(arguments: [
        ("n", 7, 7), ("n != 1", 1, 0), ("1+2*3", 0, 7), ("(1+2)*3", 0, 9), ("10-4-3", 0, 3),
        ("100/10/2", 0, 5), ("7%4%2", 0, 1), ("1<2==1", 0, 1), ("2>1>0", 0, 1), ("!n", 0, 1), ("!!n", 5, 1),
        ("!n+1", 0, 2), ("1||0&&0", 0, 1), ("n?1:2", 0, 2), ("0?1:0?2:3", 0, 3), ("1?0?4:5:6", 0, 5),
        ("n==1?0:n==2?1:2", 2, 1), ("1?2:3||1", 0, 2), ("n-1", 0, -1), ("0&&1/0", 0, 0), ("1||1/0", 0, 1),
        ("n>=2&&n<=4", 3, 1), (" ( n ) \n", 4, 4), ("n==1 ? 0 : \\\n 1", 5, 1), ("1!=2", 0, 1),
        ("3*4%5", 0, 2),
    ])
    func evaluatesAsC(source: String, number: Int, value: Int) throws {
        #expect(try PluralExpression(source).value(for: UInt64(number)) == UInt64(bitPattern: Int64(value)))
    }

    @Test(arguments: [
        ("", PluralExpression.Failure.unexpectedText(offset: 0)), ("n+", .unexpectedText(offset: 2)),
        ("n n", .unexpectedText(offset: 2)), ("m", .unexpectedText(offset: 0)),
        ("(n", .unexpectedText(offset: 2)),
        ("n?1", .unexpectedText(offset: 3)), ("-n", .unexpectedText(offset: 0)),
        ("n=1", .unexpectedText(offset: 1)),
        ("n&1", .unexpectedText(offset: 1)), ("n;", .unexpectedText(offset: 1)),
        ("99999999999999999999", .numberTooLarge(offset: 0)), ("n\\", .unexpectedText(offset: 1)),
    ])
    func refusesWhatIsNoExpression(source: String, failure: PluralExpression.Failure) {
        #expect(throws: failure) { try PluralExpression(source) }
    }

    @Test(arguments: ["1/0", "1%0", "n/(n-n)"])
    func reportsDivisionByZero(source: String) throws {
        let expression = try PluralExpression(source)
        #expect(throws: PluralExpression.Failure.divisionByZero) { try expression.value(for: 1) }
    }

    @Test(arguments: [
        ("(", 2000, "n"), ("!", 2000, "n"), ("n?1:", 1000, "2"), ("n+", 3000, "n"), ("(n?", 60, ""),
    ])
    func boundsLengthAndDepth(piece: String, count: Int, end: String) {
        #expect(throws: PluralExpression.Failure.tooComplex) {
            try PluralExpression(String(repeating: piece, count: count) + end)
        }
    }

    @Test func evaluatesLongSums() throws {
        #expect(try PluralExpression(String(repeating: "1+", count: 2000) + "n").value(for: 5) == 2005)
    }

    @Test func readsTheField() throws {
        let forms = try PluralForms(" nplurals = 2 ; plural = n>1; ")
        #expect(forms.count == 2)
        #expect(try forms.index(for: 1) == 0)
        #expect(throws: PluralForms.Failure.invalidCount) { try PluralForms("plural=n;") }
        #expect(throws: PluralForms.Failure.invalidCount) {
            try PluralForms("nplurals=INTEGER; plural=EXPRESSION;")
        }
        #expect(throws: PluralForms.Failure.missingExpression) { try PluralForms("nplurals=2;") }
        #expect(throws: PluralForms.Failure.indexOutOfRange(index: 5, number: 5)) {
            try PluralForms("nplurals=2; plural=n;").index(for: 5)
        }
    }

    static let russian =
        "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"
    static let arabic =
        "nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5;"

    @Test(arguments: [
        ("en", "nplurals=2; plural=n != 1;", [PluralCategory.one: 0, .other: 1]),
        ("ja", "nplurals=1; plural=0;", [.other: 0]),
        ("ru", russian, [.one: 0, .few: 1, .many: 2, .other: 2]),
        ("ar", arabic, [.zero: 0, .one: 1, .two: 2, .few: 3, .many: 4, .other: 5]),
        ("fr", "nplurals=2; plural=(n > 1);", [.one: 0, .many: 1, .other: 1]),
        ("cs", "nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;", [.one: 0, .few: 1, .other: 2]),
    ])
    func findsTheFormOfEachCategory(
        locale: String, field: String, indices: [PluralCategory: Int]
    ) throws {
        let mapping = try PluralMapping(PluralForms(field), locale: LocaleIdentifier(locale)!)
        #expect(mapping.indices == indices)
    }

    @Test(arguments: ["pt_BR", "pt_PT", "pa", "fr"]) func aRuleMayCountZeroOtherwiseThanCLDR(locale: String)
        throws
    {
        let locale = try #require(LocaleIdentifier(locale))
        let rules = ["nplurals=2; plural=n != 1;", "nplurals=2; plural=n > 1;"]
        let mappings = try rules.map { try PluralMapping(PluralForms($0), locale: locale) }
        #expect(mappings.map { $0.indices[.one] } == [0, 0])
        #expect(mappings.map { $0.indices[.other] } == [1, 1])
        // Exactly one of the two rules is CLDR's.
        #expect(mappings.compactMap(\.zero).count == 1)
    }

    @Test func refusesToGuess() throws {
        #expect(throws: PluralMapping.Failure.ambiguous(.one, samples: [1: 21, 0: 1])) {
            try PluralMapping(.germanic, locale: LocaleIdentifier("ru")!)
        }
        #expect(throws: PluralMapping.Failure.plural(.expression(.divisionByZero))) {
            try PluralMapping(PluralForms("nplurals=2; plural=1/n;"), locale: LocaleIdentifier("en")!)
        }
    }
}
