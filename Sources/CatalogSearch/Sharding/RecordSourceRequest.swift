// What a merge asks of shards, and how shards answer.

internal import ICU
internal import Support

/// A question to a shard. Each is a function of ``SearchEngine`` that adds up over shards.
enum RecordSourceRequest: Transmittable {
    /// What several queries match together.
    case find([PreparedQuery])
    /// How many records a query matches.
    case uses(PreparedQuery)
    /// The words of the texts that resemble one.
    case words(WordQuery, like: PreparedQuery.Word, PreparedQuery)
    /// The words that complete one, in records that a query matches.
    case completions(PreparedQuery.Word, PreparedQuery)
    /// Which spellings of a word the records have that the other words match.
    case spellings(word: Int, PreparedQuery)
    /// Whether records have a value of an attribute.
    case hasValue(AttributeName, id: String)
    /// Records for hits, and the matches of their groups.
    case hits([ShardReference], groups: [ShardGroup], [PreparedQuery])
    /// The record with an id, with all its texts.
    case record(id: String)
    /// The ids of all records.
    case identifiers(offset: Int, limit: Int)
    /// The number of records with texts in each locale.
    case localeCounts
    /// How many records have each word of a query, and how many records there are.
    case wordCounts(PreparedQuery)
    /// The greatest claim of a record to a query whose matches may lack words.
    case greatestClaim(PreparedQuery)
    /// The records whose vectors are nearest to one, among those that a query without words admits.
    case nearest(VectorQuery, PreparedQuery)
    /// Several questions, which are answered one after the other.
    case several([RecordSourceRequest])

    /// The version of all messages between shards and merge.
    static let version = 19

    func write(to message: inout MessageWriter) {
        switch self {
        case .find(let queries):
            message.write(byte: 0)
            message.write(queries)
        case .uses(let query):
            message.write(byte: 1)
            message.write(query)
        case .words(let sought, let word, let query):
            message.write(byte: 3)
            message.write(sought)
            message.write(word)
            message.write(query)
        case .completions(let word, let query):
            message.write(byte: 4)
            message.write(word)
            message.write(query)
        case .spellings(let word, let query):
            message.write(byte: 5)
            message.write(word)
            message.write(query)
        case .hasValue(let attribute, let id):
            message.write(byte: 6)
            message.write(attribute)
            message.write(id)
        case .hits(let references, let groups, let queries):
            message.write(byte: 7)
            message.write(references)
            message.write(groups)
            message.write(queries)
        case .record(let id):
            message.write(byte: 8)
            message.write(id)
        case .identifiers(let offset, let limit):
            message.write(byte: 9)
            message.write(offset)
            message.write(limit)
        case .localeCounts: message.write(byte: 10)
        case .several(let questions):
            message.write(byte: 11)
            message.write(questions)
        case .wordCounts(let query):
            message.write(byte: 12)
            message.write(query)
        case .greatestClaim(let query):
            message.write(byte: 13)
            message.write(query)
        case .nearest(let vector, let query):
            message.write(byte: 14)
            message.write(vector)
            message.write(query)
        }
    }

    init(from message: inout MessageReader) throws(MessageError) {
        switch try message.byte() {
        case 0:
            self = .find(try message.read())
            guard case .find(let queries) = self, !queries.isEmpty else { throw MessageError() }
        case 1: self = .uses(try message.read())
        case 3:
            let sought = try message.read(WordQuery.self)
            let word = try message.read(PreparedQuery.Word.self)
            self = .words(sought, like: word, try message.query(for: word))
        case 4:
            let word = try message.read(PreparedQuery.Word.self)
            self = .completions(word, try message.query(for: word))
        case 5:
            let word = try message.read(Int.self)
            let query = try message.read(PreparedQuery.self)
            guard query.words.indices.contains(word) else { throw MessageError() }
            self = .spellings(word: word, query)
        case 6:
            let attribute = try message.read(AttributeName.self)
            self = .hasValue(attribute, id: try message.read())
        case 7:
            let references = try message.read([ShardReference].self)
            let groups = try message.read([ShardGroup].self)
            let queries = try message.read([PreparedQuery].self)
            // Each once: else an answer is as many times as long as its question.
            guard references.allSatisfy({ queries.indices.contains($0.query) }),
                Set(references.map { [$0.catalog, $0.id] }).count == references.count,
                Set(groups).count == groups.count, groups.isEmpty || !queries.isEmpty
            else { throw MessageError() }
            self = .hits(references, groups: groups, queries)
        case 8: self = .record(id: try message.read())
        case 9:
            let offset = try message.read(Int.self)
            let limit = try message.read(Int.self)
            guard offset >= 0, limit >= 0 else { throw MessageError() }
            self = .identifiers(offset: offset, limit: limit)
        case 10: self = .localeCounts
        case 11: self = .several(try message.read())
        case 12: self = .wordCounts(try message.partialQuery())
        case 13: self = .greatestClaim(try message.partialQuery())
        case 14:
            let vector = try message.read(VectorQuery.self)
            self = .nearest(vector, try message.read())
        default: throw MessageError()
        }
    }
}

extension MessageReader {
    fileprivate mutating func partialQuery() throws(MessageError) -> PreparedQuery {
        let query = try read(PreparedQuery.self)
        guard query.partial != nil else { throw MessageError() }
        return query
    }

    /// A query whose foldings a word has.
    fileprivate mutating func query(for word: PreparedQuery.Word) throws(MessageError) -> PreparedQuery {
        let query = try read(PreparedQuery.self)
        guard !word.alternatives.isEmpty, word.hasForms(of: query.foldings.count) else {
            throw MessageError()
        }
        return query
    }
}

/// A record of a page.
struct ShardReference: Transmittable {
    let catalog: String
    let id: String
    /// The index of the query that found it.
    let query: Int

    init(catalog: String, id: String, query: Int = 0) {
        self.catalog = catalog
        self.id = id
        self.query = query
    }

    func write(to message: inout MessageWriter) {
        message.write(catalog)
        message.write(id)
        message.write(query)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        catalog = try message.read()
        id = try message.read()
        query = try message.read()
    }
}

/// A group of a page.
struct ShardGroup: Hashable, Transmittable {
    let catalog: String
    let key: GroupKey

    init(catalog: String, key: GroupKey) {
        self.catalog = catalog
        self.key = key
    }

    func write(to message: inout MessageWriter) {
        message.write(catalog)
        message.write(key)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        catalog = try message.read()
        key = try message.read()
    }
}

/// What a shard has for a page.
struct ShardHits: Transmittable {
    /// In the order in which they were asked for.
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
    /// What is counted of matches in no group, and what must be known of the others.
    var facets: [FacetPart] = []
    /// The groups of each catalog that has some.
    var groups: [ShardGroups] = []
    /// The best matches, in order; of each group the best one.
    var candidates: [Candidate] = []
    /// The matches that pins of rules may want.
    var pinned: [Candidate] = []
}

/// The counts of an attribute in a shard, of all of its values.
struct FacetPart {
    struct Text {
        var id: String
        var label: String
        var count: Int
    }

    var type: AttributeType
    var texts: [Text] = []
    /// The labels of the values that the filter asks for, by id.
    var selected: [String: String] = [:]
    var isBoolean = false
    var minimum: AttributeValue?
    var maximum: AttributeValue?
    var minimumPrice: Price?
    var maximumPrice: Price?
    /// The number of records in each range.
    var ranges: [Int] = []
    /// The sums of numbers, if they are added up, by currency.
    var sums: [String: DecimalSum] = [:]
    /// The number of records with a value.
    var records = 0

    init(type: AttributeType) { self.type = type }
}
