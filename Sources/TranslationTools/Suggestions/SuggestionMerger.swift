// Takes translations that programs suggest into a file, for people to review.

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

/// Merges suggestions into the file of a locale, after the checks found no error in them.
public struct SuggestionMerger: Sendable {
    private let source: LocalizationFile
    private let options: CheckOptions

    /// A merger for one table.
    ///
    /// - Parameters:
    ///   - source: the table in the source language.
    ///   - options: the checks. A suggestion is refused for errors alone.
    public init(source: LocalizationFile, options: CheckOptions = CheckOptions()) {
        self.source = source
        self.options = options
    }

    /// Merges suggestions, marked for review.
    ///
    /// - Parameters:
    ///   - file: the file as it is; `nil` if the locale has none yet.
    ///   - path: the path of the file, for findings.
    /// - Returns: the merged file, and the errors for which suggestions were refused.
    public func merge(
        _ suggestions: [SuggestedTranslation], into file: StringsFile?, locale: LocaleIdentifier, path: String
    ) -> (merged: MergedStrings, refused: [Finding]) {
        let merger = TranslationMerger(source: source.strings, sourceLocale: source.locale)
        let alone = merger.merge(table(suggestions, locale), into: nil)
        let project = LocalizationProject(
            sourceLocale: source.locale,
            files: [
                source,
                LocalizationFile(path: path, table: source.table, locale: locale, strings: alone.file),
            ])
        let keys = Set(suggestions.map(\.message.key))
        let errors = CheckRunner(project: project, options: options).findings().filter { finding in
            finding.severity == .error && finding.locale == locale && finding.key.map(keys.contains) == true
        }
        let wrong = Set(errors.compactMap(\.key))
        let good = suggestions.filter { !wrong.contains($0.message.key) }
        return (merger.merge(table(good, locale), into: file), errors)
    }

    private func table(_ suggestions: [SuggestedTranslation], _ locale: LocaleIdentifier) -> TranslationTable
    {
        TranslationTable(
            name: source.table, sourceLocale: source.locale, locale: locale,
            units: suggestions.map { suggestion in
                let key = suggestion.message.key
                var unit = TranslationUnit(
                    key: key, source: source.catalog[key], translation: suggestion.message,
                    state: .needsReview)
                unit.previousSource = suggestion.previousSource
                unit.translatorComment = suggestion.note
                return unit
            })
    }
}

extension MergedStrings {
    /// Adds the changes of a merge into this file.
    public mutating func append(_ later: MergedStrings) {
        file = later.file
        let known = Set(changedKeys + addedKeys + markedKeys)
        changedKeys += later.changedKeys.filter { !known.contains($0) }
        addedKeys += later.addedKeys.filter { !known.contains($0) }
        markedKeys += later.markedKeys.filter { !known.contains($0) }
        findings += later.findings
    }
}
