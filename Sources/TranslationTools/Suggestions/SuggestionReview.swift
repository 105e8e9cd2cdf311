// Which of the translations that programs suggest are good enough for people to review.

public import Localization

/// A translation that a program suggests.
public struct SuggestedTranslation: Sendable {
    /// The message with its translated forms.
    public let message: Message
    /// The source text that the translation was made for, if that is another one.
    public let previousSource: String?
    /// Where the suggestion comes from, for the translator.
    public let note: String?

    /// Makes a suggestion for the message's key.
    public init(_ message: Message, previousSource: String? = nil, note: String? = nil) {
        self.message = message
        self.previousSource = previousSource
        self.note = note
    }
}

/// Suggestions for one table and locale, divided by whether the checks find errors in them.
public struct SuggestionReview: Sendable {
    /// The suggestions without errors, as units to be reviewed. A format takes them by `applying`.
    public let table: TranslationTable
    /// The errors in the others.
    public let refused: [Finding]
    /// The warnings about suggestions without errors.
    public let warnings: [Finding]

    /// Checks suggestions.
    ///
    /// - Parameters:
    ///   - source: the table in the source language.
    ///   - path: the path of the file that is to have the translations, for findings.
    ///   - options: the checks. A suggestion is refused for errors alone.
    public init(
        _ suggestions: [SuggestedTranslation], of source: LocalizationFile, locale: LocaleIdentifier,
        path: String, options: CheckOptions = CheckOptions()
    ) {
        let messages = suggestions.map(\.message)
        var table = TranslationTable(
            name: source.table,
            source: MessageCatalog(
                locale: source.locale, messages: messages.compactMap { source.catalog[$0.key] }),
            translation: MessageCatalog(locale: locale, messages: messages))
        let project = LocalizationProject(
            sourceLocale: source.locale,
            files: [
                source,
                LocalizationFile(
                    path: path, format: source.format, table: table, side: .translation,
                    locale: locale),
            ])
        let byKey = Dictionary(suggestions.map { ($0.message.key, $0) }) { $1 }
        let findings = CheckRunner(project: project, options: options).findings().filter { finding in
            finding.locale == locale && finding.key.flatMap { byKey[$0] } != nil
        }
        refused = findings.filter { $0.severity == .error }
        let wrong = Set(refused.compactMap(\.key))
        warnings = findings.filter { $0.severity == .warning && $0.key.map(wrong.contains) != true }
        table.units.removeAll { wrong.contains($0.key) }
        for index in table.units.indices {
            let suggestion = byKey[table.units[index].key]
            table.units[index].state = .needsReview
            table.units[index].previousSource = suggestion?.previousSource
            table.units[index].translatorComment = suggestion?.note
        }
        self.table = table
    }
}
