// The Plural-Forms of a locale, taken from ICU's rules: never from memory.

internal import ICU
public import Localization
internal import Synchronization

/// How a locale counts, as the header of a PO file says it.
///
/// ICU's rules (CLDR's) are read as they are written, cut down to integers, said in C, and held against ICU's
/// own answers. Categories that only fractions have (`many` in Czech, `other` in Russian) get no form.
public struct PluralFormsDerivation: Sendable, Hashable {
    /// The value of the header's field `Plural-Forms`: `nplurals=2; plural=(n != 1);`.
    public let field: String
    /// The same rule, ready to evaluate.
    public let forms: PluralForms
    /// The category of each form, from form 0.
    public let categories: [PluralCategory]

    /// The form of a category; `nil` where no integer has it.
    public func slot(of category: PluralCategory) -> Int? { categories.firstIndex(of: category) }

    /// The rule of a locale; derived once, then remembered.
    public static func forms(for locale: LocaleIdentifier) -> PluralFormsDerivation {
        if let known = derived.withLock({ $0[locale] }) { return known }
        let new = PluralFormsDerivation(locale)
        derived.withLock { $0[locale] = new }
        return new
    }

    private static let derived = Mutex<[LocaleIdentifier: PluralFormsDerivation]>([:])

    private init(_ locale: LocaleIdentifier) {
        // Data that cannot be understood leaves one form, `other`; the texts of other categories then
        // stand in entries of their own.
        self = Self.derived(locale) ?? Self(field: "nplurals=1; plural=0;", categories: [.other])!
    }

    private init?(field: String, categories: [PluralCategory]) {
        guard let forms = try? PluralForms(field) else { return nil }
        self.field = field
        self.forms = forms
        self.categories = categories
    }

    private static func derived(_ locale: LocaleIdentifier) -> PluralFormsDerivation? {
        guard let rules = try? PluralRules(locale), let texts = PluralRules.conditions(for: locale) else {
            return nil
        }
        let expected = samples.map { PluralCategory(rawValue: rules.keyword(for: Double($0))) ?? .other }
        var slots: [(category: PluralCategory, condition: PluralCondition?)] = []
        for category in Set(expected).sorted() {
            if category == .other {
                slots.append((category, nil))
            } else {
                guard let condition = texts[category.rawValue].flatMap({ PluralCondition($0) }) else {
                    return nil
                }
                slots.append((category, condition))
            }
        }
        let field = "nplurals=\(slots.count); plural=\(expression(slots.map(\.condition)));"
        guard let found = Self(field: field, categories: slots.map(\.category)) else { return nil }
        for (number, category) in zip(samples, expected) {
            guard let slot = try? found.forms.index(for: number), found.categories[slot] == category else {
                return nil
            }
        }
        return found
    }

    /// The last form takes what is left.
    private static func expression(_ conditions: [PluralCondition?]) -> String {
        guard conditions.count > 1, let first = conditions[0] else { return "0" }
        if conditions.count == 2 { return "(\(spaced(first.negatedExpression)))" }
        let choices = conditions.dropLast().enumerated().map { slot, condition in
            "\(condition?.expression ?? "1") ? \(slot) : "
        }
        return "(\(choices.joined())\(conditions.count - 1))"
    }

    /// A single comparison is written with spaces, as most files have it: `n != 1`.
    private static func spaced(_ expression: String) -> String {
        guard !expression.contains("%"), !expression.contains(" ") else { return expression }
        let sign = expression.drop { $0 == "n" }.prefix { !$0.isNumber }
        return expression.replacing(sign, with: " \(sign) ")
    }

    /// 0 to 1000, and numbers around powers of ten and multiples of what rules divide by.
    private static let samples: [UInt64] = {
        var samples = Array(UInt64(0)...1000)
        var power: UInt64 = 1000
        while power <= 1_000_000_000 {
            for factor: UInt64 in 1...9 {
                let number = factor * power
                samples += [number - 1, number, number + 1, number + 2, number + 5, number + 11, number + 21]
            }
            power *= 10
        }
        samples += (1...30).map { $0 * 1000 } + (1...12).map { $0 * 100_000 }
        return samples
    }()
}
