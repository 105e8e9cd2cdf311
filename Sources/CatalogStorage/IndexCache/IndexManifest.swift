// The manifest of an index: its files, its sources, and the catalog's metadata.

internal import CatalogSearch
internal import Files
internal import JSON

/// The file that defines a catalog's index. It is small, read as a whole, and replaced as a whole when the
/// index changes. Files that it does not name are not part of the index.
///
///     LSEARCHM 14 0123456789abcdef     magic, version, checksum (XXH64) of all bytes after the line
///     {"catalog": …}                   JSON
struct IndexManifest: Hashable {
    /// A segment's file, in the manifest's folder.
    struct Segment: Hashable {
        /// The file's name.
        var file: String
        /// The name of the file with the list of its deleted records; `nil` if none are deleted.
        var deleted: String?
        /// Whether it contains changes made after the index was built.
        var isDelta = false
    }

    var catalog: CatalogName
    /// A time at which the sources were in the recorded state, in nanoseconds since 1970.
    var checked: Int
    var sources: [IndexSource]
    /// The results of reading the catalog, besides records.
    var reading: CatalogReading
    /// The segments in the order of the catalog.
    var segments: [Segment]
    /// The catalog's file, with the paths of diagnostics; `nil` if they have resolved paths.
    var file: CatalogFile?

    static let fileName = "manifest"
    static let magic = "LSEARCHM"
    /// The version of the file, of its JSON, and of the records that readers make of a catalog. If readers
    /// change, indexes must be built again.
    static let version = 14

    /// The whole file.
    var bytes: [UInt8] {
        ChecksummedFile.bytes(Array(json.text.utf8) + [0x0A], magic: Self.magic, version: Self.version)
    }

    /// Reads a manifest.
    ///
    /// - Parameters:
    ///   - name: the catalog to which it must belong.
    ///   - file: the catalog's file; diagnostics name files relative to it.
    init(_ bytes: [UInt8], of name: CatalogName, _ file: CatalogFile) throws(IndexFault) {
        let json = try ChecksummedFile.content(of: bytes, magic: Self.magic, version: Self.version)
        try self.init(json: json, of: name, file)
    }

    init(
        catalog: CatalogName, checked: Int, sources: [IndexSource], reading: CatalogReading,
        segments: [Segment]
    ) {
        self.catalog = catalog
        self.checked = checked
        self.sources = sources
        self.reading = reading
        self.segments = segments
    }

    /// The manifest with the sources' current stamps.
    ///
    /// - Parameter isChanged: set if stamps differ, or can be trusted from now on.
    /// - Returns: `nil` if a source has changed.
    func confirmed(_ file: CatalogFile, isChanged: inout Bool) -> IndexManifest? {
        let now = SystemCalls.now
        var confirmed = self
        var wasCompared = false
        for (index, source) in sources.enumerated() {
            var isCompared = false
            guard let same = source.confirmed(of: file, checked: checked, changed: &isCompared) else {
                return nil
            }
            confirmed.sources[index] = same
            wasCompared = wasCompared || isCompared
        }
        guard wasCompared else { return self }
        confirmed.checked = now
        isChanged = confirmed.sources != sources || confirmed.youngCount < youngCount
        return confirmed
    }

    /// How many sources have a stamp that is too young to be trusted.
    private var youngCount: Int {
        sources.count { source in
            switch source.result {
            case .missing: false
            case .file(let stamp, _), .folder(let stamp, _): stamp.isYoung(at: checked)
            }
        }
    }
}

/// Identifies the catalog of an index.
struct CatalogName: Hashable {
    /// The catalog's resolved path.
    let path: String
    /// The resolved path of the sidecar.
    let sidecar: String
    let id: String
    let format: CatalogFormat
    /// The mapping of columns on the command line, as one text.
    let columns: String

    /// The name of a catalog.
    ///
    /// - Throws: `FileError` if the catalog's folder cannot be resolved.
    init(_ file: CatalogFile) throws(FileError) {
        path = try Self.resolved(file.path, isFolder: file.format.isFolder)
        sidecar = try Self.resolved(file.sidecarPath, isFolder: false)
        id = file.id
        format = file.format
        columns = file.columns.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(
            separator: "\0")
    }

    init(path: String, sidecar: String, id: String, format: CatalogFormat, columns: String) {
        (self.path, self.sidecar, self.id, self.format) = (path, sidecar, id, format)
        self.columns = columns
    }

    /// The path without symbolic links, except for a file's last part: a link to a
    /// file has its own name and sidecar.
    private static func resolved(_ path: String, isFolder: Bool) throws(FileError) -> String {
        if isFolder { return try SystemCalls.resolved(path) }
        let (folder, name) = PathName.split(path)
        return PathName.joined(try SystemCalls.resolved(folder), name)
    }

    /// The folder of the index: the id in characters that are safe in names, and
    /// a checksum that makes it unique.
    var folderName: String {
        let good = id.unicodeScalars.prefix(40).map { scalar in
            let isGood = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
            return isGood || scalar == "-" ? Character(scalar) : "_"
        }
        let text = ([path, sidecar, id, format.name] + (columns.isEmpty ? [] : [columns])).joined(
            separator: "\0")
        return String(good) + "-" + Checksum.of(text.utf8.span.bytes).hexadecimal
    }
}

extension CatalogFormat {
    /// The format's name in manifests.
    var name: String { "\(self)" }
}
