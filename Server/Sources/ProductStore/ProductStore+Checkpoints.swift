// Writes checkpoints while the store is open, and replaces searched catalogs if a checkpoint is damaged.

internal import CatalogStorage

extension ProductStore {
    /// The newest change in a checkpoint that this process wrote, or from which it started.
    public var checkpointRevision: Revision? { checkpoints?.last.map { Revision($0.revision) } }

    /// Verifies the checkpoint from which the store started, then writes new ones until the task is
    /// cancelled, and a last one after that: run it as long as the service runs. Searches and writes continue
    /// meanwhile. Returns at once if the store has no folder for checkpoints.
    ///
    /// - Parameter interval: the time between two checkpoints; without changes none is written.
    public func keepCheckpoints(every interval: Duration = .seconds(60)) async {
        guard let checkpoints else { return }
        if await !checkpoints.verifyOpened() { backend.readAgain() }
        while !Task.isCancelled {
            await writeCheckpoint()
            try? await Task.sleep(for: interval)
        }
        // Only if a checkpoint exists, so that only later changes are written: a stop must not take long.
        if checkpoints.last != nil { await writeCheckpoint() }
    }

    /// Writes a checkpoint if the store has changed since the last one. Reports failures and does not throw
    /// them.
    public func writeCheckpoint() async {
        guard let checkpoints else { return }
        // In a task of its own, so that the last checkpoint is written even after the calling task was
        // cancelled.
        await Task {
            do throws(StoreError) {
                guard let snapshot = try await backend.checkpointSnapshot(after: checkpoints.complete) else {
                    return
                }
                let kept = await checkpoints.write(snapshot.state, at: snapshot.position)
                try await backend.endCheckpoint(snapshot.position, kept: kept)
            } catch {
                checkpoints.fail("\(error)")
            }
        }.value
    }

    /// Records that a search found the searched copy of a catalog damaged, because a file of a checkpoint is.
    /// All catalogs are read from the database again.
    public func noteDamage(of catalog: String) {
        guard let checkpoints, live.state.entries[catalog] != nil else { return }
        if checkpoints.noteDamage() { backend.readAgain() }
    }
}
