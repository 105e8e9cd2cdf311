// How much may one request ask for?

internal import CatalogSearch
internal import ProgramTexts

/// How much a service gives for one request, so that no request takes it from all others. Without limits by default.
public struct ServiceLimits: Hashable, Sendable {
    /// How many hits or suggestions.
    public var hits: Int
    /// How many ids.
    public var ids: Int
    /// How many of the records found can be paged through: neither hits nor ids behind this one.
    public var depth: Int
    /// How many requests in one batch.
    public var requests: Int

    /// Limits.
    public init(hits: Int = .max, ids: Int = .max, depth: Int = .max, requests: Int = .max) {
        self.hits = hits
        self.ids = ids
        self.depth = depth
        self.requests = requests
    }

    /// - Throws: `RequestError` where the request asks for more.
    func check(_ service: ServiceRequest) throws(RequestError) {
        let request = service.request
        let limit = service.returned == .ids ? ids : hits
        guard request.limit <= limit else {
            throw RequestError("LimitTooLarge: %1$ld %2$ld", request.limit, limit)
        }
        let (end, overflows) = request.offset.addingReportingOverflow(request.limit)
        guard !overflows, end <= depth else { throw RequestError("PageTooDeep: %ld", depth) }
    }
}
