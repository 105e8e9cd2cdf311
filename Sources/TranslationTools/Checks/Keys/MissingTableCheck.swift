// Finds tables that a locale does not have at all.

internal import Localization

/// A locale has a folder, but not this table: every text of the table is shown in the source language.
struct MissingTableCheck: ProjectCheck {
    let identifier = "missing-table"
    let category = CheckCategory.keys
    let severity = Severity.warning
    let example = CheckExample(
        source: "\"Open\" = \"Open\";", locale: "de", wrong: nil, right: "\"Open\" = \"Öffnen\";")

    func problems(in project: LocalizationProject) -> [(file: LocalizationFile, problem: TranslationProblem)]
    {
        var found: [(LocalizationFile, TranslationProblem)] = []
        for table in project.tables {
            guard let source = project.source(table), source.catalog.list.contains(where: \.needsTranslation),
                !Self.hasOnlyNames(source)
            else { continue }
            for locale in project.locales where project.file(table, locale) == nil && !locale.isPseudo {
                // `de_AT` may contain only what differs from `de`.
                let parents = locale.lineage.dropFirst()
                guard !parents.contains(where: { project.file(table, $0) != nil }) else { continue }
                let variant = source.format.contents == .allLocales ? "catalog" : nil
                found.append(
                    (source, TranslationProblem(.text(table), .text(locale.identifier), variant: variant)))
            }
        }
        return found
    }

    /// Whether a table only has the names of an app for Apple's systems, which
    /// are the same in most languages.
    private static func hasOnlyNames(_ source: LocalizationFile) -> Bool {
        source.format.placeholderSyntax == .objectiveC && KeptKeys.isOfSystem(source.table)
            && source.catalog.list.allSatisfy { namesOfBundles.contains($0.key) }
    }

    private static let namesOfBundles: Set<String> = [
        "CFBundleName", "CFBundleDisplayName", "CFBundleSpokenName",
    ]

    /// The first translation of each table that has no source texts. Those of `InfoPlist.strings` and its
    /// like are in the property list itself.
    ///
    /// - Parameter areAll: whether no table at all has source texts, so that the source language
    ///   must be another one. Beside others they may come from a library.
    func missingSources(
        of project: LocalizationProject, areAll: Bool
    ) -> [(file: LocalizationFile, problem: TranslationProblem)] {
        project.tables.filter { !project.hasSource($0) }.compactMap { table in
            let file = project.files.first { $0.table == table && !$0.catalog.list.isEmpty }
            guard let file, file.format.placeholderSyntax != .objectiveC || !KeptKeys.isOfSystem(table) else {
                return nil
            }
            return (
                file,
                TranslationProblem(
                    .text(table), .text(project.sourceLocale.identifier),
                    variant: areAll ? "source" : "uncompared", severity: areAll ? .error : .note)
            )
        }
    }
}
