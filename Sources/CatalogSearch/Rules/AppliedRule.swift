// What rules did in a search.

/// What a rule did in a search.
public struct AppliedRule: Hashable, Sendable {
    /// The catalog's id.
    public var catalog: String
    /// The rule's id.
    public var id: String
    /// The ids that it pins, whether they are found or not.
    public var pinned: [String] = []
    /// The ids that it hides.
    public var hidden: [String] = []
    /// The ids that it raises, whether they are found or not.
    public var raised: [String] = []
    /// The ids about which an earlier rule of the catalog decides.
    public var overruled: [String] = []

    init(catalog: String, id: String) {
        self.catalog = catalog
        self.id = id
    }
}

extension Hit {
    /// The rule because of which a hit is where it is.
    public struct Placement: Hashable, Sendable {
        /// The rule's id.
        public var rule: String
        /// The place to which it pins the record; `nil` if it raises it.
        public var place: Int?
    }
}
