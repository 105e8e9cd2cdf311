// Which files an export writes, and what stands in each.

internal import KitSupport
internal import Localization
internal import ProgramSupport
internal import Storage
internal import TranslationTools

/// Writes the tables of a project in another format.
struct Exporter {
    let context: ToolContext
    let loaded: LoadedProject
    /// Where the files go.
    let folder: String
    /// The gettext domain that all tables become; `nil` for one domain for each table.
    let domain: String?
    let locales: [LocaleIdentifier]
    var gettext = GettextOptions(project: "")
    var isBigEndian = false
    private var writtenFiles = 0
    private var hasFailed = false

    init(
        context: ToolContext, loaded: LoadedProject, folder: String, domain: String?,
        locales: [LocaleIdentifier]
    ) {
        self.context = context
        self.loaded = loaded
        self.folder = folder
        self.domain = domain
        self.locales = locales
    }

    private var tables: [String] { loaded.selectedTables }

    /// Writes everything in a format, and says how many files that were.
    mutating func export(_ format: ExchangeFormat) -> ExitStatus {
        switch format {
        case .po:
            for locale in locales {
                for (name, tables) in domains(locale) { exportPO(name, tables, locale) }
            }
        case .pot: for (name, tables) in domains(nil) { exportPO(name, tables, nil) }
        case .mo:
            for locale in locales {
                for (name, tables) in domains(locale) { exportMO(name, tables, locale) }
            }
        case .xliff:
            for locale in locales {
                let (bytes, findings) = XLIFF.write(translations(locale), toolVersion: kitVersion)
                write(bytes, findings, to: locale.languageTag + ".xliff")
            }
        case .stringsdict:
            for locale in locales {
                for table in translations(locale) { exportStringsdict(table, locale) }
            }
        case .xcstrings:
            for name in tables {
                let all = locales.compactMap { loaded.project.translationTable(name, $0) }
                let (bytes, findings) = StringCatalog.write(all)
                write(bytes, findings, to: name + ".xcstrings")
            }
        }
        guard !hasFailed else { return .failed }
        Output.standardError.writeLine(context.texts.tool("Files written: %ld", writtenFiles))
        return .clean
    }

    private func translations(_ locale: LocaleIdentifier) -> [TranslationTable] {
        tables.compactMap { loaded.project.translationTable($0, locale) }
    }

    /// The domains with their tables; without a locale, as templates.
    private func domains(_ locale: LocaleIdentifier?) -> [(name: String, tables: [TranslationTable])] {
        let all: [TranslationTable] =
            if let locale {
                translations(locale)
            } else {
                tables.compactMap { name in
                    loaded.project.source(name).map {
                        TranslationTable(name: name, source: $0.catalog, translation: nil)
                    }
                }
            }
        if let domain { return all.isEmpty ? [] : [(domain, all)] }
        return all.map { ($0.name, [$0]) }
    }

    // MARK: gettext

    private func document(_ name: String, _ tables: [TranslationTable]) -> GettextExport {
        var options = gettext
        options.project = name
        return tables.count == 1
            ? GettextExport(tables[0], options: options) : GettextExport(tables, options: options)
    }

    /// One file for each language, as gettext's projects have them; with several domains, in a folder for each.
    private mutating func exportPO(_ name: String, _ tables: [TranslationTable], _ locale: LocaleIdentifier?)
    {
        let export = document(name, tables)
        let file = locale.map { $0.gettextName + ".po" } ?? name + ".pot"
        let isOnly = domain != nil || self.tables.count == 1
        let path = isOnly ? file : PathName.joined(name, file)
        // A file that says the same keeps its date, so that exporting again changes nothing.
        if let old = try? context.fileSystem.contents(
            of: PathName.joined(folder, path), limit: ToolContext.sizeLimit)
        {
            let known = PODocument(POFile(old))
            if known.hasSameContents(as: export.document) {
                report(export.diagnostics, path)
                return
            }
        }
        write(export.document.serialized(), export.diagnostics, to: path)
    }

    private mutating func exportMO(_ name: String, _ tables: [TranslationTable], _ locale: LocaleIdentifier) {
        let export = document(name, tables)
        let writer = MOWriter(export.document, isBigEndian: isBigEndian)
        let path = PathName.joined(locale.gettextName, PathName.joined("LC_MESSAGES", name + ".mo"))
        write(writer.bytes, export.diagnostics + writer.diagnostics, to: path)
    }

    // MARK: Apple

    /// What varies goes into the `.stringsdict`, the rest into a `.strings` file beside it: what an Apple build takes.
    private mutating func exportStringsdict(_ table: TranslationTable, _ locale: LocaleIdentifier) {
        let place = PathName.joined(LocalizationFolder.locale(locale).name, table.name)
        let (bytes, findings) = Stringsdict.write(table)
        write(bytes, findings, to: place + ".stringsdict")
        let plain = StringsWriter.translations(table) { unit in
            guard let message = unit.translation, unit.state != .obsolete else { return false }
            return !message.hasVariations
        }
        write(plain.serialized(), [ExchangeDiagnostic](), to: place + ".strings")
    }

    // MARK: Files

    private func report(_ diagnostics: [some LocalizationDiagnostic], _ path: String) {
        for diagnostic in diagnostics where diagnostic.severity != .note {
            context.reporter.report(
                file: PathName.joined(folder, path), line: diagnostic.position?.line, diagnostic)
        }
    }

    private mutating func write(_ bytes: [UInt8], _ findings: [some LocalizationDiagnostic], to path: String)
    {
        let path = PathName.normalized(path)
        report(findings, path)
        let target = PathName.joined(folder, path)
        if context.write(bytes, to: target, makesFolder: true) { writtenFiles += 1 } else { hasFailed = true }
    }
}
