// Storyboards, xibs and intent definitions as source texts: Xcode makes the `.strings` files of other languages
// of them.

public import Localization

/// A storyboard, xib or intent definition with the source texts of the table of its name. It is read only:
/// Xcode's editors write it.
public struct InterfaceFormat: TranslationFormat {
    /// The format has no options.
    public init() {}

    /// `interface`
    public var name: String { "interface" }
    /// `storyboard`, `xib` and `intentdefinition`
    public var fileExtensions: [String] { ["storyboard", "xib", "intentdefinition"] }
    /// One table of source texts.
    public var contents: TranslationFileContents { .table }
    /// That of Apple's formats.
    public var placeholderSyntax: PlaceholderSyntax? { .objectiveC }

    /// Reads the source texts of a file.
    public func read(
        _ bytes: [UInt8], from source: TranslationFileSource
    ) -> (tables: [TranslationTable], findings: [any LocalizationDiagnostic]) {
        let file = InterfaceFile(path: source.path, bytes: bytes)
        return ([Self.table(file, sourceLocale: source.project.sourceLocale)], [])
    }

    public func write(_ tables: [TranslationTable], name: String, isOnly: Bool) -> [TranslationFile] { [] }

    /// The `.strings` file in the folder of the locale.
    public func path(
        of locale: LocaleIdentifier, beside source: LocalizationFile, in project: LocalizationProject
    ) -> String? { project.path(source.table, locale) }

    /// The source texts of a file, as far as they are known.
    ///
    /// - Parameter translations: the `.strings` files that are made of it. Where they have a property of an
    ///   object that is no known one, the comment that Xcode wrote has its text.
    /// - Parameter sources: the `.strings` files that have the texts in the source language. Beside such a
    ///   file only the texts count that it lacks and a translation has: programs may set others themselves.
    package static func source(
        _ bytes: [UInt8], at path: String, sourceLocale: LocaleIdentifier,
        translations: [LocalizationFile], besides sources: [LocalizationFile] = []
    ) -> LocalizationFile {
        let file = InterfaceFile(path: path, bytes: bytes)
        var table = table(file, sourceLocale: sourceLocale)
        var known = Set(table.units.map(\.key))
        for message in translations.flatMap(\.catalog.list) where !known.contains(message.key) {
            guard let dot = message.key.firstIndex(of: "."),
                file.identifiers.contains(String(message.key[..<dot])),
                let text = sourceText(message.key[message.key.index(after: dot)...], in: message.comment)
            else { continue }
            known.insert(message.key)
            table.units.append(
                TranslationUnit(key: message.key, source: Message(key: message.key, text: text)))
        }
        if !sources.isEmpty {
            table.units.removeAll { unit in
                sources.contains { $0.catalog[unit.key] != nil }
                    || !translations.contains { $0.catalog[unit.key] != nil }
            }
        }
        return LocalizationFile(path: path, format: InterfaceFormat(), table: table)
    }

    private static func table(_ file: InterfaceFile, sourceLocale: LocaleIdentifier) -> TranslationTable {
        var known: Set<String> = []
        let units = file.texts.filter { known.insert($0.key).inserted }.map { text in
            var unit = TranslationUnit(key: text.key, source: Message(key: text.key, text: text.value))
            unit.comment = text.comment
            unit.places.unit = text.position
            unit.places.source[nil] = text.position
            return unit
        }
        return TranslationTable(
            name: file.table, sourceLocale: sourceLocale, locale: sourceLocale, units: units)
    }

    /// The text of a property in Xcode's comment:
    /// `Class = "UILabel"; text = "Title"; ObjectID = "8bC-Xf-vdC";`
    private static func sourceText(_ property: Substring, in comment: String?) -> String? {
        guard let comment, let start = comment.firstRange(of: "; \(property) = \""),
            let end = comment[start.upperBound...].firstRange(of: "\"; ObjectID = ")
        else { return nil }
        return String(comment[start.upperBound..<end.lowerBound])
    }
}
