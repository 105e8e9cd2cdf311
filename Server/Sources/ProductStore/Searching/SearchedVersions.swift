// The recent versions of a shard. A merge of shards asks all of them about the same revision of the store.

internal import CatalogSearch
internal import Synchronization

/// The searched catalogs of a shard, and the revisions of the store for which they are exact.
public struct SearchedVersion: Sendable {
    /// The last revision that changed the shard.
    public let since: Revision
    /// The newest revision of the store that is known not to have changed the shard since.
    public internal(set) var until: Revision
    /// A number that differs for different contents.
    public let number: Int
    /// When another version replaced it; `nil` for the last one.
    var end: ContinuousClock.Instant?
    var state: StoreCatalogs.State

    /// All catalogs as they were.
    public var snapshot: StoreSnapshot { StoreSnapshot(state: state) }

    /// The revisions at which the catalogs were as they are here.
    public var revisions: ClosedRange<Int64> { since.number...max(since.number, until.number) }
}

/// Caches the versions of the last seconds.
///
/// Changes between two reads of the database are published together, and each shard reads at other times. So
/// a shard knows its exact contents only from its last change up to the newest revision that it has seen.
final class SearchedVersions: Sendable {
    private struct State {
        var list: [SearchedVersion] = []
        var last = 0
    }

    /// How long a version is cached after another one replaced it: longer than a search takes.
    private static let cacheTime = Duration.seconds(10)
    /// The most versions, which share most of their memory.
    private static let limit = 1_000

    private let state = Mutex(State())

    /// All versions, the last one at the end.
    var list: [SearchedVersion] { state.withLock { $0.list } }

    /// Adds a published version, or extends the last one if nothing has changed.
    ///
    /// - Parameters:
    ///   - since: the last revision that changed the shard; `nil` if it has not changed.
    ///   - isOtherHistory: whether the store's history was replaced. Then all earlier versions are dropped.
    func add(_ published: StoreCatalogs.State, since: Revision?, isOtherHistory: Bool = false) {
        state.withLock { state in
            if isOtherHistory { state.list = [] }
            let now = ContinuousClock.now
            if let last = state.list.indices.last {
                guard let since else {
                    state.list[last].until = published.revision
                    state.list[last].state = published
                    return
                }
                state.list[last].end = now
                state.last += 1
                state.list.append(
                    SearchedVersion(
                        since: since, until: published.revision, number: state.last, state: published)
                )
            } else {
                state.last += 1
                state.list = [
                    SearchedVersion(
                        since: since ?? published.revision, until: published.revision, number: state.last,
                        state: published)
                ]
            }
            state.list.removeAll { $0.end.map { now - $0 > Self.cacheTime } ?? false }
            state.list.removeFirst(max(0, state.list.count - Self.limit))
        }
    }

    /// The last version whose ``SearchedVersion/revisions`` include this one; `nil` if none does.
    func version(at revision: Revision) -> SearchedVersion? {
        state.withLock { $0.list.last { $0.revisions.contains(revision.number) } }
    }
}
