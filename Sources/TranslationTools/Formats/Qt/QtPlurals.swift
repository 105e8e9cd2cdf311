// How Qt counts in a language (Qt Linguist's manual, "Translation Rules for Plural Forms"; qttools'
// `numerus.cpp`).

internal import Localization

/// The rules of Qt, which are not always those of CLDR: Turkish and Hungarian have one form,
/// Latvian has its form for 0 at the end.
enum QtPlurals {
    /// A rule as gettext writes it, and the languages that count by it.
    private static let rules: [(forms: Int, rule: String, languages: String)] = [
        (1, "0", "bi my zh dz fj gn hu id ja jv ko ms na om fa su tt th bo tr vi yo za"),
        (2, "n > 1", "hy br fr fil ti wa"),
        (3, "n % 10 == 1 && n % 100 != 11 ? 0 : n != 0 ? 1 : 2", "lv"),
        (2, "n % 10 != 1 || n % 100 == 11", "is"),
        (3, "n == 1 ? 0 : n == 2 ? 1 : 2", "dv iu ik ga gv mi se sm sa"),
        (4, "n == 1 || n == 11 ? 0 : n == 2 || n == 12 ? 1 : n > 2 && n < 20 ? 2 : 3", "gd"),
        (3, "n == 1 ? 0 : n >= 2 && n <= 4 ? 1 : 2", "sk cs"),
        (3, "n % 10 == 1 ? 0 : n % 10 == 2 ? 1 : 2", "mk"),
        (
            3, "n % 10 == 1 && n % 100 != 11 ? 0 : n % 10 != 0 && (n % 100 < 10 || n % 100 > 19) ? 1 : 2",
            "lt"
        ),
        (
            3,
            "n % 10 == 1 && n % 100 != 11 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 10 || n % 100 > 19) ? 1 : 2",
            "bs be hr ru sr uk"
        ),
        (
            3,
            "n == 1 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 10 || n % 100 > 19) ? 1 : 2", "pl"
        ),
        (3, "n == 1 ? 0 : n == 0 || n % 100 >= 1 && n % 100 <= 19 ? 1 : 2", "ro"),
        (4, "n % 100 == 1 ? 0 : n % 100 == 2 ? 1 : n % 100 == 3 || n % 100 == 4 ? 2 : 3", "sl"),
        (
            4,
            "n == 1 ? 0 : n == 0 || n % 100 >= 1 && n % 100 <= 10 ? 1 : n % 100 >= 11 && n % 100 <= 19 ? 2 : 3",
            "mt"
        ),
        (5, "n == 0 ? 0 : n == 1 ? 1 : n >= 2 && n <= 5 ? 2 : n == 6 ? 3 : 4", "cy"),
        (
            6,
            "n == 0 ? 0 : n == 1 ? 1 : n == 2 ? 2 : n % 100 >= 3 && n % 100 <= 10 ? 3 : n % 100 >= 11 ? 4 : 5",
            "ar"
        ),
    ]

    private static let byLanguage = PluralForms.byLanguage(rules)

    private static let english = try? PluralForms("nplurals=2; plural=n != 1;")
    private static let french = byLanguage["fr"]

    /// The forms of a language, in their order in a file, under the names of plural categories.
    static func counting(_ locale: LocaleIdentifier) -> FileCounting {
        let isBrazilian = locale.languageTag == "pt-BR"
        let rule = byLanguage[locale.language] ?? (isBrazilian ? french : english)
        return rule.flatMap { FileCounting($0, of: "Qt", locale: locale) }
            ?? FileCounting(count: 2, locale: locale)
    }
}
