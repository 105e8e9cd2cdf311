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
    let context: ToolContext
    let formats = TranslationFormats()
    /// The languages that are wanted; all of each file where empty.
    let locales: [LocaleIdentifier]

    /// Completes the files.
    ///
    /// - Returns: how many texts the memories filled.
    func run(
        _ loaded: ProjectSelection, memories: inout MemoryLoader, report: inout ChangeReport
    ) throws(UsageError) -> Int {
        var filledCount = 0
        for path in Set(loaded.files.map(\.path)).sorted() {
            guard let format = formats.format(ofFile: path) else { continue }
            let files = loaded.files.filter { $0.path == path }
            guard !refuses(files, path, &report) else { continue }
            // In a format without states nobody would see that a text is only suggested.
            guard format.facts.contains(.states) else { continue }
            var tables: [TranslationTable] = []
            for (file, source, locale) in pairs(files, loaded.project, format) {
                let synchronizer = TableSynchronizer(source: source.strings, sourceLocale: source.locale)
                var merged = synchronizer.synchronize(file?.strings, locale: locale)
                if let memory = try memories.memory(for: locale) {
                    filledCount += memory.fill(&merged, of: source, locale: locale, path: path)
                }
                tables.append(changes(merged.file, of: file, source, locale, addsNew: file == nil))
            }
            write(tables, to: path, report: &report)
        }
        return filledCount
    }

    /// Whether a file must stay as it is, because not all of it was understood.
    func refuses(_ files: [LocalizationFile], _ path: String, _ report: inout ChangeReport) -> Bool {
        let damages = files.flatMap(\.formatFindings).filter { $0.severity == .error }
        guard !damages.isEmpty else { return false }
        context.reporter.report(file: path, damages)
        report.fail()
        return true
    }

    /// The messages of a table that differ from those of its file.
    ///
    /// - Parameters:
    ///   - merged: the messages as a `.strings` file.
    ///   - file: the file; `nil` for a language that it does not have.
    ///   - addsNew: whether messages that are not translated are added, too.
    func changes(
        _ merged: StringsFile, of file: LocalizationFile?, _ source: LocalizationFile,
        _ locale: LocaleIdentifier, addsNew: Bool = false
    ) -> TranslationTable {
        let catalog = MessageCatalog(locale: locale, strings: merged)
        var table = TranslationTable(name: source.table, source: source.catalog, translation: catalog)
        table.splitFolder()
        let known = TranslationTable(name: source.table, source: source.catalog, translation: file?.catalog)
        var states: [String: TranslationUnit] = [:]
        for unit in known.units where unit.translation != nil { states[unit.key] = unit }
        table.units = table.units.compactMap { unit in
            guard unit.source != nil, unit.isTranslatable, let message = unit.translation else { return nil }
            guard let before = states[unit.key], let old = before.translation else {
                return addsNew || unit.state != .new ? unit : nil
            }
            let forms = Dictionary(uniqueKeysWithValues: old.forms.map { ($0.variation, $0.text) })
            guard message.forms.contains(where: { forms[$0.variation] != $0.text }) else { return nil }
            // The forms that were there before are in the state that they were in.
            var unit = unit
            let new = message.forms.map { form in
                let isKept = forms[form.variation] == form.text
                return (form.variation, isKept ? before.state(of: form.variation) : .needsReview)
            }
            unit.setStates(Dictionary(uniqueKeysWithValues: new))
            return unit
        }
        return table
    }

    /// Writes the messages of tables into their file.
    func write(_ all: [TranslationTable], to path: String, report: inout ChangeReport) {
        let tables = all.filter { !$0.units.isEmpty }
        guard let format = formats.format(ofFile: path), let old = context.read(path), !tables.isEmpty,
            let updated = format.edited(old, with: tables, at: path)
        else { return }
        context.reporter.report(file: path, updated.findings)
        guard !updated.isRefused else { return report.fail() }
        guard says(updated.bytes, tables, format, path) else {
            return report.fail(path, "FormatNotCompleted")
        }
        report.replace(
            old, with: updated.bytes, changedMessages: tables.reduce(0) { $0 + $1.units.count }, path: path)
    }

    /// Whether the written file says what it is to say: others may have written it in a way that this library does not.
    private func says(
        _ bytes: [UInt8], _ tables: [TranslationTable], _ format: any TranslationFormat, _ path: String
    ) -> Bool {
        let empty = LocalizationProject(sourceLocale: tables[0].sourceLocale, files: [])
        let stem = PathName.split(path).name.split(separator: ".").first.map(String.init)
        let read = format.read(bytes, from: TranslationFileSource(project: empty, path: path, table: stem))
            .tables
        return tables.allSatisfy { table in
            let same = read.filter { $0.locale == table.locale && table.name == $0.name }
            var known: [String: Int] = [:]
            for unit in same.flatMap(\.units) { known[unit.key] = unit.translation?.forms.count }
            return table.units.allSatisfy { known[$0.key] == $0.translation?.forms.count }
        }
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

extension TranslationTable {
    /// Parts the folder that a project has before the name of a table of an XLIFF file.
    mutating func splitFolder() {
        guard folder == nil, let slash = name.lastIndex(of: "/") else { return }
        folder = String(name[..<slash])
        name = String(name[name.index(after: slash)...])
    }
}
