// Qt's translation files as a format.

public import Localization
internal import XML

/// `app_de.ts`: one file for each table and locale, with its source texts.
///
/// The key of a message is its identifier, else `CONTEXT|TEXT`, and `CONTEXT|TEXT|COMMENT` where a comment
/// tells equal texts apart. Plural forms are those of Qt's own rules.
public struct QtFormat: InPlaceFormat {
    /// The format has no options.
    public init() {}

    /// `qt`
    public var name: String { "qt" }
    /// `ts`
    public var fileExtensions: [String] { ["ts"] }
    /// One table in one locale.
    public var contents: TranslationFileContents { .table }
    /// Elements.
    public var mergeSyntax: FileMerge.Syntax? { .xml }
    /// Beside the translations.
    public var sourceTexts: SourceTextLocation { .ownFile }
    /// Whether a translation is finished.
    public var facts: ExchangedFacts { .states }
    /// `false`: a rule counts integers.
    public var hasFormsOfFractions: Bool { false }
    /// That of `QString::arg` and `QObject::tr`, in texts that have its arguments.
    public var placeholderSyntax: PlaceholderSyntax? { .qt }

    /// Reads a file, whose locale is the user's, that which the file names, or that in its name.
    public func read(
        _ bytes: [UInt8], from source: TranslationFileSource
    ) -> (tables: [TranslationTable], findings: [any LocalizationDiagnostic]) {
        var file = QtFile(bytes)
        guard let root = file.root else { return ([], file.xml.findings) }
        func locale(_ attribute: String) -> LocaleIdentifier? {
            root[attribute: attribute].flatMap { LocaleIdentifier($0) }.flatMap { $0.isKnown ? $0 : nil }
        }
        let sourceLocale = locale("sourcelanguage") ?? source.project.sourceLocale
        let own = source.locale ?? locale("language") ?? FileFamily(source.path, separator: "_").locale
        let counting = QtPlurals.counting(own ?? sourceLocale)
        let sourceForms = PluralCoverage.of(sourceLocale).integerCategories
        var units: [TranslationUnit] = []
        for entry in file.entries {
            units.append(unit(entry, of: &file, counting, sourceForms: sourceForms))
        }
        var table = TranslationTable(
            name: source.table ?? source.tableName, sourceLocale: sourceLocale, locale: own ?? sourceLocale,
            units: units.filter { $0.state != .obsolete } + units.filter { $0.state == .obsolete })
        // A rule that is CLDR's, too, needs no words.
        if counting.coverage?.integers != PluralCoverage.of(own ?? sourceLocale).integers {
            table.counting = counting.coverage
        }
        return ([table], file.xml.findings)
    }

    private func unit(
        _ entry: QtFile.Entry, of file: inout QtFile, _ counting: FileCounting,
        sourceForms: [PluralCategory]
    ) -> TranslationUnit {
        var unit = TranslationUnit(key: entry.key, describedBy: EntryAnnotations(entry.text("extracomment")))
        unit.references = entry.references + unit.references
        unit.translatorComment = entry.text("translatorcomment")
        unit.previousSource = entry.text("oldsource")
        unit.places.unit = file.position(entry.element)
        let place = file.position(entry.element.first("source") ?? entry.element)
        var source = MessageForms()
        for category in entry.isPlural
            ? sourceForms.map({ VariationKey.Variation?.some(.plural($0)) }) : [nil]
        {
            source.set(entry.source, for: category)
            unit.places.source[category] = place
        }
        unit.source = source.message(entry.key)
        var forms = MessageForms()
        if entry.isPlural {
            let elements = entry.forms
            for (category, index) in counting.indices where index < elements.count {
                guard let text = QtText.text(elements[index]), !text.isEmpty else { continue }
                forms.set(text, for: .plural(category))
                unit.places.translation[.plural(category)] = file.position(elements[index])
            }
        } else if let translation = entry.translation, let text = QtText.text(translation), !text.isEmpty {
            forms.set(text, for: nil)
            unit.places.translation[nil] = file.position(translation)
        }
        unit.translation = forms.isEmpty ? nil : forms.message(entry.key)
        unit.state = entry.state == .obsolete ? .obsolete : forms.isEmpty ? .new : entry.state
        return unit
    }

    /// Writes the file of a table.
    public func write(_ tables: [TranslationTable], name: String, isOnly: Bool) -> [TranslationFile] {
        tables.compactMap { table in
            guard let locale = table.locale else { return nil }
            let path = FileFamily("\(table.name).ts", separator: "_").path(of: locale)
            let (bytes, findings) = edited(nil, at: path, with: table, following: nil)
            return TranslationFile(path: path, bytes: bytes ?? [], findings: findings)
        }
    }

    /// Changes the translations of some messages.
    public func edited(
        _ old: [UInt8]?, at path: String, with table: TranslationTable, following source: LocalizationFile?
    ) -> (bytes: [UInt8]?, findings: [any LocalizationDiagnostic]) {
        func tag(_ locale: LocaleIdentifier) -> String { locale.languageTag.replacing("-", with: "_") }
        let locale = table.locale ?? table.sourceLocale
        let bytes =
            old
            ?? Array(
                """
                <?xml version="1.0" encoding="utf-8"?>
                <!DOCTYPE TS>
                <TS version="2.1" language="\(tag(locale))" sourcelanguage="\(tag(table.sourceLocale))">
                </TS>

                """.utf8)
        let markLength = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let text = Array(bytes.dropFirst(markLength))
        let file = QtFile(bytes)
        guard let root = file.root, file.isComplete, XMLParser.utf8(bytes) == text else {
            let unread = ExchangeDiagnostic(.xmlUnexpectedDocument, "", "TS")
            return (nil, file.xml.findings.isEmpty ? [unread] : file.xml.findings)
        }
        var editor = QtEditor(text, file, root, table: table.name, locale: locale)
        for unit in table.units where unit.state != .obsolete { editor.set(unit) }
        return (Array(bytes[..<markLength]) + editor.edited(), editor.findings)
    }
}

extension QtFormat {
    /// Beside the files of other locales. Sources of TypeScript have the same
    /// extension, mostly without a locale.
    public func place(of path: String) -> PlacedFile? {
        isOwn(path) ? FileFamily(path, separator: "_").placed(.qt) : nil
    }

    /// A file of the same family.
    public func path(
        of locale: LocaleIdentifier, beside source: LocalizationFile, in project: LocalizationProject
    ) -> String? { FileFamily(source.path, separator: "_").path(of: locale) }

    /// A line in the comment for translators.
    public func commenting(_ comment: String, at offset: Int, in text: [UInt8]) -> TextEdit? {
        guard let element = XMLElementRange(startingAt: offset, in: text) else { return nil }
        let content = text[element.content]
        if let end = content.firstRange(of: Array("</extracomment>".utf8))?.lowerBound {
            return TextEdit(end..<end, "\n" + XMLEscapes.escaped(comment))
        }
        guard let end = content.firstRange(of: Array("</source>".utf8))?.upperBound,
            let source = content.firstRange(of: Array("<source>".utf8))?.lowerBound
        else { return nil }
        let line = "\n" + text.indentation(before: source)
        return TextEdit(end..<end, line + "<extracomment>\(XMLEscapes.escaped(comment))</extracomment>")
    }

    /// The edit of the identifier of a message. Messages without one are known by their texts.
    public func renaming(_ key: String, to newKey: String, in text: [UInt8]) -> [TextEdit] {
        XMLKeyLocations(text, ["message": ["id"]], key, newKey).edits
    }
}
