// The mapping from CLDR's plural categories to the forms of a gettext file.

public import ICU

/// The form of a gettext file for each plural category, found by applying the file's own rule to sample integers.
///
/// The usual rule of the language is not assumed, because many files have a different one.
public struct PluralMapping: Sendable, Hashable {
    /// Why there is no mapping.
    public enum Failure: Error, Sendable, Hashable {
        /// Integers of one category take different forms of the file. `samples` has the lowest integer of each
        /// form, by form.
        case ambiguous(PluralCategory, samples: [Int: UInt64])
        /// The file's rule has no value for an integer.
        case plural(PluralForms.Failure)
    }

    /// The form, from 0, of each category that the locale has for integers, and of `other`.
    public let indices: [PluralCategory: Int]

    /// A mapping that the caller knows.
    public init(indices: [PluralCategory: Int]) { self.indices = indices }

    /// Finds the mapping between a file's rule and a locale's categories.
    ///
    /// The samples are 0 to 1000, powers of ten and their neighbours up to 10^9, and exact millions. If the locale
    /// has `other` for fractions only, `other` takes the form of `many`, else of `few`, else of `one`.
    ///
    /// - Throws: `Failure.ambiguous` if one category would need two forms: the translator must decide, the library
    ///   never guesses.
    public init(_ forms: PluralForms, locale: LocaleIdentifier) throws(Failure) {
        let conventions = LocaleConventions(locale)
        var samples: [PluralCategory: [Int: UInt64]] = [:]
        for number in Self.samples {
            let index: Int
            do {
                index = try forms.index(for: number)
            } catch {
                throw .plural(error)
            }
            let category = conventions.pluralCategory(of: FormatValue(number), fractionDigits: nil) ?? .other
            if samples[category]?[index] == nil { samples[category, default: [:]][index] = number }
        }
        var indices: [PluralCategory: Int] = [:]
        for (category, found) in samples.sorted(by: { $0.key < $1.key }) {
            guard found.count == 1, let index = found.first?.key else {
                throw .ambiguous(category, samples: found)
            }
            indices[category] = index
        }
        if indices[.other] == nil { indices[.other] = indices[.many] ?? indices[.few] ?? indices[.one] }
        self.indices = indices
    }

    private static let samples: [UInt64] = {
        var samples = Array(UInt64(0)...1000)
        var power: UInt64 = 10_000
        while power <= 1_000_000_000 {
            samples += [power - 1, power, power + 1, power + 2, 2 * power, 5 * power, power + 11, power + 21]
            power *= 10
        }
        return samples
    }()
}
