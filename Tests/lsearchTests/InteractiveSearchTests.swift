// Checks the interactive search without a terminal: keys, clicks, and screens of any size.

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

/// An interactive search over the samples. Waits for the results.
final class InteractiveSample {
    let search: InteractiveSearch

    private static let samples = SearchEngine(
        CatalogLocator().locate([packageFolder + "/Catalogs"]).files.map { file in
            var records: [CatalogRecord] = []
            let reading = CatalogReader(file).read { records.append($0) }
            return try! CatalogIndex(reading.description, records: records)
        })

    init(
        _ language: String = "de", rows: Int = 24, columns: Int = 80, arguments: [String] = [],
        begins: Bool = true
    ) throws {
        let locale = LocaleIdentifier(language)!
        let options = try SearchOptions(
            SearchArguments.parse(["--interactive"] + arguments), preferredLocales: [locale])
        var request = options.request.request
        request.chain = [locale, .english]
        let folders = [packageFolder + "/Localizations"]
        search = InteractiveSearch(
            Self.samples, request, options, Texts.opened(folders: folders, preferred: [locale]),
            folders: folders)
        search.size = ScreenSize(rows: rows, columns: columns)
        if begins { search.begin(request) }
    }

    /// Handles events one after the other, each with its results.
    @discardableResult
    func handle(_ events: TerminalEvent...) async -> InteractiveSearch.Request? {
        var last: InteractiveSearch.Request?
        for event in events {
            last = search.handle(event)
            await settle()
        }
        return last
    }

    /// Waits until no search is running.
    func settle() async {
        repeat {
            await search.results.session.waitUntilIdle()
            if let response = search.results.session.latestResponse { search.receive(response) }
            search.ensureHits()
        } while search.results.isSearching
    }

    /// The lines of the screen.
    var lines: [String] { search.draw().lines.map(\.plain) }
    /// The text of the screen.
    var text: String { lines.joined(separator: "\n") }
}

@Suite struct InteractiveSearchTests {
    @Test func typingNarrowsAndDeletingWidens() async throws {
        let sample = try InteractiveSample()
        await sample.settle()
        #expect(sample.lines[4] == " 228 Treffer gefunden")
        await sample.handle(.text("geb"), .text("urtstagsk"))
        let narrowed = try #require(sample.search.results.results?.total)
        #expect((1..<228).contains(narrowed))
        #expect(sample.lines[1] == " Suche: geburtstagsk")
        #expect(sample.text.contains("Geburtstagskuchen"))
        await sample.handle(.key(.character("w"), .control))
        #expect(sample.search.results.results?.total == 228)
    }

    @Test func nothingFoundIsSaidAndSimilarWordsAreNamed() async throws {
        let sample = try InteractiveSample()
        await sample.handle(.text("geburtstagskuhcen"))
        #expect(sample.text.contains("„Geburtstagskuchen“"))
        #expect(sample.search.results.hits.contains { $0.id == "g-102" })
        await sample.handle(.text("xyz"))
        #expect(sample.text.contains("Keine Treffer gefunden"))
        let note = sample.search.messages.texts("RelaxationPartial")
        #expect(!sample.text.contains(note))
        sample.search.search.requestTemplate.relaxationTime = .zero
        await sample.handle(.text("z"))
        #expect(sample.text.contains(note))
        let strict = try InteractiveSample(arguments: ["--relax", "never"])
        await strict.handle(.text("geburtstagskuhcen"))
        #expect(strict.search.results.hits.isEmpty)
        // A correction is suggested nevertheless.
        #expect(strict.text.contains("Meinten Sie „Geburtstagskuchen“?"))
        await strict.handle(.key(.character("1"), .alt))
        #expect(strict.search.results.hits.contains { $0.id == "g-102" })
    }

    @Test func scopesAreWalkedThroughAndEmptyOnesPassedOver() async throws {
        let sample = try InteractiveSample()
        await sample.handle(.text("hochzeitstorte"), .key(.tab))
        let bar = sample.search.search.searchBar
        #expect(bar.selectedScope?.count != 0 && bar.selectedScopeButtonIndex > 0)
        #expect(sample.lines[2].contains("[\(try #require(bar.selectedScope?.title))"))
        await sample.handle(.key(.backTab))
        #expect(bar.selectedScopeButtonIndex == 0)
    }

    @Test func wordsBecomeTokensInTheUsersWords() async throws {
        let sample = try InteractiveSample()
        await sample.handle(.text("Jahr:1990..2005 rose"))
        #expect(sample.lines[1] == " Suche: ‹Jahr: 1990–2005›rose")
        #expect(sample.search.results.hits.allSatisfy { (1990...2005).contains($0.year ?? 0) })
        await sample.handle(.key(.home), .key(.delete))
        #expect(sample.lines[1] == " Suche: rose")
        await sample.handle(.key(.end), .text(" preis:..20 "), .key(.function(2)), .text("eng"), .key(.enter))
        #expect(sample.lines[1] == " Search: ‹Price: up to 20›rose ")
    }

    @Test func theLanguageIsSwitchedWithAllTexts() async throws {
        let sample = try InteractiveSample()
        await sample.handle(.text("2000"), .key(.down))
        let chosen = try #require(sample.search.results.selectedHit?.id)
        await sample.handle(.key(.function(2)))
        #expect(sample.text.contains("▸ Deutsch"))
        await sample.handle(.text("日本"), .key(.enter))
        #expect(sample.search.search.locale.identifier == "ja")
        let text = sample.text
        for word in ["検索：", "すべて（", "件のアイテムが見つかりました", "タイトル", "終了", "日本語"] {
            #expect(text.contains(word), "\(word)")
        }
        // The selected hit stays selected.
        #expect(sample.search.results.selectedHit?.id == chosen)
        // A typed identifier of a locale selects that locale, even if the list does not have it.
        await sample.handle(.key(.function(2)), .text("de_CH"), .key(.enter))
        #expect(sample.search.search.locale.identifier == "de_CH")
        #expect(sample.text.contains("EUR") || sample.text.contains("€"))
    }

    @Test func aRecordIsOpenedWithItsTextsInAllLanguages() async throws {
        let sample = try InteractiveSample(rows: 60)
        await sample.handle(.text("geburtstagskuchen"), .key(.enter))
        let text = sample.text
        for part in ["ID: g-102", "Deutsch · de", "Englisch · en", "Birthday Cake", "34,50\u{A0}€"] {
            #expect(text.contains(part), "\(part)")
        }
        // After a switch of the language the page of the record returns, in the new language.
        await sample.handle(.key(.function(2)), .text("en"), .key(.enter))
        #expect(sample.lines[0] == " Birthday Cake" && sample.text.contains("English · en"))
        await sample.handle(.key(.escape))
        #expect(sample.lines[1] == " Search: geburtstagskuchen")
    }

    @Test func theFirstRowIsChosenUntilAnotherIs() async throws {
        let sample = try InteractiveSample()
        await sample.settle()
        let rows = sample.lines.filter { $0.hasPrefix("▸ ") }
        #expect(rows.count == 1 && rows[0].contains(sample.search.results.hits[0].title))
        await sample.handle(.key(.up))
        #expect(sample.search.currentRow == 0)
        await sample.handle(.key(.down))
        #expect(sample.search.currentRow == 1)
    }

    /// Rows that are shown while a search runs belong to the previous input.
    @Test func enterOpensTheFirstResultOfTheNewestInput() async throws {
        let sample = try InteractiveSample()
        await sample.settle()
        #expect(sample.search.handle(.text("geburtstagskuchen")) == nil)
        #expect(sample.search.handle(.key(.enter)) == nil)
        #expect(sample.lines[1].hasPrefix(" Suche:"))
        await sample.settle()
        #expect(sample.lines[0] == " Geburtstagskuchen")
        // Further input means another result.
        await sample.handle(.key(.escape), .key(.character("u"), .control))
        #expect(sample.search.handle(.text("geburtstags")) == nil)
        #expect(sample.search.handle(.key(.enter)) == nil)
        #expect(sample.search.handle(.text("torte")) == nil)
        await sample.settle()
        #expect(sample.lines[1].hasPrefix(" Suche:"))
    }

    @Test func recordsFollowEachOther() async throws {
        let sample = try InteractiveSample()
        await sample.settle()
        await sample.handle(.key(.enter))
        let first = sample.lines[0]
        await sample.handle(.text("n"))
        #expect(sample.search.results.selectedRow == 1 && sample.lines[0] != first)
        await sample.handle(.key(.left))
        #expect(sample.lines[0] == first)
        await sample.handle(.text("q"))
        #expect(sample.lines[1].hasPrefix(" Suche:"))
    }

    @Test func theListGoesOnAsFarAsThereAreResults() async throws {
        let sample = try InteractiveSample()
        await sample.settle()
        for _ in 0..<30 {
            _ = sample.text
            await sample.handle(.key(.pageDown))
        }
        #expect(sample.search.results.selectedRow == 227 && sample.search.results.hits.count == 228)
        #expect(sample.lines.contains { $0.hasPrefix("▸ ") })
        await sample.handle(.key(.home, .control))
        #expect(sample.search.results.selectedRow == 0)
        _ = sample.text
        #expect(sample.search.search.scrollPosition == 0)
        // Other input returns to the top, with no more hits than the window can show.
        await sample.handle(.key(.pageDown), .text("e"))
        #expect(sample.search.results.selectedRow == nil && sample.search.results.hits.count <= 24)
    }

    @Test func theOrderIsChangedAndReported() async throws {
        let sample = try InteractiveSample()
        await sample.settle()
        await sample.handle(.key(.function(3)), .key(.function(3)))
        #expect(sample.search.search.requestTemplate.sort == .price)
        #expect(sample.lines[4] == " 228 Treffer gefunden · Sortierung: Preis")
        let prices = sample.search.results.hits.compactMap { $0.price?.amount }
        #expect(prices.count > 5 && prices == prices.sorted())
        await sample.handle(.key(.function(4)))
        #expect(sample.search.results.hits.compactMap { $0.price?.amount } != prices)
    }

    @Test func idsAreCopied() async throws {
        let sample = try InteractiveSample()
        await sample.handle(.text("xyzzyx"))
        #expect(await sample.handle(.key(.character("y"), .control)) == nil)
        #expect(sample.lines[23] == " Kein Ergebnis ausgewählt.")
        await sample.handle(.key(.character("u"), .control), .text("geburtstagskuchen"))
        #expect(await sample.handle(.key(.character("y"), .control)) == .copy("g-102"))
        #expect(sample.lines[23].contains("g-102"))
    }

    @Test func keysEndStopAndRedraw() async throws {
        let sample = try InteractiveSample()
        #expect(await sample.handle(.key(.character("c"), .control)) == .quit)
        #expect(await sample.handle(.key(.character("z"), .control)) == .suspend)
        #expect(await sample.handle(.key(.character("l"), .control)) == .redraw)
        #expect(await sample.handle(.text("x"), .key(.character("d"), .control)) == nil)
        #expect(await sample.handle(.key(.escape), .key(.character("d"), .control)) == .quit)
    }

    @Test func pastedLinesAreOne() async throws {
        let sample = try InteractiveSample()
        await sample.handle(.paste("rote\nrose\u{1B}[31m\t"))
        #expect(sample.search.search.searchBar.text == "rote rose [31m ")
        await sample.handle(.key(.escape), .paste(String(repeating: "ää ", count: 2_000)))
        #expect(sample.search.search.searchBar.text.unicodeScalars.count == SearchRequest.maximumQueryLength)
        #expect(sample.search.results.error == nil)
    }

    @Test func clicksDoWhatStandsThere() async throws {
        let sample = try InteractiveSample()
        await sample.settle()
        func click(_ text: String) async throws {
            let lines = sample.lines
            let row = try #require(lines.firstIndex { $0.contains(text) })
            let column = lines[row].prefix(upTo: try #require(lines[row].firstRange(of: text)).lowerBound)
                .columns
            await sample.handle(.mouse(MouseEvent(kind: .press, row: row, column: column)))
        }
        try await click("Hochzeiten (")
        #expect(sample.search.search.searchBar.selectedScope?.id == "weddings")
        try await click("Rote Rose")
        let row = try #require(sample.search.results.selectedRow)
        #expect(sample.search.results.hits[row].title == "Rote Rose")
        try await click("Rote Rose")
        #expect(sample.lines[0] == " Rote Rose")
        try await click("zurück")
        #expect(sample.lines[1].hasPrefix(" Suche:"))
        await sample.handle(.mouse(MouseEvent(kind: .wheelDown, row: 9, column: 9)))
        #expect(sample.search.results.selectedRow == row + 1)
        await sample.handle(.text("rote rose"))
        _ = sample.text
        let field = MouseEvent(kind: .press, row: 1, column: " Suche: rote".columns)
        await sample.handle(.mouse(field), .text("n"))
        #expect(sample.search.search.searchBar.text == "roten rose")
    }

    @Test func helpNamesTheKeys() async throws {
        let sample = try InteractiveSample("en", rows: 40)
        await sample.handle(.key(.function(1)))
        #expect(sample.text.contains("Change the language") && sample.text.contains("year:2001..2005"))
        await sample.handle(.key(.escape))
        #expect(sample.lines[1].hasPrefix(" Search:"))
    }

    @Test func recentSearchesAreSuggestedUnlessTurnedOff() async throws {
        let sample = try InteractiveSample()
        await sample.handle(.text("rote rose"), .key(.enter), .key(.escape), .key(.escape))
        #expect(sample.lines[3].contains("1 rote rose"))
        let off = try InteractiveSample(arguments: ["--no-recent"])
        await off.handle(.text("rote rose"), .key(.enter), .key(.escape), .key(.escape))
        #expect(!off.lines[3].contains("rote rose"))
        #expect(off.search.results.recentSearches.entries == [])
    }
}
