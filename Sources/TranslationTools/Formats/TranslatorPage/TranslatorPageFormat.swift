// The page for translators as a format: one HTML file for each locale, and the JSON that it saves.

public import Localization

/// A page in which people translate with a browser alone.
///
/// A page has everything in one file, and asks no server for anything. What was changed in it is saved as
/// JSON, which is read here, too. An edit never goes into a page: it is exported anew.
public struct TranslatorPageFormat: TranslationFormat {
    private let options: TranslatorPageOptions

    /// - Parameter options: texts of the page, and terms.
    public init(_ options: TranslatorPageOptions = TranslatorPageOptions()) { self.options = options }

    /// `html`
    public var name: String { "html" }
    /// `html`; of the files that a page saves the contents tell.
    public var fileExtensions: [String] { ["html"] }
    /// All tables in one locale.
    public var contents: TranslationFileContents { .locale }
    /// Beside the translations.
    public var sourceTexts: SourceTextLocation { .ownFile }
    public var facts: ExchangedFacts { [.states, .formStates] }
    /// Those of MessageFormat: a field has a text, and not its syntax.
    public var spelledOutPlurals: EmbeddedPluralSyntax { .messageFormat }

    /// `nil`: pages are no files of a project.
    public func place(of path: String) -> PlacedFile? { nil }

    /// Reads a page, or what it saved: only the messages that were changed.
    public func read(
        _ bytes: [UInt8], from source: TranslationFileSource
    ) -> (tables: [TranslationTable], findings: [any LocalizationDiagnostic]) {
        var reader = TranslatorPageReader()
        var tables = reader.tables(of: bytes)
        if let locale = source.locale {
            for index in tables.indices { tables[index].locale = locale }
        }
        return (tables, reader.findings)
    }

    /// Writes the page of a locale. In the source language there is nothing to translate.
    public func write(_ tables: [TranslationTable], name: String, isOnly: Bool) -> [TranslationFile] {
        let tables = tables.filter { $0.locale != nil && $0.locale != $0.sourceLocale }
        guard let page = TranslatorPage(tables, options) else { return [] }
        return [TranslationFile(path: name + ".html", bytes: page.bytes)]
    }

    /// `nil`: a page is not edited.
    public func applying(
        _ edits: [TableEdits], to old: TranslationDocument?, at path: String,
        following source: LocalizationFile?
    ) -> TranslationFile? { nil }
}
