// A file of a project with the texts of one table in one locale, in whatever format they are.

public import Localization

/// A file of a project, read: a `.strings` file, or the texts of one locale in a file of another format.
public struct LocalizationFile: Sendable {
    /// Where the file is, as it is shown to people.
    public let path: String
    /// The table's name: the file's name without `.strings`.
    public let table: String
    /// The locale of the texts.
    public let locale: LocaleIdentifier
    /// The `.strings` file itself, which loses nothing. For a file of another format the `.strings` file that says the
    /// same, whose entries are where the texts are in the file. It has bytes when it is `written`.
    public let strings: StringsFile
    /// The messages in it.
    public let catalog: MessageCatalog
    /// What the reader of another format found.
    public let formatFindings: [any LocalizationDiagnostic]
    /// Whether the file is of another format than `.strings`.
    public let isForeign: Bool
    /// Whether these are the texts that the others in the same file are translations of.
    let isOwnSource: Bool
    /// The source texts in the file itself, where it has both: none or one.
    private let ownSources: [LocalizationFile]
    /// Where the messages without a text in this locale are.
    private let untranslatedPlaces: [String: SourcePosition]
    /// The other files of the same table and locale. A project sets them.
    package internal(set) var companions: [LocalizationFile] = []
    /// Whether another file of the same table and locale comes before this one.
    var isCompanion = false
    /// A number for the contents, which `ReadFiles` gives: files with the same number are the same; 0 where nobody counts.
    package internal(set) var revision = 0
    /// Where each message begins in a file of another format, by its key.
    package let unitPlaces: [String: SourcePosition]

    /// Reads the bytes of a `.strings` file. A compiled file is read as the source that it could have been made of.
    public init(path: String, table: String, locale: LocaleIdentifier, bytes: [UInt8]) {
        let strings = StringsFile(binaryPropertyList: bytes) ?? StringsFile(bytes)
        self.init(path: path, table: table, locale: locale, strings: strings)
    }

    /// A `.strings` file that is read already.
    public init(path: String, table: String, locale: LocaleIdentifier, strings: StringsFile) {
        self.path = path
        self.table = table
        self.locale = locale
        self.strings = strings
        catalog = MessageCatalog(locale: locale, strings: strings)
        (formatFindings, isForeign, isOwnSource) = ([], false, false)
        (ownSources, untranslatedPlaces, unitPlaces) = ([], [:], [:])
    }

    /// The texts of one side of a table that was read from a file of another format.
    init(
        path: String, table: TranslationTable, side: TextSide, locale: LocaleIdentifier,
        lacksFractions: Bool = false, findings: [any LocalizationDiagnostic] = [], isOwnSource: Bool = false,
        ownSource: LocalizationFile? = nil
    ) {
        self.path = path
        self.table = table.folder.map { $0 + "/" + table.name } ?? table.name
        self.locale = locale
        // A form that only fractions take is no mistake where the format has no place for it.
        let fillsOther = lacksFractions && PluralCoverage.of(locale).integers[.other] == nil
        let described = DescribedTexts(table, side: side, fillsOther: fillsOther)
        strings = StringsFile(describing: described.entries)
        catalog = MessageCatalog(locale: locale, checking: described.messages)
        untranslatedPlaces = described.untranslatedPlaces
        unitPlaces = described.unitPlaces
        formatFindings = findings
        isForeign = true
        self.isOwnSource = isOwnSource
        ownSources = ownSource.map { [$0] } ?? []
    }

    /// Several files of the same table and locale as one. Of two texts for one key the first file's counts.
    init(joining files: [LocalizationFile]) {
        let first = files[0]
        (path, table, locale, strings) = (first.path, first.table, first.locale, first.strings)
        var messages: [Message] = []
        var known: Set<String> = []
        for file in files {
            for message in file.catalog.list where known.insert(message.key).inserted {
                messages.append(message)
            }
        }
        catalog = MessageCatalog(locale: first.locale, messages: messages)
        formatFindings = files.flatMap(\.formatFindings)
        (isForeign, isOwnSource) = (first.isForeign, first.isOwnSource)
        ownSources = first.ownSources
        (untranslatedPlaces, unitPlaces) = (first.untranslatedPlaces, first.unitPlaces)
        companions = Array(files.dropFirst())
    }

    /// The source texts in the file itself; `nil` where it has none.
    public var ownSource: LocalizationFile? { ownSources.first }

    /// Where a message is that has no text in this locale; `nil` in formats without a place for it.
    func untranslatedPlace(of key: String) -> SourcePosition? { untranslatedPlaces[key] }
}

/// A side of a table.
enum TextSide {
    case source
    case translation
    /// The translations, and the source texts of messages without one: a file in the source language.
    case translationOrSource
}

/// The texts of a table as entries of a `.strings` file and as messages, with the places that they have in their own file.
private struct DescribedTexts {
    private(set) var entries: [StringsEntry] = []
    private(set) var messages: [Message] = []
    private(set) var untranslatedPlaces: [String: SourcePosition] = [:]
    private(set) var unitPlaces: [String: SourcePosition] = [:]

    private static let start = SourcePosition(line: 1, column: 1, byteOffset: 0)

    init(_ table: TranslationTable, side: TextSide, fillsOther: Bool) {
        entries.reserveCapacity(table.units.count)
        messages.reserveCapacity(table.units.count)
        unitPlaces.reserveCapacity(table.units.count)
        for index in table.units.indices { add(table.units[index], side, fillsOther: fillsOther) }
    }

    private mutating func add(_ unit: TranslationUnit, _ side: TextSide, fillsOther: Bool) {
        let isSource = side == .source || (side == .translationOrSource && unit.translation == nil)
        unitPlaces[unit.key] = unit.places.unit
        guard let message = isSource ? unit.source : unit.translation,
            message.text != nil || message.hasVariations
        else {
            untranslatedPlaces[unit.key] = unit.places.unit
            return
        }
        if side == .source, unit.state == .obsolete { return }
        let comments = Self.comments(unit, isSource: isSource)
        func place(_ variation: VariationKey.Variation?) -> SourcePosition {
            unit.places.place(of: variation, inSource: isSource) ?? Self.start
        }
        let comment = comments.isEmpty ? nil : comments.joined(separator: "\n")
        if !message.hasVariations, let text = message.text {
            // Most messages are one text.
            let place = place(nil)
            entries.append(
                StringsEntry(describing: unit.key, text: text.source, comments: comments, at: place))
            messages.append(message.described(by: comment, at: place))
            return
        }
        let forms = fillsOther ? message.formsWithOther : message.forms
        for (index, form) in forms.enumerated() {
            entries.append(
                StringsEntry(
                    describing: VariationKey.identifier(unit.key, form.variation), text: form.text,
                    comments: index == 0 ? comments : [], at: place(form.variation)))
        }
        var complete = MessageForms()
        for form in forms { complete.set(form.text, for: form.variation) }
        messages.append(
            complete.message(unit.key, comment: comment, position: place(forms.first?.variation ?? nil)))
    }

    /// The comments of an entry, without their signs.
    private static func comments(_ unit: TranslationUnit, isSource: Bool) -> [String] {
        var comments: [String] = []
        if let note = unit.describingComment { comments.append(trimmed(note)) }
        if let note = unit.translatorComment { comments.append(trimmed(note)) }
        let flags = unit.flags.isEmpty ? [] : unit.flags.filter(StringCatalog.Flag.isOwn)
        if isSource {
            if !flags.isEmpty { comments.append("Flag: \(flags.joined(separator: ", "))") }
        } else {
            comments += StateComment.texts(
                EntryHistory(
                    state: unit.state, formStates: unit.formStates, previousSource: unit.previousSource,
                    previousKey: unit.previousKey, catalogFlags: flags))
        }
        return comments
    }

    /// A comment without white space at its ends, as it would be read.
    private static func trimmed(_ comment: String) -> String {
        func isSpace(_ byte: UInt8?) -> Bool {
            byte.map { $0 == 0x20 || (0x09...0x0D).contains($0) } ?? false
        }
        guard isSpace(comment.utf8.first) || isSpace(comment.utf8.last) else { return comment }
        var bytes = Array(comment.utf8)[...]
        while isSpace(bytes.first) { bytes.removeFirst() }
        while isSpace(bytes.last) { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}
