// The order of keys in a string catalog.

internal import ICU
internal import Localization

/// Xcode sorts keys as Finder sorts names: by English collation with digits as numbers.
enum CatalogOrder {
    /// The places of the keys in that order; keys that collate alike by their bytes.
    static func sorted(_ keys: [String]) -> [Int] {
        let locale = LocaleIdentifier("en-u-kn-true")
        let collator = locale.flatMap { try? Collator($0) }
        let weighed = keys.map { collator?.sortKey($0) ?? Array($0.utf8) }
        return keys.indices.sorted { left, right in
            if weighed[left] != weighed[right] {
                return weighed[left].lexicographicallyPrecedes(weighed[right])
            }
            return keys[left].utf8.lexicographicallyPrecedes(keys[right].utf8)
        }
    }
}
