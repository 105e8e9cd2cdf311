// Checks translations that a translator tries out.

internal import ProgramSupport
internal import Localization

/// Compares the folder named by `--localizations` with the program's own messages.
struct TranslationReview {
    let texts: Texts
    let reporter: Reporter

    /// Reports problems of the files in the folder, and formats that do not fit the program's arguments.
    ///
    /// - Parameter installed: the program's own messages, which include the source language.
    func review(
        _ tried: LocalizationReading, of folder: String, against installed: some Sequence<LocalizationReading>
    ) {
        if tried.locales.isEmpty {
            reporter.report(file: folder, line: nil, "LocalizationsMissing", [])
            return
        }
        reporter.report(tried)
        let source = LocaleIdentifier.english
        for (locale, tables) in tried.tables.sorted(by: { $0.key.identifier < $1.key.identifier }) {
            for (name, table) in tables.sorted(by: { $0.key < $1.key }) {
                guard let original = installed.lazy.compactMap({ $0.tables[source]?[name] }).first else {
                    continue
                }
                for message in table.list {
                    let key = message.key
                    let file = tried.files[locale]?[name] ?? folder
                    let line = message.position?.line
                    for problem in message.formats.flatMap(\.problems) where problem.severity != .note {
                        reporter.report(file: file, line: line, problem)
                    }
                    guard let mismatch = original[key].flatMap(message.formatMismatch) else { continue }
                    reporter.report(
                        file: file, line: line, "TranslationWrongFormat: %1$@ %2$@ %3$@",
                        [.text(key), .text(mismatch.found), .text(mismatch.expected)])
                }
            }
        }
    }
}
