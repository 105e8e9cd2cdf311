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

    func findings(in examination: SourceExamination) -> [Finding] {
        examination.projects.flatMap { project in
            SourceExamination.sourceFiles(of: project).flatMap { file in
                file.catalog.list.compactMap { message -> Finding? in
                    guard !examination.sources.uses(message.key, table: file.table),
                        !examination.kept.contains(message, table: file.table)
                    else { return nil }
                    return Finding(
                        check: identifier, severity: severity, path: file.path,
                        position: file.strings?[message.key]?.position ?? message.position, table: file.table,
                        locale: file.locale, key: message.key, messageKey: identifier,
                        facts: [.text(message.key)])
                }
            }
        }
    }
}
