// The small files of an index, with right checksums.

import FuzzRunner
import Localization

@testable import CatalogSearch
@testable import CatalogStorage
@testable import JSON

/// Lists of deleted records, and manifests of indexes and checkpoints.
enum IndexFileTargets {
    static let all = [deleted, manifest, checkpoint]

    /// A list of deleted records leaves as many as it says, or is rejected.
    private static let deleted = FuzzTarget("deleted", limit: 512, seeds: { deletedSeeds }) {
        for locale in SegmentTarget.locales { _ = try Folding(locale) }
        let file = try await SmallSegment(records: 70, locales: ["de"])
        let whole = try SegmentBytes.segment(file.bytes)
        let request = SearchRequest(
            "rot", locale: SegmentTarget.locales[0], chain: [SegmentTarget.locales[0]])
        return { input in
            let bytes = ChecksummedFile.bytes(input, magic: "LSEARCHT", version: 1)
            guard let list = try? DeletedRecords(bytes, metadata: SmallSegment.metadata),
                let rest = try? list.applied(to: whole)
            else { return }
            invariant(
                (0...whole.recordCount).contains(rest.recordCount), "only records of the segment are deleted")
            _ = try? SearchEngine([CatalogIndex(file.description, segments: [rest])]).search(request)
            _ = try? rest.recordCountsByLocale()
            let again = DeletedRecords(of: rest, metadata: SmallSegment.metadata)
            let read = try? DeletedRecords(again.bytes, metadata: SmallSegment.metadata).applied(to: whole)
            invariant(
                read?.recordCount == rest.recordCount && read?.locales == rest.locales
                    && read?.scopes == rest.scopes,
                "a list is read as it was written")
        }
    }

    private static var deletedSeeds: [[UInt8]] {
        let json = "{\"segment\": \"c/segment\", \"locales\": [\"de\"], \"scopes\": [\"s1\", \"s2\"]}\n"
        return [[0xFE, 1, 0], [0, 0, 0], [0xFF, 0xFF, 0x80]].map { bits in
            Array(json.utf8) + bits + [UInt8](repeating: 0, count: 13)
        }
    }

    /// A manifest that was read is written and read again unchanged.
    private static let manifest = FuzzTarget("manifest", limit: 4_096, seeds: { [manifestSeed] }) {
        { input in
            let bytes = ChecksummedFile.bytes(
                input, magic: IndexManifest.magic, version: IndexManifest.version)
            guard let manifest = try? IndexManifest(bytes, of: name, file) else { return }
            let again = try? IndexManifest(manifest.bytes, of: name, file)
            invariant(again == manifest, "a manifest is read as it was written")
        }
    }

    /// A checkpoint that was read is written and read again unchanged, and names only files of its own
    /// folder.
    private static let checkpoint = FuzzTarget("checkpoint", limit: 2_048, seeds: { [checkpointSeed] }) {
        { input in
            let bytes = ChecksummedFile.bytes(
                input, magic: CheckpointManifest.magic, version: CheckpointManifest.version)
            guard let manifest = try? CheckpointManifest(bytes) else { return }
            let named = manifest.catalogs.flatMap(\.segments).flatMap {
                [$0.file, $0.deleted].compactMap(\.self)
            }
            invariant(
                (named + manifest.files).allSatisfy { !$0.contains("/") && !$0.hasPrefix(".") },
                "files are in the folder of the checkpoint")
            guard manifest.versions == CheckpointManifest.ownVersions else { return }
            let again = try? CheckpointManifest(
                CheckpointManifest(position: manifest.position, catalogs: manifest.catalogs).bytes)
            invariant(
                again?.position == manifest.position && again?.files == Set(named)
                    && again?.catalogs.map(\.facts.id) == manifest.catalogs.map(\.facts.id)
                    && again?.catalogs.map(\.facts.description) == manifest.catalogs.map(\.facts.description),
                "a checkpoint is read as it was written")
        }
    }

    private static var checkpointSeed: [UInt8] {
        let facts = Checkpoint.Facts(
            id: "shop", revision: 4_711, descriptionRevision: 3,
            description: Array("{\"label\": \"Shop\"}".utf8))
        let manifest = CheckpointManifest(
            position: .init(revision: 4_711, mark: [UInt8](repeating: 0xA5, count: 16)),
            catalogs: [
                .init(
                    facts: facts,
                    segments: [.init(file: "1.segment"), .init(file: "2.segment", deleted: "2.deleted")])
            ])
        // Without the first line, which has the checksum.
        return Array(manifest.bytes.drop { $0 != 0x0A }.dropFirst())
    }

    private static let file = CatalogFile(path: "/c/shop.jsonl")!
    private static let name = CatalogName(
        path: "/c/shop.jsonl", sidecar: "/c/shop.catalog.json", id: "shop", format: .jsonLines, columns: "")

    private static var manifestSeed: [UInt8] {
        var log = DiagnosticLog(limit: 10)
        log.report(CatalogDiagnostic(file: file.path, line: 3, column: 7, kind: .invalidUTF8(byte: 9)))
        log.report(
            CatalogDiagnostic(
                file: file.sidecarPath, kind: .sidecarWrongType(member: "label", expected: .text)))
        var description = CatalogDescription(
            id: "shop", label: .texts([LocaleIdentifier("de")!: "Laden", .english: "Shop"]),
            scopes: [.init(id: "a", label: .key("ScopeA")), .init(id: "b")])
        description.synonyms = .list(json: synonyms)
        let stamp = IndexSource.Stamp(size: 5, modified: 6, changed: 7, inode: 8, device: 9)
        return Array(
            IndexManifest(
                catalog: name, checked: 12,
                sources: [
                    IndexSource(place: .catalog(below: ""), result: .file(stamp, checksum: 77)),
                    IndexSource(place: .sidecar, result: .missing),
                    IndexSource(place: .catalog(below: "/x"), result: .folder(stamp, checksum: 78)),
                ],
                reading: CatalogReading(
                    description: description, synonyms: synonyms, recordCount: 3, skippedCount: 1,
                    diagnostics: log),
                segments: [
                    IndexManifest.Segment(file: "1.segment"),
                    IndexManifest.Segment(file: "2.segment", deleted: "2.deleted", isDelta: true),
                ]
            ).json.text.utf8)
    }

    private static let synonyms = "[[\"a\",\"b\"],{\"locale\":\"de\",\"words\":[\"c\",\"d\"]}]"
}
