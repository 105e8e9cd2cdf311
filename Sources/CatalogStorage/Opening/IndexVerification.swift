// Verifies whole indexes, to find damage before a search does.

internal import CatalogSearch

/// The results of verifying a catalog's index.
public struct IndexVerification: Sendable {
    public enum Verdict: Hashable, Sendable {
        /// The index is sound and contains the catalog's records.
        case sound
        /// The index is sound, but the catalog changed after it was built. The next search updates it.
        case stale
        /// Parts of the index violate their invariants, in the order of their declaration. The next search
        /// that needs one rebuilds the index.
        case damaged([Part])
        /// There is no index that this program could use, for this reason.
        case unusable(IndexFault)
        /// Other users can change the index (``IndexCache/isUntrusted(for:)``), so it was not verified.
        case untrusted
    }

    /// A part of an index with invariants of its own.
    public enum Part: String, Hashable, Sendable, CaseIterable {
        /// The manifest can be read.
        case manifest
        /// The files that the manifest names can be opened, and belong to the index.
        case files
        /// The checksum of each page is right.
        case checksums
        /// Ids ascend, and each record can be read completely.
        case records
        /// The orders by price, year and popularity contain each record with such a value once, and are
        /// sorted.
        case orders
        /// Terms can be read, and are in their order.
        case terms
        /// Texts can be read, and belong to the records that own them.
        case texts
        /// The postings of each term are the texts that contain it.
        case postings
        /// The leaves contain the terms with their suffixes.
        case leaves
        /// The positions of titles form a valid order.
        case titles
        /// The folding tables of all locales can be read.
        case foldings
        /// The values of attributes are in order, and the stored sets are those of the records.
        case attributes
        /// Vectors belong to ascending records, and have the stored lengths.
        case vectors
        /// The segments together have as many records as the manifest says, and each id once.
        case totals
        /// The records equal those of the catalog.
        case catalog
    }

    public let file: CatalogFile
    public internal(set) var verdict: Verdict
    /// The number of records that searches find.
    public internal(set) var recordCount = 0
    /// The number of terms in all segments and locales.
    public internal(set) var termCount = 0
    /// The number of postings in all segments and locales.
    public internal(set) var postingCount = 0
    /// The size of the segments in bytes.
    public internal(set) var size = 0
}

extension IndexCache {
    /// Verifies the index of a catalog: all checksums, sections, terms, postings and records, whether totals
    /// agree, and, unless the catalog has changed, whether each of its records is in the index unchanged.
    /// Changes nothing.
    ///
    /// This reads the whole index and the whole catalog, and takes about as long as building the index.
    public func verify(_ file: CatalogFile) -> IndexVerification {
        var verification = IndexVerification(file: file, verdict: .unusable(.missing))
        if file.format == .checkpoint {
            verification.verifyCheckpoint(readsIntoMemory: readsIntoMemory)
            return verification
        }
        guard let place = place(of: file) else { return verification }
        if isUntrusted(for: file) {
            verification.verdict = .untrusted
            return verification
        }
        do throws(IndexFault) {
            try verification.verify(place)
        } catch {
            verification.verdict = error == .damaged ? .damaged([.manifest]) : .unusable(error)
        }
        return verification
    }
}

extension IndexVerification {
    /// - Throws: `IndexFault` if the manifest cannot be used, or a segment is of another version.
    fileprivate mutating func verify(_ place: IndexLocation) throws(IndexFault) {
        let manifest = try place.manifest(of: file)
        var parts: Set<Part> = []
        var segments: [IndexedSegment] = []
        for entry in manifest.segments {
            var single = manifest
            single.segments = [entry]
            do throws(IndexFault) {
                let segment = try place.segments(of: single)[0]
                segments.append(segment)
                recordCount += segment.recordCount
                size += segment.size
                try verify(segment, &parts)
            } catch {
                if error == .otherVersion { throw error }
                parts.insert(.files)
            }
        }
        if parts.isEmpty, !totalsAgree(manifest, segments) { parts.insert(.totals) }
        var isChanged = false
        let isCurrent = manifest.confirmed(file, isChanged: &isChanged) != nil
        if parts.isEmpty, isCurrent, !containCatalog(segments) { parts.insert(.catalog) }
        verdict =
            parts.isEmpty
            ? isCurrent ? .sound : .stale : .damaged(Part.allCases.filter(parts.contains))
    }

    /// Verifies the catalog of a checkpoint, which cannot be compared with another file.
    fileprivate mutating func verifyCheckpoint(readsIntoMemory: Bool) {
        do throws(CheckpointFolder.Fault) {
            let folder = CheckpointFolder(file.path, readsIntoMemory: readsIntoMemory)
            var parts: Set<Part> = []
            for segment in try folder.newestCatalog(file.id).segments {
                recordCount += segment.recordCount
                size += segment.size
                do throws(IndexFault) {
                    try verify(segment, &parts)
                } catch {
                    throw .index(error)
                }
            }
            verdict = parts.isEmpty ? .sound : .damaged(Part.allCases.filter(parts.contains))
        } catch {
            switch error {
            case .file: verdict = .untrusted
            case .index(.damaged): verdict = .damaged([.files])
            case .index(let fault): verdict = .unusable(fault)
            }
        }
    }

    private mutating func verify(
        _ segment: IndexedSegment, _ parts: inout Set<Part>
    ) throws(IndexFault) {
        do throws(SegmentError) {
            let verification = try SegmentVerification(segment)
            termCount += verification.termCount
            postingCount += verification.postingCount
            parts.formUnion(verification.damagedParts.map(\.part))
        } catch {
            // ICU lacks data, or the task was cancelled: the state of the segment is unknown.
            throw .unfinished
        }
    }

    /// Whether the manifest's count of records is right, and no id is in two segments.
    private func totalsAgree(_ manifest: IndexManifest, _ segments: [IndexedSegment]) -> Bool {
        guard recordCount == manifest.reading.recordCount else { return false }
        var ids: Set<String> = []
        for segment in segments {
            for number in 0..<segment.numberCount where !(segment.deleted?.contains(number) ?? false) {
                guard let id = try? segment.id(of: number), ids.insert(id).inserted else { return false }
            }
        }
        return true
    }

    /// Whether the segments have each record of the catalog unchanged, and no other record.
    private func containCatalog(_ segments: [IndexedSegment]) -> Bool {
        var found = 0
        var isSame = true
        _ = CatalogReader(file).read { (record: CatalogRecord) throws(Never) in
            guard isSame else { return }
            let stored = segments.lazy.compactMap { $0.present(record.id) }.first
            isSame = stored.map { $0.hasSameContent(as: record) } ?? false
            found += 1
        }
        return isSame && found == recordCount
    }
}

extension IndexedSegment {
    /// The record with an id, unless it is deleted or cannot be read.
    fileprivate func present(_ id: String) -> CatalogRecord? {
        guard let found = try? number(ofID: id), !(deleted?.contains(found) ?? false) else { return nil }
        return try? record(found)
    }
}

extension CatalogRecord {
    /// Whether both have the same values, in any order of fields and locales.
    fileprivate func hasSameContent(as other: CatalogRecord) -> Bool {
        id == other.id && scope == other.scope && year == other.year && price == other.price
            && prices == other.prices
            && popularity.bitPattern == other.popularity.bitPattern
            && attributes == other.attributes && additionalMembers == other.additionalMembers
            && textsByLocation == other.textsByLocation && Set(vectors) == Set(other.vectors)
    }

    private struct TextLocation: Hashable {
        let field: FieldName
        let locale: LocaleIdentifier
    }

    private var textsByLocation: [TextLocation: [String]] {
        Dictionary(grouping: texts) { TextLocation(field: $0.field, locale: $0.locale) }.mapValues {
            $0.map(\.value)
        }
    }
}

extension SegmentVerification.Part {
    /// The part in the public interface.
    fileprivate var part: IndexVerification.Part {
        switch self {
        case .checksums: .checksums
        case .records: .records
        case .orders: .orders
        case .terms: .terms
        case .texts: .texts
        case .postings: .postings
        case .leaves: .leaves
        case .titles: .titles
        case .foldings: .foldings
        case .attributes: .attributes
        case .vectors: .vectors
        }
    }
}
