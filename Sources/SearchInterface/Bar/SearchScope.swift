// What stands on a scope button?

/// A scope as a front end shows it: a tab, a button, a line with a count.
public struct SearchScope: Hashable, Sendable {
    /// The id that requests name; `SearchResults.allScopes` for everything.
    public var id: String
    /// What the user sees, in the user's language.
    public var title: String
    /// How many records match in the scope; `nil` where that is not known.
    public var count: Int?

    /// A scope.
    public init(id: String, title: String, count: Int? = nil) {
        self.id = id
        self.title = title
        self.count = count
    }
}
