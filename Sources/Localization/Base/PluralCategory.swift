// The six plural categories of CLDR.

/// A plural category of CLDR (UTS #35, part 3, "Language Plural Rules").
///
/// The numbers of a category differ by language. Only `other` exists in all languages.
public enum PluralCategory: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Zero, in languages with this category. In this library's messages it also
    /// means exactly 0 in every language.
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

extension Dictionary where Key == PluralCategory {
    /// The values in the order of CLDR, without a sort: there are at most six, and
    /// every message with forms is asked.
    package var inOrder: [(key: PluralCategory, value: Value)] {
        isEmpty
            ? [] : PluralCategory.allCases.compactMap { category in self[category].map { (category, $0) } }
    }
}
