// The state that an interactive search restores, and the content of its screen.

import ArgumentParser
import CatalogSearch
import CatalogStorage
import Localization
import ProgramSupport
import SearchInterface
import SearchService
import Testing
import TestSupport

@testable import lsearch

@Suite struct InteractiveRestorationTests {
    private func left() async throws -> StoredSearch {
        let sample = try InteractiveSample()
        await sample.handle(.text("jahr:..2020 e"), .key(.tab), .key(.function(3)))
        for _ in 0..<3 {
            _ = sample.text
            await sample.handle(.key(.pageDown))
        }
        _ = sample.text
        return sample.search.stored
    }

    @Test func aSearchGoesOnWhereItWasLeft() async throws {
        let stored = try await left()
        let next = try InteractiveSample("en", begins: false)
        next.search.restore { stored }
        await next.settle()
        #expect(next.lines[1] == " Suche: ‹Jahr: bis 2020›e")
        _ = next.text
        #expect(next.search.stored == stored)
        #expect(next.search.results.selectedHit != nil && next.search.status == nil)
    }

    @Test func theCommandLineWins() async throws {
        let stored = try await left()
        let next = try InteractiveSample(
            "en", arguments: ["--locale", "en", "--sort", "year"], begins: false)
        next.search.restore { stored }
        await next.settle()
        #expect(next.lines[1] == " Search: ‹Year: up to 2020›e")
        #expect(next.search.search.requestTemplate.sort == .year)
    }

    @Test func whatIsNoLongerThereIsSaid() async throws {
        var stored = try await left()
        stored.search.scope = "gone"
        let next = try InteractiveSample("de", begins: false)
        next.search.restore { stored }
        await next.settle()
        #expect(next.lines[23].contains("gone"))
    }

    @Test(arguments: [
        (StateFault.unknownVersion(9), "NotRestoredVersion"),
        (.damaged(path: ["search", "text"]), "NotRestoredDamaged: %@"),
        (.unreadable, "NotRestoredUnreadable"),
    ]) func aStateOfNoUseBeginsAnew(fault: StateFault, key: String) async throws {
        let next = try InteractiveSample("de", begins: false)
        next.search.restore { throw fault }
        await next.settle()
        #expect(next.lines[1].contains("Suche:") && next.search.search.searchBar.isEmpty)
        #expect(next.lines[23] == " " + next.search.messages.notRestored(fault))
        #expect(next.search.search.searchBar.isFirstResponder)
    }
}

@Suite struct InteractiveScreenTests {
    private static let languages = ["ar", "de", "en", "he", "ja", "ru", "th", "zh_Hans"]

    /// Invariants for windows of any size: no line is wider than the window, and there are no more lines than
    /// it has; isolates are closed; no line contains a control; the cursor is inside.
    @Test(arguments: languages) func everyScreenFits(language: String) async throws {
        let sample = try InteractiveSample(language)
        let bar = sample.search.search.searchBar
        func check() {
            for (rows, columns) in [
                (24, 80), (10, 40), (60, 200), (14, 59), (5, 12), (1, 10), (3, 5), (1, 1),
            ] {
                sample.search.size = ScreenSize(rows: rows, columns: columns)
                let screen = sample.search.draw()
                #expect(screen.lines.count <= rows)
                for line in screen.lines {
                    #expect(line.columns <= columns, "\(language) \(rows)x\(columns): \(line.plain)")
                    #expect(isBalanced(line.plain))
                    #expect(
                        line.plain.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
                }
                if let cursor = screen.cursor {
                    #expect((0..<rows).contains(cursor.row) && (0..<columns).contains(cursor.column))
                }
            }
        }
        await sample.settle()
        check()
        for query in ["e", "2000 year:1990.. scope:weddings ", "👩‍👩‍👧‍👦 日本語 אבג cafe\u{301}", "rsoe"] {
            sample.search.size = ScreenSize(rows: 24, columns: 80)
            bar.text = ""
            await sample.handle(.text(query))
            check()
            await sample.handle(.key(.home))
            check()
        }
        bar.text = ""
        await sample.settle()
        await sample.handle(.key(.down), .key(.down))
        check()
        await sample.handle(.key(.enter))
        check()
        await sample.handle(.key(.function(2)))
        check()
        await sample.handle(.key(.escape), .key(.escape), .key(.function(1)))
        check()
    }

    @Test func aLongTextIsScrolledToTheCursor() async throws {
        let sample = try InteractiveSample(columns: 40)
        await sample.handle(.text("eins zwei drei vier fünf sechs sieben acht neun"))
        #expect(sample.lines[1].hasSuffix("acht neun"))
        #expect(sample.search.draw().cursor?.column == 38)
        await sample.handle(.key(.home))
        #expect(sample.lines[1].hasPrefix(" Suche: eins"))
    }

    @Test func theChosenRowIsSeenWhateverTheWindow() async throws {
        let sample = try InteractiveSample()
        await sample.settle()
        for _ in 0..<20 { await sample.handle(.key(.down)) }
        for (rows, columns) in [(24, 80), (10, 40), (7, 30), (60, 200), (6, 80)] {
            sample.search.size = ScreenSize(rows: rows, columns: columns)
            await sample.settle()
            #expect(sample.lines.contains { $0.hasPrefix("▸ ") }, "\(rows)x\(columns)")
        }
    }

    @Test func readersFromTheRightHaveTheirMarkerThere() async throws {
        let sample = try InteractiveSample("ar")
        await sample.settle()
        await sample.handle(.key(.down))
        #expect(sample.lines.contains { $0.hasPrefix("◂ \u{200F}") })
        #expect(sample.lines.allSatisfy { $0.isEmpty || $0.unicodeScalars.contains("\u{200F}") })
    }
}
