// How far reading is, on a terminal, where it takes longer than a glance.

internal import ProgramSupport

/// One line on standard error that is written over until the work is done: a bar, and in words what is done, how fast, and
/// how long it still takes.
final class ProgressBar {
    private let texts: Texts
    private let isShown: Bool
    private let started = ContinuousClock.now
    private var lastUpdate: ContinuousClock.Instant?
    /// What is worked on, and since when.
    private var work: (file: String, phase: Phase, started: ContinuousClock.Instant)?

    private static let patience = Duration.milliseconds(500)
    private static let interval = Duration.milliseconds(100)

    init(_ texts: Texts, isShown: Bool) {
        self.texts = texts
        self.isShown = isShown
    }

    /// Shows how much of a catalog's work is done, unless the work is young or was shown just now.
    ///
    /// - Parameters:
    ///   - file: the catalog's path.
    ///   - phase: reading comes first, then folding; each takes its share of the bar.
    ///   - done: how much is done of `total`: bytes where that is read.
    func update(_ file: String, _ phase: Phase, _ done: Int, of total: Int?) {
        guard isShown, let total, total > 0 else { return }
        let now = ContinuousClock.now
        if work?.file != file || work?.phase != phase { work = (file, phase, now) }
        guard now - started > Self.patience, lastUpdate.map({ now - $0 > Self.interval }) ?? true else {
            return
        }
        lastUpdate = now
        let share = phase.share
        let percent = share.lowerBound + min(share.count, share.count * done / total)
        let bar = String(repeating: "█", count: percent / 5) + String(repeating: "░", count: 20 - percent / 5)
        let name = (file.split(separator: "/").last.map(String.init) ?? file).singleLine
        var parts: [String]
        switch phase {
        case .reading, .folding: parts = [texts("Reading: %1$@ %2$ld", name, percent)]
        case .waiting: parts = [texts("Waiting: %@", name)]
        case .indexing:
            let elapsed = now - (work?.started ?? now)
            parts = [texts("Indexing: %1$@ %2$ld", name, percent)]
            parts += pace(elapsed, bytes: done, percent: percent)
        }
        // Back to the line's start, clear it, write anew.
        Output.standardError.write("\r\u{1B}[K\(bar) \(parts.joined(separator: texts("ListSeparator")))")
    }

    /// How fast the work goes, and how long it takes if it goes on like that; nothing before that can be told.
    private func pace(_ elapsed: Duration, bytes: Int, percent: Int) -> [String] {
        let seconds = elapsed / .seconds(1)
        guard seconds >= 0.5, percent > 0 else { return [] }
        let rate = texts("Rate: %ld", Int((Double(bytes) / seconds / 1e6).rounded()))
        let left = Int((seconds * Double(100 - percent) / Double(percent)).rounded(.up))
        return [
            rate,
            left < 120 ? texts("Seconds left: %ld", left) : texts("Minutes left: %ld", (left + 59) / 60),
        ]
    }

    /// What is done to a catalog before it can be searched.
    enum Phase {
        case reading
        case folding
        case indexing
        /// Another process indexes it.
        case waiting

        /// The percents that the phase usually takes.
        fileprivate var share: Range<Int> {
            switch self {
            case .reading: 0..<30
            case .folding: 30..<100
            case .indexing, .waiting: 0..<100
            }
        }
    }

    /// Takes the line away.
    func finish() {
        if lastUpdate != nil { Output.standardError.write("\r\u{1B}[K") }
        lastUpdate = nil
    }
}
