// Limits of equal values on a page, and the number of matches needed to make it.

/// The attribute by which hits are spread over pages.
public enum SpreadChoice: Hashable, Sendable {
    /// By the attribute of each catalog, see ``CatalogDescription/spread``, unless the reader chooses an
    /// order.
    case ofCatalogs
    /// By no attribute.
    case off
    /// By this attribute, in any order.
    case by(AttributeName)
}

extension SearchRequest {
    /// Whether the best matches come first: the reader has not chosen an order.
    var isByRelevance: Bool { sort == .relevance && order.isEmpty && !isReversed }

    /// The greatest distance that records move: they are spread over the pages of a block of about this many
    /// results.
    static let spreadReach = 1_000

    /// The number of hits of a page.
    var spreadPage: Int { max(1, pageLength ?? limit) }

    /// The number of hits of a block: as many whole pages as fit in ``spreadReach``, or one longer page.
    var spreadBlock: Int {
        spreadPage >= Self.spreadReach ? spreadPage : Self.spreadReach / spreadPage * spreadPage
    }

    /// The number of best matches needed to make the page: whole blocks.
    var keepingBlocks: Int {
        guard keeping > 0 else { return 0 }
        let blocks = (keeping - 1) / spreadBlock + 1
        let (product, overflows) = blocks.multipliedReportingOverflow(by: spreadBlock)
        return overflows ? .max : product
    }
}

extension CatalogDescription {
    /// The limit that a request sets for the catalog's records; `nil` for none.
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
