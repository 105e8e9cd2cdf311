// Synchronizes files with their template, as msgmerge(1) does.

internal import Files
internal import Localization
internal import ProgramSupport
internal import TranslationMemory
internal import TranslationTools

/// The files of a folder that follow templates.
struct TemplateSync {
    let context: ToolContext
    let sourceLocale: LocaleIdentifier
    /// The requested languages; all with a file if empty.
    let locales: [LocaleIdentifier]
    let removesObsolete: Bool

    /// A file of a language, which may not exist yet.
    private struct Target {
        let path: String
        let locale: LocaleIdentifier
        let isNew: Bool
    }

    /// Synchronizes the files of a group.
    ///
    /// - Parameters:
    ///   - files: the files of the group.
    ///   - wanted: the paths that the command line names; `nil` for all.
    /// - Returns: the number of texts that the memories filled.
    func run(
        _ files: [PlacedFile], wanted: Set<String>?, memories: inout MemoryLoader,
        report: inout ChangeReport
    ) throws(UsageError) -> Int {
        guard reportUnknownLanguages(files, &report) else { return 0 }
        var filledCount = 0
        // A folder with folders of languages has a template for each domain; a folder of PO files has one for
        // all of them.
        let templates = files.filter(\.isTemplate)
        let domains = Set(files.compactMap { $0.locale == nil ? nil : $0.table }).sorted()
        for domain in domains.isEmpty ? [nil] : domains.map(Optional.some) {
            let own = files.filter { $0.locale != nil && $0.table == domain }
            guard
                let template = templates.first(where: { $0.table == domain })
                    ?? (templates.count == 1 ? templates[0] : nil)
                    ?? own.first(where: { $0.locale == sourceLocale })
            else {
                if !own.isEmpty { report.fail(own[0].path, "TemplateMissing") }
                continue
            }
            guard let bytes = context.read(template.path, acceptsPipes: false) else {
                report.fail()
                return filledCount
            }
            let source = POFormat.messages(of: bytes, path: template.path, sourceLocale: sourceLocale)
            guard !report.refuses(source.damages, path: template.path) else { continue }
            let synchronizer = Synchronizer(source: source, removesObsolete: removesObsolete)
            for target in targets(own, beside: template, wanted) {
                filledCount += try synchronize(target, synchronizer, source, &memories, &report)
            }
        }
        return filledCount
    }

    /// Reports files whose language is unknown.
    ///
    /// - Returns: whether there are none, and all of them could be read.
    private func reportUnknownLanguages(_ files: [PlacedFile], _ report: inout ChangeReport) -> Bool {
        let project = LocalizationProject(sourceLocale: sourceLocale, files: [])
        for file in files where !file.isTemplate && file.locale == nil {
            let source = TranslationFileSource(project: project, path: file.path)
            guard let bytes = context.read(file.path, acceptsPipes: false) else {
                report.fail()
                continue
            }
            if LocalizationFile.files(of: bytes, POFormat(), from: source) == nil {
                report.fail(file.path, "LanguageUnknown")
            }
        }
        return !report.hasFailed
    }

    private func targets(
        _ files: [PlacedFile], beside template: PlacedFile, _ wanted: Set<String>?
    ) -> [Target] {
        var targets: [Target] = []
        for file in files where file.path != template.path {
            guard let locale = file.locale, locale != sourceLocale || !locales.isEmpty else { continue }
            guard locales.isEmpty ? wanted?.contains(file.path) ?? true : locales.contains(locale) else {
                continue
            }
            targets.append(Target(path: file.path, locale: locale, isNew: false))
        }
        for locale in locales where !files.contains(where: { $0.locale == locale }) {
            // The same path as for the other languages.
            let path = POFormat.path(of: locale, in: template.group.folder, domain: files.first?.table)
            targets.append(Target(path: path, locale: locale, isNew: true))
        }
        return targets
    }

    /// The changes of a file; `nil` if it cannot be read. Its messages are then freed.
    private func changes(
        of target: Target, _ synchronizer: Synchronizer, _ report: inout ChangeReport
    ) -> (changes: Synchronizer.Changes, document: TranslationDocument?)? {
        if target.isNew { return (synchronizer.changes(in: nil, locale: target.locale), nil) }
        guard let bytes = context.read(target.path, acceptsPipes: false) else {
            report.fail()
            return nil
        }
        let file = POFormat.messages(
            of: bytes, path: target.path, sourceLocale: sourceLocale, locale: target.locale)
        guard !report.refuses(file.damages, path: target.path) else { return nil }
        return (synchronizer.changes(in: file.catalog, locale: target.locale), file.document)
    }

    private func synchronize(
        _ target: Target, _ synchronizer: Synchronizer, _ source: LocalizationFile,
        _ memories: inout MemoryLoader, _ report: inout ChangeReport
    ) throws(UsageError) -> Int {
        guard let read = self.changes(of: target, synchronizer, &report) else { return 0 }
        var changes = read.changes
        var filledCount = 0
        if let memory = try memories.memory(for: target.locale) {
            filledCount = memory.fill(&changes, of: source, locale: target.locale, path: target.path)
        }
        report.edit(target.path, source.format, [changes.edits], in: read.document, following: source)
        return filledCount
    }
}
