// From the bytes of a file to tables, whatever its format; what a file does not say is taken from its name.

internal import Localization
internal import ProgramSupport
internal import Storage
internal import TranslationTools

/// Reads files that translators send back.
struct ExchangeReader {
    let context: ToolContext
    let loaded: LoadedProject
    /// The locale of the translations, where the command line names it.
    var locale: LocaleIdentifier?
    /// The table, where the command line names it.
    var table: String?
    /// What `msgid` holds in gettext's files.
    var identifiers = GettextOptions.Identifiers.source

    init(context: ToolContext, loaded: LoadedProject) {
        self.context = context
        self.loaded = loaded
    }

    private var project: LocalizationProject { loaded.project }

    /// The tables in a file. What is wrong with it is told.
    ///
    /// - Returns: the tables, and whether nothing of the file had to be left out.
    func tables(
        of bytes: [UInt8], _ format: ExchangeFormat, path: String
    ) -> (tables: [TranslationTable], isComplete: Bool) {
        var found: (tables: [TranslationTable], findings: [any LocalizationDiagnostic])
        switch format {
        case .po, .pot: found = gettext(POFile(bytes), path)
        case .mo:
            do throws(MOError) {
                found = gettext(try MOFile(bytes), path)
            } catch {
                context.reporter.report(file: path, line: nil, error)
                return ([], false)
            }
        case .xliff: found = XLIFF.read(bytes)
        case .xcstrings: found = StringCatalog.read(bytes, name: table ?? stem(path))
        case .stringsdict:
            guard let locale = locale ?? localeOfFolder(path) else {
                context.reporter.report(file: path, "LocaleUnknown")
                return ([], false)
            }
            found = Stringsdict.read(
                bytes, name: table ?? stem(path), sourceLocale: project.sourceLocale, locale: locale)
        }
        var isComplete = true
        for finding in found.findings where finding.severity != .note {
            context.reporter.report(file: path, line: finding.position?.line, finding)
            if finding.severity == .error { isComplete = false }
        }
        var usable: [TranslationTable] = []
        var unknown: Set<String> = []
        for var table in found.tables {
            if format != .xcstrings, let locale { table.locale = locale }
            if format.isGettext { table.locale = table.locale.map(locale(named:)) }
            guard table.locale != nil else {
                context.reporter.report(file: path, "LocaleUnknown")
                isComplete = false
                continue
            }
            guard let source = project.source(table.name) else {
                // Once, however many locales the file has.
                if unknown.insert(table.name).inserted {
                    context.reporter.report(
                        file: path, "TableUnknown: %1$@ %2$@",
                        [.text(table.name), context.reporter.texts.list(project.tables)])
                }
                isComplete = false
                continue
            }
            if format == .xcstrings { table = table.withSources(of: source.catalog) }
            usable.append(table)
        }
        return (usable, isComplete)
    }

    private func gettext(
        _ file: POFile, _ path: String
    ) -> (tables: [TranslationTable], findings: [any LocalizationDiagnostic]) {
        let read = GettextImport(
            file, table: tableName(path), sourceLocale: project.sourceLocale,
            locale: gettextLocale(file.header, path),
            sources: sources, identifiers: identifiers)
        return (read.tables, file.diagnostics + Self.diagnostics(read))
    }

    private func gettext(
        _ file: MOFile, _ path: String
    ) -> (tables: [TranslationTable], findings: [any LocalizationDiagnostic]) {
        let read = GettextImport(
            file, table: tableName(path), sourceLocale: project.sourceLocale,
            locale: gettextLocale(file.header, path),
            sources: sources, identifiers: identifiers)
        return (read.tables, Self.diagnostics(read))
    }

    /// What an import says of a file; nothing where the language is not known, which is the one thing to say then.
    private static func diagnostics(_ read: GettextImport) -> [any LocalizationDiagnostic] {
        read.tables.contains { $0.locale != nil } ? read.diagnostics : []
    }

    private var sources: [String: MessageCatalog] {
        var sources: [String: MessageCatalog] = [:]
        for table in project.tables { sources[table] = project.source(table)?.catalog }
        return sources
    }

    /// The locale of the project that gettext calls so: `zh_CN` is `zh_Hans` where that is what the project has.
    private func locale(named locale: LocaleIdentifier) -> LocaleIdentifier {
        guard !project.locales.contains(locale) else { return locale }
        return project.locales.first { $0.gettextName == locale.gettextName } ?? locale
    }

    // MARK: What the path tells

    private func stem(_ path: String) -> String {
        let name = PathName.split(path).name
        return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    }

    /// The table of entries that do not name theirs: the file's or its folder's name, or the only table there is.
    private func tableName(_ path: String) -> String {
        if let table { return table }
        let folder = PathName.split(PathName.split(path).folder).name
        let names = [stem(path), folder].filter(project.tables.contains)
        return names.first ?? (project.tables.count == 1 ? project.tables[0] : Localizer.defaultTable)
    }

    /// The locale of a file whose header names none: by its name (`de.po`) or its folders (`de/LC_MESSAGES`).
    private func gettextLocale(_ header: GettextHeader, _ path: String) -> LocaleIdentifier? {
        if let locale { return locale }
        if let named = header["Language"], !named.isEmpty { return nil }
        if let locale = LocaleIdentifier(stem(path)), locale.isKnown { return locale }
        let folder = PathName.split(PathName.split(path).folder).folder
        return LocaleIdentifier(PathName.split(folder).name).flatMap { $0.isKnown ? $0 : nil }
    }

    private func localeOfFolder(_ path: String) -> LocaleIdentifier? {
        switch LocalizationFolder(name: PathName.split(PathName.split(path).folder).name) {
        case .locale(let locale)?: locale
        case .base?: project.sourceLocale
        case nil: nil
        }
    }
}

extension TranslationTable {
    /// With the project's source text for each key that is its own text here: a string catalog need not hold the texts of
    /// its source language, and what it leaves out has not changed.
    fileprivate func withSources(of catalog: MessageCatalog) -> TranslationTable {
        var table = self
        for index in table.units.indices {
            let unit = table.units[index]
            guard let source = catalog[unit.key], unit.source == Message(key: unit.key, text: unit.key)
            else { continue }
            table.units[index].source = source
            if locale == sourceLocale { table.units[index].translation = source }
        }
        return table
    }
}
