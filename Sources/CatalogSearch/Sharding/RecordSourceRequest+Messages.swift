// Questions and answers as messages: with the catalogs, the time that is left, and errors.

internal import ICU
internal import Support

extension RecordSourceRequest {
    /// A question with what is the same for all questions.
    struct Message {
        /// The ids of the catalogs that are asked.
        let catalogs: [String]
        /// The processor time that the answer may take; `nil` for any.
        let left: Duration?
        let question: RecordSourceRequest

        init(_ question: RecordSourceRequest, of catalogs: [String], within left: Duration?) {
            self.question = question
            self.catalogs = catalogs
            self.left = left
        }

        var bytes: [UInt8] {
            var message = MessageWriter()
            message.write(RecordSourceRequest.version)
            message.write(catalogs)
            message.write(left?.nanoseconds)
            message.write(question)
            return message.bytes
        }

        init(_ bytes: [UInt8]) throws(MessageError) {
            var message = MessageReader(bytes)
            guard try message.read(Int.self) == RecordSourceRequest.version else { throw MessageError() }
            catalogs = try message.read()
            left = try message.read(Int?.self).map { .nanoseconds($0) }
            question = try message.read()
            guard message.isAtEnd else { throw MessageError() }
        }

        func answer(of responder: ShardResponder) -> SearchEngine.RecordSourceResponse {
            let started = ProcessorTime.ofThread
            let budget = left.map { RelaxationBudget($0) }
            var content = MessageWriter()
            var failure: SearchError?
            let outcome = RelaxationBudget.$current.withValue(budget) {
                do throws(SearchError) {
                    // Catalogs that this shard does not know have no records here: they are new or gone.
                    let asked = Set(catalogs)
                    let known = responder.engine.catalogs.filter { asked.contains($0.description.id) }
                    guard known.count == asked.count else { throw .unavailable(shard: 0) }
                    try responder.answer(question, about: known, &content)
                    return ShardOutcome.answered
                } catch {
                    failure = error
                    return ShardOutcome(error, isSpent: budget?.isSpent ?? false)
                }
            }
            var message = MessageWriter()
            message.write(RecordSourceRequest.version)
            message.write((ProcessorTime.ofThread - started).nanoseconds)
            message.write(outcome)
            if case .answered = outcome { message.write(TransmittedBytes(content.bytes)) }
            if case .timeSpent = outcome { failure = nil }
            return SearchEngine.RecordSourceResponse(bytes: message.bytes, error: failure)
        }
    }
}

/// What became of a question.
private enum ShardOutcome: Transmittable {
    case answered
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
        case .answered: message.write(byte: 0)
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
        case 0: self = .answered
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
    /// Asks each shard its question.
    ///
    /// - Returns: the answers, in the order of the questions.
    /// - Throws: `SearchError.unavailable` also for answers that cannot be read.
    func ask<Answer: Transmittable>(
        _ questions: [(shard: Int, question: RecordSourceRequest)], of catalogs: [String]
    ) throws(SearchError) -> [Answer] {
        let budget = RelaxationBudget.current
        return try Self.send(
            questions.map {
                (
                    $0.shard,
                    RecordSourceRequest.Message($0.question, of: catalogs, within: budget?.left).bytes
                )
            }, budget, self)
    }

    /// Asks all shards the same.
    func askAll<Answer: Transmittable>(
        _ question: RecordSourceRequest, of catalogs: [String]
    ) throws(SearchError) -> [Answer] {
        let budget = RelaxationBudget.current
        let bytes = RecordSourceRequest.Message(question, of: catalogs, within: budget?.left).bytes
        return try Self.send((0..<count).map { ($0, bytes) }, budget, self)
    }

    private static func send<Answer: Transmittable>(
        _ questions: [(shard: Int, question: [UInt8])], _ budget: RelaxationBudget?, _ shards: Self
    ) throws(SearchError) -> [Answer] {
        let received = try shards.answers(to: questions)
        var answers: [Answer] = []
        var longest = Duration.zero
        for (question, bytes) in zip(questions, received) {
            let (answer, time): (Answer?, Duration) = try read(bytes, ofShard: question.shard)
            longest = max(longest, time)
            guard let answer else {
                budget?.end()
                throw .cancelled
            }
            answers.append(answer)
        }
        guard answers.count == questions.count else { throw .unavailable(shard: answers.count) }
        budget?.charge(longest)
        return answers
    }

    /// - Returns: the answer, `nil` if the time was spent before, and the processor time that it took.
    private static func read<Answer: Transmittable>(
        _ bytes: [UInt8], ofShard shard: Int
    ) throws(SearchError) -> (Answer?, Duration) {
        var message = MessageReader(bytes)
        var failure = SearchError.unavailable(shard: shard)
        do throws(MessageError) {
            guard try message.read(Int.self) == RecordSourceRequest.version else { throw MessageError() }
            // No answer takes longer; a foreign one must not stop the merge.
            let time = Duration.nanoseconds(min(max(0, try message.read(Int.self)), 1 << 42))
            switch try message.read(ShardOutcome.self) {
            case .answered:
                var content = MessageReader(try message.read(TransmittedBytes.self).bytes)
                let answer = try content.read(Answer.self)
                guard content.isAtEnd, message.isAtEnd else { throw MessageError() }
                return (answer, time)
            case .timeSpent: return (nil, time)
            case .cancelled, .failed: break
            case .damagedIndex(let catalog): failure = .damagedIndex(catalog: catalog)
            case .groupsInShards(let catalog): failure = .groupsInShards(catalog: catalog)
            }
        } catch {}
        throw failure
    }
}
