// The hits of one page, made within a limit of their size.

/// Makes the hits of a page from the matches that a search found.
struct HitPage {
    /// The query, or the queries that replace it.
    let queries: [PreparedQuery]
    private(set) var hits: [Hit] = []
    private let explains: Bool
    /// The most bytes of UTF-8 of all texts.
    private let textLimit: Int
    private var textSize = 0
    private var builders: [BuilderKey: HitBuilder] = [:]

    private struct BuilderKey: Hashable {
        let catalog: String
        let query: Int
    }

    init(_ queries: [PreparedQuery], explains: Bool, textLimit: Int) {
        self.queries = queries
        self.explains = explains
        self.textLimit = textLimit
    }

    mutating func reserveCapacity(_ count: Int) { hits.reserveCapacity(count) }

    /// Appends the hit that `make` makes of a match.
    ///
    /// - Parameter summary: the summary of its group; `nil` without a group.
    /// - Throws: `SearchError.responseTooLarge`, and what `make` throws, with the name of the catalog.
    mutating func append(
        _ candidate: SearchEngine.Candidate, _ summary: GroupSummary?,
        _ make: (HitBuilder) throws(SegmentError) -> Hit
    ) throws(SearchError) {
        let key = BuilderKey(catalog: candidate.catalog.description.id, query: candidate.query)
        let builder =
            builders[key]
            ?? HitBuilder(
                candidate.catalog.description, candidate.catalog.adapted(queries[candidate.query]),
                explains: explains)
        builders[key] = builder
        var hit = try candidate.catalog.failureNamed { () throws(SegmentError) in
            try Interruption.check()
            return try make(builder)
        }
        hit.group = summary?.group(of: candidate.catalog.description)
        hit.placement = candidate.placement
        hit.similarity = candidate.similarity
        hit.distance = queries[candidate.query].request.distance(candidate.match.rank)
        textSize += hit.textSize
        guard textSize <= textLimit else { throw .responseTooLarge(limit: textLimit) }
        hits.append(hit)
    }
}

extension Hit {
    /// The size of its texts, in bytes of UTF-8.
    fileprivate var textSize: Int {
        let members = additionalMembers.reduce(0) { $0 + $1.name.utf8.count + $1.json.utf8.count }
        return texts.reduce(members + titleText.size) { $0 + $1.size }
    }
}

extension Hit.Text {
    /// The size of its values, in bytes of UTF-8.
    fileprivate var size: Int { values.reduce(0) { $0 + $1.utf8.count } }
}
