// Health, readiness and metrics of the service.

internal import CatalogSearch
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import Metrics
internal import ProductStore
internal import SearchService
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Whether the service accepts requests.
final class Readiness: Sendable {
    private let ready = Mutex(false)

    var isReady: Bool {
        get { ready.withLock { $0 } }
        set { ready.withLock { $0 = newValue } }
    }
}

/// The paths for operators.
struct ObservationEndpoints: Sendable {
    let readiness: Readiness
    let registry: PrometheusRegistry
    let catalogs: ServedCatalogs
    let runner: SearchRunner
    let memory: ResponseMemory
    let queryLog: QueryLog?
    let embedderLog: EmbedderLog?
    let backups: BackupFolder?
    /// How far searches may lag behind the store.
    let longestLag: Duration

    /// Whether the process runs, and whether it accepts requests.
    var health: [Endpoint] {
        [
            .get("/healthz", .status) { _, _ in plain("ok\n") },
            .get("/readyz", .status) { _, _ in
                // If another file has replaced its store, the service accepts no changes.
                readiness.isReady && catalogs.store?.isInPlace != false && isCaughtUp
                    ? plain("ready\n") : plain("not ready\n", .serviceUnavailable)
            },
        ]
    }

    /// Whether searches include the recent changes of the store.
    private var isCaughtUp: Bool {
        if let router = catalogs.router {
            return router.routed != nil && router.lag.map { $0 <= longestLag } ?? false
        }
        guard let store = catalogs.store else { return true }
        // A router can use a shard only if it knows the database.
        if store.shard != nil, store.databaseName == nil { return false }
        return store.following.lag.map { $0 <= longestLag } ?? false
    }

    /// All metrics. They reveal what is served and how much, which concerns only the operator.
    var metrics: Endpoint {
        .get("/metrics", .status) { request, _ in
            measure()
            let format = MetricsFormat(accept: request.headers[values: .accept])
            var response = EndpointResponse(registry.text(format), type: format.mediaType)
            response.headers[.vary] = "Accept"
            response.headers[.cacheControl] = "no-store"
            return response
        }
    }

    private func plain(_ text: String, _ status: HTTPResponse.Status = .ok) -> EndpointResponse {
        var response = EndpointResponse(text, type: "text/plain; charset=utf-8", status: status)
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// The descriptions of metrics.
    static let help = [
        "http_requests_total": "Requests answered, by method, path and status.",
        "http_request_duration_seconds": "Time from a request's head to its answer.",
        "lsearchd_searches": "Searches that run or wait.",
        "lsearchd_answer_bytes": "Bytes of answers that are made, or that their clients have not taken yet.",
        "lsearchd_catalog_records": "Records of each catalog.",
        "lsearchd_catalog_cached_bytes":
            "About what searches computed and keep for later ones, by catalog.",
        "lsearchd_store_revision": "The newest change of the store that is searched.",
        "lsearchd_store_lag_seconds":
            "Time since all changes of the store were searched; -1 before they were once.",
        "lsearchd_store_follow_errors": "Failed attempts to read changes of the store.",
        "lsearchd_store_rebuilds":
            "How often all was read again, because the store's history was another one.",
        "lsearchd_store_takes_changes":
            "0 from a start on a full disk, or after the store's files were moved or changed by others; else 1.",
        "lsearchd_store_damaged_parts":
            "Records, descriptions and keys of the store that were found damaged and not replaced since.",
        "lsearchd_store_restored_parts":
            "Parts of the store that were found damaged and restored since the start: the disk may be failing.",
        "lsearchd_backup_age_seconds":
            "Time since the last backup in the folder of --backups was written; -1 if there is none.",
        "lsearchd_query_log_damaged_parts":
            "Counts of the query log that were found damaged and are left out; 1 for each file that is kept because of damage.",
        "lsearchd_checkpoint_revision":
            "The newest change in a checkpoint that this server wrote, or from which it started; -1 for none.",
        "lsearchd_embedded_records": "Records that got a vector since the start.",
        "lsearchd_embedder_failures":
            "Failures of the embedder since the start, for queries and for records.",
        "lsearchd_embedder_works": "1 if the embedder made vectors when it was asked last, else 0.",
        "lsearchd_shards": "Shards that are searched as one.",
        "process_resident_memory_bytes": "Resident memory.",
        "process_open_fds": "Open file descriptors.",
        "process_cpu_seconds_total": "User and system CPU time.",
    ]

    /// Updates the meters whose values are measured, not counted as events happen.
    private func measure() {
        func set(_ label: String, _ value: Double, _ dimensions: [(String, String)] = []) {
            Meter(label: label, dimensions: dimensions, factory: registry).set(value)
        }
        set("lsearchd_searches", Double(runner.count))
        set("lsearchd_answer_bytes", Double(memory.used))
        _ = catalogs.update()
        registry.removeMeters("lsearchd_catalog_records")
        registry.removeMeters("lsearchd_catalog_cached_bytes")
        for catalog in catalogs.service.engine.catalogs {
            let dimensions = [("catalog", catalog.description.id)]
            set("lsearchd_catalog_records", Double(catalog.recordCount), dimensions)
            set("lsearchd_catalog_cached_bytes", Double(catalog.cachedByteCount), dimensions)
        }
        if let store = catalogs.store {
            let following = store.following
            set("lsearchd_store_revision", Double(store.snapshot().revision.number))
            set("lsearchd_store_lag_seconds", following.lag.map { $0 / .seconds(1) } ?? -1)
            set("lsearchd_store_follow_errors", Double(following.errorCount))
            set("lsearchd_store_rebuilds", Double(following.rebuildCount))
            set("lsearchd_store_takes_changes", store.takesChanges && store.isInPlace ? 1 : 0)
            set("lsearchd_store_damaged_parts", Double(store.damagedParts.count))
            set("lsearchd_store_restored_parts", Double(store.restoredCount))
            set("lsearchd_checkpoint_revision", Double(store.checkpointRevision?.number ?? -1))
        }
        if let backups {
            set("lsearchd_backup_age_seconds", (try? backups.age()).map { $0 / .seconds(1) } ?? -1)
        }
        if let queryLog { set("lsearchd_query_log_damaged_parts", Double(queryLog.damage.count)) }
        if let embedderLog {
            set("lsearchd_embedded_records", Double(embedderLog[.records].madeCount))
            for texts in [EmbedderLog.Texts.queries, .records] {
                let figures = embedderLog[texts]
                let dimensions = [("of", texts.rawValue)]
                set("lsearchd_embedder_failures", Double(figures.failureCount), dimensions)
                set("lsearchd_embedder_works", figures.fault == nil ? 1 : 0, dimensions)
            }
        }
        if let router = catalogs.router {
            set("lsearchd_store_revision", Double(router.routed?.revision.number ?? -1))
            set("lsearchd_store_lag_seconds", router.lag.map { $0 / .seconds(1) } ?? -1)
            set("lsearchd_store_follow_errors", Double(router.errorCount))
            set("lsearchd_shards", Double(router.shardCount))
        }
        let process = ProcessFigures()
        set("process_resident_memory_bytes", Double(process.residentBytes))
        set("process_open_fds", Double(process.openFiles))
        set("process_cpu_seconds_total", process.processorSeconds)
    }
}

/// The system's measurements of this process.
private struct ProcessFigures {
    let residentBytes: Int
    let openFiles: Int
    let processorSeconds: Double

    init() {
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
        residentBytes = (pages?.dropFirst().first.flatMap { Int($0) } ?? 0) * Int(getpagesize())
        openFiles = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 0
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        processorSeconds = seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }
}
