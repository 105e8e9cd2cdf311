// Finds source texts whose arguments translators cannot bring into another order.

internal import Localization

/// `%s of %s` in Python, whose specifiers have names or no order of their own at all. In C, Java and
/// Objective-C translators number the specifiers.
///
/// Translators can do nothing about it, so it is reported in files of the source alone: in templates, and
/// in those of the source language.
struct UnnamedArgumentsCheck: ProjectCheck {
    let identifier = "unnamed-arguments"
    let category = CheckCategory.formats
    let severity = Severity.note
    let example = CheckExample(
        source: "", locale: "en", wrong: "/* Flag: python-format */\n\"found\" = \"%s of %s\";",
        right: "/* Flag: python-format */\n\"found\" = \"%(count)s of %(all)s\";")

    func problems(in project: LocalizationProject) -> [(file: LocalizationFile, problem: TranslationProblem)]
    {
        guard let python = PlaceholderSyntax.named("python-format") else { return [] }
        return project.files.filter(project.isSource).flatMap { file in
            file.catalog.list.compactMap { message -> (LocalizationFile, TranslationProblem)? in
                guard message.comment?.containsASCII("python-format") == true,
                    message.placeholderFlags.contains(python.flag),
                    let text = message.form(nearest: nil)
                else { return nil }
                let unnamed = python.read(text.source).placeholders.filter {
                    !$0.isExplicit && $0.source != "*"
                }
                guard unnamed.count > 1 else { return nil }
                return (
                    file,
                    TranslationProblem(
                        .text(unnamed.map(\.source).joined(separator: ", ")), key: message.key)
                )
            }
        }
    }
}
