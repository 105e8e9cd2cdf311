// Merges imported tables into the files of the project, in any format.

internal import Localization
internal import ProgramSupport
internal import Files
internal import TranslationTools

/// Merges tables into a project's files and writes each file once.
///
/// A translation goes beside its source text: into the `.strings` file of its language, the `.stringsdict`
/// file beside it, the string catalog, the resource file of the same name, and so on.
struct Importer {
    private let projects: [LocalizationProject]
    private var report: ChangeReport
    /// The files to change, in the order of their first change.
    private var documents: [DocumentChanges] = []
    /// Their indices in `documents`, by path.
    private var documentIndices: [String: [ImportTarget: Int]] = [:]
    /// The project's messages of the tables, with those imported so far.
    private var units: [ImportTarget: [String: TranslationUnit]] = [:]
    /// The keys that are new in the source language.
    private var added: [Source: Set<String>] = [:]

    /// A table of a project.
    private struct Source: Hashable {
        let project: Int
        let table: String
    }

    /// A table in a locale.
    private struct ImportTarget: Hashable {
        let source: Source
        let locale: LocaleIdentifier
    }

    /// The changed messages of one file, table and locale.
    private struct DocumentChanges {
        let path: String
        let format: any TranslationFormat
        let target: ImportTarget
        /// The file with the source texts, in the same format.
        let source: LocalizationFile?
        var table: TranslationTable
        var findings: [MergeDiagnostic]
    }

    init(context: ToolContext, projects: [LocalizationProject], isDryRun: Bool) {
        self.projects = projects
        report = ChangeReport(context, isDryRun: isDryRun, below: projects.map(\.folder))
    }

    /// Merges a table into a project. Several files may contain parts of it.
    ///
    /// - Parameter facts: the capabilities of the table's format. A format with sources names the source
    ///   table first.
    mutating func merge(_ table: TranslationTable, into index: Int, facts: ExchangedFacts) {
        guard let locale = table.locale else { return }
        let project = projects[index]
        let owners = MessageOwners(project, table: table.name, locale: locale)
        if owners.isReadOnly { return }
        let target = ImportTarget(source: Source(project: index, table: table.name), locale: locale)
        if units[target] == nil {
            units[target] = project.translationTable(table.name, locale)?.unitsByKey ?? [:]
        }
        var paths: [String] = []
        var parts: [String: [TranslationUnit]] = [:]
        for unit in table.units {
            guard !owners.isBesideTranslationsOnly(unit.key),
                let path = owners.path(of: unit) ?? owners.defaultPath
            else { continue }
            if parts[path] == nil { paths.append(path) }
            parts[path, default: []].append(unit)
        }
        for path in paths {
            var part = table
            part.units = parts[path] ?? []
            merge(part, target, facts, into: path, owners)
        }
    }

    private mutating func merge(
        _ table: TranslationTable, _ target: ImportTarget, _ facts: ExchangedFacts, into path: String,
        _ owners: MessageOwners
    ) {
        guard let format = TranslationFormats().format(ofFile: path) else {
            report.fail()
            return
        }
        let project = projects[target.source.project]
        let isSource = target.locale == project.sourceLocale || target.locale == owners.ownSourceLocale
        let plain = plainUnits(of: table, target)
        let known = (units[target] ?? [:]).merging(plain) { $1 }
        var (changes, findings) = UnitMerger(target.locale, from: facts, into: format.facts).changes(
            of: table, in: known, isSource: isSource, added: added[target.source] ?? [])
        guard !changes.units.isEmpty || !findings.isEmpty else { return }
        for index in changes.units.indices {
            let key = changes.units[index].key
            if units[target]?[key] == nil { added[target.source, default: []].insert(key) }
            changes.units[index].places.unit = owners.unitPosition(of: key, in: path)
            if plain[key] == nil { units[target]?[key] = changes.units[index] }
        }
        changes.sourceLocale = owners.ownSourceLocale ?? project.sourceLocale
        changes.splitFolder()
        guard let index = documentIndices[path]?[target] else {
            documentIndices[path, default: [:]][target] = documents.count
            documents.append(
                DocumentChanges(
                    path: path, format: format, target: target, source: owners.source(in: format, of: path),
                    table: changes, findings: findings))
            return
        }
        // If two imported files change a message, the later change includes the earlier one.
        let later = Set(changes.units.map(\.key))
        documents[index].table.units.removeAll { later.contains($0.key) }
        documents[index].table.units += changes.units
        documents[index].findings += findings
    }

    /// The project's plain texts of messages that also have plural forms: programs never show them, but they
    /// are in a file of their own.
    private func plainUnits(of table: TranslationTable, _ target: ImportTarget) -> [String: TranslationUnit] {
        let keys = table.units.filter { unit in
            unit.translation?.hasVariations == false
                && units[target]?[unit.key]?.translation?.hasVariations == true
        }.map(\.key)
        guard !keys.isEmpty else { return [:] }
        let project = projects[target.source.project]
        let table = project.translationTable(target.source.table, target.locale, prefersForms: false)
        let plain = table?.unitsByKey ?? [:]
        return Dictionary(uniqueKeysWithValues: Set(keys).compactMap { key in plain[key].map { (key, $0) } })
            .filter { $0.value.translation?.hasVariations == false }
    }

    /// Writes the files that changed, or shows what would change.
    mutating func finish() -> ExitStatus {
        let documentsByPath = Dictionary(grouping: documents, by: \.path)
        var written: Set<String> = []
        for path in documents.map(\.path) where written.insert(path).inserted {
            let changes = documentsByPath[path] ?? []
            report.report(changes.flatMap(\.findings), path: path)
            let project = projects[changes[0].target.source.project]
            report.edit(
                path, changes[0].format, changes.map { TableEdits(setting: $0.table) },
                in: project.files.first { $0.path == path }?.document, following: changes[0].source)
        }
        return report.summarize()
    }
}
