// Dates in ISO 8601.

import Testing

@testable import CatalogSearch

@Suite struct InstantTests {
    @Test(arguments: [
        ("1970-01-01", 0), ("1970-01-02", 86_400_000_000), ("1969-12-31T23:59:59.5Z", -500_000),
        ("2000-02-29", 951_782_400_000_000), ("2026-01-31T18:30:00+01:00", 1_769_880_600_000_000),
        ("2026-01-31T17:30", 1_769_880_600_000_000), ("2026-01-31t17:30:00.000001z", 1_769_880_600_000_001),
        ("0001-01-01", -62_135_596_800_000_000), ("9999-12-31T23:59:59.999999Z", 253_402_300_799_999_999),
    ])
    func readsDaysAndInstants(text: String, microseconds: Int64) throws {
        let instant = try #require(Instant(text))
        #expect(instant.microseconds == microseconds)
        #expect(Instant(instant.description) == instant)
    }

    @Test(arguments: [
        "", "yesterday", "2026", "2026-01", "2026-1-1", "2026-02-30", "2025-02-29", "1900-02-29",
        "2026-13-01",
        "2026-01-01T", "2026-01-01T24:00", "2026-01-01T10", "2026-01-01T10:60", "2026-01-01T10:00:60Z",
        "2026-01-01T10:00Z!", "2026-01-01 10:00", "2026-01-01T10:00:00.1234567Z", "2026-01-01T10:00+24:00",
        "2026-01-01Z", "２０２６-01-01",
    ])
    func refusesWhatIsNoDate(text: String) { #expect(Instant(text) == nil) }

    @Test func describesDaysAsDays() {
        #expect(Instant("2026-03-01T00:00:00Z")?.description == "2026-03-01")
        #expect(Instant("2026-02-28T23:59:59.250-01:00")?.description == "2026-03-01T00:59:59.25Z")
    }

    @Test func everyDayOfFourCenturiesIsReadAsTheDayAfterTheOneBefore() {
        var last: Int64?
        for day in stride(from: -146_097, to: 146_097, by: 1) {
            let instant = Instant(microseconds: Int64(day) * 86_400_000_000)
            let read = Instant(instant.description)
            #expect(read == instant)
            if let last, let read { #expect(read.microseconds == last + 86_400_000_000) }
            last = read?.microseconds
        }
    }
}
