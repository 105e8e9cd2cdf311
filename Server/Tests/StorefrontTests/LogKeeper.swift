// A log that tests can read.

import Logging
import Synchronization

/// Keeps log lines.
struct LogKeeper: LogHandler {
    private final class Lines: Sendable {
        let list = Mutex<[String]>([])
    }

    private let lines = Lines()
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    var logger: Logger { Logger(label: "test") { [self] _ in self } }

    /// The number of lines that contain these words.
    func count(_ words: String) -> Int { lines.list.withLock { $0.count { $0.contains(words) } } }

    /// The number of lines that contain all of these words.
    func count(ofAll words: [String]) -> Int {
        lines.list.withLock { $0.count { line in words.allSatisfy { line.contains($0) } } }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        lines.list.withLock { $0.append("\(event.level) \(event.message) \(event.metadata ?? [:])") }
    }
}
