// Finds messages that no source asks for.

internal import Localization

/// A message that nothing shows: it is translated in vain.
///
/// A message that says where it is used is reported only if those sources were read, and a table that
/// sources hardly use is left alone: programs read it in a way of their own.
struct UnusedKeyCheck: SourceCheck {
    let identifier = "unused-key"
    let category = CheckCategory.keys
    let severity = Severity.warning
    let example = CheckExample(
        source: "", locale: "en", wrong: "\"Open\" = \"Open\";\n\"Opne\" = \"Open\";",
        right: "\"Open\" = \"Open\";",
        program: "let title = NSLocalizedString(\"Open\", comment: \"\")")

    func findings(in run: SourceCheckRun) -> [Finding] {
        run.projects.flatMap { project in
            SourceCheckRun.sourceFiles(of: project).flatMap { file -> [Finding] in
                if Self.isOfSettings(file) { return [] }
                // Not every format has a place for the comment that keeps an entry.
                let hasComments = file.format.commenting("", at: 0, in: []) != nil
                let unused = file.catalog.list.filter { message in
                    message.hasWords && !uses(message, of: file, in: run)
                        && !run.kept.contains(message, table: file.table)
                }
                let count = file.catalog.list.count
                if count >= Self.sizeOfOwnTable, unused.count * 10 >= count * 9 { return [] }
                return unused.map { message in
                    Finding(
                        check: identifier, severity: severity, path: file.path,
                        position: file.strings?[message.key]?.position ?? message.position, table: file.table,
                        locale: file.locale, key: message.key,
                        messageKey: hasComments ? identifier : identifier + ".option",
                        facts: [.text(message.key)])
                }
            }
        }
    }

    /// Whether the property lists of a bundle of settings use the texts, which the system shows.
    private static func isOfSettings(_ file: LocalizationFile) -> Bool {
        file.format.placeholderSyntax == .objectiveC
            && file.path.split(separator: "/").contains("Settings.bundle")
    }

    /// How many messages a table has at least that a program reads in a way of its own, if it
    /// seems to use at most one in ten.
    private static let sizeOfOwnTable = 20

    private func uses(_ message: Message, of file: LocalizationFile, in run: SourceCheckRun) -> Bool {
        if run.sources.uses(message.key, table: file.table) { return true }
        // The key of a text with a context begins with that.
        if file.format.sourceTexts != .otherFile, let text = message.principalText,
            run.sources.uses(text, table: file.table)
        {
            return true
        }
        guard let comment = message.comment, comment.containsASCII("File: ") else { return false }
        return run.sources.misses(EntryAnnotations(comment).references)
    }
}
