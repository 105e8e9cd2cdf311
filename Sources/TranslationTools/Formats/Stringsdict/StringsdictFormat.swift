// `.stringsdict` files as a format, each with the `.strings` file beside it.

public import Localization

/// What an Apple build takes: messages that vary in a `.stringsdict` file, the
/// others in a `.strings` file beside it.
public struct StringsdictFormat: TranslationFormat {
    /// The format has no options.
    public init() {}

    /// `stringsdict`
    public var name: String { "stringsdict" }
    /// `stringsdict`
    public var fileExtensions: [String] { ["stringsdict"] }
    /// One table in one locale.
    public var contents: TranslationFileContents { .table }
    /// Those of MessageFormat, which programs for these files do not read.
    public var spelledOutPlurals: EmbeddedPluralSyntax { .messageFormat }
    /// That of Apple's formats.
    public var placeholderSyntax: PlaceholderSyntax? { .objectiveC }
    /// Elements.
    public var mergeSyntax: FileMerge.Syntax? { .xml }
    /// None: what is in the file is shown.
    public var facts: ExchangedFacts { [] }

    /// Reads a file, whose locale is the user's or that of its `.lproj` folder.
    public func read(
        _ bytes: [UInt8], from source: TranslationFileSource
    ) -> (tables: [TranslationTable], findings: [any LocalizationDiagnostic]) {
        let (table, sourceLocale) = (source.table ?? source.nameInFolder, source.project.sourceLocale)
        guard let locale = source.locale ?? source.folderLocale else {
            return ([TranslationTable(name: table, sourceLocale: sourceLocale, locale: nil, units: [])], [])
        }
        return Stringsdict.read(bytes, name: table, sourceLocale: sourceLocale, locale: locale)
    }

    /// Writes both files.
    public func write(_ tables: [TranslationTable], name: String, isOnly: Bool) -> [TranslationFile] {
        tables.flatMap { table -> [TranslationFile] in
            guard let locale = table.locale else { return [] }
            let place = table.pathInLocaleFolder(of: LocalizationFolder.locale(locale).name)
            let (bytes, findings) = Stringsdict.write(table)
            return [
                TranslationFile(path: place + ".stringsdict", bytes: bytes, findings: findings),
                Self.plainTexts(table, over: nil, at: place + ".strings"),
            ]
        }
    }

    /// The `.strings` file of the messages that do not vary, with their states in comments: without them, its
    /// texts would count as translated when they come back.
    private static func plainTexts(
        _ table: TranslationTable, over old: [UInt8]?, at path: String
    ) -> TranslationFile {
        var plain = table
        plain.units = table.units.compactMap { unit in
            guard let text = unit.translation, unit.state != .obsolete, !text.hasVariations else {
                return nil
            }
            var plain = TranslationUnit(
                key: unit.key, source: unit.source ?? text, translation: text, state: unit.state)
            (plain.comment, plain.maximumLength) = (unit.comment, unit.maximumLength)
            return plain
        }
        // Programs show an empty text, too.
        let file = StringsFormat().merged(plain, over: old, at: path, from: [.sources, .states])
        return TranslationFile(
            path: path, bytes: file.bytes, findings: file.isRefused ? file.findings : [],
            isRefused: file.isRefused)
    }

    /// Brings the existing file up to date in its own bytes.
    public func updated(
        _ old: [UInt8], with tables: [TranslationTable], at path: String, new: () -> TranslationFile?
    ) -> TranslationFile? {
        guard let table = tables.first(where: { $0.locale != nil }) else { return new() }
        guard isOwn(path) else { return Self.plainTexts(table, over: old, at: path) }
        let (bytes, findings) = Stringsdict.update(old, with: table)
        return TranslationFile(path: path, bytes, over: old, findings)
    }
}

extension StringsdictFormat {
    /// In a `.lproj` folder, nowhere else.
    public func place(of path: String) -> PlacedFile? { PlacedFile(inLocaleFolder: path) }

    /// In the `.lproj` folder of the locale.
    public func path(
        of locale: LocaleIdentifier, beside source: LocalizationFile, in project: LocalizationProject
    ) -> String? { project.pathInLocaleFolder(of: locale, beside: source) }

    /// The edit of the key of a message.
    public func renaming(_ key: String, to newKey: String, in text: [UInt8]) -> [TextEdit] {
        let units = Stringsdict.read(text, name: "", sourceLocale: .english, locale: .english).tables
            .flatMap(\.units)
        return units.compactMap { unit in
            guard unit.key == key, let value = unit.places.unit else { return nil }
            return Self.keyRange(before: value.byteOffset, in: text).map {
                TextEdit($0, XMLEscapes.escaped(newKey))
            }
        }
    }

    /// The contents of the element `key` before a value.
    private static func keyRange(before value: Int, in text: [UInt8]) -> Range<Int>? {
        let (open, close) = (Array("<key>".utf8), Array("</key>".utf8))
        var end = min(value, text.count)
        while end > 0, text[end - 1] <= 0x20 { end -= 1 }
        guard text[..<end].suffix(close.count).elementsEqual(close) else { return nil }
        end -= close.count
        // No other element is in a key.
        guard let start = text[..<end].lastIndex(of: open[0]), text[start..<end].starts(with: open) else {
            return nil
        }
        return start + open.count..<end
    }
}
