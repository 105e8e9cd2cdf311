// Decides when the interactive loop draws, stores, and announces a running search. Pure: callers pass the
// time.

/// The timers of the interactive loop.
struct InteractiveTimers: Equatable {
    typealias Instant = ContinuousClock.Instant

    /// What happened in the loop.
    enum Event {
        /// The user typed, clicked or pasted.
        case input
        /// The newest response arrived.
        case response
        /// The whole screen must be drawn: at the start, or in a window of another size.
        case screenChanged
        /// The search could not be stored, and the status line says so.
        case storingFailed
    }

    /// What the loop must do.
    enum Action {
        case announceSearching
        case store
        case draw
    }

    /// The state of the search.
    struct Search: Equatable {
        /// Whether a response is still to come.
        var isRunning: Bool
        /// Whether the screen says so.
        var isAnnounced: Bool
    }

    /// The search is stored after this time without input. A killed program loses no more than that.
    static let storingDelay = Duration.seconds(1)
    /// The loop waits this long for a response after input before it draws: one drawing is less work than
    /// two.
    static let drawingDelay = Duration.milliseconds(4)
    /// A search that takes longer is announced.
    static let searchingDelay = Duration.milliseconds(200)

    private var drawing: Instant?
    private var announcing: Instant?
    private var storing: Instant?

    /// Sets the timers that an event starts.
    mutating func note(_ event: Event, at now: Instant) {
        switch event {
        case .input:
            drawing = drawing ?? now + Self.drawingDelay
            storing = now + Self.storingDelay
        case .response: drawing = drawing ?? now
        case .screenChanged, .storingFailed: drawing = now
        }
    }

    /// The action that is due; `nil` if none is. Clears its timer; callers repeat the call until it returns
    /// `nil`.
    mutating func next(_ search: Search, at now: Instant) -> Action? {
        announcing = search.isRunning ? announcing ?? now + Self.searchingDelay : nil
        if let announcing, announcing <= now, !search.isAnnounced {
            drawing = now
            return .announceSearching
        }
        if let storing, storing <= now {
            self.storing = nil
            return .store
        }
        // Without a running search, no response is still to come.
        if let drawing, drawing <= now || !search.isRunning {
            self.drawing = nil
            return .draw
        }
        return nil
    }

    /// How long the loop may wait for the user; `nil` if no timer runs.
    func wait(_ search: Search, at now: Instant) -> Duration? {
        [drawing, search.isAnnounced ? nil : announcing, storing].compactMap { $0 }.min().map {
            max(.zero, $0 - now)
        }
    }
}
