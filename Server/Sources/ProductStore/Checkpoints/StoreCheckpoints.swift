// The checkpoints of an open store: the one from which it started, and the last one written.

internal import CatalogSearch
internal import CatalogStorage
internal import Dispatch
internal import Support
internal import Synchronization

/// Opens and writes the checkpoints of a store, and reports events.
final class StoreCheckpoints: Sendable {
    private struct State {
        /// The name of the checkpoint from which the store started.
        var opened: String?
        /// The same checkpoint, until its files are verified.
        var unverified: Checkpoint?
        var last: Checkpoint.Position?
        /// Whether the last one is only in the cache.
        var isLastCached = false
        var failure: String?
    }

    private let place: any CheckpointLocation
    private let tell: @Sendable (CheckpointNote) -> Void
    private let state = Mutex(State())
    /// Writes and verifies checkpoints, one after the other, concurrently with searches.
    private let queue = DispatchQueue(label: "ProductStore.checkpoint", qos: .utility)

    init(_ place: any CheckpointLocation, tell: @escaping @Sendable (CheckpointNote) -> Void) {
        self.place = place
        self.tell = tell
    }

    var last: Checkpoint.Position? { state.withLock { $0.last } }

    /// The position after which a change makes another checkpoint worth writing; `nil` if the
    /// last one must be written again.
    var complete: Checkpoint.Position? { state.withLock { $0.isLastCached ? nil : $0.last } }

    // MARK: Opening

    /// Opens the newest checkpoint that can be used.
    ///
    /// - Parameter use: uses a checkpoint; throws `CheckpointFault` if it does not fit.
    /// - Returns: whether there is one.
    /// - Throws: other errors of `use`.
    func open(_ use: (Checkpoint) throws -> Void) throws -> Bool { try open(from: place, use) }

    private func open(
        from place: any CheckpointLocation, _ use: (Checkpoint) throws -> Void
    ) throws -> Bool {
        let names: [String]
        do {
            names = try place.names()
        } catch {
            fail("\(error)")
            guard let cache = place.cache else { return false }
            return try open(from: cache, use)
        }
        for name in names {
            do {
                let checkpoint = try mappingError({ CheckpointFault($0) }) { try place.open(name) }
                try use(checkpoint)
                state.withLock { state in
                    state.opened = name
                    state.unverified = checkpoint
                    state.last = checkpoint.position
                }
                tell(.opened(name: name, Revision(checkpoint.position.revision)))
                return true
            } catch let fault as CheckpointFault {
                tell(.ignored(name: name, fault))
            }
        }
        return false
    }

    /// Notes that the checkpoint from which the store started belongs to another history.
    func ignoreOpened(_ fault: CheckpointFault) {
        let opened = state.withLock { state in
            defer { (state.opened, state.unverified, state.last) = (nil, nil, nil) }
            return state.opened
        }
        if let opened { tell(.ignored(name: opened, fault)) }
    }

    /// Verifies all files of the checkpoint from which the store started.
    ///
    /// - Returns: whether they are sound.
    func verifyOpened() async -> Bool {
        await onQueue { [self] in
            // Afterwards only the searched segments keep the files open.
            let checkpoint = state.withLock { state in
                defer { state.unverified = nil }
                return state.unverified
            }
            do throws(IndexFault) {
                try checkpoint?.verify()
                return true
            } catch {
                return !noteDamage()
            }
        }
    }

    /// Records that the checkpoint from which the store started is damaged, and removes it.
    ///
    /// - Returns: whether the damage was new; then all catalogs must be read again.
    func noteDamage() -> Bool {
        let opened = state.withLock { state in
            defer { (state.opened, state.unverified, state.last) = (nil, nil, nil) }
            return state.opened
        }
        guard let opened else { return false }
        place.remove(opened)
        tell(.damaged(name: opened))
        return true
    }

    // MARK: Writing

    /// Writes the searched catalogs as a checkpoint.
    ///
    /// - Returns: the positions of the checkpoints that are kept; `nil` if this one is not.
    func write(
        _ catalogs: StoreCatalogs.State, at position: Checkpoint.Position
    ) async -> Set<Checkpoint.Position>? {
        await onQueue { [self] in
            do {
                switch try place.write(
                    catalogs.entries.map { ($1.facts(id: $0), $1.live.snapshot) }, at: position)
                {
                case .left: return nil
                case .written(let kept):
                    state.withLock { state in
                        state.last = position
                        state.isLastCached = false
                        state.failure = nil
                    }
                    tell(.written(Revision(position.revision)))
                    return kept
                case .cached(let kept, let reason):
                    state.withLock { state in
                        state.last = position
                        state.isLastCached = true
                    }
                    fail(reason)
                    return kept
                }
            } catch {
                fail("\(error)")
                return nil
            }
        }
    }

    /// Reports a failure, once for each reason.
    func fail(_ reason: String) {
        let isNew = state.withLock { state in
            defer { state.failure = reason }
            return state.failure != reason
        }
        if isNew { tell(.failed(reason: reason)) }
    }

    private func onQueue<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { done in queue.async { done.resume(returning: body()) } }
    }
}

extension LiveEntry {
    init(_ catalog: Checkpoint.Catalog, policy: MergePolicy) {
        let facts = catalog.facts
        settings = CatalogSettings(catalog: facts.id, json: facts.description)
        live = LiveCatalog(catalog.index(settings.description), policy: policy)
        descriptionRevision = Revision(facts.descriptionRevision)
        revision = Revision(facts.revision)
    }

    fileprivate func facts(id: String) -> Checkpoint.Facts {
        Checkpoint.Facts(
            id: id, revision: revision.number, descriptionRevision: descriptionRevision.number,
            description: settings.json)
    }
}

extension Checkpoint {
    /// Its catalogs, by id.
    func entries(policy: MergePolicy) -> [String: LiveEntry] {
        Dictionary(
            catalogs.map { ($0.facts.id, LiveEntry($0, policy: policy)) },
            uniquingKeysWith: { first, _ in first })
    }
}

extension CheckpointFault {
    /// What an error of a checkpoint's files means.
    fileprivate init(_ error: any Error) {
        self = (error as? IndexFault).map { .unusable($0) } ?? .unreadable(reason: "\(error)")
    }
}
