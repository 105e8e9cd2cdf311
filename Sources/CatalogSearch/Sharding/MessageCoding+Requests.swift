// Requests to shards as bytes.

extension RecordSourceRequest: Transmittable {
    /// The version of all messages between shards and merge.
    static let version = 22

    func write(to message: inout MessageWriter) {
        switch self {
        case .find(let queries):
            message.write(byte: 0)
            message.write(queries)
        case .uses(let query):
            message.write(byte: 1)
            message.write(query)
        case .words(let wordQuery, let word, let query):
            message.write(byte: 3)
            message.write(wordQuery)
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
        case .several(let requests):
            message.write(byte: 11)
            message.write(requests)
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
            let wordQuery = try message.read(WordQuery.self)
            let word = try message.read(PreparedQuery.Word.self)
            self = .words(wordQuery, like: word, try message.query(for: word))
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
            // Each once: else a response is as many times as long as its request.
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

extension ShardReference: Transmittable {
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

extension ShardGroup: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(catalog)
        message.write(key)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        catalog = try message.read()
        key = try message.read()
    }
}
