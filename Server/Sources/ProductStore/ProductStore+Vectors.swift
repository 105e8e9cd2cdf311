// Vectors that a server makes from records' texts: finds records without one, and stores new ones.

public import CatalogSearch
public import CatalogStorage

extension ProductStore {
    /// Which text of a catalog's records to embed.
    public struct EmbeddingPlan: Sendable {
        /// The name of the vectors.
        public var name = VectorSpace.defaultName
        /// Makes the text of a record from its JSON; `nil` for the texts of its searched fields.
        public var text: (@Sendable ([UInt8]) -> String?)?

        /// Embeds the texts of searched fields.
        public init() {}
    }

    /// A record whose vector is missing, or was made from another text or by another model.
    public struct RecordToEmbed: Hashable, Sendable {
        /// The id of the record.
        public let id: String
        /// The text from which its vector is made.
        public let text: EmbeddedText
        /// Identifies the text, the model and the length of the vector.
        public let checksum: String
    }

    /// Some of the records to embed.
    public struct RecordsToEmbed: Hashable, Sendable {
        /// The records, newest first.
        public var records: [RecordToEmbed] = []
        /// The revision of the last record that was read; `nil` if there are no older ones.
        public var last: Revision?
    }

    /// The most records that one call reads.
    private static let readLimit = 1_000

    /// The newest records of a catalog, or of the shard, whose vectors must be made. A vector that was
    /// written with its record stays.
    ///
    /// - Parameters:
    ///   - space: the space of the vectors to make, with the name of the plan.
    ///   - first: only records that were changed after this revision are read.
    ///   - last: only records that were changed before this revision are read.
    ///   - limit: the most records to embed.
    /// - Throws: `StoreError.notFound`, `.unavailable`.
    public func recordsToEmbed(
        in catalog: String, by space: VectorSpace, _ plan: EmbeddingPlan = EmbeddingPlan(),
        after first: Revision, before last: Revision, limit: Int
    ) async throws(StoreError) -> RecordsToEmbed {
        let shard = backend.shard
        return try await read { db in
            guard let row = try db.catalog(catalog) else { throw StoreError.notFound(.catalog(catalog)) }
            let settings = row.settings
            let reader = settings.recordReader()
            let cursor = try db.records(in: row.number, after: first, before: last, of: shard)
            var found = RecordsToEmbed()
            for _ in 0..<Self.readLimit {
                guard let stored = try cursor.next() else {
                    found.last = nil
                    break
                }
                found.last = stored.revision
                if let text = Self.textToEmbed(stored, reader, settings.description, space, plan) {
                    let checksum = StoredVector.checksum(of: text, space)
                    found.records.append(RecordToEmbed(id: stored.id, text: text, checksum: checksum))
                }
                if found.records.count == limit { break }
            }
            return found
        }
    }

    /// Stores the vectors of records, except for records that were meanwhile changed, deleted or embedded, or
    /// that would become too large.
    ///
    /// - Parameter vectors: the vectors by the ids of their records.
    /// - Returns: the number of records that got one.
    /// - Throws: `StoreError.notFound`, `.unavailable`.
    @discardableResult
    public func putVectors(
        _ vectors: [String: QuantizedVector], of space: VectorSpace, _ plan: EmbeddingPlan = EmbeddingPlan(),
        in catalog: String
    ) async throws(StoreError) -> Int {
        let settings = try await settings(of: catalog).settings
        return try await perform(
            .rewriteRecords(
                vectors.keys.sorted(),
                { record in
                    guard let vector = vectors[record.id],
                        let text = Self.textToEmbed(
                            record, settings.recordReader(), settings.description, space, plan)
                    else { return nil }
                    let json = StoredVector.json(
                        record.json, with: vector, of: space,
                        checksum: StoredVector.checksum(of: text, space))
                    return json.count <= StoreLimits.recordSize ? json : nil
                }, catalog: catalog)
        ).recordCount
    }

    /// The text of a record whose vector must be made; `nil` if it needs none.
    private static func textToEmbed(
        _ record: StoredRecord, _ reader: JSONRecordReader, _ description: CatalogDescription,
        _ space: VectorSpace, _ plan: EmbeddingPlan
    ) -> EmbeddedText? {
        guard record.hasChecksum else { return nil }
        let state = StoredVector.state(of: record.json, name: space.name)
        guard state != .written, let parsed = reader.read(record.json).record else { return nil }
        let text =
            if let text = plan.text { text(record.json).flatMap { EmbeddedText($0) } } else {
                EmbeddedText(parsed, description)
            }
        guard let text else { return nil }
        return state == .made(checksum: StoredVector.checksum(of: text, space)) ? nil : text
    }

    /// Whether this process makes the vectors of the store. Among the processes that have a PostgreSQL store
    /// open and search the same shard, only one does.
    public func leadsEmbedding() async -> Bool { await backend.leadsEmbedding() }
}
