// Which kinds of files are catalogs, and how is a kind told from a file's name?

internal import CatalogSearch
internal import Localization

/// The kinds of catalogs that can be read.
public enum CatalogFormat: Hashable, Sendable, CaseIterable {
    /// JSON Lines: one object on each line.
    case jsonLines
    /// One JSON list of objects.
    case json
    /// Comma-separated values with a heading (RFC 4180).
    case csv
    /// Tab-separated values with a heading, quoted like comma-separated ones.
    case tsv
    /// Translations of GNU gettext, as translators edit them.
    case po
    /// Translations of GNU gettext, compiled.
    case mo
    /// Texts of one table in one locale.
    case strings
    /// An `.lproj` folder: the tables of one locale.
    case localization
    /// A folder of `.lproj` folders: tables in several locales.
    case localizations

    /// How the names of such files end, without the dot.
    public var fileExtensions: [String] {
        switch self {
        case .jsonLines: ["jsonl", "ndjson"]
        case .json: ["json"]
        case .csv: ["csv"]
        case .tsv: ["tsv"]
        case .po: ["po"]
        case .mo: ["mo"]
        case .strings: ["strings"]
        case .localization, .localizations: []
        }
    }

    /// Whether such a catalog is a folder.
    public var isFolder: Bool { self == .localization || self == .localizations }

    /// The fields that are searched where no sidecar names others.
    var searchedFields: [FieldName] {
        switch self {
        case .jsonLines, .json, .csv, .tsv: FieldName.standard
        case .po, .mo, .strings, .localization, .localizations: FieldName.messages
        }
    }

    /// The end of the names of sidecar files, which describe catalogs and are none.
    public static let sidecarSuffix = ".catalog.json"

    /// Finds the format and the catalog's id by a file's name, in lower or upper case.
    ///
    /// - Returns: `nil` where the name is not that of a catalog, as with a sidecar.
    static func parsed(fileName: String) -> (format: CatalogFormat, id: String)? {
        let lowercased = fileName.lowercased()
        guard !lowercased.hasSuffix(sidecarSuffix), let dot = fileName.utf8.lastIndex(of: UInt8(ascii: ".")),
            dot > fileName.startIndex
        else { return nil }
        let end =
            lowercased.split(separator: ".", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        guard let format = allCases.first(where: { $0.fileExtensions.contains(end) }) else { return nil }
        return (format, String(fileName[..<dot]))
    }

    /// The id of the catalog that a folder is: its name, of an `.lproj` folder without the ending.
    static func identifier(ofFolder path: String) -> String {
        let name = PathName.split(path).name
        // What a path such as `..` leads to has a name that the path does not tell.
        if ["", ".", ".."].contains(name) { return "Localizations" }
        return LocalizationFolder(name: name) == nil ? name : String(name.dropLast(".lproj".count))
    }
}

/// A file, or a folder of translations, that holds a catalog.
public struct CatalogFile: Hashable, Sendable {
    /// What the catalog is called among others: the file's or folder's name without the extension.
    public let id: String
    /// Where the file or folder is, as it was asked for.
    public let path: String
    /// How the file is read.
    public let format: CatalogFormat

    /// A file of a format; the id is the file's name without the extension where none is given.
    public init(path: String, format: CatalogFormat, id: String? = nil) {
        self.path = path
        self.format = format
        self.id = id ?? Self.identifier(of: path, format)
    }

    /// A file whose name tells its format; `nil` where it does not.
    public init?(path: String) {
        guard let (format, id) = CatalogFormat.parsed(fileName: PathName.split(path).name) else { return nil }
        self.init(path: path, format: format, id: id)
    }

    /// Where the file is that may describe this catalog; it need not exist.
    public var sidecarPath: String {
        let name = Self.identifier(of: path, format) + CatalogFormat.sidecarSuffix
        return PathName.joined(PathName.split(path).folder, name)
    }

    private static func identifier(of path: String, _ format: CatalogFormat) -> String {
        if format.isFolder { return CatalogFormat.identifier(ofFolder: path) }
        let name = PathName.split(path).name
        return CatalogFormat.parsed(fileName: name)?.id ?? name
    }
}
