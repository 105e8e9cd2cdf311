// gettext's files as formats: PO, its templates, and MO.

public import Localization

/// PO files: one for each locale, in a folder for each table where there are several.
public struct POFormat: GettextFormat {
    private let options: GettextOptions
    /// Whether the file is a template, which xgettext(1) may write without a header (`--omit-header`).
    private let isTemplate: Bool

    /// Chooses headers, identifiers and contexts.
    public init(options: GettextOptions = GettextOptions(project: "")) {
        self.init(options: options, isTemplate: false)
    }

    fileprivate init(options: GettextOptions, isTemplate: Bool) {
        (self.options, self.isTemplate) = (options, isTemplate)
    }

    /// `po`
    public var name: String { "po" }
    /// `po`
    public var fileExtensions: [String] { ["po"] }
    /// One table in one locale.
    public var contents: TranslationFileContents { .table }
    /// Entries of PO files.
    public var mergeSyntax: FileMerge.Syntax? { .po }
    /// Fuzzy and obsolete entries.
    public var facts: ExchangedFacts { [.states, .obsoleteTexts] }

    /// Reads a file.
    public func read(
        _ bytes: [UInt8], from source: TranslationFileSource
    ) -> (tables: [TranslationTable], findings: [any LocalizationDiagnostic]) {
        read(POFile(bytes), from: source)
    }

    private func read(
        _ file: POFile, from source: TranslationFileSource
    ) -> (tables: [TranslationTable], findings: [any LocalizationDiagnostic]) {
        let read = GettextImport(
            file, table: source.tableName, sourceLocale: source.project.sourceLocale,
            locale: source.gettextLocale(file.header), sources: source.sources,
            identifiers: options.identifiers, sharedContexts: source.sharedContexts)
        let diagnostics = file.diagnostics.filter { !isTemplate || $0.kind != .missingHeader }
        return (source.named(read.tables), diagnostics + read.understoodDiagnostics)
    }

    /// Writes a file.
    public func write(_ tables: [TranslationTable], name: String, isOnly: Bool) -> [TranslationFile] {
        options.export(tables, name: name, isOnly: isOnly)
    }

    /// With names that no two of the locales share.
    public func naming(_ locales: [LocaleIdentifier], tables: [String]) -> any TranslationFormat {
        POFormat(options: options.naming(locales), isTemplate: isTemplate)
    }

    /// Whether nothing but the dates in the header would change.
    public func isUpToDate(_ old: [UInt8], with new: [UInt8]) -> Bool { PODocument.areSame(old, new) }

    /// With the option `updates`, the existing file with new messages and texts: as msgmerge(1) merges.
    public func updated(
        _ old: [UInt8], with tables: [TranslationTable], at path: String, new: () -> TranslationFile?
    ) -> TranslationFile? {
        guard options.updates, let file = new() else { return new() }
        let known = POFile(old)
        let damages = known.damages
        guard damages.isEmpty else {
            return TranslationFile(path: path, bytes: old, findings: damages, isRefused: true)
        }
        let document = POUpdate(known).updated(PODocument(POFile(file.bytes)))
        return TranslationFile(path: path, bytes: document.serialized(), findings: file.findings)
    }

    /// The file with changes of entries, as its template has them if there is one.
    public func applying(
        _ edits: [TableEdits], to old: TranslationDocument?, at path: String,
        following source: LocalizationFile?
    ) -> TranslationFile? {
        let template = source?.document?.contents as? POFile
        guard let locale = edits.first?.table.locale, old != nil || template != nil else {
            return write(edits.tables, name: "", isOnly: true).first?.moved(to: path)
        }
        let known = old?.contents as? POFile ?? POFile(old?.bytes ?? [])
        if let old, !known.damages.isEmpty {
            return TranslationFile(path: path, bytes: old.bytes, findings: known.damages, isRefused: true)
        }
        var revision = PORevision(
            template: template ?? known, old: old?.bytes, oldFile: known, locale: locale)
        revision.apply(edits.flatMap(\.edits))
        let count = revision.changeCount
        return TranslationFile(
            path: path, bytes: revision.serialized(changeCount: count),
            changeCount: template == nil ? nil : count)
    }
}

extension POFormat: RereadingFormat {
    func read(
        _ bytes: [UInt8], from source: TranslationFileSource, after previous: FormatReading?
    ) -> FormatReading {
        // Keys may depend on the texts of the project.
        let isAlone = source.project.tables.isEmpty
        if isAlone, let previous,
            let edited = PORereading.edited(previous, bytes, read: { read($0, from: source) })
        {
            return edited
        }
        let file = POFile(bytes)
        let (tables, findings) = read(file, from: source)
        return FormatReading(
            tables: tables, findings: findings, memory: isAlone ? PORereading(bytes, file, findings) : nil,
            hasDistinctKeys: true)
    }
}

extension POFormat: DivisibleFormat {
    /// The most pieces of a file. Of 16 MB, what is read of one is still in the
    /// processor's cache when its units are made.
    private static let mostPieces = 32

    func pieces(of bytes: [UInt8], from source: TranslationFileSource) -> FileChunks? {
        // Keys may depend on the texts of the project.
        guard source.project.tables.isEmpty, let pieces = POChunks(bytes, most: Self.mostPieces) else {
            return nil
        }
        return FileChunks(count: pieces.count) { number in
            let piece = pieces.piece(number)
            let (tables, findings) = read(piece, from: source)
            return FormatReading(
                tables: tables, findings: findings,
                memory: findings.isEmpty ? PORereading(bytes, piece, findings) : nil, hasDistinctKeys: true)
        }
    }
}

/// PO templates: the source texts of each table.
public struct POTFormat: GettextFormat {
    private let options: GettextOptions

    /// Chooses headers, identifiers and contexts.
    public init(options: GettextOptions = GettextOptions(project: "")) { self.options = options }

    /// `pot`
    public var name: String { "pot" }
    /// `pot`
    public var fileExtensions: [String] { ["pot"] }
    /// One table of source texts.
    public var contents: TranslationFileContents { .template }
    /// Entries of PO files.
    public var mergeSyntax: FileMerge.Syntax? { .po }

    /// Reads a file as a PO file, which a template with translations in it is.
    public func read(
        _ bytes: [UInt8], from source: TranslationFileSource
    ) -> (tables: [TranslationTable], findings: [any LocalizationDiagnostic]) {
        POFormat(options: options, isTemplate: true).read(bytes, from: source)
    }

    /// Writes a file.
    public func write(_ tables: [TranslationTable], name: String, isOnly: Bool) -> [TranslationFile] {
        options.export(tables, name: name, isOnly: isOnly)
    }

    /// Whether nothing but the dates in the header would change.
    public func isUpToDate(_ old: [UInt8], with new: [UInt8]) -> Bool { PODocument.areSame(old, new) }
}

extension POTFormat: DivisibleFormat {
    func pieces(of bytes: [UInt8], from source: TranslationFileSource) -> FileChunks? {
        POFormat(options: options, isTemplate: true).pieces(of: bytes, from: source)
    }
}

/// MO files, in the folders in which gettext looks for them.
public struct MOFormat: GettextFormat {
    private let options: GettextOptions
    private let isBigEndian: Bool

    /// Chooses identifiers, contexts and the byte order.
    public init(options: GettextOptions = GettextOptions(project: ""), isBigEndian: Bool = false) {
        self.options = options
        self.isBigEndian = isBigEndian
    }

    /// `mo`
    public var name: String { "mo" }
    /// `mo`, and the older `gmo`.
    public var fileExtensions: [String] { ["mo", "gmo"] }
    /// One table in one locale.
    public var contents: TranslationFileContents { .table }
    /// None: what is in the file is shown.
    public var facts: ExchangedFacts { .obsoleteTexts }

    /// Reads a file.
    public func read(
        _ bytes: [UInt8], from source: TranslationFileSource
    ) -> (tables: [TranslationTable], findings: [any LocalizationDiagnostic]) {
        let file: MOFile
        do throws(MOError) {
            file = try MOFile(bytes)
        } catch {
            return ([], [error])
        }
        let read = GettextImport(
            file, table: source.tableName, sourceLocale: source.project.sourceLocale,
            locale: source.gettextLocale(file.header), sources: source.sources,
            identifiers: options.identifiers)
        return (source.named(read.tables), read.understoodDiagnostics)
    }

    /// With names that no two of the locales share.
    public func naming(_ locales: [LocaleIdentifier], tables: [String]) -> any TranslationFormat {
        MOFormat(options: options.naming(locales), isBigEndian: isBigEndian)
    }

    /// `nil`: a compiled file is made anew.
    public func applying(
        _ edits: [TableEdits], to old: TranslationDocument?, at path: String,
        following source: LocalizationFile?
    ) -> TranslationFile? { nil }

    /// Writes a file.
    public func write(_ tables: [TranslationTable], name: String, isOnly: Bool) -> [TranslationFile] {
        guard let locale = tables.first?.locale else { return [] }
        var options = options
        options.tellsTablesApart = false
        let export = options.export(of: tables, name: name)
        let writer = MOWriter(export.document, isBigEndian: isBigEndian)
        return [
            TranslationFile(
                path: "\(options.name(of: locale))/LC_MESSAGES/\(name).mo", bytes: writer.bytes,
                findings: export.diagnostics + writer.diagnostics)
        ]
    }
}

extension GettextOptions {
    fileprivate func export(of tables: [TranslationTable], name: String) -> GettextExport {
        var options = self
        options.project = name
        return GettextExport(tables, options: options)
    }

    /// A PO file, or a template where the tables have no locale.
    fileprivate func export(_ tables: [TranslationTable], name: String, isOnly: Bool) -> [TranslationFile] {
        let export = export(of: tables, name: name)
        let file = tables.first?.locale.map { self.name(of: $0) + ".po" } ?? name + ".pot"
        return [
            TranslationFile(
                path: isOnly ? file : name + "/" + file, bytes: export.document.serialized(),
                findings: export.diagnostics)
        ]
    }
}

extension PODocument {
    fileprivate static func areSame(_ old: [UInt8], _ new: [UInt8]) -> Bool {
        PODocument(POFile(old)).hasSameContents(as: PODocument(POFile(new)))
    }
}

extension GettextImport {
    /// The findings; none where the language is not known, which is the one thing to say then.
    fileprivate var understoodDiagnostics: [GettextDiagnostic] {
        tables.contains { $0.locale != nil } ? diagnostics : []
    }
}

extension TranslationFileSource {
    /// The locale of a file whose header names none, or something else than a language, such as `Persian`: by
    /// its name (`de.po`) or its folders (`de/LC_MESSAGES`, and `de`, as KDE has them). A modifier in the name
    /// counts as well: `sr@latin.po` often says `sr`, as `sr.po` does.
    fileprivate func gettextLocale(_ header: GettextHeader) -> LocaleIdentifier? {
        if let locale { return locale }
        if let named = header["Language"].flatMap({ LocaleIdentifier($0) }), named.isKnown {
            guard stem.contains("@"), header["Language"]?.contains("@") == false,
                let own = LocaleIdentifier(stem), own.isKnown, own.language == named.language
            else { return nil }
            return own
        }
        return [stem, parentFolder, folder].lazy.compactMap { LocaleIdentifier($0) }.first { $0.isKnown }
    }

    /// Tables with the project's locale in the place of gettext's name: `zh_CN` is `zh_Hans`
    /// where that is what the project has.
    fileprivate func named(_ tables: [TranslationTable]) -> [TranslationTable] {
        tables.map { table in
            guard let locale = table.locale, !project.locales.contains(locale) else { return table }
            var table = table
            table.locale = project.locales.first { $0.gettextName == locale.gettextName } ?? locale
            return table
        }
    }
}

extension POFile {
    /// What cannot be read: it would count as missing.
    package var damages: [PODiagnostic] { diagnostics.filter { $0.severity == .error } }
}
