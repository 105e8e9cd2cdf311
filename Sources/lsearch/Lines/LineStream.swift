// Reads lines while the user searches the lines that have arrived.

internal import CatalogSearch
internal import Localization
internal import ProgramSupport
internal import Synchronization

/// Reads lines and indexes them, on a thread of its own because reading blocks.
final class LineStream: Sendable {
    /// Lines that have arrived.
    private struct News {
        let engine: SearchEngine
        let records: LineRecords
        /// Why no further lines are searched.
        let failure: SearchError?
    }

    private struct State {
        /// Increases with each source: a thread whose source was replaced publishes nothing.
        var generation = 0
        /// The newest engine and its lines, until they are taken.
        var news: News?
        var isFinished = false
        /// Wakes the thread that draws.
        var wake: (@Sendable () -> Void)?
    }

    let records: LineRecords
    /// The language of the lines.
    private let locale: LocaleIdentifier
    private let separator: UInt8
    private let state: Mutex<State>

    /// How often lines are published while they keep arriving.
    private static let interval = Duration.milliseconds(100)
    /// After how many lines the clock is read.
    private static let step = 256

    /// - Parameters:
    ///   - records: the lines that were read already.
    ///   - awaitsInput: whether standard input is still to be read.
    init(_ records: LineRecords, separator: UInt8, _ locale: LocaleIdentifier, awaitsInput: Bool) {
        self.records = records
        self.separator = separator
        self.locale = locale
        state = Mutex(State(isFinished: !awaitsInput))
    }

    /// Whether all lines were read.
    var isFinished: Bool { state.withLock(\.isFinished) }

    /// Begins to read standard input, unless it is read already.
    func begin(_ wake: @escaping @Sendable () -> Void) {
        if !isFinished {
            read(wake) { [separator] in (InputLines(limit: LineRecords.lineLimit, separator: separator), nil)
            }
        }
    }

    /// Reads the output of a command, which replaces the lines.
    func reload(_ command: String, _ wake: @escaping @Sendable () -> Void) {
        read(wake) { [separator] in
            let process = ShellCommand(command, environment: [:], isReadElsewhere: true)
            // An invalid descriptor has no lines.
            let descriptor = process?.descriptor ?? -1
            return (
                InputLines(limit: LineRecords.lineLimit, separator: separator, descriptor: descriptor),
                process
            )
        }
    }

    /// Takes the newest engine, whose lines ``records`` then has, and the reason why no further lines are
    /// searched; `nil` if it was taken already.
    func take() -> (engine: SearchEngine, failure: SearchError?)? {
        let news = state.withLock { state in
            defer { state.news = nil }
            return state.news
        }
        guard let news else { return nil }
        records.adopt(news.records)
        return (news.engine, news.failure)
    }

    /// Reads a source, which replaces the previous one, and announces each engine.
    private func read(
        _ wake: @escaping @Sendable () -> Void,
        _ open: @escaping @Sendable () -> (lines: InputLines, process: ShellCommand?)
    ) {
        let generation = state.withLock { state in
            state.generation += 1
            (state.news, state.isFinished, state.wake) = (nil, false, wake)
            return state.generation
        }
        BlockingThread.start { [self] in
            let source = open()
            readAll(source.lines, generation)
            source.process?.end()
        }
    }

    private func readAll(_ reader: InputLines, _ generation: Int) {
        var reader = reader
        let records = LineRecords([], records.form)
        var parts = IndexParts()
        var batch: [[UInt8]] = []
        var published = ContinuousClock.now
        /// - Returns: whether further lines are wanted.
        func publish(isLast: Bool = false) -> Bool {
            guard state.withLock({ $0.generation == generation }) else { return false }
            records.append(batch)
            batch = []
            var failure: SearchError?
            do throws(SearchError) { try parts.update(records, locale) } catch { failure = error }
            let index = CatalogIndex(LineRecords.description(locale), segments: parts.segments)
            let news = News(engine: SearchEngine([index]), records: records, failure: failure)
            self.publish(news, generation, isLast: isLast || failure != nil)
            published = .now
            return failure == nil
        }
        while let line = reader.next() {
            batch.append(line.kept)
            let isDue = batch.count % Self.step == 0 && published.duration(to: .now) >= Self.interval
            if isDue || !reader.hasInput, !publish() { return }
        }
        _ = publish(isLast: true)
    }

    private func publish(_ news: News, _ generation: Int, isLast: Bool) {
        let wake = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.generation == generation else { return nil }
            (state.news, state.isFinished) = (news, isLast)
            return state.wake
        }
        wake?()
    }
}

/// The segments of lines that arrived one after the other. Segments that are no longer than those after them
/// are merged, so that their number, and how often each line is indexed, grows with the logarithm of the
/// number of lines.
private struct IndexParts {
    private var parts: [(start: Int, segments: [IndexedSegment])] = []

    var segments: [IndexedSegment] { parts.flatMap(\.segments) }
    private var end = 0

    /// Indexes the lines that were added.
    mutating func update(_ records: LineRecords, _ locale: LocaleIdentifier) throws(SearchError) {
        let count = records.count
        var start = end
        while let last = parts.last, start - last.start <= count - start {
            start = last.start
            parts.removeLast()
        }
        parts.append((start, try records.index(locale, from: start).segments))
        end = count
    }
}
