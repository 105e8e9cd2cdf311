// What rules do to records, as segments evaluate it: which are found, and which precede or follow the others.

/// What rules do to the records of all searched catalogs.
struct RulePlacements: Sendable {
    /// By the catalog's id; catalogs whose records no rule changes are left out.
    var catalogs: [String: CatalogPlacements] = [:]
    /// The number of pins of all catalogs.
    var pinCount = 0
    /// Whether records are moved; in an order that the reader chose they are not.
    var moves = false
    /// Whether records that are pinned by their ids match all words.
    var addsPinned = false
}

/// What rules do to the records of one catalog.
struct CatalogPlacements: Sendable {
    /// The best match for a filter, at a place.
    struct FilterPin: Sendable {
        /// The number of the pin among those of all catalogs.
        let number: Int
        let node: PreparedFilter.Node
    }

    /// What records must meet to be found; `nil` for anything.
    var restriction: PreparedFilter.Node?
    /// The numbers of the pins by id.
    var pinned: [String: Int] = [:]
    /// The records of these pins, as far as no earlier effect decides about them; `nil` for none.
    var pinnedRecords: PreparedFilter.Node?
    var filterPins: [FilterPin] = []
    /// The records that precede and follow the others; `nil` for none.
    var raised: PreparedFilter.Node?
    var buried: PreparedFilter.Node?
    /// The records of each effect that raises or buries some, in the order in which effects decide.
    var moves: [PreparedFilter.Node] = []

    /// Which records are in a tier; `nil` if none of them can be.
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

    /// The number of best matches of each segment that are needed, with those that pins take away.
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

    /// Applies what rules do to the records of one catalog.
    mutating func apply(_ own: CatalogPlacements) {
        if let restriction = own.restriction { restrict(to: restriction) }
        guard placements?.addsPinned == true, let pinned = own.pinnedRecords else { return }
        for index in words.indices { words[index].accept(pinned) }
    }

    /// Finds only records that meet a condition.
    mutating func restrict(to node: PreparedFilter.Node) {
        filter = PreparedFilter(filter, adding: node, for: request)
        // What was found before was not restricted.
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
