// The log of checkpoints.

internal import Logging
internal import ProductStore

extension Logger {
    /// Logs what happened to a checkpoint.
    func note(_ note: CheckpointNote) {
        switch note {
        case .opened(let name, let revision):
            notice(
                "The store starts from a checkpoint",
                metadata: ["name": "\(name)", "revision": "\(revision)"])
        case .ignored(let name, let fault):
            warning("A checkpoint is not used", metadata: ["name": "\(name)", "reason": "\(fault)"])
        case .damaged(let name):
            error(
                "A checkpoint is damaged: its catalogs are read from the store", metadata: ["name": "\(name)"]
            )
        case .written(let revision): debug("Checkpoint written", metadata: ["revision": "\(revision)"])
        case .failed(let reason):
            error("No checkpoint can be written or read", metadata: ["reason": "\(reason)"])
        }
    }
}
