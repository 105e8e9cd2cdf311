// How many hits of a page may have the same value of an attribute.

/// A limit for each value of an attribute on a page, so that no brand fills it. The other hits
/// with the value move to later pages.
public struct Spread: Hashable, Sendable {
    /// The attribute: one that a catalog declares, or ``AttributeName/scope``, `catalog` or `year`. Records
    /// without a value are not limited; a record with several counts for each.
    public var attribute: AttributeName
    /// The most hits of a page with the same value, at least 1, as long as there are others.
    public var atMost: Int

    /// A limit for each value of an attribute.
    public init(_ attribute: AttributeName, atMost: Int = Spread.usualLimit) {
        self.attribute = attribute
        self.atMost = max(1, atMost)
    }

    /// The most hits with the same value unless a catalog or a request says otherwise.
    public static let usualLimit = 2

    /// The attributes that every catalog has whose values can be limited.
    package static let builtIn: [AttributeName] = [.scope, .catalog, .year]
}
