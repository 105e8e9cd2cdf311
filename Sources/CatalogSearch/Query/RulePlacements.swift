// The effects of rules on records, as segments evaluate them: which are found, and which come first or last.

/// The effects of rules on the records of all searched catalogs.
struct RulePlacements: Sendable {
    /// By the catalog's id; catalogs whose records no rule changes are left out.
    var catalogs: [String: CatalogPlacements] = [:]
    /// The number of pins of all catalogs.
    var pinCount = 0
    /// Whether records are moved; not if the reader chose an order.
    var moves = false
    /// Whether records that are pinned by their ids match all words.
    var addsPinned = false
}

/// The effects of rules on the records of one catalog.
struct CatalogPlacements: Sendable {
    /// A position for the best match of a filter.
    struct FilterPin: Sendable {
        /// The number of the pin among the pins of all catalogs.
        let number: Int
        let node: PreparedFilter.Node
    }

    /// The condition for records to be found; `nil` for none.
    var restriction: PreparedFilter.Node?
    /// The numbers of the pins by id.
    var pinned: [String: Int] = [:]
    /// The records of these pins, without those that an earlier effect claims; `nil` for none.
    var pinnedRecords: PreparedFilter.Node?
    var filterPins: [FilterPin] = []
    /// The records that precede and follow the others; `nil` for none.
    var raised: PreparedFilter.Node?
    var buried: PreparedFilter.Node?
    /// The records of each effect that raises or buries, in the order in which effects take precedence.
    var moves: [PreparedFilter.Node] = []

    /// The condition for records of a tier; `nil` if it can have none.
    func node(of tier: Rank.Tier) -> PreparedFilter.Node? {
        switch tier {
        case .raised: raised
        case .ordinary: .not(.any([raised, buried].compactMap(\.self)))
        case .buried: buried
        }
    }
}

extension PreparedQuery {
    /// The number of results from which the page is made.
    var keepingResults: Int { isSpread ? request.keepingBlocks : request.keeping }

    /// The number of best matches of each segment that are needed, including those that pins may remove.
    var keeping: Int {
        let wanted = keepingResults
        guard wanted > 0, let placements, placements.moves else { return wanted }
        let (sum, overflows) = wanted.addingReportingOverflow(placements.pinCount)
        return overflows ? Int.max : sum
    }

    /// The query with the records that are pinned by their ids as matches of each word.
    var addingPinned: PreparedQuery {
        var query = self
        query.placements?.addsPinned = true
        query.partial?.forget()
        return query
    }

    /// Applies the effects of rules to one catalog.
    mutating func apply(_ own: CatalogPlacements) {
        if let restriction = own.restriction { restrict(to: restriction) }
        guard placements?.addsPinned == true, let pinned = own.pinnedRecords else { return }
        for index in words.indices { words[index].accept(pinned) }
    }

    /// Finds only records that meet a condition.
    mutating func restrict(to node: PreparedFilter.Node) {
        filter = PreparedFilter(filter, adding: node, for: request)
        // Cached results lack the restriction.
        partial?.forget()
    }
}

extension PreparedFilter.Node {
    static func records(_ ids: [String]) -> Self {
        .condition(
            PreparedCondition(
                attribute: .id,
                test: .equals(ids.map { PreparedValue(text: PreparedText(exactly: $0)) })))
    }
}
