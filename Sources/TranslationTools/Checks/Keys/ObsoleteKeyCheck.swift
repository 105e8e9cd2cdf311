// Finds translations of messages that the source does not have any more.

internal import Localization

/// A translation that is never shown. Entries with `Flag: unmatched` are known to be such, and quiet.
///
/// No reader misses anything, and programs whose keys are their source texts may use a key that
/// no table of the source has: a note. A key that is misspelled is missing under its right
/// name, which `missing-key` reports.
struct ObsoleteKeyCheck: FileCheck {
    static let name = "obsolete-key"
    let identifier = name
    let category = CheckCategory.keys
    let severity = Severity.note
    let example = CheckExample(
        source: "\"Open\" = \"Open\";", locale: "fr",
        wrong: "\"Open\" = \"Ouvrir\";\n\"Opne\" = \"Ouvrir\";", right: "\"Open\" = \"Ouvrir\";")

    /// The text about a key that Xcode marks as stale. The mark is the key's, whatever languages it has.
    static let staleMessage = "obsolete-key.stale"

    func problems(in file: LocalizationFile, source: LocalizationFile?) -> [TranslationProblem] {
        guard let source else { return staleKeys(in: file) }
        // The property list itself has the texts that the table of the source leaves out.
        if file.format.placeholderSyntax == .objectiveC, KeptKeys.isOfSystem(file.table) { return [] }
        if Self.hasTextsAsKeys(file, besides: source) { return [] }
        return file.catalog.list.enumerated().compactMap { index, message in
            let key = message.key
            if let model = source.catalog.message(for: key, near: index), model.isSameEverywhere,
                file.format.placeholderSyntax == .javaPrintf, file.locale != source.locale
            {
                return TranslationProblem(
                    .text(key), variant: "untranslatable", severity: .warning, key: key)
            }
            guard source.catalog.message(for: key, near: index) == nil, !source.has(key),
                !file.hasOwnList(with: key)
            else { return nil }
            let isObsolete = EntryAnnotations(message.comment).state == .obsolete
            // In a string catalog only Xcode makes a message obsolete: a stale key without
            // a text in the source language.
            if isObsolete, file.format.contents == .allLocales {
                return TranslationProblem(.text(key), variant: "stale", key: key)
            }
            return isObsolete ? nil : TranslationProblem(.text(key), key: key)
        }
    }

    /// Whether most keys are the texts of the source language, and its own file has few or none: those
    /// that programs show otherwise.
    static func hasTextsAsKeys(_ file: LocalizationFile, besides source: LocalizationFile) -> Bool {
        let messages = file.catalog.list
        return source.catalog.list.count * 4 < messages.count
            && messages.count { $0.key.utf8.contains(0x20) } * 2 > messages.count
    }

    /// The keys of a string catalog that Xcode marks as unused in the source.
    private func staleKeys(in file: LocalizationFile) -> [TranslationProblem] {
        guard file.isOwnSource, file.format.contents == .allLocales else { return [] }
        return file.catalog.list.compactMap { message in
            message.isStale ? TranslationProblem(.text(message.key), variant: "stale", key: message.key) : nil
        }
    }
}
