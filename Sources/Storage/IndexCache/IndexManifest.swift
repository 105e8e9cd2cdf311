// Which files make up the index of a catalog, and what is said of the catalog beside its records?

internal import CatalogSearch
internal import JSONCoding

/// The file by which a catalog's index is found: small, read as a whole, and replaced as a whole whenever the index
/// changes. Whatever it does not name is no part of the index.
///
///     LSEARCHM 1 0123456789abcdef      magic, version, checksum (XXH64) of all that follows the line
///     {"catalog": …}                   JSON
struct IndexManifest: Hashable {
    /// A segment's file, in the manifest's own folder.
    struct Segment: Hashable {
        /// The file's name.
        var file: String
        /// The name of the file that says which of its records do not count any more; `nil` where all count.
        var deleted: String?
        /// Whether it holds what changed since the index was built.
        var isDelta = false
    }

    /// Which catalog the index is of.
    var catalog: CatalogName
    /// A time before which the sources were known to be as they are described, in nanoseconds since 1970.
    var checked: Int
    var sources: [IndexSource]
    /// What reading the catalog brought beside its records.
    var reading: CatalogReading
    /// The segments in the order of the catalog.
    var segments: [Segment]

    /// The name of the file.
    static let fileName = "manifest"
    static let magic = "LSEARCHM"
    /// The version of the file, of its JSON, and of what readers make of a catalog: an index that others read
    /// from the same bytes is to be built anew.
    static let version = 1

    /// Why a manifest cannot be used.
    enum Fault: Error {
        /// It is of another version of this program.
        case otherVersion
        /// It is not as it was written.
        case damaged
        /// It is of another catalog.
        case foreign
    }

    /// The whole file.
    var bytes: [UInt8] {
        let text = Array(json.text.utf8) + [0x0A]
        let checksum = text.withUnsafeBytes { Checksum.of($0) }
        return Array("\(Self.magic) \(Self.version) \(checksum.hexadecimal)\n".utf8) + text
    }

    /// Reads a manifest.
    ///
    /// - Parameters:
    ///   - name: which catalog it should be of.
    ///   - file: where that is, for whatever the manifest tells of its files.
    init(_ bytes: [UInt8], of name: CatalogName, _ file: CatalogFile) throws(Fault) {
        let line = bytes.prefix { $0 != 0x0A }
        let words = String(decoding: line, as: UTF8.self).split(separator: " ")
        guard words.count == 3, words[0] == Self.magic, let version = Int(words[1]) else { throw .damaged }
        guard version == Self.version else { throw .otherVersion }
        let text = Array(bytes.dropFirst(line.count + 1))
        guard words[2] == text.withUnsafeBytes({ Checksum.of($0) }).hexadecimal else { throw .damaged }
        try self.init(json: text, of: name, file)
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

    /// The manifest with the sources as they are now.
    ///
    /// - Parameter isChanged: set where the sources' stamps are others, or may be trusted from now on.
    /// - Returns: `nil` where a source has changed.
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

    /// How many sources have a stamp that does not say enough.
    private var youngCount: Int {
        sources.count { source in
            switch source.answer {
            case .missing: false
            case .file(let stamp, _), .folder(let stamp, _): stamp.isYoung(at: checked)
            }
        }
    }
}

/// Which catalog an index is of.
struct CatalogName: Hashable {
    /// The catalog's path, no matter how it was spelled.
    let path: String
    /// The path of the sidecar.
    let sidecar: String
    let id: String
    let format: CatalogFormat

    /// The name of a catalog's index.
    ///
    /// - Throws: where the catalog's folder cannot be found.
    init(_ file: CatalogFile) throws(FileError) {
        path = try Self.resolved(file.path, isFolder: file.format.isFolder)
        sidecar = try Self.resolved(file.sidecarPath, isFolder: false)
        id = file.id
        format = file.format
    }

    init(path: String, sidecar: String, id: String, format: CatalogFormat) {
        (self.path, self.sidecar, self.id, self.format) = (path, sidecar, id, format)
    }

    /// The path without symbolic links; but the link to a file has a name, and a sidecar, of its own.
    private static func resolved(_ path: String, isFolder: Bool) throws(FileError) -> String {
        if isFolder { return try SystemCalls.resolved(path) }
        let (folder, name) = PathName.split(path)
        return PathName.joined(try SystemCalls.resolved(folder), name)
    }

    /// The folder of the index: the id as far as it is a good name, and a checksum, so that no two catalogs share one.
    var folderName: String {
        let good = id.unicodeScalars.prefix(40).map { scalar in
            let isGood = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
            return isGood || scalar == "-" ? Character(scalar) : "_"
        }
        let text = [path, sidecar, id, format.name].joined(separator: "\0")
        return String(good) + "-" + Array(text.utf8).withUnsafeBytes { Checksum.of($0) }.hexadecimal
    }
}

extension UInt64 {
    /// All 16 digits.
    var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension CatalogFormat {
    /// The format as manifests name it.
    var name: String { "\(self)" }
}
