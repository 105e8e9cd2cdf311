// What rules do to one search, contradictions decided.

/// The decisions of the rules that hold for a request.
struct RulePlan: Sendable {
    /// A record, or the best match for a filter, at a place.
    struct Pin: Sendable {
        /// `nil` for a filter.
        let id: String?
        let placement: Hit.Placement
        /// The number that ``CatalogPlacements`` has of it.
        let number: Int
    }

    /// In the order of their places, for the same place in the order of catalogs and rules.
    var pins: [Pin] = []
    var applied: [AppliedRule] = []
    /// The rules of ``CatalogPlacements/moves``, by the catalog's id.
    var moves: [String: [Hit.Placement]] = [:]
    var placements = RulePlacements()

    /// Whether records that lack the words are found, because they are pinned by their ids.
    var addsRecords: Bool { pins.contains { $0.id != nil } }
}
