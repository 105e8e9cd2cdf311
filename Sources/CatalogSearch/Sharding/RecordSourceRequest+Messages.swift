// Requests and responses as messages: with the catalogs, the time that is left, and errors.

internal import ICU
internal import Support

extension RecordSourceRequest {
    /// A request with what is the same for all requests.
    struct Message {
        /// The ids of the requested catalogs.
        let catalogs: [String]
        /// The processor time that the response may take; `nil` for any.
        let left: Duration?
        let request: RecordSourceRequest

        init(_ request: RecordSourceRequest, of catalogs: [String], within left: Duration?) {
            self.request = request
            self.catalogs = catalogs
            self.left = left
        }

        var bytes: [UInt8] {
            var message = MessageWriter()
            message.write(RecordSourceRequest.version)
            message.write(catalogs)
            message.write(left?.nanoseconds)
            message.write(request)
            return message.bytes
        }

        init(_ bytes: [UInt8]) throws(MessageError) {
            var message = MessageReader(bytes)
            guard try message.read(Int.self) == RecordSourceRequest.version else { throw MessageError() }
            catalogs = try message.read()
            left = try message.read(Int?.self).map { .nanoseconds($0) }
            request = try message.read()
            guard message.isAtEnd else { throw MessageError() }
        }

        func response(of responder: ShardResponder) -> SearchEngine.RecordSourceResponse {
            let started = ProcessorTime.ofThread
            let budget = left.map { RelaxationBudget($0) }
            var content = MessageWriter()
            var failure: SearchError?
            let outcome = RelaxationBudget.$current.withValue(budget) {
                do throws(SearchError) {
                    // Catalogs that this shard does not know have no records here: they are new or gone.
                    let requested = Set(catalogs)
                    let known = responder.engine.catalogs.filter { requested.contains($0.description.id) }
                    guard known.count == requested.count else { throw .unavailable(shard: 0) }
                    try responder.respond(to: request, about: known, &content)
                    return ShardOutcome.responded
                } catch {
                    failure = error
                    return ShardOutcome(error, isSpent: budget?.isSpent ?? false)
                }
            }
            var message = MessageWriter()
            message.write(RecordSourceRequest.version)
            message.write((ProcessorTime.ofThread - started).nanoseconds)
            message.write(outcome)
            if case .responded = outcome { message.write(TransmittedBytes(content.bytes)) }
            if case .timeSpent = outcome { failure = nil }
            return SearchEngine.RecordSourceResponse(bytes: message.bytes, error: failure)
        }
    }
}

/// What became of a request.
private enum ShardOutcome: Transmittable {
    case responded
    /// The time that was left is spent.
    case timeSpent
    case cancelled
    case damagedIndex(catalog: String)
    case groupsInShards(catalog: String)
    case failed

    init(_ error: SearchError, isSpent: Bool) {
        switch error {
        case .cancelled: self = isSpent ? .timeSpent : .cancelled
        case .damagedIndex(let catalog): self = .damagedIndex(catalog: catalog)
        case .groupsInShards(let catalog): self = .groupsInShards(catalog: catalog)
        default: self = .failed
        }
    }

    func write(to message: inout MessageWriter) {
        switch self {
        case .responded: message.write(byte: 0)
        case .timeSpent: message.write(byte: 1)
        case .cancelled: message.write(byte: 2)
        case .damagedIndex(let catalog):
            message.write(byte: 3)
            message.write(catalog)
        case .failed: message.write(byte: 4)
        case .groupsInShards(let catalog):
            message.write(byte: 5)
            message.write(catalog)
        }
    }

    init(from message: inout MessageReader) throws(MessageError) {
        switch try message.byte() {
        case 0: self = .responded
        case 1: self = .timeSpent
        case 2: self = .cancelled
        case 3: self = .damagedIndex(catalog: try message.read())
        case 4: self = .failed
        case 5: self = .groupsInShards(catalog: try message.read())
        default: throw MessageError()
        }
    }
}

extension SearchShards {
    /// Sends each shard its request.
    ///
    /// - Returns: the responses, in the order of the requests.
    /// - Throws: `SearchError.unavailable` also for responses that cannot be read.
    func ask<Response: Transmittable>(
        _ requests: [(shard: Int, request: RecordSourceRequest)], of catalogs: [String]
    ) throws(SearchError) -> [Response] {
        let budget = RelaxationBudget.current
        return try Self.send(
            requests.map {
                (
                    $0.shard,
                    RecordSourceRequest.Message($0.request, of: catalogs, within: budget?.left).bytes
                )
            }, budget, self)
    }

    /// Asks all shards the same.
    func askAll<Response: Transmittable>(
        _ request: RecordSourceRequest, of catalogs: [String]
    ) throws(SearchError) -> [Response] {
        let budget = RelaxationBudget.current
        let bytes = RecordSourceRequest.Message(request, of: catalogs, within: budget?.left).bytes
        return try Self.send((0..<count).map { ($0, bytes) }, budget, self)
    }

    private static func send<Response: Transmittable>(
        _ requests: [(shard: Int, request: [UInt8])], _ budget: RelaxationBudget?, _ shards: Self
    ) throws(SearchError) -> [Response] {
        let received = try shards.responses(to: requests)
        var responses: [Response] = []
        var longest = Duration.zero
        for (request, bytes) in zip(requests, received) {
            let (response, time): (Response?, Duration) = try read(bytes, ofShard: request.shard)
            longest = max(longest, time)
            guard let response else {
                budget?.end()
                throw .cancelled
            }
            responses.append(response)
        }
        guard responses.count == requests.count else { throw .unavailable(shard: responses.count) }
        budget?.charge(longest)
        return responses
    }

    /// - Returns: the response, `nil` if the time was spent before, and the processor time that it took.
    private static func read<Response: Transmittable>(
        _ bytes: [UInt8], ofShard shard: Int
    ) throws(SearchError) -> (Response?, Duration) {
        var message = MessageReader(bytes)
        var failure = SearchError.unavailable(shard: shard)
        do throws(MessageError) {
            guard try message.read(Int.self) == RecordSourceRequest.version else { throw MessageError() }
            // No response takes longer; a foreign one must not stop the merge.
            let time = Duration.nanoseconds(min(max(0, try message.read(Int.self)), 1 << 42))
            switch try message.read(ShardOutcome.self) {
            case .responded:
                var content = MessageReader(try message.read(TransmittedBytes.self).bytes)
                let response = try content.read(Response.self)
                guard content.isAtEnd, message.isAtEnd else { throw MessageError() }
                return (response, time)
            case .timeSpent: return (nil, time)
            case .cancelled, .failed: break
            case .damagedIndex(let catalog): failure = .damagedIndex(catalog: catalog)
            case .groupsInShards(let catalog): failure = .groupsInShards(catalog: catalog)
            }
        } catch {}
        throw failure
    }
}
