// Checks text output in all languages and widths: lines fit, isolates are closed, no line contains a control.

import CatalogSearch
import CatalogStorage
import Localization
import ProgramSupport
import SearchService
import Testing
import TestSupport

@testable import lsearch

@Suite struct TextResultsTests {
    private static let languages = [
        "ar", "de", "en", "es", "fr", "he", "hi", "it", "ja", "ko", "nl", "pl", "pt_BR", "ru", "sv", "th",
        "tr",
        "zh_Hans", "zh_Hant",
    ]

    private static let samples = SearchEngine(
        CatalogLocator().locate([packageFolder + "/Catalogs"]).files.map { file in
            var records: [CatalogRecord] = []
            let reading = CatalogReader(file).read { records.append($0) }
            return try! CatalogIndex(reading.description, records: records)
        })

    private static func texts(_ language: String) -> Texts {
        Texts.load(
            folders: [packageFolder + "/Localizations"], preferred: [LocaleIdentifier(language)!]
        ).texts
    }

    /// The results of a query, for layouts of several widths.
    private struct PrintedResults {
        let texts: Texts
        let request: SearchRequest
        var results: SearchResults

        init(_ query: String, _ texts: Texts) throws {
            self.texts = texts
            request = SearchRequest(
                query, locale: texts.locale, chain: [texts.locale, LocaleIdentifier("en")!], relax: .auto,
                limit: 30)
            results = try samples.search(request)
        }

        func lines(width: Int?, explains: Bool = false, usesColor: Bool = false) -> [String] {
            TextResults(
                messages: ResultMessages(texts, catalogs: samples.catalogs), width: width,
                styler: Styler(usesColor: usesColor), explains: explains
            ).lines(results, request)
        }
    }

    @Test(arguments: languages) func everyLineIsBalancedAndBeginsInTheReadersDirection(language: String)
        throws
    {
        let isRightToLeft = ["ar", "he"].contains(language)
        let texts = Self.texts(language)
        for query in ["", "2001", "love", "rose", "birthdya"] {
            let printed = try PrintedResults(query, texts)
            for width in [nil, 25, 80] as [Int?] {
                for line in printed.lines(width: width, explains: true) where !line.isEmpty {
                    #expect(isBalanced(line))
                    #expect((line.unicodeScalars.first == "\u{200F}") == isRightToLeft)
                    #expect(line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
                }
            }
        }
    }

    @Test(arguments: languages) func whatWasFoundFitsTheTerminal(language: String) throws {
        let texts = Self.texts(language)
        for query in ["", "2001", "love"] {
            let printed = try PrintedResults(query, texts)
            for width in [20, 33, 59, 60, 61, 80, 120] {
                let lines = printed.lines(width: width)
                // The items are between the first and the last empty line.
                let items = lines.drop { !$0.isEmpty }.dropFirst().prefix { !$0.isEmpty }
                #expect(!items.isEmpty)
                let widest = items.map(\.columns).max() ?? 0
                #expect(widest <= width, "\(query) \(width)")
            }
        }
    }

    @Test(arguments: ["de", "ja", "ar", "th"]) func aTableLinesUp(language: String) throws {
        let lines = try PrintedResults("", Self.texts(language)).lines(width: 100)
        let table = lines.drop { !$0.isEmpty }.dropFirst().prefix { !$0.isEmpty }
        // The line of an item with a price ends with it.
        let priced = table.dropFirst().filter { line in line.contains { $0 == "€" } }
        #expect(priced.count > 5)
        #expect(Set(priced.map(\.columns)).count == 1)
    }

    @Test(arguments: languages) func similarWordsThatWereNotTriedAreMentioned(language: String) throws {
        let texts = Self.texts(language)
        let direction = ResultMessages(texts, catalogs: Self.samples.catalogs).direction
        let note = direction.isolatingLatin(texts("RelaxationPartial"))
        for (query, line) in [("birthdya", 2), ("xyzzyx", 1)] {
            var printed = try PrintedResults(query, texts)
            let complete = printed.lines(width: nil)
            printed.results.isRelaxationComplete = false
            var lines = printed.lines(width: nil)
            #expect(lines.remove(at: line).contains(note))
            #expect(lines == complete)
        }
    }

    @Test(arguments: languages) func aQueryThatWasCutIsMentioned(language: String) throws {
        let texts = Self.texts(language)
        let note = ResultMessages(texts, catalogs: Self.samples.catalogs).direction.isolatingLatin(
            texts("QueryCut"))
        var printed = try PrintedResults("xyzzyx", texts)
        #expect(!printed.lines(width: nil).contains { $0.contains(note) })
        printed.results.unsearched = "w33"
        #expect(printed.lines(width: nil)[1].contains(note))
    }

    @Test func colorsChangeNothingButColors() throws {
        for language in ["de", "he"] {
            let printed = try PrintedResults("love", Self.texts(language))
            let plain = printed.lines(width: 70)
            let colored = printed.lines(width: 70, usesColor: true)
            let stripped = colored.map { $0.replacing(/\u{1B}\[[0-9;]*m/, with: "") }
            #expect(stripped == plain)
            #expect(colored != plain)
        }
    }
}
