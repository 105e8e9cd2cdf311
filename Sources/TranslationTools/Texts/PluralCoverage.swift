// Which numbers each plural category of a locale stands for, found once by asking ICU.

internal import ICU
public import Localization
internal import Support

/// The numbers that a locale's plural categories stand for, by samples.
public struct PluralCoverage: Sendable, Hashable {
    /// The categories that the locale has for any number, from `zero` to `other`.
    public let categories: [PluralCategory]
    /// The lowest sampled integers of each category, at most eight; a category that
    /// is for fractions alone has none.
    public let integers: [PluralCategory: [Int]]

    /// Whether the categories are known: ICU has no rules for many languages, whose
    /// files may count by other rules.
    let isKnown: Bool
    /// What counts so where the locale counts otherwise, as people know it: `Qt`, `Plural-Forms`; `nil` for
    /// CLDR.
    var rule: String?

    /// Coverage that is known.
    init(categories: [PluralCategory], integers: [PluralCategory: [Int]]) {
        self.categories = categories
        self.integers = integers
        isKnown = true
    }

    /// Samples a locale's rules: 0 to 210, and powers of ten with some multiples up to two millions.
    public init(_ locale: LocaleIdentifier) { self.init(locale, .cardinal) }

    private init(_ locale: LocaleIdentifier, _ kind: PluralRules.Kind) {
        var integers: [PluralCategory: [Int]] = [:]
        var categories: Set<PluralCategory> = [.other]
        // Where ICU fails for lack of memory, everything is `other`.
        if let rules = try? PluralRules(locale, kind: kind) {
            categories.formUnion(rules.keywords.compactMap(PluralCategory.init(rawValue:)))
            for number in Self.samples {
                let category = PluralCategory(rawValue: rules.keyword(for: Double(number))) ?? .other
                if integers[category, default: []].count < Self.mostIntegers {
                    integers[category, default: []].append(number)
                }
            }
        } else {
            integers = [.other: [0, 1, 2]]
        }
        self.categories = categories.sorted()
        self.integers = integers
        isKnown = categories.count > 1 || Self.languagesWithOneForm.contains(locale.language)
    }

    /// The languages in which all numbers have one form (CLDR 42, `plurals.xml`, cardinal rules). ICU gives a
    /// language that it does not know the same single category.
    private static let languagesWithOneForm: Set<String> = [
        "bm", "bo", "dz", "hnj", "id", "ig", "ii", "ja", "jbo", "jv", "kde", "kea", "km", "ko", "lkt", "lo",
        "ms",
        "my", "nqo", "osa", "sah", "ses", "sg", "su", "th", "to", "tpi", "vi", "wo", "yo", "yue", "zh",
    ]

    /// The numbers that are tried.
    static let samples = Array(0...210) + [1000, 1001, 10_000, 100_000, 1_000_000, 2_000_000]
    /// The most integers that are listed for a category.
    static let mostIntegers = 8

    private static let known = Cache<LocaleIdentifier, PluralCoverage>(limit: 256)

    /// The coverage of a locale, sampled once in this process.
    package static func of(_ locale: LocaleIdentifier) -> PluralCoverage {
        known.value(of: locale) { PluralCoverage(locale) }
    }

    private static let knownOrdinals = Cache<LocaleIdentifier, PluralCoverage>(limit: 64)

    /// The coverage of a locale for ordinal numbers: 1st, 2nd.
    static func ordinals(of locale: LocaleIdentifier) -> PluralCoverage {
        knownOrdinals.value(of: locale) { PluralCoverage(locale, .ordinal) }
    }

    /// The category of a number among the samples.
    static func category(of number: Int, in locale: LocaleIdentifier) -> PluralCategory {
        categories.value(of: locale) {
            guard let rules = try? PluralRules(locale) else { return [:] }
            return Dictionary(
                uniqueKeysWithValues: samples.map {
                    ($0, PluralCategory(rawValue: rules.keyword(for: Double($0))) ?? .other)
                })
        }[number] ?? .other
    }

    private static let categories = Cache<LocaleIdentifier, [Int: PluralCategory]>(limit: 64)

    var integerCategories: [PluralCategory] { categories.filter { integers[$0] != nil } }

    /// Whether numbers from a million on are the only integers of a category, as with `many` in French.
    func isForMillions(_ category: PluralCategory) -> Bool { (integers[category]?.first ?? 0) >= 1_000_000 }

    /// The first integers of a category as a list, such as `1, 21, 31`.
    func samples(of category: PluralCategory) -> String {
        (integers[category] ?? []).prefix(4).map(String.init).joined(separator: ", ")
    }
}
