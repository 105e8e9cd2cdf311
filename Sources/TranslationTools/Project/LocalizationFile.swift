// A file of a project with the texts of one table in one locale, in whatever format they are.

public import Localization
internal import Support

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
    public var strings: StringsFile {
        switch contents {
        case .strings(let file): file
        case .described(let description): description.value.strings
        }
    }
    private let contents: Contents
    /// The messages in it.
    public private(set) var catalog: MessageCatalog
    /// What the reader of another format found.
    public let formatFindings: [any LocalizationDiagnostic]
    /// Whether the file is of another format than `.strings`.
    public let isForeign: Bool
    /// Whether the file is one of gettext's.
    let isOfGettext: Bool
    /// The syntax of placeholders that the format has; `nil` where the texts may have any.
    let placeholderSyntax: PlaceholderSyntax?
    /// How the file itself says that it counts, where that is not how the locale counts.
    let counting: PluralCoverage?
    /// Whether these are the texts that the others in the same file are translations of.
    let isOwnSource: Bool
    /// The source texts in the file itself, where it has both: none or one. The reader sets them.
    var ownSources: [LocalizationFile]
    /// The other files of the same table and locale. A project sets them.
    package internal(set) var companions: [LocalizationFile] = []
    /// The files of the same table whose texts readers see where this one has none: those of `de` for `de_AT`. A project sets
    /// them.
    package internal(set) var parents: [LocalizationFile] = []
    /// Whether another file of the same table and locale comes before this one.
    var isCompanion = false
    /// A number for the contents, which `ReadFiles` gives: files with the same number are the same; 0 where nobody counts.
    package internal(set) var revision = 0
    /// Where each message begins in a file of another format, by its key.
    package var unitPlaces: [String: SourcePosition] { description?.unitPlaces ?? [:] }

    private enum Contents: Sendable {
        case strings(StringsFile)
        /// Made when it is needed first: most checks of most files only need the messages.
        case described(Lazy<TextDescription>)
    }

    private var description: TextDescription? {
        if case .described(let description) = contents { description.value } else { nil }
    }

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
        contents = .strings(strings)
        catalog = MessageCatalog(locale: locale, strings: strings)
        (formatFindings, isForeign, isOfGettext, isOwnSource, ownSources) = ([], false, false, false, [])
        (placeholderSyntax, counting) = (.objectiveC, nil)
    }

    /// The texts of one side of a table that was read from a file of another format.
    init(
        path: String, table: TranslationTable, side: TextSide, locale: LocaleIdentifier,
        lacksFractions: Bool = false, findings: [any LocalizationDiagnostic] = [], isOwnSource: Bool = false,
        hasDistinctKeys: Bool = false, placeholderSyntax: PlaceholderSyntax? = nil
    ) {
        self.path = path
        self.table = table.folder.map { $0 + "/" + table.name } ?? table.name
        self.locale = locale
        // A form that only fractions take is no mistake where the format has no place for it.
        let counting = side == .source ? nil : table.counting
        let fillsOther = lacksFractions && (counting ?? .of(locale)).integers[.other] == nil
        let texts = DescribedTexts(table, side: side, fillsOther: fillsOther)
        contents = .described(Lazy { texts.description })
        catalog = MessageCatalog(
            locale: locale, checking: texts.messages, haveDistinctKeys: hasDistinctKeys)
        formatFindings = findings
        isForeign = true
        // Only gettext's rules count integers alone.
        isOfGettext = lacksFractions
        self.isOwnSource = isOwnSource
        ownSources = []
        self.placeholderSyntax = placeholderSyntax
        self.counting = counting
    }

    /// Several files of the same table and locale as one. Of two texts for one key the first file's counts.
    init(joining files: [LocalizationFile]) {
        let first = files[0]
        (path, table, locale, contents) = (first.path, first.table, first.locale, first.contents)
        var messages: [Message] = []
        var known: Set<String> = []
        for file in files {
            for message in file.catalog.list where known.insert(message.key).inserted {
                messages.append(message)
            }
        }
        catalog = MessageCatalog(locale: first.locale, messages: messages)
        formatFindings = files.flatMap(\.formatFindings)
        (isForeign, isOfGettext, isOwnSource) = (first.isForeign, first.isOfGettext, first.isOwnSource)
        ownSources = first.ownSources
        (placeholderSyntax, counting) = (first.placeholderSyntax, first.counting)
        companions = Array(files.dropFirst())
    }

    /// The source texts in the file itself; `nil` where it has none.
    public var ownSource: LocalizationFile? { ownSources.first }

    /// Leaves out obsolete messages that the source has again: gettext does not compile them.
    mutating func leaveOutObsolete(known sources: [MessageCatalog]) {
        func isLeftOut(_ message: Message) -> Bool {
            guard let comment = message.comment, comment.containsASCII("unmatched"),
                EntryAnnotations(comment).state == .obsolete
            else { return false }
            return sources.contains { $0[message.key] != nil }
        }
        guard catalog.list.contains(where: isLeftOut) else { return }
        catalog = MessageCatalog(locale: locale, messages: catalog.list.filter { !isLeftOut($0) })
    }

    /// Where a message is that has no text in this locale; `nil` in formats without a place for it.
    func untranslatedPlace(of key: String) -> SourcePosition? {
        description?.untranslatedPlaces[key]
    }

    /// What the parser of `.strings` files found.
    var parserFindings: [StringsDiagnostic] {
        if case .strings(let file) = contents { file.diagnostics } else { [] }
    }
}

/// A side of a table.
enum TextSide {
    case source
    case translation
    /// The translations, and the source texts of messages without one: a file in the source language.
    case translationOrSource
}
