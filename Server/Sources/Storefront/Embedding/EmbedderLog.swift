// The state of an embedder, for the log, metrics and operators.

internal import Embedding
internal import Logging
internal import Synchronization

/// Counts the vectors that an embedder makes, and logs its failures: the same one only once, until it changes
/// or the embedder works again.
final class EmbedderLog: Sendable {
    /// The embedded texts. Queries and records each have a command of their own, so that queries need not
    /// wait for records.
    enum Texts: String, Sendable {
        case queries
        case records
    }

    /// The figures of one of the commands.
    struct Figures: Sendable {
        /// The number of records that got a vector since the start.
        var madeCount = 0
        var failureCount = 0
        /// Why it makes no vectors now; `nil` if it does.
        var fault: EmbedderFault?
    }

    private let logger: Logger
    private let figures = Mutex<[Texts: Figures]>([:])

    init(_ logger: Logger) { self.logger = logger }

    subscript(texts: Texts) -> Figures { figures.withLock { $0[texts] ?? Figures() } }

    func add(_ count: Int, of texts: Texts) {
        figures.withLock { $0[texts, default: Figures()].madeCount += count }
    }

    /// - Parameter pause: how long the command is not used.
    func note(_ fault: EmbedderFault, of texts: Texts, pause: Duration) {
        let isNews = figures.withLock { figures in
            var own = figures[texts] ?? Figures()
            defer { figures[texts] = own }
            own.failureCount += 1
            defer { own.fault = fault }
            return own.fault != fault
        }
        guard isNews else { return }
        logger.error(
            "The embedder makes no vectors, so words alone are searched: try its command by itself",
            metadata: ["of": "\(texts.rawValue)", "reason": "\(fault)", "retry": "\(pause)"])
    }

    func noteRecovery(of texts: Texts) {
        let hasFailed = figures.withLock { figures in
            defer { figures[texts]?.fault = nil }
            return figures[texts]?.fault != nil
        }
        if hasFailed {
            logger.notice("The embedder makes vectors again", metadata: ["of": "\(texts.rawValue)"])
        }
    }
}
