// The records of a segment that an index leaves out, because they were changed or deleted in the catalog.

internal import CatalogSearch
internal import Files
internal import JSON
internal import Localization

/// The list of a segment's deleted records. It is a file of its own, because segments never change.
///
///     LSEARCHT 1 0123456789abcdef      magic, version, checksum (XXH64) of all bytes after the line
///     {"segment": …}                   JSON in one line: the segment's metadata; locales and scopes of the records that stay
///     …                                one bit for each record, in words of 64 bits, little-endian
struct DeletedRecords {
    private let segment: [UInt8]
    private let locales: Set<LocaleIdentifier>
    private let scopes: [String]
    private let words: [UInt8]

    private static let magic = "LSEARCHT"
    private static let version = 1
    /// The greatest size of a list: one bit for each record that a segment can number.
    static let sizeLimit = 1 << 29 + 1 << 20

    /// The deleted records of a segment.
    ///
    /// - Parameter metadata: the segment's metadata.
    init(of segment: IndexedSegment, metadata: [UInt8]) {
        self.segment = metadata
        locales = segment.locales
        scopes = segment.scopes
        words = segment.deleted?.bytes ?? []
    }

    /// The whole file.
    var bytes: [UInt8] {
        var object = JSONObject()
        object.set("segment", String(decoding: segment, as: UTF8.self))
        object.set("locales", locales.map(\.icuIdentifier).sorted())
        object.set("scopes", scopes)
        let content = Array(object.text.utf8) + [0x0A] + words
        return ChecksummedFile.bytes(content, magic: Self.magic, version: Self.version)
    }

    /// Reads a file.
    ///
    /// - Parameter metadata: the metadata of the segment to which the list must belong.
    init(_ bytes: [UInt8], metadata: [UInt8]) throws(IndexFault) {
        let content = try ChecksummedFile.content(of: bytes, magic: Self.magic, version: Self.version)
        let json = Array(content.prefix { $0 != 0x0A })
        let named: (segment: String, locales: [LocaleIdentifier], scopes: [String])?
        do {
            named = try JSONParser().withValue(of: json) { value in
                guard let segment = value.member("segment")?.string else { return nil }
                let locales = value.member("locales")?.elements.compactMap {
                    $0.string.flatMap { LocaleIdentifier($0) }
                }
                let scopes = value.member("scopes")?.elements.compactMap(\.string)
                return (segment, locales ?? [], scopes ?? [])
            }
        } catch {
            throw .damaged
        }
        guard let named else { throw .damaged }
        guard Array(named.segment.utf8) == metadata else { throw .foreign }
        segment = metadata
        locales = Set(named.locales)
        scopes = named.scopes
        self.words = Array(content.dropFirst(json.count + 1))
    }

    /// The segment without these records.
    func applied(to segment: IndexedSegment) throws(IndexFault) -> IndexedSegment {
        guard words.count == (segment.numberCount + 63) / 64 * 8 else { throw .damaged }
        let deleted = words.withUnsafeBytes { RecordSet(universe: segment.numberCount, words: $0) }
        return segment.excluding(deleted, locales: locales, scopes: scopes)
    }
}

extension IndexLocation {
    /// Reads the list of a segment's deleted records.
    func deletedRecords(_ name: String, ofSegment file: String) throws(IndexFault) -> DeletedRecords {
        guard
            let bytes = try? FileDescriptor.opened(forReadingOwn: path(name))
                .contents(limit: DeletedRecords.sizeLimit)
        else { throw .damaged }
        return try DeletedRecords(bytes, metadata: metadata(ofSegment: file))
    }

    /// Writes the list of a segment's deleted records.
    ///
    /// - Returns: the list's file name.
    func write(_ deleted: DeletedRecords) throws(FileError) -> String {
        let name = newDeletedName()
        let file = try FileReplacement(of: path(name), permissions: 0o600)
        try file.write(deleted.bytes)
        try file.commit()
        return name
    }
}
