// Errors and warnings, worded in the user's language, on standard error.

internal import CatalogSearch
internal import Localization
internal import Storage

/// Says what is wrong as `lsearch: FILE:LINE: what is wrong; what to do`.
struct Reporter {
    private let texts: Texts
    private let write: (String) -> Void

    /// How many findings about catalogs are shown in one run.
    private static let shownFindings = 20
    /// How many names a message offers to choose from.
    private static let listedNames = 30

    /// - Parameter write: takes each message as a line.
    init(_ texts: Texts, write: @escaping (String) -> Void = { Output.standardError.writeLine($0) }) {
        self.texts = texts
        self.write = write
    }

    /// A wrong command line.
    func report(_ error: UsageError) { report(nil, nil, words(for: error)) }

    /// A search that cannot be made.
    func report(_ error: SearchError) { report(nil, nil, words(for: error)) }

    /// What was wrong with catalogs; beyond a number of findings only how many more there are.
    func report(_ diagnostics: [CatalogDiagnostic], further: Int, skippedItems: Int) {
        for diagnostic in diagnostics.prefix(Self.shownFindings) {
            report(diagnostic.file, diagnostic.line, words(for: diagnostic))
        }
        let hidden = max(0, diagnostics.count - Self.shownFindings) + further
        if hidden > 0 { report(nil, nil, texts.error("Further messages: %ld", [.init(hidden)])) }
        if skippedItems > 0 { report(nil, nil, texts.error("Items left out: %ld", [.init(skippedItems)])) }
    }

    /// What was wrong with a folder of texts that is tried out.
    func report(_ reading: LocalizationReading) {
        for failure in reading.failures {
            report(failure.path, nil, texts.error("TranslationUnreadable: %@", [.text(failure.message)]))
        }
        for finding in reading.findings where finding.diagnostic.severity != .note {
            report(file: finding.file, line: finding.diagnostic.position?.line, finding.diagnostic)
        }
    }

    /// A finding about a text of a file.
    func report(file: String, line: Int?, _ diagnostic: any LocalizationDiagnostic) {
        report(file, line, texts.finding(diagnostic))
    }

    /// A finding about a file that has a message of its own.
    func report(file: String, line: Int?, _ key: String, _ arguments: [FormatValue]) {
        report(file, line, texts.error(key, arguments))
    }

    /// The words for a wrong option or request.
    func words(for error: UsageError) -> String {
        texts.error(
            error.key,
            error.arguments.map { argument in
                switch argument {
                case .value(let value): value
                case .message(let key): .text(texts.error(key))
                }
            })
    }

    /// The words for a search that cannot be made.
    func words(for error: SearchError) -> String {
        switch error {
        case .queryTooLong(let count, let limit):
            texts.error("QueryTooLong: %1$ld %2$ld", [.init(count), .init(limit)])
        case .unknownScope(let name, let known):
            texts.error("UnknownScope: %1$@ %2$@", [.text(name), list(known)])
        case .unknownCatalog(let name, let known):
            texts.error("UnknownCatalog: %1$@ %2$@", [.text(name), list(known)])
        case .unknownField(let name, let known):
            texts.error("UnknownField: %1$@ %2$@", [.text(name), list(known)])
        case .icu(let failure): texts.error("InternalFailure: %@", [.text(failure.description)])
        }
    }

    private func words(for diagnostic: CatalogDiagnostic) -> String {
        // Where broken JSON breaks says more than the parser's words for it, which are English.
        if let column = diagnostic.column {
            switch diagnostic.kind {
            case .invalidJSON, .sidecarInvalid:
                return texts.error(
                    diagnostic.messageKey, [.text(texts.error("JSONByte: %ld", [.init(column)]))])
            default: break
            }
        }
        let arguments = diagnostic.arguments.map { argument -> FormatValue in
            switch argument {
            case .text(let text): .text(text.singleLine)
            case .integer(let number): .init(number)
            case .message(let key): .text(texts.error(key))
            }
        }
        return texts.error(diagnostic.messageKey, arguments)
    }

    private func list(_ names: [String]) -> FormatValue {
        let shown = names.prefix(Self.listedNames) + (names.count > Self.listedNames ? ["…"] : [])
        return .text(shown.joined(separator: texts("ListSeparator")))
    }

    private func report(_ file: String?, _ line: Int?, _ words: String) {
        var place = "lsearch: "
        if let file { place += file.singleLine + ":" }
        if let line { place += "\(line):" }
        if file != nil { place += " " }
        write(place + Direction(isRightToLeft: texts.isRightToLeft).isolatedSentence(words.singleLine))
    }
}
