// The files of an export: which tables and locales each of them contains.

public import Localization

/// Tables of a project that are written in some format.
public struct TranslationExport: Sendable {
    private let project: LocalizationProject
    private let tables: [String]
    private let locales: [LocaleIdentifier]
    private let commonName: String?

    /// Chooses what is written.
    ///
    /// - Parameters:
    ///   - tables: the names of the tables. Those without a source are left out.
    ///   - locales: the locales, for formats that are no templates.
    ///   - commonName: the name under which formats that join tables put all of them into one file; `nil` for a file for
    ///     each table.
    public init(
        _ project: LocalizationProject, tables: [String], locales: [LocaleIdentifier],
        commonName: String? = nil
    ) {
        self.project = project
        self.tables = tables
        self.locales = locales
        self.commonName = commonName
    }

    /// Writes all files in a format, one at a time: a large project need not fit into memory twice.
    ///
    /// - Parameter existing: the bytes of the file at a path below the folder of the export; `nil` where there is none.
    public func write(
        _ format: any TranslationFormat, existing: (String) -> [UInt8]? = { _ in nil },
        to receive: (TranslationFile) -> Void
    ) {
        let commonName = format.joinsTables ? commonName : nil
        let isOnly = commonName != nil || tables.count == 1
        func write(_ tables: [TranslationTable], _ name: String) {
            guard !tables.isEmpty else { return }
            for file in format.write(tables, name: name, isOnly: isOnly) {
                var found: TranslationFile?
                for path in [file.path] + file.otherPaths where found == nil {
                    guard let old = existing(path) else { continue }
                    found = format.updated(file.moved(to: path), with: tables, over: old)
                }
                if let file = found ?? (file.isEmpty ? nil : file) { receive(file) }
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
            for name in tables {
                write(locales.compactMap { project.translationTable(name, $0) }, name)
            }
        }
    }

    private func translations(_ locale: LocaleIdentifier) -> [TranslationTable] {
        tables.compactMap { project.translationTable($0, locale) }
    }

    private var templates: [TranslationTable] {
        tables.compactMap(project.source).map {
            TranslationTable(name: $0.table, source: $0.catalog, translation: nil)
        }
    }
}
