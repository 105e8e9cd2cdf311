// Durations are counted in whole nanoseconds.

import Support
import Testing

@Suite struct DurationTests {
    @Test(arguments: [
        (Duration.zero, 0), (.seconds(3), 3_000_000_000), (.milliseconds(1_500), 1_500_000_000),
        (.nanoseconds(-7), -7), (Duration(secondsComponent: 0, attosecondsComponent: 1_999_999_999), 1),
    ])
    func durationsAreRoundedTowardZero(duration: Duration, nanoseconds: Int) {
        #expect(duration.nanoseconds == nanoseconds)
    }
}
