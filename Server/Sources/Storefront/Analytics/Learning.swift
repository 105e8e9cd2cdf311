// Publishes what readers' choices teach about records to the store, which all servers follow.

internal import CatalogSearch
internal import CatalogStorage
internal import Logging
internal import ProductStore
internal import ServiceLifecycle

/// Publishes what this server has learned from its query log.
struct Learning: Service {
    let log: QueryLog
    let store: ProductStore
    let logger: Logger

    private static let interval = Duration.seconds(60)
    /// After how many days without an update what a server learned is dropped.
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
                    // The next round tries again.
                    if !isFailing {
                        logger.error(
                            "What was learnt cannot be published", metadata: ["reason": "\(error)"])
                    }
                    isFailing = true
                }
            }
        }
    }

    /// Publishes what was learned until now, for each catalog of the store.
    func publish() async throws(StoreError) {
        await log.flush()
        let name = try log.file.serverName
        let popularities = try await log.file.popularities(on: log.today)
        var failure: StoreError?
        for catalog in store.snapshot().engine.catalogs {
            let id = catalog.description.id
            // A catalog whose description is full or damaged does not hold up the others.
            do throws(StoreError) {
                try await publish(popularities[id] ?? [:], of: id, by: name)
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
        // Another server may have reset it.
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
            // If it was reset meanwhile, the next round handles that.
            if !isReset, learned.sources[name]?.records.isEmpty ?? false { return }
            learned.sources = learned.sources.filter { $0.value.through >= oldest }
            learned.sources[name] =
                popularities.isEmpty ? nil : .init(through: today, records: popularities)
        }
    }

    /// Forgets what all servers learned about a catalog's records. Each server then finds its own published
    /// part empty, and forgets the choices that it counted.
    static func reset(_ catalog: String, in store: ProductStore) async throws(StoreError) -> WriteResult {
        try await store.changeLearned(of: catalog) { learned in
            for name in learned.sources.keys { learned.sources[name]?.records = [:] }
        }
    }
}
