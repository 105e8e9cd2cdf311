// Services that run beside the listeners: merging, reading changed files, stopping
// late searches, stopping with a delay.

internal import Logging
internal import ProductStore
internal import ServiceLifecycle

/// Merges changed records of the store, writes checkpoints and backups, and closes it at the end.
struct StoreService: Service {
    let store: ProductStore
    let backups: BackupFolder?
    let logger: Logger

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            try await withThrowingTaskGroup { group in
                group.addTask { try await store.keepMerged() }
                group.addTask { await store.keepCheckpoints() }
                if let backups {
                    group.addTask { await store.keepBackups(in: backups) { logger.note($0) } }
                }
                try await group.waitForAll()
            }
        }
        try await store.close()
    }
}

/// Follows the shards of a router.
struct RouterService: Service {
    let router: ShardRouter

    func run() async {
        await cancelWhenGracefulShutdown { await router.follow() }
    }
}

/// Reads changed files, publishes merged catalogs, and cancels searches that take too long.
struct UpkeepService: Service {
    let catalogs: ServedCatalogs
    let runner: SearchRunner
    let readiness: Readiness

    func run() async {
        readiness.isReady = true
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                group.addTask { await runner.keepTime() }
                group.addTask {
                    while (try? await Task.sleep(for: .seconds(1))) != nil { await catalogs.refresh() }
                }
            }
        }
    }
}

/// Delays the stop of the services before it.
struct StopDelay: Service {
    let time: Duration

    func run() async throws {
        try await gracefulShutdown()
        try await Task.sleep(for: time)
    }
}
