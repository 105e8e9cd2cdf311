// What a shard responds: the records of a page, ids, and candidates. `ShardedRecords` merges them.

internal import ICU

/// What a shard has for a page.
struct ShardHits: Transmittable {
    /// In the order of the request.
    let records: [CatalogRecord]
    /// The matches of each group; the ids in order.
    let variants: [Hit.Variants]
    /// What all records of each group have in the shard.
    let summaries: [GroupSummary]

    init(records: [CatalogRecord], variants: [Hit.Variants], summaries: [GroupSummary]) {
        self.records = records
        self.variants = variants
        self.summaries = summaries
    }

    func write(to message: inout MessageWriter) {
        message.write(records)
        message.write(variants)
        message.write(summaries)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        records = try message.read()
        variants = try message.read()
        summaries = try message.read()
    }
}

/// A part of the ids of a shard.
struct ShardIdentifiers: Transmittable {
    /// The number of all records.
    let total: Int
    let references: [ShardReference]

    init(total: Int, references: [ShardReference]) {
        self.total = total
        self.references = references
    }

    func write(to message: inout MessageWriter) {
        message.write(Count(total))
        message.write(references)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        total = try message.read(Count.self).number
        references = try message.read()
    }
}

/// What a shard found, as far as the merge needs it.
struct ShardCandidates {
    struct Candidate {
        /// The index of the query that found it.
        var query: Int
        /// With the title's sort key.
        var rank: Rank
        var group: GroupKey?
        /// The effect of the catalog's rules that moved it, and the pin that may want it.
        var move: Int?
        var pin: Int?
        /// Its values of the attribute by which hits are spread over pages.
        var spreadValues: [String]
    }

    /// The numbers of matches in no group.
    var counts = MatchCounts()
    /// Counts of matches without a group; for groups, what the merge needs to count them.
    var facets: [FacetPart] = []
    /// The groups of each catalog that has some.
    var groups: [ShardGroups] = []
    /// The best matches, in order; of each group the best one.
    var candidates: [Candidate] = []
    /// The matches that pins of rules may want.
    var pinned: [Candidate] = []
}
