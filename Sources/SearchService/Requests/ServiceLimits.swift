// Limits of requests.

internal import CatalogSearch
internal import ProgramTexts

/// Limits of requests, so that one request cannot slow down all others. The default is no limits.
public struct ServiceLimits: Hashable, Sendable {
    /// The most hits or suggestions.
    public var hits: Int
    /// The most ids.
    public var ids: Int
    /// The greatest position that paging reaches, by hits or ids.
    public var depth: Int
    /// The most requests in one batch.
    public var requests: Int
    /// The most values of an attribute that a response lists.
    public var values: Int
    /// The most bytes of texts in the hits of one response, in UTF-8.
    public var textSize: Int
    /// The most bytes of one response to a search, with markup and explanations.
    public var responseSize: Int

    public init(
        hits: Int = .max, ids: Int = .max, depth: Int = .max, requests: Int = .max, values: Int = .max,
        textSize: Int = .max, responseSize: Int = .max
    ) {
        self.hits = hits
        self.ids = ids
        self.depth = depth
        self.requests = requests
        self.values = values
        self.textSize = textSize
        self.responseSize = responseSize
    }

    /// - Throws: `RequestError` if the request exceeds a limit.
    func check(_ service: ServiceRequest) throws(RequestError) {
        let request = service.request
        let limit = service.returned == .ids ? ids : hits
        guard request.limit <= limit else {
            throw RequestError("LimitTooLarge: %1$ld %2$ld", request.limit, limit)
        }
        if let facetLimit = service.facetLimit, facetLimit > values {
            throw RequestError("FacetLimitTooLarge: %1$ld %2$ld", facetLimit, values)
        }
        let (end, overflows) = request.offset.addingReportingOverflow(request.limit)
        guard !overflows, end <= depth else { throw RequestError("PageTooDeep: %ld", depth) }
    }
}
