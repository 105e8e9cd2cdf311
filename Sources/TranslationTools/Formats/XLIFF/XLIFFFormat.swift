// XLIFF as a format.

public import Localization

/// XLIFF: one file for each locale, with all tables. Versions 1.2, 2.0, 2.1 and 2.2 are read.
public struct XLIFFFormat: TranslationFormat {
    private let version: XLIFF.Version
    private let toolVersion: String

    /// - Parameters:
    ///   - version: the version to write.
    ///   - toolVersion: the version of the program that writes, for the header.
    public init(version: XLIFF.Version = .v1, toolVersion: String = "1") {
        self.version = version
        self.toolVersion = toolVersion
    }

    /// `xliff`, or `xliff2` for version 2.
    public var name: String { version == .v1 ? "xliff" : "xliff2" }
    /// `xliff`, and `xlf` of other programs.
    public var fileExtensions: [String] { ["xliff", "xlf"] }
    /// All tables in one locale.
    public var contents: TranslationFileContents { .locale }
    /// Elements.
    public var mergeSyntax: FileMerge.Syntax? { .xml }
    /// Beside the translations.
    public var sourceTexts: SourceTextLocation { .ownFile }
    public var facts: ExchangedFacts { [.states, .formStates, .obsoleteTexts] }

    /// Reads a file. The user's locale takes the place of the one that the file names.
    public func read(
        _ bytes: [UInt8], from source: TranslationFileSource
    ) -> (tables: [TranslationTable], findings: [any LocalizationDiagnostic]) {
        // A file that is read where it lies is shown to its translators only.
        var (tables, findings) = XLIFF.read(
            bytes, sources: source.sources, keepsElements: source.project.tables.isEmpty)
        if let locale = source.locale {
            for index in tables.indices { tables[index].locale = locale }
        } else if let locale = Self.locale(ofFile: source.stem) {
            // Where the file does not say what language its translations are in, its name may.
            for index in tables.indices
            where tables[index].locale == nil
                && tables[index].units.contains(where: { $0.translation != nil })
            {
                tables[index].locale = locale
            }
        }
        return (tables, findings)
    }

    /// The locale at the end of a file's name: `messages.fr.xlf`, `fr.xlf`.
    private static func locale(ofFile stem: String) -> LocaleIdentifier? {
        let name = stem.split(separator: ".").last ?? ""
        return FileFamily.isLocale(name) ? LocaleIdentifier(String(name)) : nil
    }

    /// Writes a file.
    public func write(_ tables: [TranslationTable], name: String, isOnly: Bool) -> [TranslationFile] {
        let (bytes, findings) = XLIFF.write(tables, version: version, toolVersion: toolVersion)
        return [TranslationFile(path: name + ".xliff", bytes: bytes, findings: findings)]
    }

    /// Brings the existing file up to date in its own bytes, where it is of the same version.
    public func updated(
        _ old: [UInt8], with tables: [TranslationTable], at path: String, new: () -> TranslationFile?
    ) -> TranslationFile? {
        new().map { Self.updated(old, with: $0, at: path) }
    }

    private static func updated(
        _ old: [UInt8], with file: TranslationFile, at path: String, keepsElements: Bool = false
    ) -> TranslationFile {
        let (bytes, findings) = XLIFF.update(old, with: file.bytes, keepsElements: keepsElements)
        return TranslationFile(path: path, bytes, over: old, file.findings + findings)
    }

    /// The file with other texts of some units, in the version that it has. The texts were read
    /// where they lie, with their elements.
    public func applying(
        _ edits: [TableEdits], to old: TranslationDocument?, at path: String,
        following source: LocalizationFile?
    ) -> TranslationFile? {
        let version = old.flatMap { XLIFF.version(of: $0.bytes) } ?? version
        let (written, findings) = XLIFF.write(
            edits.tables, version: version, toolVersion: toolVersion, hasElements: true)
        let file = TranslationFile(path: path, bytes: written, findings: findings)
        return old.map { Self.updated($0.bytes, with: file, at: path, keepsElements: true) } ?? file
    }

    /// Whether each unit has as many forms as it is to have: plural forms are units,
    /// which other programs name otherwise.
    public func hasTaken(_ tables: [TranslationTable], in bytes: [UInt8]) -> Bool {
        let read = XLIFF.read(bytes, keepsElements: true).tables
        return tables.allSatisfy { table in
            var known: [String: Int] = [:]
            for other in read where other.locale == table.locale && other.name == table.name {
                for unit in other.units { known[unit.key] = unit.translation?.forms.count }
            }
            return table.units.allSatisfy { known[$0.key] == $0.translation?.forms.count }
        }
    }
}

extension XLIFFFormat {
    /// By itself in its folder.
    public func place(of path: String) -> PlacedFile? {
        PlacedFile(path, in: PathNames(path).folder(1), .xliff)
    }

    /// A file with the name of the locale, after the name of the other one where that is no locale.
    public func path(
        of locale: LocaleIdentifier, beside source: LocalizationFile, in project: LocalizationProject
    ) -> String? {
        let stem = PathNames(source.path).stem
        let isOfLanguage = LocaleIdentifier(stem)?.isKnown == true
        let name = locale.languageTag + ".xliff"
        return LocalizationProject.joined(project.folder, isOfLanguage ? name : "\(stem).\(name)")
    }

    /// The edits of the identifiers of all units of a message, in either version.
    public func renaming(_ key: String, to newKey: String, in text: [UInt8]) -> [TextEdit] {
        XMLKeyLocations(text, ["trans-unit": ["id"], "unit": ["name", "id"]], key, newKey).edits
    }
}
