// Writes errors and warnings in the user's language to standard error.

package import Localization

/// Writes messages as `PROGRAM: FILE:LINE: what is wrong; what to do`.
package struct Reporter {
    package let texts: Texts
    private let program: String
    private let write: (String) -> Void

    /// - Parameters:
    ///   - program: the program's name.
    ///   - write: receives each message as a line.
    package init(
        _ texts: Texts, program: String,
        write: @escaping (String) -> Void = { Output.standardError.writeLine($0) }
    ) {
        self.texts = texts
        self.program = program
        self.write = write
    }

    /// Reports a wrong command line.
    package func report(_ error: UsageError) { report(words: texts.message(for: error.message)) }

    /// Reports a finding about a text of a file.
    package func report(file: String?, line: Int?, _ diagnostic: any LocalizationDiagnostic) {
        report(file, line, words: texts.finding(diagnostic))
    }

    /// Reports findings about a file, except notes; after ``FurtherFindings/limit`` of
    /// them only the number of the rest.
    ///
    /// - Returns: whether one of them is an error.
    @discardableResult
    package func report(file: String, _ findings: [any LocalizationDiagnostic]) -> Bool {
        var listed = 0
        var hidden = 0
        var hasErrors = false
        for finding in findings where finding.severity != .note {
            if finding.severity == .error { hasErrors = true }
            if listed < FurtherFindings.limit || finding.messageKey == FurtherFindings.messageKey {
                listed += 1
                report(file: file, line: finding.position?.line, finding)
            } else {
                hidden += 1
            }
        }
        if hidden > 0 { report(file: file, "Further messages: %ld", [.integer(Int64(hidden))]) }
        return hasErrors
    }

    /// Reports an error about a file, by the key of its message.
    package func report(file: String?, line: Int? = nil, _ key: String, _ arguments: [FormatValue] = []) {
        report(file, line, words: texts.error(key, arguments))
    }

    /// Reports a message in words, with its place.
    package func report(_ file: String? = nil, _ line: Int? = nil, words: String) {
        var place = program + ": "
        if let file { place += file.singleLine + ":" }
        if let line { place += "\(line):" }
        if file != nil { place += " " }
        write(
            place
                + Direction(isRightToLeft: texts.isRightToLeft).isolatedSentence(
                    Typography.printed(words.singleLine)))
    }
}
