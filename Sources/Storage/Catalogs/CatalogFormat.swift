// Which kinds of files are catalogs, and how is a kind told from a file's name?

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

    /// How the names of such files end, without the dot.
    public var fileExtensions: [String] {
        switch self {
        case .jsonLines: ["jsonl", "ndjson"]
        case .json: ["json"]
        case .csv: ["csv"]
        case .tsv: ["tsv"]
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
}

/// A file that holds a catalog.
public struct CatalogFile: Hashable, Sendable {
    /// What the catalog is called among others: the file's name without the extension.
    public let id: String
    /// Where the file is, as it was asked for.
    public let path: String
    /// How the file is read.
    public let format: CatalogFormat

    /// A file of a format; the id is the file's name without the extension where none is given.
    public init(path: String, format: CatalogFormat, id: String? = nil) {
        self.path = path
        self.format = format
        let name = PathName.split(path).name
        self.id = id ?? CatalogFormat.parsed(fileName: name)?.id ?? name
    }

    /// A file whose name tells its format; `nil` where it does not.
    public init?(path: String) {
        guard let (format, id) = CatalogFormat.parsed(fileName: PathName.split(path).name) else { return nil }
        self.init(path: path, format: format, id: id)
    }

    /// Where the file is that may describe this catalog; it need not exist.
    public var sidecarPath: String {
        let (folder, name) = PathName.split(path)
        let id = CatalogFormat.parsed(fileName: name)?.id ?? name
        return PathName.joined(folder, id + CatalogFormat.sidecarSuffix)
    }
}
