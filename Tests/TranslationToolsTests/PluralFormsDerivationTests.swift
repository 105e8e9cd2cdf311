// Plural-Forms for every locale for which ICU has plural rules.

import ICU
import TestSupport
import Testing
import TranslationTools

@Suite struct PluralFormsDerivationTests {
    @Test(arguments: [
        ("ja", "nplurals=1; plural=0;"),
        ("en", "nplurals=2; plural=(n != 1);"), ("de_AT", "nplurals=2; plural=(n != 1);"),
        ("hi", "nplurals=2; plural=(n > 1);"),
        ("fil", "nplurals=2; plural=((n<1 || n>3) && (n%10==4 || n%10==6 || n%10==9));"),
        ("is", "nplurals=2; plural=(n%10!=1 || n%100==11);"),
        ("fr", "nplurals=3; plural=(n<=1 ? 0 : n!=0 && n%1000000==0 ? 1 : 2);"),
        ("es", "nplurals=3; plural=(n==1 ? 0 : n!=0 && n%1000000==0 ? 1 : 2);"),
        ("cs", "nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);"),
        (
            "ru",
            "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);"
        ),
        (
            "lv", "nplurals=3; plural=(n%10==0 || n%100>=11 && n%100<=19 ? 0 : n%10==1 && n%100!=11 ? 1 : 2);"
        ),
        (
            "ar",
            "nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);"
        ),
    ])
    func writesTheRuleAsPeopleWould(locale: String, field: String) {
        #expect(PluralFormsDerivation.forms(for: LocaleIdentifier(locale)!).field == field)
    }

    @Test(arguments: [
        ("ru", [PluralCategory.one, .few, .many]), ("cs", [.one, .few, .other]),
        ("lt", [.one, .few, .other]),
        ("pl", [.one, .few, .many]), ("pt_PT", [.one, .many, .other]), ("zh_Hant_TW", [.other]),
        ("he", [.one, .two, .other]), ("xx", [.other]),
    ])
    func givesNoFormToCategoriesOfFractions(locale: String, categories: [PluralCategory]) {
        let derived = PluralFormsDerivation.forms(for: LocaleIdentifier(locale)!)
        #expect(derived.categories == categories)
        #expect(derived.slot(of: categories[0]) == 0)
        #expect(derived.slot(of: .zero) == nil)
    }

    /// One locale for each rule, because many locales share a rule.
    static let locales: [LocaleIdentifier] = {
        let all = PluralRules.locales.compactMap { LocaleIdentifier($0) }
        let byField = Dictionary(grouping: all) { PluralFormsDerivation.forms(for: $0).field }
        return byField.values.map { $0[0] }.sorted { $0.identifier < $1.identifier }
    }()

    @Test(arguments: locales)
    func agreesWithICU(locale: LocaleIdentifier) throws {
        let derived = PluralFormsDerivation.forms(for: locale)
        let rules = try PluralRules(locale)
        var generator = SeededGenerator(seed: 7)
        let random = (0..<300).map { _ in UInt64.random(in: 0...3_000_000, using: &generator) }
        let thousands = (1...300).map { UInt64($0) * 1000 }
        for number in Array(UInt64(0)...300) + random + thousands {
            let category = derived.categories[try derived.forms.index(for: number)]
            #expect(category.rawValue == rules.keyword(for: Double(number)), "\(locale) \(number)")
        }
    }

    @Test func knowsManyRules() {
        #expect(Self.locales.count > 25)
        #expect(PluralRules.locales.count > 200)
    }

    /// The rule for programs in C can be read back, and gives the same categories.
    @Test(arguments: locales)
    func canBeMappedBack(locale: LocaleIdentifier) throws {
        let derived = PluralFormsDerivation.forms(for: locale)
        let mapping = try PluralMapping(PluralForms(derived.field), locale: locale)
        for (slot, category) in derived.categories.enumerated() { #expect(mapping.indices[category] == slot) }
    }
}
