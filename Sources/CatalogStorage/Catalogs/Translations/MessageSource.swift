// Reads catalogs of translations. Each file is read as a whole, because its parser needs all of it for
// diagnostics.

internal import CatalogSearch
internal import Files
internal import Localization
internal import Support

extension FieldName {
    /// The original text as a field of its own. Of titles, only the one in the user's language is searched,
    /// but translators also search in their source language.
    static let source: FieldName = "source"
    /// The key of a message in the program.
    static let key: FieldName = "key"
    /// Comments of translators and programmers.
    static let comment: FieldName = "comment"

    /// The fields of messages that are searched if no sidecar names others.
    static let messages: [FieldName] = [.title, .source, .key, .comment]
}

/// The records of a file of translations or of a folder of such files.
final class MessageSource: RecordReader {
    private let file: CatalogFile
    private let context: ReadingContext
    private let fileSystem: any FileSystem
    private let sizeLimit: Int
    private(set) var bytesRead = 0
    private(set) var size: Int?
    /// The remaining records, the next one last; `nil` before the files are read.
    private var records: [CatalogRecord]?

    init(_ file: CatalogFile, _ context: ReadingContext, _ fileSystem: any FileSystem, sizeLimit: Int) {
        self.file = file
        self.context = context
        self.fileSystem = fileSystem
        self.sizeLimit = sizeLimit
    }

    func next() throws(FileError) -> CatalogRecord? {
        if records == nil { records = try read().reversed() }
        while let record = records?.popLast() {
            // The ids are unique; this counts the record.
            if context.accept(record, at: 1) { return record }
        }
        return nil
    }

    private func read() throws(FileError) -> [CatalogRecord] {
        switch file.format {
        case .po: try readPO()
        case .mo: try readMO()
        case .strings: try readTables([MessageTable(path: file.path)])
        case .localization: try readTables(MessageTable.tables(ofLocalization: file.path, fileSystem))
        case .localizations: try readTables(MessageTable.tables(in: file.path, fileSystem))
        case .jsonLines, .json, .csv, .tsv, .checkpoint: []
        }
    }

    private func readPO() throws(FileError) -> [CatalogRecord] {
        guard let bytes = try contents(of: file.path) else { return [] }
        let parsed = POFile(bytes)
        // Obsolete entries are records like others. That msgfmt refuses repeated ones does not matter for
        // searches.
        let findings = parsed.diagnostics.filter {
            if case .duplicateObsoleteEntry = $0.kind { false } else { true }
        }
        report(findings, inFile: file.path)
        return GettextRecords(parsed.header, path: file.path, context).records(of: parsed.entries)
    }

    private func readMO() throws(FileError) -> [CatalogRecord] {
        guard let bytes = try contents(of: file.path) else { return [] }
        let parsed: MOFile
        do throws(MOError) {
            parsed = try MOFile(bytes)
        } catch {
            report([error], inFile: file.path)
            return []
        }
        let entries = parsed.entries.map {
            POEntry(
                context: $0.context, identifier: $0.identifier, plural: $0.plural,
                translations: $0.translations)
        }
        for index in parsed.damagedEntries {
            let key = entries[index].context ?? entries[index].identifier
            context.report(
                .finding(key: "Gettext.DamagedText", arguments: [.text(key.excerpt)], severity: .error))
        }
        return GettextRecords(parsed.header, path: file.path, context).records(of: entries)
    }

    private func readTables(_ tables: [MessageTable]) throws(FileError) -> [CatalogRecord] {
        let isAlone = file.format == .strings
        var records = TableRecords(defaultLocale: context.description.defaultLocale, hasScopes: !isAlone)
        for table in tables {
            do throws(FileError) {
                guard let bytes = try contents(of: table.path) else { continue }
                let strings = StringsFile(bytes)
                let locale = table.locale ?? context.description.defaultLocale
                let catalog = MessageCatalog(locale: locale, strings: strings)
                report(strings.diagnostics, inFile: table.path)
                report(catalog.diagnostics, inFile: table.path)
                records.add(catalog, table: table.name)
            } catch {
                if isAlone { throw error }
                context.report(CatalogDiagnostic(error, file: table.path).kind, inFile: table.path)
            }
        }
        return records.finish()
    }

    /// All bytes of a file; `nil` if it is too large, which is reported.
    private func contents(of path: String) throws(FileError) -> [UInt8]? {
        if file.format.isFolder {
            try fileSystem.refusePipe(path)
            try fileSystem.refuseLink(path, outOf: [file.path])
        }
        let stream = try fileSystem.open(path)
        if let size = stream.size, size > sizeLimit {
            context.report(.tooLarge(bytes: size, limit: sizeLimit), inFile: path)
            return nil
        }
        let bytes = try fileSystem.contents(of: stream, at: path, limit: sizeLimit)
        bytesRead += bytes.count
        if !file.format.isFolder { self.size = bytes.count }
        return bytes
    }

    /// Reports a parser's findings, except notes.
    private func report(_ findings: [some LocalizationDiagnostic], inFile path: String) {
        for finding in findings where finding.severity > .note {
            // A parser lists only the first of its findings.
            if finding.messageKey == FurtherFindings.messageKey,
                case .integer(let count)? = finding.arguments.first?.formatValue
            {
                context.count(Int(count), finding.severity == .error ? .error : .warning)
            } else {
                context.report(.init(finding), line: finding.position?.line, inFile: path)
            }
        }
    }
}

extension CatalogDiagnostic.Kind {
    /// A finding of a parser of translations.
    init(_ finding: some LocalizationDiagnostic) {
        let arguments = finding.arguments.map { argument -> CatalogDiagnostic.Argument in
            switch argument.formatValue {
            case .integer(let number): .integer(Int(number))
            case .text(let text): .text(text.excerpt)
            case .unsigned, .floatingPoint: .text(argument.formatValue.plainText)
            }
        }
        self = .finding(
            key: finding.messageKey, arguments: arguments,
            severity: finding.severity == .error ? .error : .warning)
    }
}
