// Merges imported tables into the files of the project, whatever their formats are.

internal import Localization
internal import ProgramSupport
internal import Files
internal import TranslationTools

/// Merges tables into a project's files and writes each file once.
///
/// A translation goes where its source text is: into the `.strings` file of its language, the `.stringsdict` file beside it,
/// the string catalog, the resource file of the same name, and so on.
struct Importer {
    private let context: ToolContext
    private let projects: [LocalizationProject]
    private var report: ChangeReport
    /// The `.strings` files, in the order in which they were changed first.
    private var order: [Place] = []
    private var files: [Place: MergedStrings] = [:]
    /// One merger for each table, because all locales of a table have the same source.
    private var mergers: [Source: TranslationMerger] = [:]
    /// The files of other formats.
    private var documents: [DocumentChanges] = []
    private var documentIndices: [String: Int] = [:]
    /// What the project has of the tables in files of other formats.
    private var units: [Place: [String: TranslationUnit]] = [:]
    /// The files that new messages of the source language were added to.
    private var added: [Source: [String: String]] = [:]

    /// A table of a project.
    private struct Source: Hashable {
        let project: Int
        let table: String
    }

    /// A table in a locale.
    private struct Place: Hashable {
        let source: Source
        let locale: LocaleIdentifier
    }

    init(context: ToolContext, projects: [LocalizationProject], isDryRun: Bool) {
        self.context = context
        self.projects = projects
        report = ChangeReport(context, isDryRun: isDryRun, below: projects.map(\.folder))
    }

    /// Merges a table into a project. Several files may contain parts of it.
    ///
    /// - Parameter facts: what the table's format knows. A format with sources names the source table first.
    mutating func merge(_ table: TranslationTable, into index: Int, facts: ExchangedFacts) {
        guard let locale = table.locale else { return }
        let source = Source(project: index, table: table.name)
        let owners = MessageOwners(projects[index], table: table.name, locale: locale)
        guard owners.hasOtherFormats else {
            return mergeStrings(table, Place(source: source, locale: locale), facts)
        }
        // An import never changes the source texts beside translations.
        if owners.isSourceOfHolders { return }
        var strings = table
        strings.units = []
        var others: [(path: String, units: [TranslationUnit])] = []
        var indices: [String: Int] = [:]
        for unit in table.units {
            guard let path = owners.path(of: unit.key) ?? added[source]?[unit.key] ?? owners.defaultPath
            else {
                strings.units.append(unit)
                continue
            }
            if indices[path] == nil {
                indices[path] = others.count
                others.append((path, []))
            }
            others[indices[path]!].units.append(unit)
        }
        if !strings.units.isEmpty { mergeStrings(strings, Place(source: source, locale: locale), facts) }
        for (path, units) in others {
            var part = table
            part.units = units
            merge(part, Place(source: source, locale: locale), facts, into: path, owners)
        }
    }

    private mutating func mergeStrings(_ table: TranslationTable, _ place: Place, _ facts: ExchangedFacts) {
        let project = projects[place.source.project]
        let merger =
            mergers[place.source]
            ?? TranslationMerger(
                source: project.stringsSource(table.name)?.strings ?? StringsFile(text: ""),
                sourceLocale: project.sourceLocale)
        mergers[place.source] = merger
        let known = files[place]
        let current = known?.file ?? project.stringsFile(table.name, place.locale)?.strings
        var merged = merger.merge(table, into: current, facts: facts)
        // The translations go beside the source texts as they are now.
        if place.locale == project.sourceLocale, merged.isChanged {
            mergers[place.source] = TranslationMerger(source: merged.file, sourceLocale: place.locale)
        }
        if let known {
            merged.changedKeys += known.changedKeys
            merged.addedKeys += known.addedKeys
            merged.markedKeys += known.markedKeys
            merged.findings += known.findings
        } else {
            order.append(place)
        }
        files[place] = merged
    }

    private mutating func merge(
        _ table: TranslationTable, _ place: Place, _ facts: ExchangedFacts, into path: String,
        _ owners: MessageOwners
    ) {
        let project = projects[place.source.project]
        if units[place] == nil {
            let known = project.translationTable(table.name, place.locale)?.units ?? []
            units[place] = Dictionary(known.map { ($0.key, $0) }) { first, _ in first }
        }
        let isSource = place.locale == project.sourceLocale || place.locale == owners.ownSourceLocale
        let merger = UnitMerger(place.locale, facts: facts)
        var changes = DocumentChanges(
            path: path, name: table.name, sourceLocale: owners.ownSourceLocale ?? project.sourceLocale,
            locale: place.locale)
        for unit in table.units where unit.isTranslatable || facts.contains(.sources) {
            guard let known = units[place]?[unit.key] else {
                let isNew = facts.contains(.sources) && (isSource || added[place.source]?[unit.key] != nil)
                let isKept = facts.contains(.sources) && unit.state == .obsolete
                if isNew || isKept, unit.translation != nil {
                    changes.units.append(unit)
                    units[place]?[unit.key] = unit
                    added[place.source, default: [:]][unit.key] = path
                } else if unit.state != .obsolete, unit.translation != nil {
                    changes.findings.append(MergeDiagnostic(.unknownKey, key: unit.key))
                }
                continue
            }
            let outcome = merger.merged(unit, into: known, isSource: isSource)
            if let finding = outcome.finding {
                changes.findings.append(MergeDiagnostic(finding, key: unit.key))
            }
            guard var changed = outcome.unit else { continue }
            changed.places.unit = owners.unitPlace(of: unit.key, in: path)
            changes.units.append(changed)
            units[place]?[unit.key] = changed
        }
        guard !changes.units.isEmpty || !changes.findings.isEmpty else { return }
        let name = path + "\n" + place.locale.identifier + "\n" + table.name
        if let index = documentIndices[name] {
            documents[index].units += changes.units
            documents[index].findings += changes.findings
        } else {
            documentIndices[name] = documents.count
            documents.append(changes)
        }
    }

    /// Writes the files that changed, or shows what would change.
    mutating func finish() -> ExitStatus {
        for place in order {
            guard let merged = files[place] else { continue }
            let (project, table) = (projects[place.source.project], place.source.table)
            report.take(
                merged, old: project.stringsFile(table, place.locale)?.strings,
                path: project.stringsPath(table, place.locale))
        }
        var paths: [String] = []
        for document in documents where !paths.contains(document.path) { paths.append(document.path) }
        for path in paths { write(documents.filter { $0.path == path }, to: path) }
        return report.summarize()
    }

    private mutating func write(_ changes: [DocumentChanges], to path: String) {
        context.reporter.report(file: path, changes.flatMap(\.findings))
        let tables = changes.map(\.table).filter { !$0.units.isEmpty }
        guard !tables.isEmpty, let format = TranslationFormats().format(ofFile: path) else { return }
        var old: [UInt8]?
        if (try? context.fileSystem.kind(of: path)) != nil {
            guard let bytes = context.read(path) else { return report.fail() }
            old = bytes
        }
        guard let file = format.edited(old, with: tables, at: path) else { return report.fail() }
        context.reporter.report(file: path, file.findings.filter { $0.severity > .note })
        guard !file.isRefused else { return report.fail() }
        report.replace(
            old, with: file.bytes, changedMessages: tables.reduce(0) { $0 + $1.units.count }, path: path)
    }
}

/// The messages that change in one file and locale.
private struct DocumentChanges {
    let path: String
    let name: String
    let sourceLocale: LocaleIdentifier
    let locale: LocaleIdentifier
    var units: [TranslationUnit] = []
    var findings: [MergeDiagnostic] = []

    var table: TranslationTable {
        var table = TranslationTable(
            name: name, sourceLocale: sourceLocale, locale: locale, units: units)
        table.splitFolder()
        return table
    }
}
