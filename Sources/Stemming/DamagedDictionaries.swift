// Installed dictionaries that cannot be used are reported, each once in a process.

internal import Synchronization

/// The dictionaries that are installed, but damaged.
package enum DamagedDictionaries {
    package typealias Report = @Sendable (_ path: String) -> Void

    private struct State {
        /// Paths that nothing has received yet.
        var waiting: [String] = []
        var report: Report?
    }

    private static let state = Mutex(State())

    /// Reports damaged dictionaries: those that were met before, and then each at its first use.
    package static func report(to report: @escaping Report) {
        state.withLock { $0.report = report }
        reportWaiting()
    }

    /// Reports a dictionary. It must not be called while a lock is held that the report may want.
    static func add(_ path: String) {
        state.withLock { $0.waiting.append(path) }
        reportWaiting()
    }

    private static func reportWaiting() {
        let (report, paths) = state.withLock { state in
            guard let report = state.report else { return (nil as Report?, [String]()) }
            defer { state.waiting = [] }
            return (report, state.waiting)
        }
        for path in paths { report?(path) }
    }
}
