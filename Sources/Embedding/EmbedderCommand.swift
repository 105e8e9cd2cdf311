// The user's command that makes vectors of texts: one JSON object a line, in both directions.

internal import CatalogSearch
internal import JSON
internal import Synchronization

/// Asks the user's command. It is started when it is needed first, and again once after a failure.
public final class EmbedderCommand: Sendable {
    /// The command of the shell.
    public let command: String
    private let state = Mutex(State())
    private let running = Mutex(Running())

    /// What another thread than the one that waits for a response may end.
    private struct Running {
        var process: StartedProcess?
        var isStopped = false
    }

    fileprivate struct State {
        var conversation: CommandConversation?
        /// The id of the last request.
        var number = 0
        /// That of the first response.
        var space: VectorSpace?
    }

    /// Some models tell queries from records.
    public enum Kind: String, Sendable {
        case query
        case record
    }

    /// The most texts of a request.
    public static let batchSize = 32

    /// A command that is not started yet.
    public init(_ command: String) { self.command = command }

    /// Ends the command, also while it makes vectors, and does not start it again.
    public func stop() {
        let process = running.withLock { running in
            running.isStopped = true
            return running.process
        }
        process?.kill()
    }

    /// Starts the command.
    private func start() throws(CommandConversation.Fault) -> CommandConversation {
        // Under the lock, so that none starts after the stop.
        try running.withLock { running throws(CommandConversation.Fault) in
            if running.isStopped { throw .ended(status: 0) }
            let conversation = try CommandConversation(command)
            running.process = conversation.process
            return conversation
        }
    }

    /// Makes vectors of texts.
    ///
    /// - Parameters:
    ///   - seconds: the time for each attempt.
    ///   - tries: the most attempts.
    /// - Throws: `EmbedderFault` of the last attempt.
    public func vectors(
        of texts: [String], _ kind: Kind, seconds: Int, tries: Int
    ) throws(EmbedderFault) -> EmbeddedVectors {
        try state.withLock { (state: inout State) throws(EmbedderFault) -> EmbeddedVectors in
            var last = EmbedderFault.ended(status: 127)
            for _ in 0..<tries {
                do throws(EmbedderFault) {
                    return try state.attempt(texts, kind, seconds, start: start)
                } catch {
                    last = error
                    // What it writes later would be the response to an older request.
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
        _ texts: [String], _ kind: EmbedderCommand.Kind, _ seconds: Int,
        start: () throws(CommandConversation.Fault) -> CommandConversation
    ) throws(EmbedderFault) -> EmbeddedVectors {
        let response: [UInt8]
        number += 1
        do throws(CommandConversation.Fault) {
            let conversation =
                if let known = self.conversation { known } else { try start() }
            self.conversation = conversation
            var request = JSONObject()
            request.set("id", number)
            request.set("kind", kind.rawValue)
            request.set("texts", texts)
            response = try conversation.response(to: Array(request.text.utf8), within: .seconds(seconds))
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
        try? JSONParser().withValue(of: response) { json in
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
