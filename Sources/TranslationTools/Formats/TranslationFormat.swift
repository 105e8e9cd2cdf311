// What a format of files for translators is.

public import Localization

/// What one file of a format contains.
public enum TranslationFileContents: Sendable, Hashable {
    /// One table of source texts, without translations.
    case template
    /// One table in one locale.
    case table
    /// All tables in one locale.
    case locale
    /// One table in all locales.
    case allLocales
}

/// Where the source texts of translations are.
public enum SourceTextLocation: Sendable, Hashable {
    /// In a file of the source language.
    case otherFile
    /// In a template, whose texts each file of translations repeats.
    case template
    /// In the file of the translations itself.
    case ownFile
}

/// What files of a format know about messages beside their texts.
public struct ExchangedFacts: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt8
    /// Makes a set of its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// How far each translation is.
    public static let states = ExchangedFacts(rawValue: 1)
    /// How far each form of a translation is.
    public static let formStates = ExchangedFacts(rawValue: 2)
    /// Which messages there are in the source language.
    public static let sources = ExchangedFacts(rawValue: 4)
    /// What each translation was before: its key, the source text that it was made
    /// for, and what its translator says.
    public static let history = ExchangedFacts(rawValue: 8)
    /// That a text is new though it is not the source's: a project that hands out its own texts knows that,
    /// translators who change a text rarely say so.
    static let ownStates = ExchangedFacts(rawValue: 16)
    /// Translations of messages that the source no longer has. Compiled files are for
    /// programs, which do not ask for these.
    static let obsoleteTexts = ExchangedFacts(rawValue: 32)
}

/// A format in which translations are exchanged with translators and other programs.
///
/// A format reads bytes into tables and writes tables as files. It opens no file itself. What it cannot read
/// or write is a finding, never an error: one bad message does not lose a file.
public protocol TranslationFormat: Sendable {
    /// The name under which users choose the format, such as `po`.
    var name: String { get }
    /// The extensions of its files, in lower case and without the dot.
    var fileExtensions: [String] { get }
    /// What one of its files contains.
    var contents: TranslationFileContents { get }
    /// What its files know beside texts.
    var facts: ExchangedFacts { get }
    /// Where the source texts of its files are.
    var sourceTexts: SourceTextLocation { get }
    /// Whether one of its files can contain several tables under a common name, as a gettext domain does.
    var joinsTables: Bool { get }
    /// Whether its files have a place for plural forms that integers never take.
    var hasFormsOfFractions: Bool { get }
    /// Whether readers see the lines of its texts as they are in the file.
    var showsLines: Bool { get }
    /// The syntax of placeholders in its texts; `nil` where flags and the texts themselves tell it.
    var placeholderSyntax: PlaceholderSyntax? { get }
    /// Whether its files have lists of texts, whose elements have numbers at the end of their keys:
    /// `names.0`.
    var hasListsOfTexts: Bool { get }
    /// The plurals within texts that its files have as forms of the whole text, where they have one count.
    var spelledOutPlurals: EmbeddedPluralSyntax { get }
    /// The syntax by which versions of its files are merged, entry by entry; `nil` where they are not.
    var mergeSyntax: FileMerge.Syntax? { get }

    /// The format for an export of locales and tables, in which each has a name of its own.
    func naming(_ locales: [LocaleIdentifier], tables: [String]) -> any TranslationFormat

    /// Reads a file.
    ///
    /// - Returns: the tables, without a locale where neither the file nor its
    ///   path names one, and what was found.
    func read(
        _ bytes: [UInt8], from source: TranslationFileSource
    ) -> (tables: [TranslationTable], findings: [any LocalizationDiagnostic])

    /// Writes the tables of one file, as `contents` groups them.
    ///
    /// - Parameters:
    ///   - name: the table's name, or the common name of several.
    ///   - isOnly: whether no other name is written beside this one.
    /// - Returns: the file, and others that belong to it.
    func write(_ tables: [TranslationTable], name: String, isOnly: Bool) -> [TranslationFile]

    /// The file to write in the place of an existing one.
    ///
    /// - Parameters:
    ///   - old: the bytes of the existing file.
    ///   - path: where the file is.
    ///   - new: makes a new file of the tables, for formats that need one.
    func updated(
        _ old: [UInt8], with tables: [TranslationTable], at path: String, new: () -> TranslationFile?
    ) -> TranslationFile?

    /// A file with changes of some messages. Everything else keeps its bytes.
    ///
    /// - Parameters:
    ///   - edits: for each table and locale, only what changes. Units have all of their forms, with states.
    ///   - old: the file, as it was read or as its bytes; `nil` for a new one.
    ///   - path: where the file is.
    ///   - source: the file in the source language, whose order and comments new messages take over where the
    ///     format has any of its own.
    /// - Returns: `nil` where the format writes no such file.
    func applying(
        _ edits: [TableEdits], to old: TranslationDocument?, at path: String,
        following source: LocalizationFile?
    ) -> TranslationFile?

    /// Whether an edited file has all forms of the tables' units: a format whose files others write in ways
    /// of their own may have no place for some.
    func hasTaken(_ tables: [TranslationTable], in bytes: [UInt8]) -> Bool

    /// The edits that give a message another key in all of its forms, in a text as an editor has it:
    /// in UTF-8, whatever the file's encoding is. Empty where the format cannot have the key, or the
    /// text does not have the message.
    func renaming(_ key: String, to newKey: String, in text: [UInt8]) -> [TextEdit]

    /// The edit that writes a comment above a message, in a text as an editor has it; `nil` where
    /// the format has no place for it.
    ///
    /// - Parameter offset: where the message begins.
    func commenting(_ comment: String, at offset: Int, in text: [UInt8]) -> TextEdit?

    /// Where a file is in a project, as its path says; `nil` where files of the format are not read in place.
    func place(of path: String) -> PlacedFile?

    /// The path of the file that has, or is to have, the translations of a file;
    /// `nil` where the format does not say.
    ///
    /// - Parameters:
    ///   - locale: the locale of the translations.
    ///   - source: a file of the format with source texts.
    ///   - project: the project, in whose folder the path is.
    func path(of locale: LocaleIdentifier, beside source: LocalizationFile, in project: LocalizationProject)
        -> String?

    /// What the other files of a project are to know about the keys of a file: the contexts that are no
    /// keys, because several of its texts have them; the keys that have plural forms, where only a
    /// language with several forms tells.
    func sharedContexts(in bytes: [UInt8]) -> Set<String>

    /// Whether an existing file already says what a new one would say, and is left as it is.
    func isUpToDate(_ old: [UInt8], with new: [UInt8]) -> Bool
}

extension TranslationFormat {
    /// States: most formats have a place for them.
    public var facts: ExchangedFacts { .states }
    /// In a file of the source language.
    public var sourceTexts: SourceTextLocation { .otherFile }
    /// `false`: most formats know tables apart.
    public var joinsTables: Bool { false }
    /// `true`: most formats name the forms.
    public var hasFormsOfFractions: Bool { true }
    /// None: texts are written as they are.
    public var spelledOutPlurals: EmbeddedPluralSyntax { [] }
    /// `nil`: files of the format are merged line by line.
    public var mergeSyntax: FileMerge.Syntax? { nil }
    /// The format itself: in most formats the names of all locales and tables differ.
    public func naming(_ locales: [LocaleIdentifier], tables: [String]) -> any TranslationFormat { self }
    /// `nil`: most formats have texts of all kinds of programs.
    public var placeholderSyntax: PlaceholderSyntax? { nil }
    /// `true`.
    public var showsLines: Bool { true }
    /// `false`
    public var hasListsOfTexts: Bool { false }
    /// The new file: most formats keep nothing of their own in a file.
    public func updated(
        _ old: [UInt8], with tables: [TranslationTable], at path: String, new: () -> TranslationFile?
    ) -> TranslationFile? { new() }
    /// The file that `write` makes of the units, or what `updated` makes of the existing one.
    public func applying(
        _ edits: [TableEdits], to old: TranslationDocument?, at path: String,
        following source: LocalizationFile?
    ) -> TranslationFile? {
        let tables = edits.tables
        func new() -> TranslationFile? {
            // Some formats write other files beside their own.
            write(tables, name: "", isOnly: true).first { isOwn($0.path) }?.moved(to: path)
        }
        return old.map { updated($0.bytes, with: tables, at: path, new: new) } ?? new()
    }
    /// No edits: a format without positions cannot rename.
    public func renaming(_ key: String, to newKey: String, in text: [UInt8]) -> [TextEdit] { [] }
    /// `nil`: most formats have members or elements for comments.
    public func commenting(_ comment: String, at offset: Int, in text: [UInt8]) -> TextEdit? { nil }
    /// A file by itself in its folder.
    public func place(of path: String) -> PlacedFile? {
        PlacedFile(path, in: PathNames(path).folder(1), .other)
    }
    /// `nil`: where translations are is not known.
    public func path(
        of locale: LocaleIdentifier, beside source: LocalizationFile, in project: LocalizationProject
    ) -> String? { nil }
    /// None: most formats have no contexts beside keys.
    public func sharedContexts(in bytes: [UInt8]) -> Set<String> { [] }
    /// Whether a file's name has an extension of the format, in upper or lower case.
    package func isOwn(_ path: String) -> Bool {
        guard let name = PathNames(path).fileExtension else { return false }
        return fileExtensions.contains(name)
    }
    /// `true`: most formats name the forms in one way.
    public func hasTaken(_ tables: [TranslationTable], in bytes: [UInt8]) -> Bool { true }
    /// `false`: most files contain no dates, and are written again.
    public func isUpToDate(_ old: [UInt8], with new: [UInt8]) -> Bool { false }
}

/// A file that a format wrote.
public struct TranslationFile: Sendable {
    /// The file's path below the folder of the export.
    public let path: String
    /// Other paths under which the file may exist already.
    public let otherPaths: [String]
    /// Whether there is no text in it, so that it only replaces an existing file.
    public let isEmpty: Bool
    public let bytes: [UInt8]
    /// What the format could not write as it is.
    public internal(set) var findings: [any LocalizationDiagnostic]
    /// Whether the existing file could not be read, and must stay as it is.
    public let isRefused: Bool
    /// How many messages an edit changed; `nil` for all that it was given.
    public let changeCount: Int?

    /// Keeps a file.
    public init(
        path: String, bytes: [UInt8], findings: [any LocalizationDiagnostic] = [], isRefused: Bool = false,
        otherPaths: [String] = [], isEmpty: Bool = false, changeCount: Int? = nil
    ) {
        self.path = path
        self.otherPaths = otherPaths
        self.isEmpty = isEmpty
        self.bytes = bytes
        self.findings = findings
        self.isRefused = isRefused
        self.changeCount = changeCount
    }

    /// An existing file after an update.
    ///
    /// - Parameter bytes: `nil` if the file could not be read, and must stay as it is.
    init(path: String, _ bytes: [UInt8]?, over old: [UInt8], _ findings: [any LocalizationDiagnostic]) {
        self.init(path: path, bytes: bytes ?? old, findings: findings, isRefused: bytes == nil)
    }

    /// The same file at another path.
    func moved(to path: String) -> TranslationFile {
        TranslationFile(path: path, bytes: bytes, findings: findings, isRefused: isRefused)
    }
}
