// JSON files with texts as formats: those of i18next, FormatJS, Flutter and browsers' extensions.

internal import JSON
public import Localization

/// JSON files with the texts of one table in one locale.
///
/// A file tells by itself how it is made; the formats differ in how new files are. Keys are the names
/// of nested objects, joined by dots.
public struct JSONTextFormat: InPlaceFormat, RereadingFormat {
    /// `i18next`, `formatjs` or `arb`
    public let name: String
    /// `json` or `arb`
    public let fileExtensions: [String]
    /// How a new file is made, and how a file is that was read.
    private let layout: JSONLayout

    private init(_ name: String, _ fileExtension: String, _ layout: JSONLayout) {
        (self.name, fileExtensions, self.layout) = (name, [fileExtension], layout)
    }

    /// Nested objects of texts. Plural forms are members with the suffixes of
    /// i18next's format 4: `items_one`.
    public static let i18next = JSONTextFormat(
        "i18next", "json", JSONLayout(.texts, .suffixes, isFlat: false))
    /// Texts of MessageFormat by identifiers, as FormatJS compiles them for react-intl.
    public static let formatJS = JSONTextFormat(
        "formatjs", "json", JSONLayout(.texts, .messageFormat, isFlat: true))
    /// Application Resource Bundles, as Flutter reads them: texts of MessageFormat.
    public static let resourceBundle = JSONTextFormat(
        "arb", "arb", JSONLayout(.resourceBundle, .messageFormat, isFlat: true))

    /// One table in one locale.
    public var contents: TranslationFileContents { .table }
    /// None: what is in the file is shown.
    public var facts: ExchangedFacts { [] }
    /// Arrays
    public var hasListsOfTexts: Bool { true }
    /// Members
    public var mergeSyntax: FileMerge.Syntax? { .json }
    /// That of the programs that read the shape; other files have placeholders of all kinds of programs.
    public var placeholderSyntax: PlaceholderSyntax? {
        switch layout.shape {
        case .browserExtension: .browserExtension
        case .descriptors: .icu
        case .resourceBundle: .flutter
        case .texts: nil
        }
    }

    /// Reads a file, whose locale is the user's, that of its path, or that which it names.
    public func read(
        _ bytes: [UInt8], from source: TranslationFileSource
    ) -> (tables: [TranslationTable], findings: [any LocalizationDiagnostic]) {
        let reading = read(bytes, from: source, after: nil)
        return (reading.tables, reading.findings)
    }

    func read(
        _ bytes: [UInt8], from source: TranslationFileSource, after previous: FormatReading?
    ) -> FormatReading {
        let name = source.table ?? source.tableName
        var pluralKeys = source.sharedContexts
        let sources = source.project.sourceCatalog(name)
        for message in sources?.list ?? [] where !message.plural.isEmpty {
            pluralKeys.insert(message.key)
        }
        let named = LocaleFilePath(source.path)?.locale
        var document = JSONDocument(
            bytes, shape(of: source.path), pluralKeys: pluralKeys, locale: named ?? source.locale)
        let locale =
            source.locale ?? document.texts.localeName.flatMap { LocaleIdentifier($0) } ?? named
        let findings = document.findings
        let format = JSONTextFormat(self.name, fileExtensions[0], document.layout(like: layout))
        guard document.texts.root != nil else {
            return FormatReading(tables: [], findings: findings, format: format)
        }
        let counting =
            document.texts.hasFormat3
            ? I18nextPlurals(locale).coverage(hasNumbers: document.texts.hasNumbers) : nil
        var table = TranslationTable(
            name: name, sourceLocale: source.project.sourceLocale, locale: locale, units: [])
        (table.units, table.placesOfData) = document.takeUnits { sources?[$0] != nil }
        table.counting = counting
        return FormatReading(tables: [table], findings: findings, format: format)
    }

    /// Writes the file of a table.
    public func write(_ tables: [TranslationTable], name: String, isOnly: Bool) -> [TranslationFile] {
        tables.compactMap { table -> TranslationFile? in
            guard let locale = table.locale else { return nil }
            let path = path(of: locale, table: table.name, isOnly: isOnly)
            let (bytes, findings) = edited(nil, at: path, with: table, following: nil)
            return TranslationFile(
                path: path, bytes: bytes ?? [], findings: findings,
                isEmpty: locale != table.sourceLocale && table.units.allSatisfy { $0.translation == nil })
        }
    }

    private func path(of locale: LocaleIdentifier, table: String, isOnly: Bool) -> String {
        if layout.shape == .resourceBundle {
            return "l10n/\(isOnly ? "app" : table)_\(locale.languageTag.replacing("-", with: "_")).arb"
        }
        if layout.plurals == .suffixes || layout.plurals == .numbers {
            return "locales/\(locale.languageTag)/\(table).json"
        }
        return isOnly ? "lang/\(locale.languageTag).json" : "lang/\(locale.languageTag)/\(table).json"
    }

    /// Changes the texts of some messages. New ones are made as the source file's are.
    public func edited(
        _ old: [UInt8]?, at path: String, with table: TranslationTable, following source: LocalizationFile?
    ) -> (bytes: [UInt8]?, findings: [any LocalizationDiagnostic]) {
        let layout = (source?.format as? JSONTextFormat)?.layout ?? layout
        let isNew = old == nil
        var bytes = old ?? Array("{}\n".utf8)
        if isNew, layout.shape == .resourceBundle, let locale = table.locale {
            bytes = Array("{\n  \"@@locale\": \"\(locale.languageTag.replacing("-", with: "_"))\"\n}\n".utf8)
        } else if isNew, layout.isBelowLocale, let name = LocaleFilePath(path)?.spelling {
            bytes = Array("{\n\(layout.spelling.indentation)\"\(name)\": {}\n}\n".utf8)
        }
        let pluralKeys = table.units.filter { !($0.translation?.plural.isEmpty ?? true) }.map(\.key)
        let document = JSONDocument(
            bytes, isNew ? layout.shape : shape(of: path), pluralKeys: Set(pluralKeys),
            locale: LocaleFilePath(path)?.locale ?? table.locale)
        guard document.texts.root != nil else {
            let unexpected = ExchangeDiagnostic(.jsonUnexpectedDocument, [], at: nil)
            return (nil, document.findings.isEmpty ? [unexpected] : document.findings)
        }
        var editor = JSONEditor(
            document.bytes, document.texts, isNew ? layout : document.layout(like: layout),
            keys: source?.catalog.keys ?? table.units.map(\.key), locale: table.locale)
        for unit in table.units where unit.state != .obsolete { editor.set(unit) }
        return (document.mark + editor.edited(), editor.findings)
    }

    /// Whether each unit has as many forms as it is to have.
    public func hasTaken(_ tables: [TranslationTable], in bytes: [UInt8]) -> Bool {
        let units = tables.flatMap(\.units)
        let keys = Set(units.filter { !($0.translation?.plural.isEmpty ?? true) }.map(\.key))
        let texts = JSONDocument(bytes, nil, pluralKeys: keys, locale: tables.first?.locale).texts
        let numbers = texts.hasFormat3 ? I18nextPlurals(tables.first?.locale) : nil
        return units.allSatisfy { unit in
            guard let translation = unit.translation else { return true }
            let count = translation.forms.count { form in
                guard let numbers, case .plural(let category)? = form.variation else { return true }
                return numbers.suffix(of: category) != nil
            }
            return count <= texts.entry(unit.key)?.forms.count ?? 0
        }
    }

    /// The shape that a path tells.
    private func shape(of path: String) -> JSONLayout.Shape? {
        if layout.shape == .resourceBundle { return .resourceBundle }
        return LocaleFilePath(path)?.isOfExtension == true ? .browserExtension : nil
    }
}

extension JSONTextFormat {
    /// In a folder for texts, under the name of a locale (`LocaleFilePath`), nowhere else.
    public func place(of path: String) -> PlacedFile? {
        guard isOwn(path), let file = LocaleFilePath(path), file.isInNamedFolder else { return nil }
        return PlacedFile(path, in: file.folder, .json, table: file.table, locale: file.locale)
    }

    /// Where a JSON file may belong that is named by a locale, in whatever folder it is.
    package static func likelyPlace(of path: String) -> PlacedFile? {
        guard path.lowercased().hasSuffix(".json"), let file = LocaleFilePath(path) else { return nil }
        return PlacedFile(path, in: file.folder, .json, table: file.table, locale: file.locale)
    }

    /// The path of the same file in another locale.
    public func path(
        of locale: LocaleIdentifier, beside source: LocalizationFile, in project: LocalizationProject
    ) -> String? {
        LocaleFilePath(source.path)?.path(of: locale, like: project.files.map(\.path))
    }

    /// The keys that have plural forms: a file in a language with one form does not always tell.
    public func sharedContexts(in bytes: [UInt8]) -> Set<String> {
        guard layout.shape == .texts, I18nextPlurals.mayBeNamed(in: bytes) else { return [] }
        return Set(JSONDocument(bytes, nil).texts.entries.filter(\.hasSuffixes).map(\.key))
    }

    /// The edits of the names of a message: of all its forms, and of what a resource bundle says about it.
    /// Only the last of several joined names can change.
    public func renaming(_ key: String, to newKey: String, in text: [UInt8]) -> [TextEdit] {
        let document = JSONDocument(text, layout.shape == .resourceBundle ? .resourceBundle : nil)
        guard let entry = document.texts.entry(key), document.texts.entry(newKey) == nil else { return [] }
        var edits: [TextEdit] = []
        var known: Set<Range<Int>> = []
        for form in entry.forms {
            guard let range = form.name, known.insert(range).inserted else { continue }
            guard let name = JSONReader.located(Array(document.bytes[range])).value?.string else { return [] }
            let own = name.dropLast(form.suffix.count)
            guard key.hasSuffix(own), newKey.hasPrefix(key.dropLast(own.count)) else { return [] }
            let new = String(newKey.dropFirst(key.count - own.count))
            guard !new.isEmpty, own.count == key.count || !new.contains(".") else { return [] }
            if own.count == key.count, document.layout(like: layout).isFlat == false, new.contains(".") {
                return []
            }
            edits.append(document.edit(of: range, to: new + form.suffix))
        }
        if document.texts.shape == .resourceBundle,
            let about = document.texts.root?.member("@" + key)
        {
            edits.append(document.edit(of: about.nameRange, to: "@" + newKey))
        }
        return edits
    }
}

/// A JSON file with texts, and where they are.
private struct JSONDocument {
    let mark: [UInt8]
    /// The file without a byte order mark.
    let bytes: [UInt8]
    private(set) var texts: JSONTexts

    init(
        _ file: [UInt8], _ shape: JSONLayout.Shape?, pluralKeys: Set<String> = [],
        locale: LocaleIdentifier? = nil
    ) {
        mark = file.starts(with: [0xEF, 0xBB, 0xBF]) ? [0xEF, 0xBB, 0xBF] : []
        bytes = mark.isEmpty ? file : Array(file.dropFirst(mark.count))
        texts = JSONTexts(bytes, shape, pluralKeys: pluralKeys, locale: locale)
    }

    func layout(like model: JSONLayout) -> JSONLayout { JSONLayout(of: texts, bytes, like: model) }

    /// The edit that gives a member another name.
    func edit(of name: Range<Int>, to new: String) -> TextEdit {
        TextEdit(name.lowerBound + mark.count..<name.upperBound + mark.count, JSON.string(new).text)
    }

    /// What was found, with lines and columns.
    var findings: [ExchangeDiagnostic] {
        var found = texts.findings
        if texts.shape == .browserExtension, let root = texts.root, let name = texts.shape.textName {
            found += ExtensionPlaceholders.undefined(in: root, of: bytes, textName: name)
            found.sort { $0.offset < $1.offset }
        }
        guard !found.isEmpty else { return [] }
        let index = PositionIndex(bytes)
        return found.map { ExchangeDiagnostic($0.kind, $0.facts, at: position($0.offset, index)) }
    }

    /// The messages with their places, and the places of other values. What was read for them takes as much
    /// room as they do, and is freed meanwhile, from the end.
    ///
    /// - Parameter isText: whether the source file has a text under a key.
    mutating func takeUnits(
        _ isText: (String) -> Bool
    ) -> (units: [TranslationUnit], placesOfData: [String: SourcePosition]) {
        let index = PositionIndex(bytes)
        var entries = texts.takeEntries()
        var units: [TranslationUnit] = []
        var placesOfData: [String: SourcePosition] = [:]
        units.reserveCapacity(entries.count)
        while let entry = entries.popLast() {
            if !entry.isData || !entry.forms.isEmpty || isText(entry.key) {
                units.append(unit(entry, index))
            } else {
                placesOfData[entry.key] = position(entry.null?.lowerBound ?? entry.offset, index)
            }
            // An array keeps its room until another one takes its place. The fuller it is then, the less the
            // two need with the units.
            if entries.capacity > Self.leastRoom, entries.count < entries.capacity / 4 * 3 {
                var rest: [JSONEntry] = []
                rest.reserveCapacity(entries.count)
                rest += entries
                entries = rest
            }
        }
        units.reverse()
        return (units, placesOfData)
    }

    /// How many entries an array may have room for in vain.
    private static let leastRoom = 4096

    private func unit(_ entry: JSONEntry, _ index: PositionIndex) -> TranslationUnit {
        var unit = TranslationUnit(key: entry.key)
        unit.comment = entry.comment
        unit.places.unit = position(entry.offset, index)
        if entry.isOrdinal { unit.flags = [TranslationUnit.ordinalFlag] }
        var forms = MessageForms()
        for form in entry.forms {
            forms.set(form.text, for: form.variation)
            unit.places.translation[form.variation] = position(form.offset, index)
        }
        unit.translation = forms.isEmpty ? nil : forms.message(entry.key)
        unit.state = forms.isEmpty ? .new : .translated
        return unit
    }

    private func position(_ offset: Int, _ index: PositionIndex) -> SourcePosition {
        let place = index.place(at: offset, in: bytes)
        return SourcePosition(line: place.line, column: place.column, byteOffset: offset + mark.count)
    }
}
