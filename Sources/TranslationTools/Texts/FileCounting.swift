// How a gettext file counts by its own rule, whatever the rule of its language is.

internal import Localization

/// The forms of a file under the names of plural categories, so that each form has a name of its own.
///
/// Where the file's rule is that of CLDR, the names are those of CLDR. Many files have another rule: that of
/// GNU gettext, of an older CLDR, or of a language that ICU does not know. Then each form gets the category
/// that most of its numbers have, and the others a category that is left.
struct FileCounting: Sendable, Hashable {
    /// The form of each category.
    let indices: [(category: PluralCategory, index: Int)]
    /// The numbers of each category by the file's rule; `nil` where these are those of the locale.
    let coverage: PluralCoverage?

    static func == (left: FileCounting, right: FileCounting) -> Bool {
        left.coverage == right.coverage && left.indices.map(\.index) == right.indices.map(\.index)
            && left.indices.map(\.category) == right.indices.map(\.category)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(indices.map(\.index)) }

    /// Names the forms of a rule; `nil` where the rule has no value for a number.
    ///
    /// - Parameter name: what has the rule, as `PluralCoverage.rule`.
    init?(_ rule: PluralForms, of name: String, locale: LocaleIdentifier) {
        var counts: [Int: [PluralCategory: Int]] = [:]
        var integers: [Int: [Int]] = [:]
        for number in PluralCoverage.samples {
            guard let index = try? rule.index(for: UInt64(number)) else { return nil }
            counts[index, default: [:]][PluralCoverage.category(of: number, in: locale), default: 0] += 1
            if integers[index, default: []].count < PluralCoverage.mostIntegers {
                integers[index, default: []].append(number)
            }
        }
        var names: [Int: PluralCategory] = [:]
        var free = Set(PluralCategory.allCases)
        // The pair of a form and a category that most numbers have comes first.
        let pairs = counts.flatMap { index, categories in
            categories.map { (index: index, category: $0.key, count: $0.value) }
        }.sorted { ($1.count, $0.index, $0.category) < ($0.count, $1.index, $1.category) }
        for pair in pairs where names[pair.index] == nil && free.remove(pair.category) != nil {
            names[pair.index] = pair.category
        }
        for index in 0..<rule.count where names[index] == nil {
            guard let name = Self.name(of: integers[index] ?? [], from: free) else { break }
            names[index] = name
            free.remove(name)
        }
        indices = names.map { (category: $0.value, index: $0.key) }.sorted { $0.category < $1.category }
        var coverage = PluralCoverage(
            categories: names.values.sorted(),
            integers: Dictionary(uniqueKeysWithValues: names.map { ($0.value, integers[$0.key] ?? []) }))
        coverage.rule = name
        self.coverage = coverage
    }

    /// Names the forms of entries without a rule that could be used: as the locale names as
    /// many, else one after the other.
    init(count: Int, locale: LocaleIdentifier) {
        let known = PluralFormsDerivation.forms(for: locale).categories
        let names: [PluralCategory] =
            known.count == count
            ? known : count == 2 ? [.one, .other] : Array(PluralCategory.allCases.suffix(max(count, 1)))
        indices = names.enumerated().map { (category: $0.element, index: $0.offset) }
        coverage = nil
    }

    /// A name for a form whose numbers have categories that other forms have already.
    private static func name(of numbers: [Int], from free: Set<PluralCategory>) -> PluralCategory? {
        var wanted: [PluralCategory] = [.few, .many, .other, .two, .one, .zero]
        if numbers == [0] { wanted.insert(.zero, at: 0) }
        if numbers.contains(1) { wanted.insert(.one, at: 0) }
        if numbers.first == 2 { wanted.insert(.two, at: 0) }
        return wanted.first(where: free.contains)
    }
}

extension PluralForms {
    /// The rules of a table by language.
    ///
    /// - Parameter table: rules as gettext writes them, each with the languages that count by it, with spaces
    ///   between them.
    static func byLanguage(
        _ table: [(forms: Int, rule: String, languages: String)]
    ) -> [String: PluralForms] {
        var byLanguage: [String: PluralForms] = [:]
        for (count, rule, languages) in table {
            guard let forms = try? PluralForms("nplurals=\(count); plural=\(rule);") else { continue }
            for language in languages.split(separator: " ") { byLanguage[String(language)] = forms }
        }
        return byLanguage
    }
}
