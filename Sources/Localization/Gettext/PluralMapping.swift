// The mapping from CLDR's plural categories to the forms of a gettext file.

public import ICU

/// The form of a gettext file for each plural category, found by applying the
/// file's own rule to sample integers.
///
/// The usual rule of the language is not assumed, because many files have a different one.
public struct PluralMapping: Sendable, Hashable {
    /// Why there is no mapping.
    public enum Failure: Error, Sendable, Hashable {
        /// Integers of one category take different forms of the file. `samples` has the lowest
        /// integer of each form, by form.
        case ambiguous(PluralCategory, samples: [Int: UInt64])
        /// The file's rule has no value for an integer.
        case plural(PluralForms.Failure)
    }

    /// The form, from 0, of each category that the locale has for integers, and of `other`.
    public let indices: [PluralCategory: Int]
    /// The form of 0, if it is not the form of the category of 0: files often count 0 in another way than
    /// CLDR. It is what the form `zero` means in Apple's formats. `nil` if the two agree.
    public let zero: Int?

    /// A mapping that the caller knows.
    public init(indices: [PluralCategory: Int], zero: Int? = nil) {
        self.indices = indices
        self.zero = zero
    }

    /// Finds the mapping between a file's rule and a locale's categories.
    ///
    /// The samples are 0 to 1000, powers of ten and their neighbours up to 10^9, and exact millions. If the
    /// locale has `other` for fractions only, `other` takes the only form that no sample takes, where there
    /// is one; else the form of `many`, else of `few`, else of `one`.
    ///
    /// - Throws: `Failure.ambiguous` if one category would need two forms, except for 0: the translator must
    ///   decide, the library never guesses.
    public init(_ forms: PluralForms, locale: LocaleIdentifier) throws(Failure) {
        let conventions = LocaleConventions(locale)
        func category(of number: UInt64) -> PluralCategory {
            conventions.pluralCategory(of: FormatValue(number), fractionDigits: nil) ?? .other
        }
        func index(of number: UInt64) throws(Failure) -> Int {
            do {
                return try forms.index(for: number)
            } catch {
                throw .plural(error)
            }
        }
        var samples: [PluralCategory: [Int: UInt64]] = [:]
        for number in Self.samples {
            let index = try index(of: number)
            let category = category(of: number)
            if samples[category]?[index] == nil { samples[category, default: [:]][index] = number }
        }
        let (zeroIndex, zeroCategory) = (try index(of: 0), category(of: 0))
        var zero: Int?
        if let found = samples[zeroCategory], found[zeroIndex] == nil {
            // Where the locale itself has `zero`, that form cannot mean 0 alone.
            if zeroCategory == .zero {
                samples[zeroCategory]?[zeroIndex] = 0
            } else {
                zero = zeroIndex
            }
        } else {
            samples[zeroCategory, default: [:]][zeroIndex] = 0
        }
        self.zero = zero
        var indices: [PluralCategory: Int] = [:]
        for (category, found) in samples.sorted(by: { $0.key < $1.key }) {
            guard found.count == 1, let index = found.first?.key else {
                throw .ambiguous(category, samples: found)
            }
            indices[category] = index
        }
        if indices[.other] == nil {
            let taken = Set(indices.values).union(zero.map { [$0] } ?? [])
            let unused = (0..<forms.count).filter { !taken.contains($0) }
            indices[.other] =
                unused.count == 1 ? unused[0] : indices[.many] ?? indices[.few] ?? indices[.one]
        }
        self.indices = indices
    }

    private static let samples: [UInt64] = {
        var samples = Array(UInt64(1)...1000)
        var power: UInt64 = 10_000
        while power <= 1_000_000_000 {
            samples += [power - 1, power, power + 1, power + 2, 2 * power, 5 * power, power + 11, power + 21]
            power *= 10
        }
        return samples
    }()
}

extension PluralMapping.Failure: CustomStringConvertible {
    /// Why there is no mapping, with the form of each sample.
    public var description: String {
        switch self {
        case .ambiguous(let category, let samples):
            "the plural category \(category.rawValue) has several forms: "
                + samples.sorted { $0.value < $1.value }.map { "form \($0.key) for \($0.value)" }
                .joined(separator: ", ")
        case .plural(let failure): failure.description
        }
    }
}
