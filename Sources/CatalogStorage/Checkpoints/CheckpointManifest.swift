// The file that defines a checkpoint.

internal import CatalogSearch
internal import JSON

/// The file that defines a checkpoint. It is written last, so a checkpoint is whole or does not exist.
///
///     LSEARCHC 1 0123456789abcdef      magic, version, checksum (XXH64) of all bytes after the line
///     {"files": …}                     JSON
///
/// Every version of this library reads `files`, so that it does not remove files of another version that
/// shares the folder.
struct CheckpointManifest {
    struct Catalog {
        let facts: Checkpoint.Facts
        let segments: [IndexManifest.Segment]
    }

    let position: Checkpoint.Position
    let catalogs: [Catalog]
    /// The names of all files.
    let files: Set<String>
    /// The versions that must equal those of a process that opens the segments, in one text.
    let versions: String

    static let magic = "LSEARCHC"
    static let version = 1

    /// The versions of this program: of files, of the analysis and of ICU as in segments, and of the records
    /// that readers make.
    static let ownVersions = "\(IndexLayout.versions) \(IndexManifest.version)"

    /// The versions, and the shard if the checkpoint does not have all records.
    static func versions(share: String?) -> String {
        share.map { "\(ownVersions) share \($0)" } ?? ownVersions
    }

    init(position: Checkpoint.Position, catalogs: [Catalog], share: String? = nil) {
        self.position = position
        self.catalogs = catalogs
        files = Set(catalogs.flatMap(\.segments).flatMap { [$0.file, $0.deleted].compactMap(\.self) })
        versions = Self.versions(share: share)
    }

    /// The whole file.
    var bytes: [UInt8] {
        var object = JSONObject()
        object.set("files", files.sorted())
        object.set("versions", versions)
        object.set("revision", String(position.revision))
        object.set("mark", position.mark.hexadecimal)
        object.set(
            "catalogs",
            catalogs.map { catalog in
                var object = JSONObject()
                object.set("id", catalog.facts.id)
                object.set("revision", String(catalog.facts.revision))
                object.set("descriptionRevision", String(catalog.facts.descriptionRevision))
                object.set("description", String(decoding: catalog.facts.description, as: UTF8.self))
                object.set(
                    "segments",
                    catalog.segments.map { segment in
                        var object = JSONObject()
                        object.set("file", segment.file)
                        object.set("deleted", segment.deleted)
                        return object
                    })
                return object
            })
        return ChecksummedFile.bytes(
            Array(object.text.utf8) + [0x0A], magic: Self.magic, version: Self.version)
    }

    /// Reads a manifest. A manifest of other versions has no catalogs.
    ///
    /// - Throws: `IndexFault.otherVersion`, `.damaged`.
    init(_ bytes: [UInt8]) throws(IndexFault) {
        let json = try ChecksummedFile.content(of: bytes, magic: Self.magic, version: Self.version)
        let manifest: CheckpointManifest?
        do {
            manifest = try JSONParser().withValue(of: json) { CheckpointManifest(json: $0) }
        } catch {
            throw .damaged
        }
        guard let manifest else { throw .damaged }
        self = manifest
    }

    private init?(json value: JSONValue) {
        guard let files = value.member("files")?.all(\.string),
            files.allSatisfy(IndexManifest.Segment.isName),
            let versions = value.member("versions")?.string
        else { return nil }
        self.files = Set(files)
        self.versions = versions
        guard versions == Self.ownVersions || versions.hasPrefix(Self.versions(share: "")) else {
            position = Checkpoint.Position(revision: 0, mark: [])
            catalogs = []
            return
        }
        guard let revision = value.member("revision")?.number64,
            let mark = value.member("mark")?.string.flatMap([UInt8].init(hexadecimal:)), mark.count == 16,
            let catalogs = value.member("catalogs")?.all({ Catalog(json: $0) })
        else { return nil }
        position = Checkpoint.Position(revision: revision, mark: mark)
        self.catalogs = catalogs
    }
}

extension CheckpointManifest.Catalog {
    fileprivate init?(json value: JSONValue) {
        guard let id = value.member("id")?.string, let revision = value.member("revision")?.number64,
            let descriptionRevision = value.member("descriptionRevision")?.number64,
            let description = value.member("description")?.string,
            let segments = value.member("segments")?.all({ IndexManifest.Segment(json: $0) })
        else { return nil }
        facts = Checkpoint.Facts(
            id: id, revision: revision, descriptionRevision: descriptionRevision,
            description: Array(description.utf8))
        self.segments = segments
    }
}

extension JSONValue {
    /// A number of 64 bits, which is stored as a text.
    fileprivate var number64: Int64? { string.flatMap { Int64($0) } }
}

extension [UInt8] {
    /// Two hexadecimal digits for each byte.
    var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The bytes of hexadecimal digits; `nil` if the text has others.
    package init?(hexadecimal text: String) {
        let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == text.utf8.count, digits.count % 2 == 0 else { return nil }
        self = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
