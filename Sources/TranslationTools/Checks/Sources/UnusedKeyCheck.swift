// Finds messages that no source asks for.

internal import Localization

/// A message that nothing shows: it is translated in vain.
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
            SourceCheckRun.sourceFiles(of: project).flatMap { file in
                // Not every format has a place for the comment that keeps an entry.
                let hasComments = file.format.commenting("", at: 0, in: []) != nil
                return file.catalog.list.compactMap { message -> Finding? in
                    guard !run.sources.uses(message.key, table: file.table),
                        !run.kept.contains(message, table: file.table)
                    else { return nil }
                    return Finding(
                        check: identifier, severity: severity, path: file.path,
                        position: file.strings?[message.key]?.position ?? message.position, table: file.table,
                        locale: file.locale, key: message.key,
                        messageKey: hasComments ? identifier : identifier + ".option",
                        facts: [.text(message.key)])
                }
            }
        }
    }
}
