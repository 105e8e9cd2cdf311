// The scopes of a search bar.

/// A scope as a front end shows it: a tab, a button, a line with a count.
public struct SearchScope: Hashable, Sendable {
    /// The id used in requests; `SearchResults.allScopes` for all records.
    public var id: String
    /// The title, in the user's language.
    public var title: String
    /// The number of matches in the scope; `nil` if unknown.
    public var count: Int?

    public init(id: String, title: String, count: Int? = nil) {
        self.id = id
        self.title = title
        self.count = count
    }
}
