// A file of a project with the texts of one table in one locale, in whatever format they are.

public import Localization
internal import Support

/// A file of a project, read: a `.strings` file, or the texts of one locale in a file of another format.
public struct LocalizationFile: Sendable {
    /// Where the file is, as it is shown to people.
    public let path: String
    /// The table's name: the file's name without `.strings`.
    public internal(set) var table: String
    /// The locale of the texts.
    public let locale: LocaleIdentifier
    public let format: any TranslationFormat
    /// The syntax tree of a `.strings` file, which loses nothing; `nil` for other formats.
    public var strings: StringsFile? {
        if case .strings(let file) = contents { file } else { nil }
    }
    private let contents: Contents
    /// Where values are that are no texts, such as numbers, by their keys.
    let placesOfData: [String: SourcePosition]
    /// The file as it was read, for edits of it and of files that follow it; `nil` if it is only read.
    package internal(set) var document: TranslationDocument?
    /// The messages in it.
    public private(set) var catalog: MessageCatalog
    /// What the reader of another format found.
    public let formatFindings: [any LocalizationDiagnostic]
    /// Whether GNU msgfmt compiles the translations: they have forms for integers alone,
    /// and unfinished ones are left out.
    let isCompiledByGettext: Bool
    /// How the file itself says that it counts, where that is not how the locale counts.
    let counting: PluralCoverage?
    /// Whether these are the texts that the others in the same file are translations of.
    let isOwnSource: Bool
    /// The source texts in the file itself, where it has both: none or one. The reader sets them.
    var ownSources: [LocalizationFile]
    /// The other files of the same table and locale. A project sets them.
    package internal(set) var companions: [LocalizationFile] = []
    /// The files of the same table whose texts readers see where this one has none: those of `de`
    /// for `de_AT`. A project sets them.
    package internal(set) var parents: [LocalizationFile] = []
    /// The storyboard, xib or intent definition of the table, with texts that a `.strings` file in the source
    /// language lacks: none or one. Who reads the project sets them.
    package var interfaces: [LocalizationFile] = []
    /// Whether another file of the same table and locale comes before this one.
    var isCompanion = false
    /// A number for the contents, which `ReadFiles` gives: files with the same number are the same; 0
    /// for a file that was read alone.
    package internal(set) var revision = 0
    /// Where a message begins in a file of another format.
    package func unitPosition(of key: String) -> SourcePosition? { units?.unitPosition(of: key) }
    /// The same for each message, by its key.
    package var unitPositions: [String: SourcePosition] { units?.unitPositions ?? [:] }

    private enum Contents: Sendable {
        case strings(StringsFile)
        case units(UnitTexts)
    }

    private var units: UnitTexts? {
        if case .units(let texts) = contents { texts } else { nil }
    }

    /// A `.strings` file that is read already.
    init(
        path: String, format: any TranslationFormat, table: String, locale: LocaleIdentifier,
        strings: StringsFile
    ) {
        self.path = path
        self.format = format
        self.table = table
        self.locale = locale
        contents = .strings(strings)
        catalog = MessageCatalog(locale: locale, strings: strings)
        (formatFindings, isCompiledByGettext, isOwnSource, ownSources) = ([], false, false, [])
        (counting, placesOfData) = (nil, [:])
    }

    /// The texts of one side of a table of units.
    ///
    /// - Parameters:
    ///   - table: says what the table is. Its units do not count.
    ///   - texts: what `UnitTexts.Selection` selects of the units.
    init(
        path: String, format: any TranslationFormat, table: TranslationTable, texts: UnitTexts,
        side: TextSide, locale: LocaleIdentifier, findings: [any LocalizationDiagnostic] = [],
        isOwnSource: Bool = false, hasDistinctKeys: Bool = false
    ) {
        self.path = path
        self.format = format
        self.table = table.folder.map { $0 + "/" + table.name } ?? table.name
        self.locale = locale
        isCompiledByGettext = side != .source && !format.hasFormsOfFractions
        contents = .units(texts)
        catalog = MessageCatalog(
            locale: locale, checking: texts.messages, haveDistinctKeys: hasDistinctKeys)
        formatFindings = findings
        self.isOwnSource = isOwnSource
        ownSources = []
        counting = side == .source ? nil : table.counting
        placesOfData = side == .source ? [:] : table.placesOfData
    }

    /// Messages without their places.
    init(
        path: String, format: any TranslationFormat, table: String, messages: [Message], side: TextSide,
        locale: LocaleIdentifier, findings: [any LocalizationDiagnostic]
    ) {
        let empty = TranslationTable(name: table, sourceLocale: locale, locale: locale, units: [])
        self.init(
            path: path, format: format, table: empty, texts: UnitTexts([], .init(side: side)), side: side,
            locale: locale, findings: findings)
        catalog = MessageCatalog(locale: locale, checking: messages)
    }

    /// The source texts of a table that is in no file yet.
    package init(path: String, format: any TranslationFormat, table: TranslationTable) {
        self.init(
            path: path, format: format, table: table, side: .source, locale: table.sourceLocale)
    }

    /// One side of a table that is in no file yet.
    init(
        path: String, format: any TranslationFormat, table: TranslationTable, side: TextSide,
        locale: LocaleIdentifier
    ) {
        self.init(
            path: path, format: format, table: table,
            texts: UnitTexts(table.units, .init(of: table, side, format, locale)), side: side,
            locale: locale)
    }

    /// Several files of the same table and locale as one. Of two texts for one key the first file's counts.
    ///
    /// - Parameter prefersForms: whether a text with forms counts before a plain one, whose comment it gets.
    init(joining files: [LocalizationFile], prefersForms: Bool = false) {
        let first = files[0]
        (path, table, locale) = (first.path, first.table, first.locale)
        (format, contents) = (first.format, first.contents)
        var messages: [Message] = []
        var known: [String: Int] = [:]
        for file in files {
            for message in file.catalog.list {
                guard let index = known[message.key] else {
                    known[message.key] = messages.count
                    messages.append(message)
                    continue
                }
                let plain = messages[index]
                guard prefersForms, message.hasVariations, !plain.hasVariations else { continue }
                messages[index] = message.described(
                    by: message.comment ?? plain.comment, at: message.position)
            }
        }
        catalog = MessageCatalog(locale: first.locale, messages: messages)
        formatFindings = files.flatMap(\.formatFindings)
        (isCompiledByGettext, isOwnSource) = (first.isCompiledByGettext, first.isOwnSource)
        (ownSources, counting, placesOfData) = (first.ownSources, first.counting, first.placesOfData)
        companions = Array(files.dropFirst())
        interfaces = files.flatMap(\.interfaces)
    }

    /// The source texts in the file itself; `nil` where it has none.
    public var ownSource: LocalizationFile? { ownSources.first }

    /// Leaves out obsolete messages that the source has again: gettext does not compile them.
    mutating func leaveOutObsolete(known sources: [MessageCatalog]) {
        func isLeftOut(_ message: Message) -> Bool {
            guard EntryAnnotations.state(in: message.comment) == .obsolete else { return false }
            return sources.contains { $0[message.key] != nil }
        }
        guard catalog.list.contains(where: isLeftOut) else { return }
        catalog = MessageCatalog(locale: locale, messages: catalog.list.filter { !isLeftOut($0) })
    }

    /// Takes other texts for the source texts in the file itself: those of a file in the source language are
    /// what users read, and what translators follow. Symfony's files have keys or old texts beside them.
    mutating func takeSourceTexts(from shown: MessageCatalog) {
        guard let own = ownSources.first else { return }
        var isChanged = false
        let messages = own.catalog.list.enumerated().map { index, message in
            guard let other = shown.message(for: message.key, near: index),
                other.withoutComment != message.withoutComment
            else { return message }
            isChanged = true
            return other.described(by: message.comment, at: message.position)
        }
        if isChanged {
            ownSources[0].catalog = MessageCatalog(locale: own.locale, messages: messages)
        }
    }

    /// The source text of a message that a file of translations repeats from its
    /// template; `nil` in other formats.
    func repeatedSource(of key: String) -> Message? {
        guard format.sourceTexts == .template else { return nil }
        // Beside the source texts in the file itself only those are kept that these lack.
        return units?.source(of: key) ?? ownSource?.catalog[key]
    }

    /// Whether a file of another format has a message itself: one of several joined files has those of all.
    func hasOwnUnit(_ key: String) -> Bool { units?.has(key) ?? false }

    /// What the parser of `.strings` files found.
    var parserFindings: [StringsDiagnostic] { strings?.diagnostics ?? [] }

    /// What was found that may hide texts: they would count as missing.
    package var damages: [any LocalizationDiagnostic] {
        strings?.diagnostics.filter(\.hidesEntries)
            ?? formatFindings.filter {
                // The text that shows the name is read.
                $0.severity == .error && ($0 as? ExchangeDiagnostic)?.kind != .jsonUndefinedPlaceholder
            }
    }

    /// The texts in the order of the file.
    package var texts: [LocatedText] {
        if let units { return units.located }
        return (strings?.entries ?? []).map { entry in
            let form = VariationKey(entry.key)
            return LocatedText(
                key: form?.key ?? entry.key, variation: form?.variation, text: entry.text,
                comment: entry.comment, position: entry.valuePosition)
        }
    }

    /// The position of a form's text; of the first form where no form is named, or
    /// where the message does not have it. Also that of a value that is no text.
    func valuePosition(of key: String, _ variation: VariationKey.Variation?) -> SourcePosition? {
        guard let units else {
            return entry(of: key, variation)?.valuePosition ?? catalog[key]?.position
        }
        // The one text of most messages is where they are.
        if variation == nil, let message = catalog[key], !message.hasVariations { return message.position }
        return units.place(of: key, variation) ?? catalog[key]?.position ?? placesOfData[key]
    }

    /// The entry of a form in a `.strings` file.
    private func entry(of key: String, _ variation: VariationKey.Variation?) -> StringsEntry? {
        guard let variation else { return strings?[key] }
        if let entry = strings?[VariationKey(key: key, variation: variation).description] { return entry }
        // The older spelling of a plural form.
        if case .plural(let category) = variation { return strings?["\(key)##{\(category.rawValue)}"] }
        return nil
    }
}

/// A side of a table.
enum TextSide {
    case source
    case translation
    /// The translations, and the source texts of messages without one: a file in the source language.
    case translationOrSource
}
