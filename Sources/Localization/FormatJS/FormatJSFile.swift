// The files that `formatjs compile` writes for programs.

/// Messages of ICU's MessageFormat by their ids, as FormatJS compiles them: `{"id": "{n, plural, …}"}`, or
/// with `--ast` their syntax trees.
public struct FormatJSFile: Sendable {
    /// The messages in the file's order; of two with the same id the last one.
    public let messages: [Message]
    /// What is wrong with the file. What is not named here was read.
    public let diagnostics: [any LocalizationDiagnostic]

    public init(_ bytes: [UInt8]) {
        let reader = FormatJSReader(bytes)
        let index = PositionIndex(reader.text)
        func position(_ offset: Int) -> SourcePosition {
            let place = index.place(at: offset, in: reader.text)
            return SourcePosition(line: place.line, column: place.column, byteOffset: offset)
        }
        var found = FindingCollector<FormatJSDiagnostic>()
        func report(_ kind: FormatJSDiagnostic.Kind, _ facts: [String], _ offset: Int) {
            found.append(FormatJSDiagnostic(kind: kind, facts: facts, position: position(offset)))
        }
        var messages: [Message] = []
        var indices: [String: Int] = [:]
        for entry in reader.entries {
            let text = entry.value.text ?? entry.value.elements.flatMap { FormatJSSyntaxTree.message($0) }
            guard let text,
                let message = Message(key: entry.id, messageFormat: text, position: position(entry.offset))
            else {
                report(.invalidMessage, [entry.id, String((text ?? "").prefix(48))], entry.offset)
                continue
            }
            if let known = indices[entry.id] {
                report(.duplicateID, [entry.id], entry.offset)
                messages[known] = message
            } else {
                indices[entry.id] = messages.count
                messages.append(message)
            }
        }
        if !reader.isObject {
            report(.unexpectedDocument, [], 0)
        } else if let fault = reader.fault {
            let rest = String(decoding: reader.text[fault...].prefix(4), as: UTF8.self).prefix(1)
            report(rest.isEmpty ? .signMissing : .notAllowed, [rest.isEmpty ? "}" : String(rest)], fault)
        }
        self.messages = messages
        diagnostics = found.all
    }
}

/// A finding about a file of FormatJS.
public struct FormatJSDiagnostic: LocalizationDiagnostic {
    /// What was found. The raw value is the key of the text that describes it.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// There is no object.
        case unexpectedDocument = "JSON.UnexpectedDocument"
        /// The file is broken here; what is complete before counts. Facts: the sign.
        case notAllowed = "JSON.NotAllowed"
        /// The file ends within the object. Facts: the sign.
        case signMissing = "Text.SignMissing"
        /// Two messages have the same id; the last one counts. Facts: id.
        case duplicateID = "Text.DuplicateKey"
        /// A value is no message of MessageFormat, and is left out. Facts: id, beginning of the text.
        case invalidMessage = "MessageFormat.Invalid"
    }

    public let kind: Kind
    /// The facts, as the kind lists them.
    public let facts: [String]
    /// Where it was found.
    public let position: SourcePosition?

    /// A warning where both texts of an id were read, else an error.
    public var severity: Severity { kind == .duplicateID ? .warning : .error }
    /// The kind's raw value.
    public var messageKey: String { kind.rawValue }
    public var arguments: [any FormatArgument] { facts }
}
