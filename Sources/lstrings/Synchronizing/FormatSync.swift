// Completes the translations in string catalogs and XLIFF files, which contain their source texts.

internal import Files
internal import Localization
internal import ProgramSupport
internal import TranslationMemory
internal import TranslationTools

/// A project of files that contain source texts beside translations.
///
/// Such a file says itself what is not translated, so nothing is added for that. Plural forms that a language needs are, and
/// what translation memories suggest.
struct FormatSync {
    /// The languages that are wanted; all of each file where empty.
    let locales: [LocaleIdentifier]

    /// Completes the files.
    ///
    /// - Returns: how many texts the memories filled.
    func run(
        _ loaded: ProjectSelection, memories: inout MemoryLoader, report: inout ChangeReport
    ) throws(UsageError) -> Int {
        var filledCount = 0
        let filesByPath = Dictionary(grouping: loaded.files, by: \.path)
        for (path, files) in filesByPath.sorted(by: { $0.key < $1.key }) {
            let format = files[0].format
            // A format without states cannot say that a text is only suggested.
            guard format.sourceTexts == .ownFile, format.facts.contains(.states) else { continue }
            guard !report.refuses(files.flatMap(\.damages), path: path) else { continue }
            var tables: [TranslationTable] = []
            for (file, source, locale) in pairs(files, loaded.project, format) {
                var (table, untranslated) = UnitSynchronizer(name: source.table, source: source.catalog)
                    .changes(in: file?.catalog, locale: locale)
                if let memory = try memories.memory(for: locale) {
                    let filled = memory.filled(untranslated, of: source, locale: locale, path: path)
                    let keys = Set(filled.map(\.key))
                    table.units = table.units.filter { !keys.contains($0.key) } + filled
                    filledCount += filled.count
                }
                table.splitFolder()
                tables.append(table)
            }
            report.edit(path, format, tables, following: nil, isWhole: true)
        }
        return filledCount
    }

    /// The texts of each language of a file beside its source; no texts for a language that the file is to get.
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
}
