// The formats of catalogs, and how a file's name determines its format.

internal import CatalogSearch
internal import Files
internal import Localization

/// The formats of catalogs that can be read.
public enum CatalogFormat: Hashable, Sendable, CaseIterable {
    /// JSON Lines: one object on each line.
    case jsonLines
    /// One JSON list of objects.
    case json
    /// Comma-separated values with a heading (RFC 4180), or values with another separator, which the heading
    /// determines.
    case csv
    /// Tab-separated values with a heading, quoted like comma-separated ones.
    case tsv
    /// Translations of GNU gettext, as text.
    case po
    /// Translations of GNU gettext, compiled.
    case mo
    /// Texts of one table in one locale.
    case strings
    /// An `.lproj` folder: the tables of one locale.
    case localization
    /// A folder of `.lproj` folders: tables in several locales.
    case localizations
    /// A folder with a checkpoint: a catalog's index without the records' file (``CheckpointFolder``).
    case checkpoint

    /// The file name extensions, without the dot.
    public var fileExtensions: [String] {
        switch self {
        case .jsonLines: ["jsonl", "ndjson"]
        case .json: ["json"]
        case .csv: ["csv"]
        case .tsv: ["tsv"]
        case .po: ["po"]
        case .mo: ["mo"]
        case .strings: ["strings"]
        case .localization, .localizations, .checkpoint: []
        }
    }

    public var isFolder: Bool { [.localization, .localizations, .checkpoint].contains(self) }

    /// The fields that are searched if no sidecar names others.
    var searchedFields: [FieldName] {
        switch self {
        case .jsonLines, .json, .csv, .tsv, .checkpoint: FieldName.standard
        case .po, .mo, .strings, .localization, .localizations: FieldName.messages
        }
    }

    /// The attributes of records if no sidecar declares others.
    var attributes: [CatalogDescription.Attribute] {
        switch self {
        case .jsonLines, .json, .csv, .tsv, .checkpoint: []
        case .po, .mo, .strings, .localization, .localizations: MessageAttributes.declared
        }
    }

    /// The end of the names of sidecar files. They describe catalogs and are not catalogs.
    public static let sidecarSuffix = ".catalog.json"

    /// The end of the names of files with vectors.
    public static let vectorsSuffix = ".vectors"

    /// The end of the names of tables that are catalogs if a path names them.
    static let textSuffix = ".txt"

    /// The format and the catalog's id for a file name in lower or upper case.
    ///
    /// - Returns: `nil` if the name is not that of a catalog; a sidecar's is not.
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

    /// The id of a catalog that is a folder: its name, without `.lproj`.
    static func identifier(ofFolder path: String) -> String {
        let name = PathName.split(path).name
        // A path such as `..` does not contain the folder's name.
        if ["", ".", ".."].contains(name) { return "Localizations" }
        return LocalizationFolder(name: name) == nil ? name : String(name.dropLast(".lproj".count))
    }
}

/// A file or a folder of translations that is a catalog.
public struct CatalogFile: Hashable, Sendable {
    /// Identifies the catalog among others: the name of the file or folder without extension.
    public let id: String
    /// The path of the file or folder, as the caller spelled it.
    public let path: String
    /// The format in which the file is read.
    public let format: CatalogFormat
    /// The record's member for a column or JSON member with another name. It overrides the sidecar's mapping.
    public var columns: [String: String] = [:]

    /// The path of a file of vectors that is used instead of the one beside the catalog.
    package var vectors: String?

    /// A file of a format. The default id is the file's name without extension.
    public init(path: String, format: CatalogFormat, id: String? = nil) {
        self.path = path
        self.format = format
        self.id = id ?? Self.identifier(of: path, format)
    }

    /// A file whose name determines its format; `nil` if it does not.
    public init?(path: String) {
        guard let (format, id) = CatalogFormat.parsed(fileName: PathName.split(path).name) else { return nil }
        self.init(path: path, format: format, id: id)
    }

    /// The path of the sidecar, which describes the catalog; it need not exist.
    public var sidecarPath: String {
        let name = Self.identifier(of: path, format) + CatalogFormat.sidecarSuffix
        return PathName.joined(PathName.split(path).folder, name)
    }

    /// The path of the file with vectors of the records; it need not exist.
    public var vectorsPath: String {
        vectors
            ?? PathName.joined(
                PathName.split(path).folder, Self.identifier(of: path, format) + CatalogFormat.vectorsSuffix)
    }

    private static func identifier(of path: String, _ format: CatalogFormat) -> String {
        if format.isFolder { return CatalogFormat.identifier(ofFolder: path) }
        let name = PathName.split(path).name
        if let id = CatalogFormat.parsed(fileName: name)?.id { return id }
        let isText = name.lowercased().hasSuffix(CatalogFormat.textSuffix)
        return isText ? String(name.dropLast(CatalogFormat.textSuffix.count)) : name
    }
}
