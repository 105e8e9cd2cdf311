// Work on several files side by side.

internal import Glibc
internal import Synchronization

/// Threads that share a list of work.
///
/// They are threads with large stacks instead of Swift's tasks: swift-syntax bounds how deep brackets nest, but calls itself
/// for each `else if`, `await` or `[` of a source, and a task's stack ends after some ten thousand.
final class Workers<Result: Sendable>: Sendable {
    private struct State {
        var started = 0
        var finished: [Int: Result] = [:]
    }

    private let files: [String]
    private let work: @Sendable (String) -> Result
    private let state = Mutex(State())

    /// Memory is taken only as far as it is used.
    private static var stackSize: Int { 1 << 30 }

    private init(_ files: [String], _ work: @escaping @Sendable (String) -> Result) {
        self.files = files
        self.work = work
    }

    /// Works on all files, on as many threads as there are processors.
    ///
    /// - Returns: the results in the order of the files.
    static func map(_ files: [String], _ work: @escaping @Sendable (String) -> Result) -> [Result] {
        let workers = Workers(files, work)
        var threads: [pthread_t] = []
        for _ in 0..<min(files.count, max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))) {
            if let thread = workers.startThread() { threads.append(thread) }
        }
        // Where no thread can be had, this one does the work.
        if threads.isEmpty { workers.run() }
        for thread in threads { pthread_join(thread, nil) }
        return workers.state.withLock { state in files.indices.compactMap { state.finished[$0] } }
    }

    private func startThread() -> pthread_t? {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return nil }
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, Self.stackSize)
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self as any Runnable as AnyObject)
        let status = pthread_create(
            &thread, &attributes,
            { context in
                guard let context else { return nil }
                (Unmanaged<AnyObject>.fromOpaque(context).takeRetainedValue() as? any Runnable)?.run()
                return nil
            }, context.toOpaque())
        guard status == 0 else {
            context.release()
            return nil
        }
        return thread
    }
}

/// What a thread can be given, whatever it works on.
private protocol Runnable: AnyObject {
    func run()
}

extension Workers: Runnable {
    /// Takes files until there are none left.
    fileprivate func run() {
        while let index = state.withLock({ state -> Int? in
            guard state.started < files.count else { return nil }
            defer { state.started += 1 }
            return state.started
        }) {
            let result = work(files[index])
            state.withLock { $0.finished[index] = result }
        }
    }
}
