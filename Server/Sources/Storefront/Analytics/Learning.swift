// What readers' choices teach about records becomes a part of the store, which all servers follow.

internal import CatalogSearch
internal import CatalogStorage
internal import Logging
internal import ProductStore
internal import ServiceLifecycle

/// Publishes what was learnt from a query log.
struct Learning: Service {
    let log: QueryLog
    let store: ProductStore
    let logger: Logger

    private static let interval = Duration.seconds(60)
    /// After how many days without news what a server learnt is forgotten.
    private static let longestSilence = 90
    private static let microsecondsOfDay: Int64 = 86_400_000_000

    func run() async {
        await cancelWhenGracefulShutdown {
            var isFailing = false
            while (try? await Task.sleep(for: Self.interval)) != nil {
                do throws(StoreError) {
                    try await publish()
                    isFailing = false
                } catch {
                    // It is tried again.
                    if !isFailing {
                        logger.error(
                            "What was learnt cannot be published", metadata: ["reason": "\(error)"])
                    }
                    isFailing = true
                }
            }
        }
    }

    /// Publishes what was learnt until now, for each catalog of the store.
    func publish() async throws(StoreError) {
        await log.flush()
        let name = try log.file.serverName
        let learnt = try await log.file.popularities(on: log.today)
        var failure: StoreError?
        for catalog in store.snapshot().engine.catalogs {
            let id = catalog.description.id
            // One whose description is full or damaged does not hold up the others.
            do throws(StoreError) {
                try await publish(learnt[id] ?? [:], of: id, by: name)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    private func publish(
        _ popularities: [String: Double], of catalog: String, by name: String
    ) async throws(StoreError) {
        var popularities = LearnedPopularity(popularities).records
        let known = try await store.learned(of: catalog).sources[name]
        // It was reset, perhaps at another server.
        let isReset = known?.records.isEmpty ?? false
        if isReset {
            try await log.file.forgetChoices(of: catalog)
            popularities = [:]
        }
        let today = Instant(microseconds: Int64(log.today) * Self.microsecondsOfDay)
        if known?.through == today || popularities.isEmpty, known?.records ?? [:] == popularities, !isReset {
            return
        }
        let oldest = Instant(
            microseconds: today.microseconds - Int64(Self.longestSilence) * Self.microsecondsOfDay)
        try await store.changeLearned(of: catalog) { [popularities] learned in
            // A reset meanwhile stays, for the next time.
            if !isReset, learned.sources[name]?.records.isEmpty ?? false { return }
            learned.sources = learned.sources.filter { $0.value.through >= oldest }
            learned.sources[name] =
                popularities.isEmpty ? nil : .init(through: today, records: popularities)
        }
    }

    /// Forgets what all servers learnt of a catalog's records. Each forgets the choices that it counted when
    /// it finds that what it had published is empty.
    static func reset(_ catalog: String, in store: ProductStore) async throws(StoreError) -> WriteResult {
        try await store.changeLearned(of: catalog) { learned in
            for name in learned.sources.keys { learned.sources[name]?.records = [:] }
        }
    }
}
