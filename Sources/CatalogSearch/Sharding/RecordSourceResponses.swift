// Answers of shards that a search asks for before it needs them.
//
// Sending a question takes longer than answering most of them. So what a search is about to ask one
// after the other it asks at once, and then proceeds as an engine does that has the records itself: each
// of its questions finds its answer here.

internal import ICU
internal import Synchronization

/// Keeps the answers of all shards to the questions of one search.
final class RecordSourceResponses: Sendable {
    /// The answers by question, each in the order of the shards.
    private let known = Mutex<[[UInt8]: [[UInt8]]]>([:])

    private static func key(_ question: RecordSourceRequest, _ catalogs: [String]) -> [UInt8] {
        var message = MessageWriter()
        message.write(catalogs)
        message.write(question)
        return message.bytes
    }

    /// The answers to a question; `nil` if it was not asked.
    func answers<Answer: Transmittable>(
        to question: RecordSourceRequest, of catalogs: [String]
    ) throws(SearchError) -> [Answer]? {
        guard let all = known.withLock({ $0.isEmpty ? nil : $0[Self.key(question, catalogs)] }) else {
            return nil
        }
        var answers: [Answer] = []
        for (shard, bytes) in all.enumerated() {
            var message = MessageReader(bytes)
            guard let answer = try? message.read(Answer.self), message.isAtEnd else {
                throw .unavailable(shard: shard)
            }
            answers.append(answer)
        }
        return answers
    }

    /// Asks all shards several questions in one message.
    func ask(
        _ questions: [RecordSourceRequest], of catalogs: [String], _ shards: any SearchShards
    ) throws(SearchError) {
        var new: [[UInt8]: RecordSourceRequest] = [:]
        for question in questions { new[Self.key(question, catalogs)] = question }
        known.withLock { known in new = new.filter { known[$0.key] == nil } }
        // A single question can be sent when it is needed.
        guard new.count > 1 else { return }
        let asked = Array(new)
        let answers: [[TransmittedBytes]] = try shards.askAll(.several(asked.map(\.value)), of: catalogs)
        for (shard, answer) in answers.enumerated() where answer.count != asked.count {
            throw .unavailable(shard: shard)
        }
        known.withLock { known in
            for (number, question) in asked.enumerated() {
                known[question.key] = answers.map { $0[number].bytes }
            }
        }
    }
}
