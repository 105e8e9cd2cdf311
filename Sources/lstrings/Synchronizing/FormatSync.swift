// Synchronizes the translations of projects with their source texts, in any format.

internal import Files
internal import Localization
internal import ProgramSupport
internal import TranslationMemory
internal import TranslationTools

/// Projects whose files contain both translations and source texts, or only translations beside those with
/// the source texts.
struct FormatSync {
    /// The requested languages; all of a project's if empty.
    let locales: [LocaleIdentifier]
    /// The project as it was when the translations were last synchronized; `nil` for the recorded texts.
    let earlier: LocalizationProject?
    /// Whether to record the source texts as those that the translations follow.
    let records: Bool
    let removesObsolete: Bool
    /// The messages that the program does not use.
    let unused: UnusedMessages?

    /// Synchronizes projects.
    ///
    /// - Returns: the number of texts that the memories filled; `nil` if a project has no source texts.
    func run(
        _ projects: [ProjectSelection], _ context: ToolContext, memories: inout MemoryLoader,
        report: inout ChangeReport
    ) throws(UsageError) -> Int? {
        var count = 0
        for loaded in projects { count += try completeOwn(loaded, memories: &memories, report: &report) }
        for loaded in projects where loaded.files.contains(where: { Self.followsOtherFile($0.format) }) {
            guard loaded.reportMissingSources(context) else { return nil }
            count += try follow(loaded, memories: &memories, report: &report)
        }
        return count
    }

    /// Whether translations are in files of their own, in a format that can mark suggestions.
    private static func followsOtherFile(_ format: any TranslationFormat) -> Bool {
        format.sourceTexts == .otherFile && format.facts.contains(.states)
    }

    // MARK: Files with their source texts

    private func completeOwn(
        _ loaded: ProjectSelection, memories: inout MemoryLoader, report: inout ChangeReport
    ) throws(UsageError) -> Int {
        var filledCount = 0
        let filesByPath = Dictionary(grouping: loaded.files, by: \.path)
        for (path, files) in filesByPath.sorted(by: { $0.key < $1.key }) {
            let format = files[0].format
            guard format.sourceTexts == .ownFile, format.facts.contains(.states) else { continue }
            guard !report.refuses(files.flatMap(\.damages), path: path) else { continue }
            var edits: [TableEdits] = []
            for (file, source, locale) in pairs(files, loaded.project, format) {
                var changes = Synchronizer(source: source).changes(in: file?.catalog, locale: locale)
                if let memory = try memories.memory(for: locale) {
                    filledCount += memory.fill(&changes, of: source, locale: locale, path: path)
                }
                changes.edits.table.splitFolder()
                edits.append(changes.edits)
            }
            report.edit(path, format, edits, in: files[0].document, following: nil, isWhole: true)
        }
        return filledCount
    }

    /// The texts of each language of a file beside its source; no texts for a language that the file will
    /// get.
    private func pairs(
        _ files: [LocalizationFile], _ project: LocalizationProject, _ format: any TranslationFormat
    ) -> [(file: LocalizationFile?, source: LocalizationFile, locale: LocaleIdentifier)] {
        let translations = files.filter { !project.isSource($0) }
        var pairs: [(LocalizationFile?, LocalizationFile, LocaleIdentifier)] = []
        for file in translations where locales.isEmpty || locales.contains(file.locale) {
            if let source = project.source(of: file) { pairs.append((file, source, file.locale)) }
        }
        guard format.contents == .allLocales else { return pairs }
        for locale in locales where !files.contains(where: { $0.locale == locale }) {
            if let source = files.first(where: project.isSource) { pairs.append((nil, source, locale)) }
        }
        return pairs
    }

    // MARK: Files beside those with the source texts

    private func follow(
        _ loaded: ProjectSelection, memories: inout MemoryLoader, report: inout ChangeReport
    ) throws(UsageError) -> Int {
        let project = loaded.project
        // Leaves out languages that occur only in string catalogs, since they have no files beside them.
        let ofFolders = Set(project.localesOfFolders)
        let locales = locales.isEmpty ? loaded.locales.filter(ofFolders.contains) : locales
        let isWhole = Set(locales).isSuperset(of: ofFolders.subtracting([project.sourceLocale]))
        // If some languages were not synchronized, recording the source texts would hide this from the
        // checks.
        let records = records || (project.syncedSources != nil && isWhole)
        var filledCount = 0
        for table in loaded.tables {
            guard let source = project.sources(table).first(where: { Self.followsOtherFile($0.format) }),
                !report.refuses(source.damages, path: source.path)
            else { continue }
            let removed = unused?.keys(in: source) ?? []
            let kept = remove(removed, from: source, &report)
            let recorded = project.syncedSources?[table]
            if let recorded, !self.records, report.refuses(recorded.damages, path: recorded.path) { continue }
            let before = earlier?.source(table) ?? (self.records || earlier != nil ? nil : recorded)
            let synchronizer = Synchronizer(
                source: kept, previous: before?.catalog, removesObsolete: removesObsolete)
            for locale in locales where locale != project.sourceLocale {
                guard let path = source.format.path(of: locale, beside: source, in: project) else { continue }
                let file = project.files(table, locale).first { $0.format.name == source.format.name }
                if let file, report.refuses(file.damages, path: path) { continue }
                var changes = synchronizer.changes(
                    in: file?.catalog, locale: locale, removing: removed)
                if let memory = try memories.memory(for: locale) {
                    filledCount += memory.fill(&changes, of: source, locale: locale, path: path)
                }
                let document = file?.path == path ? file?.document : nil
                report.edit(path, source.format, [changes.edits], in: document, following: kept)
            }
            if records, !report.hasFailed {
                report.record(kept, old: recorded, path: project.syncedPath(table))
            }
        }
        return filledCount
    }

    /// The file with the source texts, without some messages.
    private func remove(
        _ keys: Set<String>, from source: LocalizationFile, _ report: inout ChangeReport
    ) -> LocalizationFile {
        guard !keys.isEmpty else { return source }
        let table = TranslationTable(name: source.table, source: source.catalog, translation: source.catalog)
        let edits = TableEdits(table, keys.sorted().map { .remove($0) })
        let edited = report.edit(
            source.path, source.format, [edits], in: source.document, following: nil)
        guard let bytes = edited else { return source }
        return LocalizationFile(
            path: source.path, table: source.table, locale: source.locale, bytes: bytes)
    }
}
