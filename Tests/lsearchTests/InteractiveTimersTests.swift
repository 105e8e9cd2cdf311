// Checks when the interactive loop draws, stores, and announces a search, with a clock of the test's own.

import Testing

@testable import lsearch

@Suite struct InteractiveTimersTests {
    private let start = ContinuousClock.now
    private let idle = InteractiveTimers.Search(isRunning: false, isAnnounced: false)
    private let running = InteractiveTimers.Search(isRunning: true, isAnnounced: false)
    private let announced = InteractiveTimers.Search(isRunning: true, isAnnounced: true)

    private func at(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

    @Test func withoutEventsNothingIsDueAndTheLoopWaitsForTheUser() {
        var timers = InteractiveTimers()
        #expect(timers.next(idle, at: at(0)) == nil)
        #expect(timers.wait(idle, at: at(0)) == nil)
        #expect(timers.next(idle, at: at(1_000_000)) == nil)
    }

    @Test func aChangedScreenIsDrawnAtOnceAndOnce() {
        var timers = InteractiveTimers()
        timers.note(.screenChanged, at: at(0))
        #expect(timers.next(running, at: at(0)) == .draw)
        #expect(timers.next(running, at: at(0)) == nil)
    }

    @Test func inputIsDrawnWithItsResponseOrAfterADelay() {
        var timers = InteractiveTimers()
        timers.note(.input, at: at(0))
        #expect(timers.next(running, at: at(3)) == nil)
        #expect(timers.wait(running, at: at(3)) == .milliseconds(1))
        var responded = timers
        // Without a running search there is nothing to wait for.
        #expect(responded.next(idle, at: at(3)) == .draw)
        #expect(timers.next(running, at: at(4)) == .draw)
        #expect(timers.next(running, at: at(4)) == nil)
    }

    @Test func moreInputDoesNotPostponeTheDrawing() {
        var timers = InteractiveTimers()
        timers.note(.input, at: at(0))
        timers.note(.input, at: at(3))
        timers.note(.response, at: at(3))
        #expect(timers.next(running, at: at(3)) == nil)
        #expect(timers.next(running, at: at(4)) == .draw)
    }

    @Test func aResponseIsDrawnAtOnce() {
        var timers = InteractiveTimers()
        timers.note(.response, at: at(7))
        #expect(timers.next(running, at: at(7)) == .draw)
    }

    @Test func aLongSearchIsAnnouncedOnceAndDrawn() {
        var timers = InteractiveTimers()
        #expect(timers.next(running, at: at(0)) == nil)
        #expect(timers.wait(running, at: at(50)) == .milliseconds(150))
        #expect(timers.next(running, at: at(199)) == nil)
        #expect(timers.next(running, at: at(200)) == .announceSearching)
        #expect(timers.next(announced, at: at(200)) == .draw)
        #expect(timers.next(announced, at: at(5_000)) == nil)
        #expect(timers.wait(announced, at: at(5_000)) == nil)
    }

    @Test func eachSearchHasItsOwnDelay() {
        var timers = InteractiveTimers()
        _ = timers.next(running, at: at(0))
        #expect(timers.next(idle, at: at(150)) == nil)
        #expect(timers.next(running, at: at(160)) == nil)
        #expect(timers.next(running, at: at(300)) == nil)
        #expect(timers.next(running, at: at(360)) == .announceSearching)
    }

    @Test func theSearchIsStoredWhenTheUserPauses() {
        var timers = InteractiveTimers()
        timers.note(.input, at: at(0))
        #expect(timers.next(idle, at: at(0)) == .draw)
        timers.note(.input, at: at(900))
        #expect(timers.next(idle, at: at(900)) == .draw)
        #expect(timers.next(idle, at: at(1_000)) == nil)
        #expect(timers.wait(idle, at: at(1_000)) == .milliseconds(900))
        #expect(timers.next(idle, at: at(1_900)) == .store)
        #expect(timers.next(idle, at: at(1_900)) == nil)
        // The status line says that storing failed.
        timers.note(.storingFailed, at: at(1_901))
        #expect(timers.next(running, at: at(1_901)) == .draw)
    }

    @Test func storingGoesBeforeDrawing() {
        var timers = InteractiveTimers()
        timers.note(.input, at: at(0))
        // A change of the status line about storing is drawn together with the rest.
        #expect(timers.next(idle, at: at(2_000)) == .store)
        #expect(timers.next(idle, at: at(2_000)) == .draw)
        #expect(timers.next(idle, at: at(2_000)) == nil)
    }

    @Test func timersThatAreLateDoNotWait() {
        var timers = InteractiveTimers()
        timers.note(.input, at: at(0))
        #expect(timers.wait(running, at: at(60_000)) == .zero)
    }
}
