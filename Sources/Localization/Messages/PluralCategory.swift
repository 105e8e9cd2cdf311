// The six names under which languages keep their plural forms.

/// A plural category of CLDR (UTS #35, part 3, "Language Plural Rules").
///
/// Which numbers a category stands for differs by language; only `other` exists in all of them.
public enum PluralCategory: String, Sendable, Hashable, CaseIterable, Comparable {
    /// In messages of this library also: the number is exactly 0, in every language.
    case zero
    /// The singular, and in some languages more (1, 21, 31 in Russian).
    case one
    /// The dual.
    case two
    /// Small numbers, in Slavic languages for instance.
    case few
    /// Large numbers, also fractions in some languages.
    case many
    /// All other numbers.
    case other

    /// The order of CLDR: from `zero` to `other`.
    public static func < (left: PluralCategory, right: PluralCategory) -> Bool {
        left.rank < right.rank
    }

    private var rank: Int {
        switch self {
        case .zero: 0
        case .one: 1
        case .two: 2
        case .few: 3
        case .many: 4
        case .other: 5
        }
    }
}
