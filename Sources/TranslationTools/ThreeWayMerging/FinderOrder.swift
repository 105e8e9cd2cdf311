// The order in which Finder lists names, and Xcode those of a string catalog.

internal import ICU
internal import Localization

/// Finder sorts names by English collation with digits as numbers. Xcode sorts all names of a string
/// catalog so: keys, locales, forms.
enum FinderOrder {
    /// Opened once: that costs more than most string catalogs take to sort.
    private static let collator = LocaleIdentifier("en-u-kn-true").flatMap { try? Collator($0) }

    /// The places of the keys in that order; keys that collate as equal are ordered by their bytes.
    static func sorted(_ keys: [String]) -> [Int] {
        guard keys.count > 1 else { return Array(keys.indices) }
        let weighed = keys.map { collator?.sortKey($0) ?? Array($0.utf8) }
        return keys.indices.sorted { left, right in
            if weighed[left] != weighed[right] {
                return weighed[left].lexicographicallyPrecedes(weighed[right])
            }
            return keys[left].utf8.lexicographicallyPrecedes(keys[right].utf8)
        }
    }
}
