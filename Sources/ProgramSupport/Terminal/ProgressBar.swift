// Shows the progress of slow work on a terminal.

internal import Synchronization

/// One line on standard error that is overwritten until the work is done: a bar, the phase, the speed and the
/// remaining time.
package final class ProgressBar: Sendable {
    private let texts: Texts
    private let isShown: Bool
    private let started = ContinuousClock.now
    private let state = Mutex(State())

    private struct State {
        var lastUpdate: ContinuousClock.Instant?
        /// The current work, and when it began.
        var work: (file: String, phase: Phase, started: ContinuousClock.Instant)?
    }

    private static let patience = Duration.milliseconds(500)
    private static let interval = Duration.milliseconds(100)

    package init(_ texts: Texts, isShown: Bool) {
        self.texts = texts
        self.isShown = isShown
    }

    /// Shows the progress of a catalog, unless the work began just now or its progress was shown just now.
    ///
    /// - Parameters:
    ///   - file: the catalog's path.
    ///   - phase: each phase takes its share of the bar.
    ///   - done: how much of `total` is done; bytes while the catalog is read.
    package func update(_ file: String, _ phase: Phase, _ done: Int, of total: Int?) {
        guard isShown, let total, total > 0 else { return }
        let now = ContinuousClock.now
        guard let begin = noteUpdate(of: file, phase, at: now) else { return }
        let share = phase.share
        let percent = share.lowerBound + min(share.count, share.count * done / total)
        let bar = String(repeating: "█", count: percent / 5) + String(repeating: "░", count: 20 - percent / 5)
        let name = (file.split(separator: "/").last.map(String.init) ?? file).singleLine
        var parts: [String]
        switch phase {
        case .reading: parts = [texts("Reading: %1$@ %2$ld", name, percent)]
        case .embedding:
            parts = [texts("Embedding: %1$@ %2$ld", name, percent)]
            parts += pace(now - begin, bytes: nil, percent: percent)
        case .waiting: parts = [texts("Waiting: %@", name)]
        case .indexing:
            let elapsed = now - begin
            parts = [texts("Indexing: %1$@ %2$ld", name, percent)]
            parts += pace(elapsed, bytes: done, percent: percent)
        }
        let line = "\(bar) \(parts.joined(separator: texts("ListSeparator")))"
        // Return to the start of the line, clear it, write again. A line that wraps could not be overwritten,
        // so narrow terminals cut it (DECAWM).
        Output.standardError.write("\r\u{1B}[K\u{1B}[?7l\(line)\u{1B}[?7h")
    }

    /// Returns when the work began; `nil` if its progress must not be shown now.
    private func noteUpdate(
        of file: String, _ phase: Phase, at now: ContinuousClock.Instant
    ) -> ContinuousClock.Instant? {
        state.withLock { state in
            if state.work?.file != file || state.work?.phase != phase { state.work = (file, phase, now) }
            guard now - started > Self.patience,
                state.lastUpdate.map({ now - $0 > Self.interval }) ?? true
            else { return nil }
            state.lastUpdate = now
            return state.work?.started
        }
    }

    /// The speed, and the remaining time at this speed; empty until both can be estimated.
    private func pace(_ elapsed: Duration, bytes: Int?, percent: Int) -> [String] {
        let seconds = elapsed / .seconds(1)
        guard seconds >= 0.5, percent > 0 else { return [] }
        let rate = bytes.map { [texts("Rate: %ld", Int((Double($0) / seconds / 1e6).rounded()))] } ?? []
        let left = Int((seconds * Double(100 - percent) / Double(percent)).rounded(.up))
        return rate + [
            left < 120 ? texts("Seconds left: %ld", left) : texts("Minutes left: %ld", (left + 59) / 60)
        ]
    }

    /// The phases of work before a catalog can be searched.
    package enum Phase {
        case reading
        case indexing
        /// A command makes vectors of records.
        case embedding
        /// Another process indexes the catalog.
        case waiting

        /// The usual share of the phase, in percent.
        fileprivate var share: Range<Int> {
            switch self {
            case .reading: 0..<70
            case .indexing, .waiting, .embedding: 0..<100
            }
        }
    }

    /// Clears the line.
    package func finish() {
        let isVisible = state.withLock { state in
            defer { state.lastUpdate = nil }
            return state.lastUpdate != nil
        }
        if isVisible { Output.standardError.write("\r\u{1B}[K") }
    }
}
