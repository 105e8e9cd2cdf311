// How far reading is, on a terminal, where it takes longer than a glance.

internal import ProgramSupport

/// One line on standard error that is written over until the work is done.
struct ProgressBar {
    private let texts: Texts
    private let isShown: Bool
    private let started = ContinuousClock.now
    private var lastUpdate: ContinuousClock.Instant?

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
    mutating func update(_ file: String, _ phase: Phase, _ done: Int, of total: Int?) {
        guard isShown, let total, total > 0 else { return }
        let now = ContinuousClock.now
        guard now - started > Self.patience, lastUpdate.map({ now - $0 > Self.interval }) ?? true else {
            return
        }
        lastUpdate = now
        let share = phase.share
        let percent = share.lowerBound + min(share.count, share.count * done / total)
        let bar = String(repeating: "█", count: percent / 5) + String(repeating: "░", count: 20 - percent / 5)
        let name = file.split(separator: "/").last.map(String.init) ?? file
        // Back to the line's start, clear it, write anew.
        Output.standardError.write(
            "\r\u{1B}[K\(bar) \(texts("Reading: %1$@ %2$ld", name.singleLine, percent))")
    }

    /// What is done to a catalog before it can be searched.
    enum Phase {
        case reading
        case folding

        /// The percents that the phase usually takes.
        fileprivate var share: Range<Int> {
            switch self {
            case .reading: 0..<30
            case .folding: 30..<100
            }
        }
    }

    /// Takes the line away.
    mutating func finish() {
        if lastUpdate != nil { Output.standardError.write("\r\u{1B}[K") }
        lastUpdate = nil
    }
}
