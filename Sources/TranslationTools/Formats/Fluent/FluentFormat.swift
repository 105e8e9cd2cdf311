// Files of Fluent as a format.

public import Localization

/// `locales/de/main.ftl` beside `locales/en-US/main.ftl`: one file for each table and locale.
///
/// An attribute is a message of its own, `save.accesskey`. A text that is one choice by the plural category
/// of a variable is a plural; other choices are texts as the file has them.
public struct FluentFormat: InPlaceFormat, RereadingFormat {
    /// What the plural forms of a file's messages are chosen by, by their keys.
    private var selectors: [String: String] = [:]

    /// The format has no options.
    public init() {}

    /// `fluent`
    public var name: String { "fluent" }
    /// `ftl`
    public var fileExtensions: [String] { ["ftl"] }
    /// One table in one locale.
    public var contents: TranslationFileContents { .table }
    /// Messages and terms.
    public var mergeSyntax: FileMerge.Syntax? { .fluent }
    /// None: what is in the file is shown.
    public var facts: ExchangedFacts { [] }
    /// Placeables.
    public var placeholderSyntax: PlaceholderSyntax? { .fluent }
    /// `false`: pages of HTML show the lines of a pattern as one.
    public var showsLines: Bool { false }

    /// Reads a file, whose locale is the user's or that of its path.
    public func read(
        _ bytes: [UInt8], from source: TranslationFileSource
    ) -> (tables: [TranslationTable], findings: [any LocalizationDiagnostic]) {
        let reading = read(bytes, from: source, after: nil)
        return (reading.tables, reading.findings)
    }

    func read(
        _ bytes: [UInt8], from source: TranslationFileSource, after previous: FormatReading?
    ) -> FormatReading {
        let file = FluentFile(bytes)
        let index = PositionIndex(file.bytes)
        func position(_ offset: Int) -> SourcePosition {
            let place = index.place(at: offset, in: file.bytes)
            return SourcePosition(
                line: place.line, column: place.column, byteOffset: offset + file.markLength)
        }
        var format = self
        let units = file.texts.map { text in
            let entry = file.entries[text.entry]
            var unit = TranslationUnit(
                key: text.key, describedBy: EntryAnnotations(Self.comment(of: entry)))
            unit.places.unit = position(text.keyRange.lowerBound)
            unit.state = .translated
            guard let plural = FluentPlural(text.pattern, in: file.bytes) else {
                let shown = FluentText(text.pattern, in: file.bytes).text
                unit.translation = Message(key: text.key, text: shown)
                unit.places.translation[nil] = position(text.pattern.range.lowerBound)
                return unit
            }
            var forms = MessageForms()
            for (category, form) in plural.texts {
                forms.set(form.text.text, for: .plural(category))
                unit.places.translation[.plural(category)] = position(
                    form.variant.pattern.range.lowerBound)
            }
            if plural.isOrdinal { unit.flags.append(TranslationUnit.ordinalFlag) }
            format.selectors[text.key] = plural.selector
            unit.translation = forms.message(text.key)
            return unit
        }
        let sourceLocale = source.project.sourceLocale
        let table = TranslationTable(
            name: source.table ?? source.tableName, sourceLocale: sourceLocale,
            locale: source.locale ?? LocaleFilePath(source.path)?.locale ?? sourceLocale,
            units: units)
        let findings = file.findings.map { ExchangeDiagnostic($0.kind, $0.facts, at: position($0.offset)) }
        return FormatReading(tables: [table], findings: findings, format: format)
    }

    /// The comment of an entry, below that of its group.
    private static func comment(of entry: FluentFile.Entry) -> String? {
        guard let group = entry.groupComment else { return entry.comment }
        let lines = group.split(separator: "\n").map { groupSign + $0 }
        return (lines + (entry.comment.map { [$0] } ?? [])).joined(separator: "\n")
    }

    /// What a line about a group begins with, here as in a file.
    private static let groupSign = "## "

    /// A comment without the lines about a group.
    static func ownComment(_ comment: String?) -> String? {
        guard let comment else { return nil }
        let lines = comment.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix(groupSign) }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    /// Writes the file of a table.
    public func write(_ tables: [TranslationTable], name: String, isOnly: Bool) -> [TranslationFile] {
        tables.compactMap { table in
            guard let locale = table.locale else { return nil }
            let path = "locales/\(locale.languageTag)/\(table.name).ftl"
            let (bytes, findings) = edited(nil, at: path, with: table, following: nil)
            return TranslationFile(
                path: path, bytes: bytes ?? [], findings: findings,
                isEmpty: locale != table.sourceLocale && table.units.allSatisfy { $0.translation == nil })
        }
    }

    /// Changes the texts of some messages. New plurals count what the source file's do.
    public func edited(
        _ old: [UInt8]?, at path: String, with table: TranslationTable, following source: LocalizationFile?
    ) -> (bytes: [UInt8]?, findings: [any LocalizationDiagnostic]) {
        let file = FluentFile(old ?? [])
        guard file.isText else { return (nil, [ExchangeDiagnostic(.textEncoding)]) }
        var editor = FluentEditor(
            file, selectors: (source?.format as? FluentFormat)?.selectors ?? selectors,
            keys: source?.catalog.keys ?? table.units.map(\.key))
        for unit in table.units where unit.state != .obsolete { editor.set(unit) }
        return (Array((old ?? []).prefix(file.markLength)) + editor.edited(), editor.findings)
    }
}

extension FluentFormat {
    /// In a folder of its locale, or with the locale in its name (`LocaleFilePath`).
    public func place(of path: String) -> PlacedFile? {
        guard isOwn(path), let file = LocaleFilePath(path) else { return nil }
        return PlacedFile(path, in: file.folder, .fluent, table: file.table, locale: file.locale)
    }

    /// The path of the same file in another locale.
    public func path(
        of locale: LocaleIdentifier, beside source: LocalizationFile, in project: LocalizationProject
    ) -> String? {
        FluentModules.path(of: locale, beside: source, in: project)
            ?? LocaleFilePath(source.path)?.path(of: locale, like: project.files.map(\.path))
    }

    /// A comment above the message or term that an offset is in.
    public func commenting(_ comment: String, at offset: Int, in text: [UInt8]) -> TextEdit? {
        let file = FluentFile(text)
        let place = offset - file.markLength
        guard let entry = file.entries.last(where: { $0.nameRange.lowerBound <= place }) else { return nil }
        let start = entry.nameRange.lowerBound + file.markLength
        let lines = FluentSpelling.comment(comment, lineBreak: file.lineBreak ?? "\n")
        return TextEdit(start..<start, lines)
    }

    /// The edits of a name, where it is given and where texts of the file refer to it.
    public func renaming(_ key: String, to newKey: String, in text: [UInt8]) -> [TextEdit] {
        let file = FluentFile(text)
        guard let old = FluentKey(key), let new = FluentKey(newKey), let number = file.index(of: old.name),
            (old.attribute == nil) == (new.attribute == nil),
            old.name.hasPrefix("-") == new.name.hasPrefix("-")
        else { return [] }
        let entry = file.entries[number]
        var ranges: [Range<Int>] = []
        let name: String
        if let attribute = old.attribute, let newAttribute = new.attribute {
            guard old.name == new.name, !entry.attributes.contains(where: { $0.name == newAttribute }),
                let range = entry.attributes.first(where: { $0.name == attribute })?.nameRange
            else { return [] }
            (ranges, name) = ([range], newAttribute)
        } else {
            guard file.index(of: new.name) == nil else { return [] }
            (ranges, name) = ([entry.nameRange], new.name)
        }
        let patterns = file.entries.flatMap { [$0.value].compactMap(\.self) + $0.attributes.map(\.value) }
        for reference in patterns.flatMap(\.placeables).flatMap(\.expression.references) {
            guard reference.name == old.name else { continue }
            if let attribute = old.attribute {
                if reference.attribute == attribute, let range = reference.attributeRange {
                    ranges.append(range)
                }
            } else {
                ranges.append(reference.range)
            }
        }
        return ranges.map {
            TextEdit($0.lowerBound + file.markLength..<$0.upperBound + file.markLength, name)
        }
    }
}
