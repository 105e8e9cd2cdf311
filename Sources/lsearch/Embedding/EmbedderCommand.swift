// The user's command that makes vectors of texts: one JSON object a line, in both directions.

internal import CatalogSearch
internal import CatalogStorage
internal import JSON
internal import ProgramSupport
internal import Synchronization

/// Why an embedder made no vectors.
enum EmbedderFault: Error, Hashable {
    /// 127 if it could not be started.
    case ended(status: Int32)
    case slow(seconds: Int)
    /// The answer is no JSON, or has not one vector for each text under the id of the request.
    case unreadable
    /// The embedder itself says why.
    case refused(String)
    /// Vectors of other lengths, or of another model, than before.
    case changed
}

/// Vectors of an embedder, in the order of the texts.
struct EmbeddedVectors {
    let vectors: [QuantizedVector]
    let space: VectorSpace
    /// The least similarity that means something for the model.
    let floor: Double?
}

/// Asks the user's command. It is started when it is needed first, and again once after a failure.
final class EmbedderCommand: Sendable {
    let command: String
    private let state = Mutex(State())

    fileprivate struct State {
        var conversation: CommandConversation?
        /// The id of the last request.
        var number = 0
        /// That of the first answer.
        var space: VectorSpace?
    }

    enum Kind: String {
        case query
        case record
    }

    /// The most texts of a request.
    static let batchSize = 32

    init(_ command: String) { self.command = command }

    /// Makes vectors of texts.
    ///
    /// - Parameters:
    ///   - seconds: the time for each attempt.
    ///   - tries: the most attempts.
    func vectors(
        of texts: [String], _ kind: Kind, seconds: Int, tries: Int
    ) throws(EmbedderFault) -> EmbeddedVectors {
        try state.withLock { (state: inout State) throws(EmbedderFault) -> EmbeddedVectors in
            var last = EmbedderFault.ended(status: 127)
            for _ in 0..<tries {
                do throws(EmbedderFault) {
                    return try state.attempt(command, texts, kind, seconds)
                } catch {
                    last = error
                    // What it writes later would answer an older request.
                    state.conversation = nil
                    if case .refused = error { break }
                }
            }
            throw last
        }
    }
}

extension EmbedderCommand.State {
    fileprivate mutating func attempt(
        _ command: String, _ texts: [String], _ kind: EmbedderCommand.Kind, _ seconds: Int
    ) throws(EmbedderFault) -> EmbeddedVectors {
        let answer: [UInt8]
        number += 1
        do throws(CommandConversation.Fault) {
            let conversation =
                if let known = self.conversation { known } else { try CommandConversation(command) }
            self.conversation = conversation
            var request = JSONObject()
            request.set("id", number)
            request.set("kind", kind.rawValue)
            request.set("texts", texts)
            answer = try conversation.answer(to: Array(request.text.utf8), within: .seconds(seconds))
        } catch {
            switch error {
            case .notStarted: throw .ended(status: 127)
            case .ended(let status): throw .ended(status: status)
            case .slow: throw .slow(seconds: seconds)
            case .tooLong: throw .unreadable
            }
        }
        var result: Result<EmbeddedVectors, EmbedderFault> = .failure(.unreadable)
        let number = number
        // What is no JSON leaves the failure.
        try? JSONParser().withValue(of: answer) { json in
            result = Result { () throws(EmbedderFault) in
                try EmbeddedVectors(json, id: number, count: texts.count)
            }
        }
        let made = try result.get()
        if let space, space != made.space { throw .changed }
        space = made.space
        return made
    }
}

extension EmbeddedVectors {
    /// Reads `{"id": 7, "vectors": [[0.1, …], …], "model": "name", "floor": 0.8}`, or `{"error": "message"}`.
    fileprivate init(_ json: JSONValue, id: Int, count: Int) throws(EmbedderFault) {
        guard json.kind == .object else { throw .unreadable }
        if let message = json.member("error")?.string { throw .refused(message) }
        guard json.member("id")?.integer == id, let list = json.member("vectors"), list.kind == .list else {
            throw .unreadable
        }
        var vectors: [QuantizedVector] = []
        for element in list.elements {
            guard let vector = QuantizedVector(json: element) else { throw .unreadable }
            vectors.append(vector)
        }
        guard vectors.count == count, let length = vectors.first?.numbers.count else { throw .unreadable }
        guard vectors.allSatisfy({ $0.numbers.count == length }) else { throw .changed }
        self.vectors = vectors
        space = VectorSpace(model: json.member("model")?.string, count: length)
        floor = json.member("floor")?.double.flatMap { 0...1 ~= $0 ? $0 : nil }
    }
}
