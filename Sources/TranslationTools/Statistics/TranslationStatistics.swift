// The progress of a table's translation.

/// Counts of a table's messages by how far they are; a message with plural forms counts once.
public struct TranslationStatistics: Sendable, Hashable {
    /// The messages of the source.
    public var total = 0
    /// Messages whose translation is done.
    public var translated = 0
    /// Messages with a translation that somebody should look at.
    public var needsReview = 0
    /// Messages of the translation that the source does not have; not part of `total`.
    public var obsolete = 0

    /// Messages without a translation.
    public var untranslated: Int { total - translated - needsReview }

    /// No messages.
    public init() {}

    /// Counts a table.
    public init(_ table: TranslationTable) {
        for unit in table.units {
            guard unit.source != nil else {
                obsolete += 1
                continue
            }
            total += 1
            switch unit.state {
            case .translated where unit.translation != nil: translated += 1
            case .needsReview: needsReview += 1
            case .translated, .new, .obsolete: break
            }
        }
    }

    /// The counts of several tables together.
    public static func + (left: Self, right: Self) -> Self {
        var sum = left
        sum.total += right.total
        sum.translated += right.translated
        sum.needsReview += right.needsReview
        sum.obsolete += right.obsolete
        return sum
    }
}
