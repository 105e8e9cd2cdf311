// The effects of rules on one search, with conflicts resolved.

/// The effects of the rules that apply to a request.
struct RulePlan: Sendable {
    /// A position for a record, or for the best match of a filter.
    struct Pin: Sendable {
        /// `nil` for a filter.
        let id: String?
        let placement: Hit.Placement
        /// Its number in ``CatalogPlacements``.
        let number: Int
    }

    /// Ordered by position, then by catalog and rule.
    var pins: [Pin] = []
    var applied: [AppliedRule] = []
    /// The rules of ``CatalogPlacements/moves``, by the catalog's id.
    var moves: [String: [Hit.Placement]] = [:]
    var placements = RulePlacements()

    /// Whether pins by id add records that lack the words.
    var addsRecords: Bool { pins.contains { $0.id != nil } }
}
