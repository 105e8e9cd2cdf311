// The files of an export: which tables and locales each of them contains.

public import Localization

/// Tables of projects that are written in some format.
public struct TranslationExport: Sendable {
    /// Tables of one project.
    private struct Part {
        let project: LocalizationProject
        let tables: [String]
        let folder: String?
    }

    private var parts: [Part] = []
    private let locales: [LocaleIdentifier]
    private let commonName: String?

    /// Chooses what is written.
    ///
    /// - Parameters:
    ///   - tables: the names of the tables. Those without a source are left out.
    ///   - locales: the locales, for formats that are no templates.
    ///   - commonName: the name under which formats that join tables put all of them into one file; `nil` for
    ///     a file for each table.
    public init(
        _ project: LocalizationProject, tables: [String], locales: [LocaleIdentifier],
        commonName: String? = nil
    ) {
        self.init(locales: locales, commonName: commonName)
        add(project, tables: tables, folder: nil)
    }

    /// An export of no project yet.
    public init(locales: [LocaleIdentifier], commonName: String? = nil) {
        self.locales = locales
        self.commonName = commonName
    }

    /// Adds tables of a project. Only files with all tables of a locale can have those of several projects.
    ///
    /// - Parameter folder: the project's folder, relative to the one that is exported; `nil` for that one
    ///   itself.
    public mutating func add(_ project: LocalizationProject, tables: [String], folder: String?) {
        parts.append(Part(project: project, tables: tables, folder: folder))
    }

    /// Writes all files in a format, one at a time: a large project need not fit into memory twice.
    ///
    /// - Parameter existing: the bytes of the file at a path below the folder of the
    ///   export; `nil` where there is none.
    public func write(
        _ format: any TranslationFormat, existing: (String) -> [UInt8]? = { _ in nil },
        to receive: (TranslationFile) -> Void
    ) {
        let tables = parts.flatMap(\.tables)
        let format = format.naming(
            locales + parts.flatMap(\.project.locales), tables: parts.flatMap(\.project.tables))
        let commonName = format.joinsTables ? commonName : nil
        let isOnly = commonName != nil || tables.count == 1
        var named: Set<String> = []
        func write(_ tables: [TranslationTable], _ name: String) {
            guard !tables.isEmpty else { return }
            let tables = tables.map { $0.spellingOut(format.spelledOutPlurals) }
            // Once, and not for each language.
            var isTold = !named.insert(name).inserted || !format.spelledOutPlurals.contains(.messageFormat)
            for file in format.write(tables, name: name, isOnly: isOnly) {
                var found: TranslationFile?
                for path in [file.path] + file.otherPaths where found == nil {
                    guard let old = existing(path) else { continue }
                    found = format.updated(old, with: tables, at: path) { file.moved(to: path) }
                }
                guard var file = found ?? (file.isEmpty ? nil : file) else { continue }
                if !format.facts.contains(.obsoleteTexts) {
                    file.findings += Self.obsoleteTexts(in: tables)
                }
                if !isTold { file.findings += Self.pluralsWithinTexts(in: tables) }
                isTold = true
                receive(file)
            }
        }
        func writeEach(_ tables: [TranslationTable]) {
            if let commonName { return write(tables, commonName) }
            for table in tables { write([table], table.name) }
        }
        switch format.contents {
        case .template: writeEach(templates)
        case .table: for locale in locales { writeEach(translations(locale)) }
        case .locale: for locale in locales { write(translations(locale), locale.languageTag) }
        case .allLocales:
            for part in parts {
                for name in part.tables {
                    write(locales.compactMap { part.project.translationTable(name, $0) }, name)
                }
            }
        }
    }

    /// What is said of plurals within texts that stay there.
    private static func pluralsWithinTexts(in tables: [TranslationTable]) -> [ExchangeDiagnostic] {
        let keys = tables.flatMap(\.units).filter(\.hasPluralsWithinText).map(\.key)
        return keys.first.map { [ExchangeDiagnostic(.pluralsWithinTexts, String(keys.count), $0)] } ?? []
    }

    /// What is said where translations of messages that the source no longer has are left out.
    private static func obsoleteTexts(in tables: [TranslationTable]) -> [ExchangeDiagnostic] {
        let keys = tables.flatMap(\.units).filter { $0.state == .obsolete && $0.translation != nil }.map(
            \.key)
        return keys.first.map { [ExchangeDiagnostic(.obsoleteLeftOut, String(keys.count), $0)] } ?? []
    }

    private func translations(_ locale: LocaleIdentifier) -> [TranslationTable] {
        parts.flatMap { part in
            part.tables.compactMap { name in
                var table = part.project.translationTable(name, locale)
                if let folder = part.folder { table?.folder = folder }
                return table
            }
        }
    }

    private var templates: [TranslationTable] {
        parts.flatMap { part in
            part.tables.compactMap { name in
                part.project.sourceCatalog(name).map {
                    TranslationTable(name: name, source: $0, translation: nil)
                }
            }
        }
    }
}
