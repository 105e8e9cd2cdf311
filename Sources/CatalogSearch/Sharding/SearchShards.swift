// A search over records in several processes: each has a share of the records of all catalogs, and one
// merges.
//
// The shards are one ``RecordSource``, the segments of a process another. Everything above works alike:
// queries are read and prepared, similar words chosen, and pages made in one place.

internal import ICU

/// The shards that together have the records of some catalogs, each record in one of them.
///
/// How requests are sent is up to the implementation. All responses must be about the
/// same moment, else totals are wrong.
public protocol SearchShards: Sendable {
    /// The number of shards.
    var count: Int { get }

    /// Sends requests at the same time, and waits for all responses.
    ///
    /// - Parameter requests: each with the index of the shard that
    ///   ``SearchEngine/response(toShardRequest:)`` responds to.
    /// - Returns: the responses, in the order of the requests.
    /// - Throws: `SearchError.unavailable` if one does not respond; `SearchError.cancelled`.
    func responses(to requests: [(shard: Int, request: [UInt8])]) throws(SearchError) -> [[UInt8]]
}

extension CatalogContents {
    /// The contents of a catalog's share.
    public init(of catalog: CatalogIndex) {
        self.init(
            locales: catalog.locales, scopes: Set(catalog.scopes.map(\.id)),
            currencies: Set(catalog.currencies), recordCount: catalog.recordCount)
    }

    /// The contents of several shares together.
    public init(merging shares: some Sequence<CatalogContents>) {
        self.init(locales: [], scopes: [], currencies: [], recordCount: 0)
        for share in shares {
            locales.formUnion(share.locales)
            scopes.formUnion(share.scopes)
            currencies.formUnion(share.currencies)
            recordCount += share.recordCount
        }
    }

    /// Reads what ``bytes`` wrote; `nil` for other bytes.
    public init?(_ bytes: [UInt8]) {
        var message = MessageReader(bytes)
        do throws(MessageError) {
            locales = Set(try message.read([LocaleIdentifier].self))
            scopes = Set(try message.read([String].self))
            currencies = Set(try message.read([String].self))
            recordCount = try message.read(Count.self).number
        } catch {
            return nil
        }
        guard message.isAtEnd else { return nil }
    }

    /// The contents as bytes; equal contents have equal bytes.
    public var bytes: [UInt8] {
        var message = MessageWriter()
        message.write(locales.sorted { $0.identifier < $1.identifier })
        message.write(scopes.sorted())
        message.write(currencies.sorted())
        message.write(Count(recordCount))
        return message.bytes
    }
}

extension SearchEngine {
    /// An engine for catalogs whose records are in shards.
    ///
    /// - Parameters:
    ///   - catalogs: with the contents of all shards together; their ids are unique.
    ///   - last: the engine that this one replaces; its catalogs with the same
    ///     rules need not fold them again.
    public init(
        _ shards: some SearchShards, catalogs: [(description: CatalogDescription, contents: CatalogContents)],
        replacing last: SearchEngine? = nil
    ) {
        let source = ShardedRecords(shards)
        self.init(
            catalogs.map { description, contents in
                let known = last?.catalogs.first { $0.description.id == description.id }?.rules
                let rules = known.flatMap { $0.rules == description.rules ? $0 : nil }
                return CatalogIndex(description, source, contents, rules ?? RuleIndex(description.rules))
            }, source: source)
    }

    /// What must be the same for all shards and the merge, in one text: the form of their
    /// messages, the analysis and ICU.
    public static var shardVersions: String { "\(RecordSourceRequest.version) \(IndexLayout.versions)" }

    /// The response of a shard to a request that an engine sent by ``SearchShards``.
    public struct RecordSourceResponse: Sendable {
        /// The response for ``SearchShards/responses(to:)``.
        public let bytes: [UInt8]
        /// Why there is no better response. The merge fails with it.
        public let error: SearchError?
    }

    /// Responds to a request that another engine sends to this one as to a shard.
    ///
    /// - Returns: `nil` if it is no request of this version.
    public func response(toShardRequest request: [UInt8]) -> RecordSourceResponse? {
        response(toShardRequest: request, groupListLimit: ShardGroups.greatestSize)
    }

    /// - Parameter groupListLimit: the most bytes of the list of a catalog's groups.
    func response(toShardRequest request: [UInt8], groupListLimit: Int) -> RecordSourceResponse? {
        guard let message = try? RecordSourceRequest.Message(request) else { return nil }
        return message.response(of: ShardResponder(engine: self, groupListLimit: groupListLimit))
    }
}
