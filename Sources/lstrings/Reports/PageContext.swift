// Findings and pictures for the pages for translators.

internal import Files
internal import Localization
internal import ProgramSupport
internal import TranslationTools

extension TranslatorPageRemark {
    /// A message of a project that the page shows.
    fileprivate struct Place: Hashable {
        /// The folder of the project, as the export names it.
        let folder: String?
        let table: String
        let locale: LocaleIdentifier?
        let key: String
    }
}

/// What pages show beside messages that is not in the files of translations.
struct PageContext {
    private let context: ToolContext
    private var remarks: [TranslatorPageRemark.Place: [TranslatorPageRemark]] = [:]
    /// The folders of the projects, by the name that the export has for them.
    private var folders: [String?: String] = [:]
    /// The program's texts in the languages of the pages.
    private var texts: [LocaleIdentifier: Texts] = [:]

    /// The largest picture in a page, in bytes.
    private static let largestPicture = 1 << 20

    init(_ context: ToolContext) { self.context = context }

    /// Checks the translations of a project.
    ///
    /// What is said of keys and whole files is not for translators.
    ///
    /// - Parameter folder: the folder of the project, as the export names it.
    nonisolated(nonsending) mutating func add(
        _ loaded: ProjectSelection, folder: String?, glossary: Glossary, locales: [LocaleIdentifier]
    ) async {
        folders[folder] = loaded.project.folder
        var options = CheckOptions(ignored: ["keys", "files"])
        options.glossary = glossary
        options.includesUnfinished = true
        let runner = CheckRunner(project: loaded.project, options: options) { locales.contains($0.locale) }
        let findings = await runner.concurrentFindings()
        for severity in Severity.allCases.sorted(by: >) {
            for finding in findings where finding.severity == severity && locales.contains(finding.locale) {
                guard let key = finding.key else { continue }
                let place = TranslatorPageRemark.Place(
                    folder: folder, table: finding.table, locale: finding.locale, key: key)
                let texts = texts(for: finding.locale)
                let facts = finding.facts.map { fact in
                    if case .text(let text) = fact { FormatValue.text(Typography.quoted(text)) } else { fact }
                }
                let remark = TranslatorPageRemark(
                    severity, named: texts.severity(severity) + ":", texts.message(for: finding, facts))
                // Forms with the same mistake need one remark.
                if remarks[place]?.contains(remark) != true { remarks[place, default: []].append(remark) }
            }
        }
    }

    /// The program's texts in the language of a page.
    private mutating func texts(for locale: LocaleIdentifier) -> Texts {
        if let known = texts[locale] { return known }
        let users = OptionValue.preferredLocales(environment: context.environment.variables)
        let loaded = Texts.load(
            folders: context.environment.localizationFolders(first: nil), preferred: [locale] + users,
            tables: ToolContext.tables
        ).texts
        texts[locale] = loaded
        return loaded
    }

    /// Adds what pages show to their options.
    func describe(in options: inout TranslatorPageOptions) {
        let (remarks, folders, fileSystem) = (remarks, folders, context.fileSystem)
        options.remarks = { table, key in
            remarks[
                TranslatorPageRemark.Place(
                    folder: table.folder, table: table.name, locale: table.locale, key: key)] ?? []
        }
        // A comment comes from others: it names no file outside of the project and the current folder.
        options.picture = { table, name in
            let folder = folders[table.folder] ?? "."
            return [PathName.joined(folder, name), name].lazy.compactMap { path in
                guard fileSystem.isBelow(path, [folder, "."]) else { return nil }
                return try? fileSystem.contents(ofRegularFile: path, limit: Self.largestPicture)
            }.first
        }
    }
}
