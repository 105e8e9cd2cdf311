// A segment: immutable records that are searched together, in the bytes of a file or on the heap.

package import ICU
internal import Support
internal import Synchronization

/// Records that are searched together. A query reads only the parts it needs.
///
/// Invariant: searches of an index give the same results as a scan over the same records.
package final class IndexedSegment: Sendable {
    let file: SegmentFile
    let records: IndexedRecords
    let attributes: IndexedAttributes
    /// The vectors of its records, a column for each space; empty for most catalogs.
    let vectors: [VectorColumn]
    let priceLists: PriceLists
    /// The searched fields, in the order of the texts' numbers.
    let fields: [FieldName]
    package let deleted: RecordSet?
    /// The locales in which its records have texts.
    package let locales: Set<LocaleIdentifier>
    /// The ids of its records' scopes, without duplicates.
    package let scopes: [String]
    let localeNames: [LocaleIdentifier]
    /// The number of the pseudo-locale of ids, after those of the texts; `nil` if ids are not searched.
    let idLocale: Int?
    let opened: Opened
    /// Identifies this segment among all that share its file but differ in deleted records.
    let version = IndexedSegment.versions.wrappingAdd(1, ordering: .relaxed).newValue

    private static let versions = Atomic<UInt64>(0)

    /// Data opened on first use, shared by all copies that use the same file.
    final class Opened: Sendable {
        /// One for each locale of the file, by number: some kilobytes of offsets. They are never dropped,
        /// because they own the caches of their terms.
        let locales = Mutex<[Int: LocaleIndex]>([:])
        /// Cached results of searches, by type of key.
        let caches: KeyedCaches
        let yearPositions: Cache<Bool, [Int32?]>
        let pricePositions: Cache<PriceChoice, [Int32?]>
        let priceOwners: Cache<Int, RecordSet>
        /// Identifies the file among all that were opened.
        let serialNumber = Opened.count.wrappingAdd(1, ordering: .relaxed).newValue

        private static let count = Atomic<UInt64>(0)
        let scopes: Cache<Int, RecordSet>
        let labelled: Cache<AttributeName, Bool>
        /// Copied from the file, and counted in the budget. Dropping them would free nothing: the process
        /// caches those in use, see ``Folding/adopt(standard:search:for:)``.
        let foldings = Mutex<(pages: FoldingPages?, tables: [Int: FoldingTable])>((nil, [:]))

        /// The most scopes whose records are cached.
        static let scopeLimit = 16

        init(_ budget: CacheBudget) {
            caches = KeyedCaches(budget)
            yearPositions = Cache(budget) { $0.count * MemoryLayout<Int32?>.stride }
            pricePositions = Cache(budget) { $0.count * MemoryLayout<Int32?>.stride }
            priceOwners = Cache(budget, cost: \.byteCount)
            scopes = Cache(budget, cost: \.byteCount)
            labelled = Cache(budget) { _ in 0 }
        }

        /// The budget of a segment's caches: half the size of its file, which suffices for most searches, but
        /// at least 8 MB, which small segments rarely fill.
        static func budget(size: Int) -> CacheBudget { CacheBudget(limit: max(8 << 20, size / 2)) }
    }

    /// Opens a segment.
    ///
    /// - Parameters:
    ///   - bytes: the file, at an address that is a multiple of 8. It must not change.
    ///   - owner: owns the bytes; ``WatchedBytes`` if another process might change them.
    /// - Throws: `SegmentError`.
    package init(_ bytes: UnsafeRawBufferPointer, owner: any Sendable) throws(SegmentError) {
        file = try SegmentFile(bytes, owner: owner)
        records = try IndexedRecords(file)
        let budget = Opened.budget(size: file.size)
        attributes = try IndexedAttributes(file, budget)
        vectors = try VectorColumn.all(of: file, recordCount: records.count)
        priceLists = try PriceLists(file)
        fields = try StringList.read(file.section(.fields))?.list.strings().map { FieldName($0) } ?? []
        var names: [LocaleIdentifier] = []
        var spellings = try StringList.read(file.section(.locales))?.list.strings() ?? []
        // Ids have no locale, so the name of theirs is empty.
        idLocale = spellings.last == "" && fields.contains(.id) ? spellings.count - 1 : nil
        if idLocale != nil { spellings.removeLast() }
        for name in spellings {
            guard let locale = LocaleIdentifier(name) else { throw .damaged }
            names.append(locale)
        }
        localeNames = names
        locales = Set(names)
        scopes = records.scopes
        deleted = nil
        opened = Opened(budget)
    }

    private init(
        _ other: IndexedSegment, deleted: RecordSet, locales: Set<LocaleIdentifier>, scopes: [String]
    ) {
        file = other.file
        records = other.records
        attributes = other.attributes
        vectors = other.vectors
        priceLists = other.priceLists
        fields = other.fields
        localeNames = other.localeNames
        idLocale = other.idLocale
        opened = other.opened
        self.deleted = deleted
        self.locales = locales
        self.scopes = scopes
    }

    /// The same segment without some of its records. It shares everything else with this one, which does not
    /// change.
    ///
    /// - Parameter deleted: all records to exclude, including those already deleted.
    package func excluding(_ deleted: RecordSet) throws(SegmentError) -> IndexedSegment {
        precondition(deleted.universe == records.count)
        // Only the locales and scopes of newly deleted records may have disappeared.
        var gone = deleted
        if let known = self.deleted { gone.subtract(known) }
        return excluding(
            deleted, locales: try remaining(locales, without: deleted, gone),
            scopes: try remaining(scopes, without: deleted, gone))
    }

    /// The same segment without some of its records, if the remaining locales and scopes are known.
    ///
    /// - Parameters:
    ///   - locales: the locales in which other records have texts.
    ///   - scopes: the scopes that other records name.
    package func excluding(
        _ deleted: RecordSet, locales: Set<LocaleIdentifier>, scopes: [String]
    ) -> IndexedSegment {
        precondition(deleted.universe == records.count)
        return IndexedSegment(self, deleted: deleted, locales: locales, scopes: scopes)
    }

    /// The size of the file, including deleted records, in bytes.
    package var size: Int { file.size }

    /// Whether its bytes are unchanged since it was opened. If false, earlier results may be wrong.
    package var isIntact: Bool { file.isIntact }

    /// The metadata that the writer of the index added.
    package func metadata() throws(SegmentError) -> [UInt8] {
        try file.section(.metadata).map { section throws(SegmentError) in Array(try section.all()) } ?? []
    }

    /// The hash of each record's content (see ``ContentHasher``), also of deleted records; `nil` if the file
    /// has no hashes.
    package func contentHashes() throws(SegmentError) -> [UInt64]? {
        guard let hashes = try file.list(.contentHashes, width: 8, count: records.count) else { return nil }
        let bytes = try hashes.all()
        return (0..<records.count).map {
            UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self))
        }
    }

    /// Checks the whole file against its checksums, to find damage before a query does.
    ///
    /// - Throws: `SegmentError.damaged`.
    package func verifyAll() throws(SegmentError) { try file.verifyAll() }

    /// The index of a locale; `nil` if no record has a text in it.
    func locale(_ locale: LocaleIdentifier) throws(SegmentError) -> LocaleIndex? {
        guard let number = localeNames.firstIndex(of: locale) else { return nil }
        return try index(ofLocale: number)
    }

    /// The index of the ids; `nil` if they are not searched.
    func idIndex() throws(SegmentError) -> LocaleIndex? {
        try idLocale.map { number throws(SegmentError) in try index(ofLocale: number) }
    }

    func index(ofLocale number: Int) throws(SegmentError) -> LocaleIndex {
        try opened.locales.withLock { locales throws(SegmentError) in
            if let known = locales[number] { return known }
            let index = try LocaleIndex(
                file, locale: number == idLocale ? .root : localeNames[number], number: number,
                fieldCount: fields.count, opened.caches.budget)
            locales[number] = index
            return index
        }
    }

    // MARK: Foldings

    /// Caches the foldings of these locales that the segment stores, unless they are cached.
    ///
    /// - Throws: `SegmentError.damaged`.
    package func supplyFoldings(for chain: [LocaleIdentifier]) throws(SegmentError) {
        for locale in chain where !Folding.isKnown(locale) {
            var index = try self.locale(locale)
            if index == nil, locale == .root { index = try idIndex() }
            guard let tables = index?.foldingTables,
                tables.standard != Int(IndexLayout.none)
            else { continue }
            let (standard, search) = (try foldingTable(tables.standard), try foldingTable(tables.search))
            // All segments share the foldings, so none may come from changed bytes.
            guard isIntact else { throw .damaged }
            Folding.adopt(standard: standard, search: search, for: locale)
        }
    }

    func foldingTable(_ number: Int) throws(SegmentError) -> FoldingTable {
        try opened.foldings.withLock { foldings throws(SegmentError) in
            if let known = foldings.tables[number] { return known }
            if foldings.pages == nil, let section = file.section(.foldingPages) {
                foldings.pages = FoldingPages(stored: try section.all())
                opened.caches.budget.addFixed(section.count)
            }
            guard let pages = foldings.pages, let section = file.section(.foldingTables, locale: number),
                let table = FoldingTable(stored: try section.all(), pages: pages)
            else { throw .damaged }
            foldings.tables[number] = table
            opened.caches.budget.addFixed(section.count)
            return table
        }
    }

    /// The approximate size of the caches, in bytes.
    package var cachedByteCount: Int { opened.caches.budget.byteCount }

    /// Whether the results of ``records(inScope:)`` are cached.
    var cachesScopeSets: Bool { records.scopes.count <= Opened.scopeLimit }

    // MARK: Records

    /// The number of records. Record numbers start at 0; numbers of deleted records are missing.
    package var recordCount: Int { records.count - (deleted?.count ?? 0) }
    /// One more than the highest number that a record can have.
    package var numberCount: Int { records.count }

    /// The number of records with a text in each locale.
    package func recordCountsByLocale() throws(SegmentError) -> [LocaleIdentifier: Int] {
        var counts: [LocaleIdentifier: Int] = [:]
        for (number, name) in localeNames.enumerated() {
            var owners = RecordSet(universe: records.count)
            for column in try index(ofLocale: number).columns { owners.formUnion(try column.ownerSet()) }
            if records.hasOtherTexts {
                for record in 0..<records.count
                where try records.otherTexts(of: record).contains(where: { $0.locale == name }) {
                    owners.insert(record)
                }
            }
            if let deleted { owners.subtract(deleted) }
            if !owners.isEmpty { counts[name] = owners.count }
        }
        return counts
    }
}
