// Pseudo-locales, where the files of a project are.

internal import Files
internal import Localization
internal import ProgramSupport
internal import TranslationTools

/// Writes texts of a pseudo-locale beside, or into, the files with their source texts.
struct PseudoFormats {
    let context: ToolContext
    let locale: LocaleIdentifier
    let localizer: PseudoLocalizer
    /// The folder to write to; `nil` for the place of the files.
    let output: String?

    // MARK: gettext

    /// Writes a PO file for each template of a group, or for each file in the source language that serves as one.
    func write(
        _ files: [PlacedFile], sourceLocale: LocaleIdentifier, report: inout ChangeReport
    ) {
        let templates = files.filter(\.isTemplate)
        let sources = templates.isEmpty ? files.filter { $0.locale == sourceLocale } : templates
        if sources.isEmpty, let first = files.first { report.fail(first.path, "TemplateMissing") }
        for template in sources {
            guard let bytes = context.read(template.path) else { continue }
            let file = POFile(bytes)
            if report.refuses(file.damages, path: template.path) { continue }
            var revision = PORevision(template: file, old: nil, locale: locale)
            let source = revision.untranslated(in: sourceLocale, path: template.path)
            _ = revision.take(table(source).units, isReviewed: true)
            let name = locale.gettextName
            let isDivided = files.contains { $0.path.contains("/LC_MESSAGES/") } || sources.count > 1
            let place = isDivided ? "\(name)/LC_MESSAGES/\(template.table ?? "messages").po" : name + ".po"
            replace(
                PathName.joined(output ?? template.group.folder, place), revision.serialized(),
                revision.entries.count, &report)
        }
    }

    // MARK: Formats with tables

    /// Writes the source texts of a project's files.
    func write(_ project: LocalizationProject, report: inout ChangeReport) {
        for path in Set(project.files.map(\.path)).sorted() {
            let files = project.files.filter { $0.path == path }
            if report.refuses(files.flatMap(\.damages), path: path) { return }
        }
        // Files of several languages have the same source texts.
        var sources: [(path: String, files: [LocalizationFile])] = []
        for file in project.files where file.locale != locale {
            guard let source = project.isSource(file) ? file : file.ownSource,
                file.format.sourceTexts != .template
            else { continue }
            let path = path(source, project)
            guard let index = sources.firstIndex(where: { $0.path == path }) else {
                sources.append((path, [source]))
                continue
            }
            if !sources[index].files.contains(where: { $0.table == source.table }) {
                sources[index].files.append(source)
            }
        }
        for (path, files) in sources {
            let format = files[0].format
            let tables = files.map { table($0) }
            // Generated each time, but for a file with other locales.
            let old = format.contents == .allLocales ? context.read(files[0].path) : nil
            guard let file = format.edited(old, with: tables, at: path, following: files[0]) else { continue }
            report.report(file.findings, path: path)
            guard !file.isRefused else {
                report.fail()
                continue
            }
            let count = file.changeCount ?? tables.reduce(0) { $0 + $1.units.count }
            replace(path, file.bytes, count, &report)
        }
    }

    /// Where the texts of a file are written.
    private func path(_ source: LocalizationFile, _ project: LocalizationProject) -> String {
        let (folder, name) = PathName.split(source.path)
        switch source.format.contents {
        // The catalog has all locales.
        case .allLocales: return PathName.joined(output ?? folder, name)
        case .locale:
            let stem = name.split(separator: ".").dropLast().joined(separator: ".")
            let isOfLanguage = LocaleIdentifier(stem)?.isKnown == true
            let own = locale.languageTag + ".xliff"
            return PathName.joined(output ?? folder, isOfLanguage ? own : "\(stem).\(own)")
        case .table, .template:
            guard source.format is AndroidFormat else {
                let place = output.map { PathName.joined($0, LocalizationFolder.locale(locale).name) }
                return PathName.joined(place ?? project.folder(of: locale), name)
            }
            let above = PathName.split(folder).folder
            return PathName.joined(
                PathName.joined(output ?? above, AndroidResources.folder(of: locale)), name)
        }
    }

    private func replace(_ path: String, _ bytes: [UInt8], _ count: Int, _ report: inout ChangeReport) {
        let old = try? context.fileSystem.contents(of: path, limit: ToolContext.sizeLimit)
        report.replace(old, with: bytes, changedMessages: count, path: path)
    }

    /// The texts of the pseudo-locale.
    func table(_ file: LocalizationFile) -> TranslationTable {
        var table = TranslationTable(name: file.table, source: file.catalog, translation: nil)
        table.locale = locale
        table.splitFolder()
        for index in table.units.indices where table.units[index].isTranslatable {
            guard let source = table.units[index].source, source.forms.contains(where: { !$0.text.isEmpty })
            else { continue }
            table.units[index].translation =
                localizer.message(source, for: locale, flags: table.units[index].flags)
            table.units[index].state = .translated
        }
        return table
    }
}
