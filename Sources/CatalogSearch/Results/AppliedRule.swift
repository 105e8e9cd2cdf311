// What rules did in a search.

/// What a rule did in a search.
public struct AppliedRule: Hashable, Sendable {
    /// The catalog's id.
    public var catalog: String
    public var id: String
    /// The records that it pins, whether they are found or not.
    public var pinned: [SearchRule.Target] = []
    /// The records that it hides.
    public var hidden: [SearchRule.Target] = []
    /// The records that it raises, whether they are found or not.
    public var raised: [SearchRule.Target] = []
    /// The records that it buries, whether they are found or not.
    public var buried: [SearchRule.Target] = []
    /// The ids about which an earlier effect of the catalog's rules decides by id.
    public var overruled: [String] = []
    /// The words that it replaced or left out.
    public var replaced: [SearchRule.Substitution] = []
    /// The filter that it added; `nil` if it has none, or one that cannot be used.
    public var addedFilter: Filter?
    /// The rule's data for the reader of the request, as JSON.
    public var data: String?

    init(catalog: String, id: String) {
        self.catalog = catalog
        self.id = id
    }
}

extension Hit {
    /// The rule that moved a hit to its position.
    public struct Placement: Hashable, Sendable {
        /// The rule's id.
        public var rule: String
        /// The position to which it pins the record; `nil` if it raises or buries it.
        public var position: Int?
        /// Whether it buries the record.
        public var isBuried = false
    }
}
