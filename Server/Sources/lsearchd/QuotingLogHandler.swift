// Writes the log's metadata as `name=value`, quoted so that values from clients cannot imitate other entries.

internal import Logging

/// Writes lines of a log whose metadata programs can read: a value with spaces, quotation marks, equals signs
/// or control characters is in quotation marks, with escapes.
struct QuotingLogHandler: LogHandler {
    private var handler: StreamLogHandler

    init(label: String, stream: LogWriter) { handler = StreamLogHandler(label: label, stream: stream) }

    var logLevel: Logger.Level {
        get { handler.logLevel }
        set { handler.logLevel = newValue }
    }

    /// The metadata of all lines, quoted.
    var metadata: Logger.Metadata {
        get { handler.metadata }
        set { handler.metadata = newValue.mapValues(\.quoted) }
    }

    var metadataProvider: Logger.MetadataProvider? {
        get { handler.metadataProvider }
        set { handler.metadataProvider = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { handler[metadataKey: key] }
        set { handler[metadataKey: key] = newValue?.quoted }
    }

    func log(event: LogEvent) {
        var event = event
        event.metadata = event.metadata?.mapValues(\.quoted)
        handler.log(event: event)
    }
}

extension Logger.MetadataValue {
    /// The value as one word.
    fileprivate var quoted: Logger.MetadataValue { .string("\(self)".quotedForLog) }
}

extension String {
    /// The text itself if it is one word; otherwise in quotation marks, with `\"` and `\\` for these
    /// characters, and control characters as `\u{1B}`.
    var quotedForLog: String {
        let isWord =
            !isEmpty
            && unicodeScalars.allSatisfy { scalar in
                scalar != "\"" && scalar != "=" && scalar != "\\" && !scalar.properties.isWhitespace
            }
        let text = visible
        // A text that ``visible`` has changed contains a backslash.
        guard !isWord || text != self else { return self }
        let escaped = unicodeScalars.map { scalar in
            scalar == "\"" || scalar == "\\" ? "\\" + String(scalar) : String(scalar).visible
        }
        return "\"" + escaped.joined() + "\""
    }
}
