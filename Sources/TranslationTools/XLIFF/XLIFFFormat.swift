// XLIFF as a format.

public import Localization

/// XLIFF 1.2: one file for each locale, with all tables.
public struct XLIFFFormat: TranslationFormat {
    private let toolVersion: String

    /// - Parameter toolVersion: the version of the program that writes, for the header.
    public init(toolVersion: String = "1") { self.toolVersion = toolVersion }

    /// `xliff`
    public var name: String { "xliff" }
    /// `xliff`, and `xlf` of other programs.
    public var fileExtensions: [String] { ["xliff", "xlf"] }
    /// All tables in one locale.
    public var contents: TranslationFileContents { .locale }
    /// States of forms.
    public var facts: ExchangedFacts { [.states, .formStates] }

    /// Reads a file. The user's locale takes the place of the one that the file names.
    public func read(
        _ bytes: [UInt8], from source: TranslationFileSource
    ) -> (tables: [TranslationTable], findings: [any LocalizationDiagnostic]) {
        var (tables, findings) = XLIFF.read(bytes, sources: source.sources)
        if let locale = source.locale {
            for index in tables.indices { tables[index].locale = locale }
        }
        return (tables, findings)
    }

    /// Writes a file.
    public func write(_ tables: [TranslationTable], name: String, isOnly: Bool) -> [TranslationFile] {
        let (bytes, findings) = XLIFF.write(tables, toolVersion: toolVersion)
        return [TranslationFile(path: name + ".xliff", bytes: bytes, findings: findings)]
    }
}
