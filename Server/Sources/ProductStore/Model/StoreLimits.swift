// The limits of a store: the sizes of its records, ids and descriptions.

internal import CatalogSearch
internal import CatalogStorage

public enum StoreLimits {
    /// The most bytes of a record's JSON, and of a patch.
    public static let recordSize = 1 << 20
    /// The most bytes of a record's id.
    public static let identifierSize = 512
    /// The most bytes of a catalog's description.
    public static let descriptionSize = 16 << 20

    /// Whether a catalog can have this id: 1 to 128 ASCII letters, digits, `-`, `_` and `.`, not starting
    /// with a period, as ids of rules. Such an id means the same to every program, and can be a file name.
    public static func isCatalogIdentifier(_ id: String) -> Bool { SearchRule.isIdentifier(id) }

    static func checkLength(ofIdentifier id: String) throws(StoreError) {
        let count = id.utf8.count
        guard count <= identifierSize else {
            throw .tooLarge(.identifier, bytes: count, limit: identifierSize)
        }
    }

    static func check(_ expected: String, is found: String) throws(StoreError) {
        guard expected.utf8.elementsEqual(found.utf8) else {
            throw .differentIdentifier(expected: expected, found: found)
        }
    }
}
