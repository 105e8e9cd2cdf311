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

/// A format in which translations are exchanged with translators and other programs.
///
/// A format reads bytes into tables and writes tables as files. It opens no file itself. What it cannot read or write is
/// a finding, never an error: one bad message does not lose a file.
public protocol TranslationFormat: Sendable {
    /// The name under which users choose the format, such as `po`.
    var name: String { get }
    /// The extensions of its files, in lower case and without the dot.
    var fileExtensions: [String] { get }
    /// What one of its files contains.
    var contents: TranslationFileContents { get }
    /// Whether its files say how far each translation is.
    var carriesStates: Bool { get }
    /// Whether one of its files can contain several tables under a common name, as a gettext domain does.
    var joinsTables: Bool { get }

    /// Reads a file.
    ///
    /// - Returns: the tables, without a locale where neither the file nor its path names one, and what was found.
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

    /// Whether an existing file already says what a new one would say, and is left as it is.
    func isUpToDate(_ old: [UInt8], with new: [UInt8]) -> Bool
}

extension TranslationFormat {
    /// `true`: most formats have a place for states.
    public var carriesStates: Bool { true }
    /// `false`: most formats know tables apart.
    public var joinsTables: Bool { false }
    /// `false`: most files contain no dates, and are written again.
    public func isUpToDate(_ old: [UInt8], with new: [UInt8]) -> Bool { false }
}

/// A file that a format wrote.
public struct TranslationFile: Sendable {
    /// The file's path below the folder of the export.
    public let path: String
    /// Its bytes.
    public let bytes: [UInt8]
    /// What the format could not write as it is.
    public let findings: [any LocalizationDiagnostic]

    /// Keeps a file.
    public init(path: String, bytes: [UInt8], findings: [any LocalizationDiagnostic] = []) {
        self.path = path
        self.bytes = bytes
        self.findings = findings
    }
}
