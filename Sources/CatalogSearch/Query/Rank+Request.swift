// The parts of a rank that depend on a request.

extension Rank {
    /// The rank of a record before any match is known.
    ///
    /// - Parameters:
    ///   - price: the record's price; called only if the request sorts by it. `year` likewise.
    init<Failure: Error>(
        _ request: SearchRequest, id: String, popularity: Double,
        price: () throws(Failure) -> Price?, year: () throws(Failure) -> Int?
    ) throws(Failure) {
        self.init()
        isReversed = request.isReversed
        self.id = id
        self.popularity = popularity
        // An explicit order replaces this one.
        switch request.order.isEmpty ? request.sort : .relevance {
        case .relevance: break
        case .title: sortValue = .title
        case .price: sortValue = try price().map { .number($0.amount) } ?? .missing
        case .year: sortValue = try year().map { .number(DecimalNumber($0)) } ?? .missing
        }
    }
}
