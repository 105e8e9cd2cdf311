// What the protocol (Meilisearch's HTTP API, v1) needs of a store.

package import CatalogSearch
internal import FoundationEssentials
internal import JSON
package import ProductStore
internal import Support

/// Responds to requests of the protocol from a store. It uses neither sockets nor threads.
package final class MeilisearchServer: Sendable {
    let indexes: IndexStore
    let tasks = TaskList()
    package let keys: KeyRing

    /// Makes the vector of a query.
    ///
    /// - Returns: `nil` if there is none in time; then only words are searched.
    package typealias QueryVector = @Sendable (String) -> VectorQuery?

    /// `nil` if requests bring the vectors of their queries.
    let queryVector: QueryVector?

    /// - Parameters:
    ///   - store: the store whose catalogs are the indexes.
    ///   - defaultLocale: the locale of texts for which no setting names one.
    ///   - keys: authenticates the senders of requests.
    ///   - queryVector: makes the vectors of queries; `nil` if requests bring them.
    package init(
        _ store: ProductStore, defaultLocale: LocaleIdentifier, keys: KeyRing,
        queryVector: QueryVector? = nil
    ) {
        self.queryVector = queryVector
        self.keys = keys
        indexes = IndexStore(store, defaultLocale: defaultLocale)
    }

    /// Whether a catalog is an index, whose records only this protocol can write.
    package func isIndex(_ catalog: String) -> Bool {
        indexes.find(catalog, in: indexes.store.snapshot()) != nil
    }

    /// The currency of the prices of an index; `nil` if it has none, or is no index.
    package func currency(ofIndex catalog: String) -> String? {
        indexes.find(catalog, in: indexes.store.snapshot())?.currency
    }

    /// Completes a change of an index's description by the native interface: if the index has or had a
    /// currency, all records get prices in the new one. It need not differ from the old one, because an earlier
    /// change may have been interrupted.
    ///
    /// - Parameters:
    ///   - old: the currency before the change.
    ///   - json: the new description.
    ///   - revision: the change.
    /// - Returns: the revision of the description.
    /// - Throws: `StoreError`
    package func complete(
        _ catalog: String, described json: [UInt8], at revision: Revision, currency old: String?
    ) async throws(StoreError) -> Revision {
        guard let index = IndexDescription(uid: catalog, catalog: json), index.currency != nil || old != nil
        else {
            return revision
        }
        do {
            return try await indexes.updatePrices(of: catalog, since: revision)
        } catch {
            throw (error as? StoreError) ?? .unavailable(.overloaded)
        }
    }

    static let notFound = ProtocolError(.notFound, "There is no such path.")

    // MARK: Writes

    /// Does a write, and responds with its task, which reports how the write ended.
    func task(
        _ type: String, _ uid: String?, details: [JSON.Member] = [], metadata: String? = nil,
        otherIndexes: [String] = [],
        _ body: @escaping @Sendable () async throws -> [JSON.Member]
    ) async -> CallResponse {
        let start = Date()
        var details = details
        var failure: ProtocolError?
        var revision: Revision?
        do {
            let written = try await indexes.writing(body)
            for member in written.value { details.set(member.name, member.value) }
            revision = written.revision
        } catch let error as ProtocolError {
            failure = error
        } catch {
            failure = ProtocolError(.internalError, "The write failed.")
        }
        var response = accepted(
            tasks.add(
                type, uid, details: details, error: failure, since: start, metadata: metadata,
                otherIndexes: otherIndexes))
        response.revision = revision?.number
        response.changed = [uid].compactMap(\.self) + otherIndexes
        return response
    }

    func accepted(_ task: TaskRecord) -> CallResponse { CallResponse(task.summary, status: 202) }
}
