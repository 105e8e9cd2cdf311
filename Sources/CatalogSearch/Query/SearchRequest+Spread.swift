// Which limits hold for the values on a page, and how many matches must be known to make it.

/// By which attribute hits are spread over pages.
public enum SpreadChoice: Hashable, Sendable {
    /// By that of each catalog, see ``CatalogDescription/spread``, unless the reader chooses an order.
    case ofCatalogs
    /// By none.
    case off
    /// By this one, in any order.
    case by(AttributeName)
}

extension SearchRequest {
    /// Whether the best matches come first: the reader has not chosen an order.
    var isByRelevance: Bool { sort == .relevance && order.isEmpty && !isReversed }

    /// How far records move at most: they are spread over the pages of a block of about so many results.
    static let spreadReach = 1_000

    /// The hits of a page.
    var spreadPage: Int { max(1, pageLength ?? limit) }

    /// The hits of a block: the most whole pages within ``spreadReach``, or one longer page.
    var spreadBlock: Int {
        spreadPage >= Self.spreadReach ? spreadPage : Self.spreadReach / spreadPage * spreadPage
    }

    /// The number of best matches from which the page is made: all of its blocks.
    var keepingBlocks: Int {
        guard keeping > 0 else { return 0 }
        let blocks = (keeping - 1) / spreadBlock + 1
        let (product, overflows) = blocks.multipliedReportingOverflow(by: spreadBlock)
        return overflows ? .max : product
    }
}

extension CatalogDescription {
    /// The limit that a request has for the catalog's records; `nil` for none.
    func spread(for request: SearchRequest) -> Spread? {
        switch request.spread {
        case .off: return nil
        case .by(let name): return Spread(name, atMost: request.spreadLimit ?? Spread.usualLimit)
        case .ofCatalogs:
            guard let spread, request.isByRelevance else { return nil }
            return Spread(spread.attribute, atMost: request.spreadLimit ?? spread.atMost)
        }
    }
}
