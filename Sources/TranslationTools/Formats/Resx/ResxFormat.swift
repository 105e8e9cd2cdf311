// Resource files of .NET as a format.

public import Localization
internal import XML

/// `Resources.resx` with the source texts, and `Resources.de.resx` beside it:
/// one file for each table and locale.
///
/// Entries with a type, such as pictures, are no texts. A text that is one plural of
/// ICU's MessageFormat is a plural.
public struct ResxFormat: InPlaceFormat {
    /// The format has no options.
    public init() {}

    /// `resx`
    public var name: String { "resx" }
    /// `resx`
    public var fileExtensions: [String] { ["resx"] }
    /// One table in one locale.
    public var contents: TranslationFileContents { .table }
    /// Elements.
    public var mergeSyntax: FileMerge.Syntax? { .xml }
    /// None: what is in the file is shown.
    public var facts: ExchangedFacts { [] }
    /// That of `String.Format`, in texts that have its arguments.
    public var placeholderSyntax: PlaceholderSyntax? { .cSharp }

    /// Reads a file, whose locale is the user's or that in its name; without any it has the source texts.
    public func read(
        _ bytes: [UInt8], from source: TranslationFileSource
    ) -> (tables: [TranslationTable], findings: [any LocalizationDiagnostic]) {
        let sourceLocale = source.project.sourceLocale
        var file = ResxFile(bytes)
        let locale = source.locale ?? FileFamily(source.path, separator: ".").locale ?? sourceLocale
        var units: [TranslationUnit] = []
        for entry in file.entries {
            var unit = TranslationUnit(key: entry.key, describedBy: EntryAnnotations(entry.comment))
            unit.places.unit = file.position(entry.element)
            let place = file.position(entry.value)
            unit.setTranslation(entry.text, in: locale) { _ in place }
            units.append(unit)
        }
        let table = TranslationTable(
            name: source.table ?? source.tableName, sourceLocale: sourceLocale, locale: locale, units: units)
        return (file.root == nil ? [] : [table], file.xml.findings)
    }

    /// Writes the file of a table.
    public func write(_ tables: [TranslationTable], name: String, isOnly: Bool) -> [TranslationFile] {
        tables.compactMap { table in
            guard let locale = table.locale else { return nil }
            let isSource = locale == table.sourceLocale
            let source = "\(table.name).resx"
            let (bytes, findings) = edited(nil, at: source, with: table, following: nil)
            return TranslationFile(
                path: isSource ? source : FileFamily(source, separator: ".").path(of: locale),
                bytes: bytes ?? [], findings: findings,
                isEmpty: !isSource && table.units.allSatisfy { $0.translation == nil })
        }
    }

    /// Changes the texts of some messages.
    public func edited(
        _ old: [UInt8]?, at path: String, with table: TranslationTable, following source: LocalizationFile?
    ) -> (bytes: [UInt8]?, findings: [any LocalizationDiagnostic]) {
        let old = old ?? Self.emptyFile
        let markLength = old.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let text = Array(old.dropFirst(markLength))
        var file = ResxFile(old)
        guard let root = file.root, file.isComplete, XMLParser.utf8(old) == text else {
            if file.xml.findings.isEmpty { file.reportEncoding() }
            return (nil, file.xml.findings)
        }
        var editor = ResxEditor(
            text, file, root, keys: source?.catalog.keys ?? table.units.map(\.key), locale: table.locale)
        for unit in table.units where unit.state != .obsolete { editor.set(unit) }
        return (Array(old[..<markLength]) + editor.edited(), editor.findings)
    }

    /// What .NET's reader wants to find.
    private static let emptyFile: [UInt8] = {
        let types = ["Reader", "Writer"].map { kind in
            """
              <resheader name="\(kind.lowercased())">
                <value>System.Resources.ResX\(kind == "Reader" ? "ResourceReader" : "ResourceWriter"), System.Windows.Forms, \
            Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089</value>
              </resheader>

            """
        }
        return Array(
            """
            <?xml version="1.0" encoding="utf-8"?>
            <root>
              <resheader name="resmimetype">
                <value>text/microsoft-resx</value>
              </resheader>
              <resheader name="version">
                <value>2.0</value>
              </resheader>
            \(types.joined())</root>

            """.utf8)
    }()
}

extension ResxFormat {
    /// Beside the files of other locales. Forms have such files, too, so that one
    /// without others is none of texts.
    public func place(of path: String) -> PlacedFile? {
        isOwn(path) ? FileFamily(path, separator: ".").placed(.resx) : nil
    }

    /// A file of the same family.
    public func path(
        of locale: LocaleIdentifier, beside source: LocalizationFile, in project: LocalizationProject
    ) -> String? { FileFamily(source.path, separator: ".").path(of: locale) }

    /// A line in the comment of the entry.
    public func commenting(_ comment: String, at offset: Int, in text: [UInt8]) -> TextEdit? {
        guard let element = XMLElementRange(startingAt: offset, in: text), !element.isSingleTag else {
            return nil
        }
        let content = text[element.content]
        if let end = content.firstRange(of: Array("</comment>".utf8))?.lowerBound {
            return TextEdit(end..<end, "\n" + XMLText.escaped(comment))
        }
        guard let end = content.firstRange(of: Array("</value>".utf8))?.upperBound,
            let value = content.firstRange(of: Array("<value>".utf8))?.lowerBound
        else { return nil }
        let line = "\n" + text.indentation(before: value)
        return TextEdit(end..<end, line + "<comment>\(XMLText.escaped(comment))</comment>")
    }

    /// The edit of the name of an entry.
    public func renaming(_ key: String, to newKey: String, in text: [UInt8]) -> [TextEdit] {
        XMLKeyLocations(text, ["data": ["name"]], key, newKey).edits
    }
}
