// Android's resource files as a format.

public import Localization
internal import XML

/// `values/strings.xml` and `values-LOCALE/strings.xml`: one file for each table and locale.
///
/// Keys that resources cannot have as names become such names; import finds the keys by the source texts.
/// Specifiers become those of Java and back: `%@` is `%s`, `%ld` is `%d`.
public struct AndroidFormat: RereadingFormat {
    /// The tables of an export, whose files have names of their own.
    private var tables: [String] = []

    /// The format has no options.
    public init() {}

    /// `android`
    public var name: String { "android" }
    /// `xml`
    public var fileExtensions: [String] { ["xml"] }
    /// One table in one locale.
    public var contents: TranslationFileContents { .table }
    /// Those of MessageFormat, which programs for these files do not read.
    public var spelledOutPlurals: EmbeddedPluralSyntax { .messageFormat }
    /// Elements.
    public var mergeSyntax: FileMerge.Syntax? { .xml }
    /// None: what is in the file is shown.
    public var facts: ExchangedFacts { [] }

    /// That of `java.util.Formatter`.
    public var placeholderSyntax: PlaceholderSyntax? { .javaPrintf }

    /// Reads a file, whose locale is the user's or that of its `values` folder.
    public func read(
        _ bytes: [UInt8], from source: TranslationFileSource
    ) -> (tables: [TranslationTable], findings: [any LocalizationDiagnostic]) {
        let reading = read(bytes, from: source, after: nil)
        return (reading.tables, reading.findings)
    }

    func read(
        _ bytes: [UInt8], from source: TranslationFileSource, after previous: FormatReading?
    ) -> FormatReading {
        // Of several tables each has a file of its name, as far as that can be one.
        let named = AndroidResources.fileNames(ofTables: source.project.tables)
            .first { $0.value == source.stem }
        let table = source.table ?? named?.key ?? source.tableName
        let sourceLocale = source.project.sourceLocale
        var locale = source.locale
        if locale == nil, let named = AndroidResources.locale(ofFolder: source.folder) {
            locale = named ?? sourceLocale
        }
        var (tables, findings, spellings) = AndroidResources.reading(
            bytes, name: table, sourceLocale: sourceLocale, locale: locale,
            source: source.project.sourceCatalog(table),
            translations: locale.flatMap { source.project.translationCatalog(table, $0) })
        // Compose Multiplatform reads these files by itself, and has no rule about apostrophes.
        if source.path.split(separator: "/").contains("composeResources") {
            findings.removeAll { $0.kind == .androidApostrophe }
        }
        if Self.hasOnlySourceTexts(source.stem) {
            for index in tables[0].units.indices where tables[0].units[index].isTranslatable {
                tables[0].units[index].flags.append(TranslationUnit.untranslatableFlag)
            }
        }
        return FormatReading(
            tables: tables, findings: findings, document: spellings.isEmpty ? nil : spellings)
    }

    /// Whether the name of a file says that its texts are the same in every language: `donottranslate` to
    /// Android's tools, and `12-dont-translate` to people.
    private static func hasOnlySourceTexts(_ name: String) -> Bool {
        let letters = name.lowercased().filter(\.isLetter)
        return ["donottranslate", "donttranslate", "untranslatable", "nontranslatable"]
            .contains(where: letters.contains)
    }

    /// With names that no two of the tables share: those of files are in lower case.
    public func naming(_ locales: [LocaleIdentifier], tables: [String]) -> any TranslationFormat {
        var format = self
        format.tables = tables
        return format
    }

    /// Writes the file of a table.
    public func write(_ tables: [TranslationTable], name: String, isOnly: Bool) -> [TranslationFile] {
        let names = AndroidResources.fileNames(ofTables: self.tables)
        return tables.flatMap { table -> [TranslationFile] in
            guard let locale = table.locale else { return [] }
            let isSource = locale == table.sourceLocale
            let qualifiers = isSource ? [] : AndroidResources.qualifiers(locale)
            let file =
                isOnly
                ? "strings" : names[table.name] ?? AndroidResources.name(ofKey: table.name.lowercased())
            func path(_ qualifier: String?) -> String {
                "values\(qualifier.map { "-" + $0 } ?? "")/\(file).xml"
            }
            let (bytes, findings) = AndroidResources.write(table)
            return [
                TranslationFile(
                    path: path(qualifiers.first), bytes: bytes, findings: findings,
                    otherPaths: qualifiers.dropFirst().map(path),
                    isEmpty: !isSource && table.units.allSatisfy { $0.translation == nil })
            ]
        }
    }

    /// Brings the existing file up to date in its own bytes.
    public func updated(
        _ old: [UInt8], with tables: [TranslationTable], at path: String, new: () -> TranslationFile?
    ) -> TranslationFile? {
        guard let table = tables.first(where: { $0.locale != nil }) else { return new() }
        let (bytes, findings) = AndroidResources.update(old, with: table)
        return TranslationFile(path: path, bytes, over: old, findings)
    }

    /// The file with other texts. What is new is written as the source text is.
    public func applying(
        _ edits: [TableEdits], to old: TranslationDocument?, at path: String,
        following source: LocalizationFile?
    ) -> TranslationFile? {
        guard let table = edits.tables.first(where: { $0.locale != nil }) else { return nil }
        let spellings = source?.document?.contents as? AndroidSpellings
        guard let old else {
            let (bytes, findings) = AndroidResources.write(table, like: spellings)
            return TranslationFile(path: path, bytes: bytes, findings: findings)
        }
        let (bytes, findings) = AndroidResources.update(old.bytes, with: table, like: spellings)
        return TranslationFile(path: path, bytes, over: old.bytes, findings)
    }
}

extension AndroidFormat {
    /// In a `values` folder, nowhere else. Android merges all files of a folder.
    public func place(of path: String) -> PlacedFile? {
        let names = PathNames(path)
        guard let locale = AndroidResources.locale(ofFolder: names.name(2)) else { return nil }
        return PlacedFile(
            path, in: names.folder(2), .android, table: AndroidResources.tableName, locale: locale)
    }

    /// A file of the same name in the `values` folder of the locale.
    public func path(
        of locale: LocaleIdentifier, beside source: LocalizationFile, in project: LocalizationProject
    ) -> String? {
        LocalizationProject.joined(
            LocalizationProject.joined(project.folder, AndroidResources.folder(of: locale)),
            PathNames(source.path).name(1))
    }

    /// A comment above the element.
    public func commenting(_ comment: String, at offset: Int, in text: [UInt8]) -> TextEdit? {
        TextEdit(inserting: XMLText.comment(comment), before: offset, in: text)
    }

    /// The edits of the names of a resource. Programs know it by an identifier of their language.
    public func renaming(_ key: String, to newKey: String, in text: [UInt8]) -> [TextEdit] {
        guard AndroidResources.name(ofKey: newKey) == newKey else { return [] }
        return XMLKeyLocations(
            text, ["string": ["name"], "plurals": ["name"], "string-array": ["name"]], key, newKey
        ).edits
    }
}
