// Writes pseudo-locales beside the files of a project.

internal import Files
internal import Localization
internal import ProgramSupport
internal import TranslationTools

/// Writes texts of a pseudo-locale beside, or into, the files with their source texts.
struct PseudoFormats {
    let context: ToolContext
    let locale: LocaleIdentifier
    let localizer: PseudoLocalizer
    /// The folder for the output; `nil` to write beside the files.
    let output: String?

    // MARK: Files of a template

    /// Writes a file for each template of a group, or for each file in the source language that serves as a
    /// template.
    func write(
        _ files: [PlacedFile], sourceLocale: LocaleIdentifier, report: inout ChangeReport
    ) {
        let templates = files.filter(\.isTemplate)
        let sources = templates.isEmpty ? files.filter { $0.locale == sourceLocale } : templates
        if sources.isEmpty, let first = files.first { report.fail(first.path, "TemplateMissing") }
        for template in sources {
            guard let bytes = context.read(template.path) else { continue }
            let source = POFormat.messages(of: bytes, path: template.path, sourceLocale: sourceLocale)
            if report.refuses(source.damages, path: template.path) { continue }
            let isDivided = files.contains { $0.path.contains("/LC_MESSAGES/") } || sources.count > 1
            let path = POFormat.path(
                of: locale, in: output ?? template.group.folder,
                domain: isDivided ? template.table ?? "messages" : nil)
            write([source], to: path, over: nil, &report)
        }
    }

    // MARK: Formats with tables

    /// Writes the source texts of a project's files.
    func write(_ project: LocalizationProject, report: inout ChangeReport) {
        let filesByPath = Dictionary(grouping: project.files, by: \.path)
        let target =
            output.map { LocalizationProject(folder: $0, sourceLocale: project.sourceLocale, files: []) }
            ?? project
        // Files of several languages share their source texts.
        var sources: [(path: String, files: [LocalizationFile])] = []
        for file in project.files where file.locale != locale {
            guard let source = project.isSource(file) ? file : file.ownSource,
                file.format.sourceTexts != .template,
                let path = file.format.path(of: locale, beside: source, in: target).map({
                    moved($0, from: project.folder)
                })
            else { continue }
            guard let index = sources.firstIndex(where: { $0.path == path }) else {
                sources.append((path, [source]))
                continue
            }
            if !sources[index].files.contains(where: { $0.table == source.table }) {
                sources[index].files.append(source)
            }
        }
        for (path, files) in sources {
            // A damaged file of another language does not matter.
            let own = filesByPath[files[0].path] ?? files
            if report.refuses(own.flatMap(\.damages), path: files[0].path) { continue }
            // The file is generated anew, unless it also has other locales.
            let old = files[0].format.contents == .allLocales ? document(of: files[0]) : nil
            write(files, to: path, over: old, &report)
        }
    }

    /// The path below the output folder: many formats put a file beside its source.
    private func moved(_ path: String, from folder: String) -> String {
        guard let output, !context.fileSystem.isBelow(path, [output]) else { return path }
        let start = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
        return LocalizationProject.joined(
            output, String(path.dropFirst(path.hasPrefix(start) ? start.count : 0)))
    }

    private func document(of file: LocalizationFile) -> TranslationDocument? {
        file.document ?? context.read(file.path).map { TranslationDocument($0) }
    }

    private func write(
        _ sources: [LocalizationFile], to path: String, over old: TranslationDocument?,
        _ report: inout ChangeReport
    ) {
        let tables = sources.map { table($0) }
        let edits = tables.map { TableEdits(setting: $0) }
        guard
            let file = sources[0].format.applying(edits, to: old, at: path, following: sources[0])
        else { return }
        report.report(file.findings, path: path)
        guard !file.isRefused else {
            report.fail()
            return
        }
        let count = file.changeCount ?? tables.reduce(0) { $0 + $1.units.count }
        let known = try? context.fileSystem.contents(of: path, limit: ToolContext.sizeLimit)
        report.replace(known, with: file.bytes, changedMessages: count, path: path)
    }

    /// The texts of the pseudo-locale.
    func table(_ file: LocalizationFile) -> TranslationTable {
        var table = TranslationTable(name: file.table, source: file.catalog, translation: nil)
        table.locale = locale
        table.splitFolder()
        let syntax = file.format.placeholderSyntax.map { [$0.flag] } ?? []
        for index in table.units.indices where table.units[index].isTranslatable {
            guard let source = table.units[index].source, source.forms.contains(where: { !$0.text.isEmpty })
            else { continue }
            table.units[index].translation =
                localizer.message(source, for: locale, flags: table.units[index].flags + syntax)
            table.units[index].state = .translated
        }
        return table
    }
}
