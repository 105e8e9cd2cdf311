// Checks that every option works as documented, and that every wrong one has its message.

import ArgumentParser
import CatalogSearch
import Localization
import ProgramSupport
import SearchService
import Testing

@testable import lsearch

@Suite struct SearchOptionsTests {
    private static let english = LocaleIdentifier("en")!

    private func options(_ words: [String]) throws -> SearchOptions {
        try SearchOptions(try SearchArguments.parse(words), preferredLocales: [Self.english])
    }

    private func options(_ words: String) throws -> SearchOptions {
        try options(words.split(separator: " ").map(String.init))
    }

    /// The request that a command line makes.
    private func request(_ words: String) throws -> SearchRequest { try options(words).search }

    @Test func withoutOptionsEverythingIsAsDocumented() throws {
        let options = try options("")
        #expect(options.mode == .search)
        #expect(options.search.query == "")
        #expect(options.locale == Self.english)
        #expect(options.request.chain == nil)
        #expect(options.catalogPaths == [])
        #expect(options.search.scope == nil)
        #expect(options.search.sort == .relevance)
        #expect(!options.search.isReversed)
        #expect(options.search.price == nil)
        #expect(options.search.year == nil)
        #expect(options.search.limit == 10)
        #expect(options.search.offset == 0)
        #expect(!options.request.explains)
        #expect(options.format == .text)
        #expect(options.color == .auto)
        #expect(options.localizationsFolder == nil)
        #expect(!options.isStrict)
    }

    @Test func wordsMakeTheQueryInTheirOrder() throws {
        #expect(try request("rote rose").query == "rote rose")
        #expect(try options(["rote  rose", "2001"]).search.query == "rote  rose 2001")
        #expect(try options(["--", "--locale", "-1"]).search.query == "--locale -1")
        #expect(try options(["rose", "-n", "5", "rot"]).search.query == "rose rot")
    }

    @Test(arguments: [
        ("-l de -n 5 -s all rose", "--locale=de --limit=5 --scope=all rose"),
        ("-lde -n5 -sall rose", "--locale de --limit 5 --scope all rose"),
        ("rose -c a -c b", "--catalog a --catalog=b rose"), ("-i", "--interactive"),
        ("--price -5..2 rose", "--price=-5..2 rose"), ("-l de -- rose", "rose -l de"),
    ])
    func everySpellingMeansTheSame(one: String, other: String) throws {
        func parsed(_ line: String) throws -> String {
            "\(try SearchArguments.parse(line.split(separator: " ").map(String.init)))"
        }
        #expect(try parsed(one) == parsed(other))
    }

    @Test func simpleOptionsAreTakenOver() throws {
        let options = try options(
            "-c a.jsonl --catalog b -s Alle --reverse --explain --strict --localizations dir")
        #expect(options.catalogPaths == ["a.jsonl", "b"])
        #expect(options.search.scope == "Alle")
        #expect(options.search.isReversed)
        #expect(options.request.explains)
        #expect(options.isStrict)
        #expect(options.localizationsFolder == "dir")
    }

    @Test(arguments: [("-n 0", 0), ("-n 25", 25), ("--limit=3", 3), ("--limit 9223372036854775807", Int.max)])
    func aLimitIsAWholeNumberFromZeroOn(words: String, limit: Int) throws {
        #expect(try request(words).limit == limit)
        #expect(
            try request(words.replacing("-n", with: "--offset").replacing("limit", with: "offset")).offset
                == limit)
    }

    @Test(arguments: zip(["relevance", "title", "price", "year"], SearchRequest.SortOrder.allCases))
    func everyOrderHasItsName(name: String, order: SearchRequest.SortOrder) throws {
        #expect(try request("--sort \(name)").sort == order)
    }

    @Test(arguments: zip(["text", "json", "jsonl"], OutputFormat.allCases))
    func everyFormatHasItsName(name: String, format: OutputFormat) throws {
        #expect(try options("--format \(name)").format == format)
    }

    @Test(arguments: zip(["auto", "always", "never"], UsagePolicy.allCases))
    func everyPolicyHasItsName(name: String, policy: UsagePolicy) throws {
        #expect(try options("--color \(name)").color == policy)
    }

    @Test(arguments: [
        ("--batch", Mode.batch), ("--list-catalogs", .listCatalogs), ("--list-scopes", .listScopes),
        ("--list-locales", .listLocales),
    ])
    func everyModeHasItsOption(words: String, mode: Mode) throws {
        #expect(try options(words).mode == mode)
    }

    @Test func aChainIsCleanedOfKeywordsAndDoublets() throws {
        let chain = try options("--chain de_AT,de-u-co-phonebk,de,zh-Hant-TW,zh_TW").request.chain
        #expect(chain?.map(\.identifier) == ["de_AT", "de", "zh_Hant_TW"])
    }

    @Test(
        arguments: [
            ("10..20", "10", "20"), ("..20", nil, "20"), ("10..", "10", nil), ("10", "10", "10"),
            ("1.50..1.5", "1.50", "1.5"), ("0.5..2", "0.5", "2"), ("-5..5", "-5", "5"),
        ] as [(String, String?, String?)])
    func aRangeHasOneEndAtLeast(text: String, lower: String?, upper: String?) throws {
        let range = NumericRange(
            lower: lower.flatMap { DecimalNumber($0) }, upper: upper.flatMap { DecimalNumber($0) })
        #expect(try request("--price=\(text)").price == range)
        #expect(try request("--year=\(text)").year == range)
    }

    @Test(arguments: [
        ("--chain xx", UsageError("UnknownLocale: %@", "xx")),
        ("--chain de,", UsageError("UnknownLocale: %@", "")),
        (
            "--sort size:up",
            UsageError("InvalidOrder: %1$@ %2$@", "size:up", "--sort")
        ),
        (
            "--format TEXT",
            UsageError(
                "UnknownOptionValue: %1$@ %2$@ %3$@", "TEXT", "--format", "text, json, jsonl, csv, tsv")
        ),
        (
            "--color yes",
            UsageError("UnknownOptionValue: %1$@ %2$@ %3$@", "yes", "--color", "auto, always, never")
        ),
        (
            "--relax on",
            UsageError("UnknownOptionValue: %1$@ %2$@ %3$@", "on", "--relax", "auto, always, never")
        ),
        ("--limit=-1", UsageError("InvalidCount: %1$@ %2$@", "-1", "--limit")),
        ("--limit 1e3", UsageError("InvalidCount: %1$@ %2$@", "1e3", "--limit")),
        ("-n 9223372036854775808", UsageError("InvalidCount: %1$@ %2$@", "9223372036854775808", "--limit")),
        ("--offset ten", UsageError("InvalidCount: %1$@ %2$@", "ten", "--offset")),
        ("--price ..", UsageError("InvalidRange: %1$@ %2$@", "..", "--price")),
        ("--price 1..2..3", UsageError("InvalidRange: %1$@ %2$@", "1..2..3", "--price")),
        ("--price 1,50", UsageError("InvalidRange: %1$@ %2$@", "1,50", "--price")),
        ("--year 1...2", UsageError("InvalidRange: %1$@ %2$@", "1...2", "--year")),
        ("--year x", UsageError("InvalidRange: %1$@ %2$@", "x", "--year")),
        ("--year 3..2", UsageError("ReversedRange: %1$@ %2$@", "3..2", "--year")),
        ("--price 1.51..1.5", UsageError("ReversedRange: %1$@ %2$@", "1.51..1.5", "--price")),
        (
            "--batch --list-scopes",
            UsageError("Conflict: %1$@ %2$@", "--batch", "--list-scopes")
        ),
        ("--list-locales rose", UsageError("Conflict: %1$@ %2$@", "--list-locales", "rose")),
        ("-i --format json", UsageError("Conflict: %1$@ %2$@", "--interactive", "--format")),
        ("--list-scopes --facets color", UsageError("Conflict: %1$@ %2$@", "--list-scopes", "--facets")),
        ("--list-catalogs -n 3", UsageError("Conflict: %1$@ %2$@", "--list-catalogs", "--limit")),
        ("--list-locales --filter a=b", UsageError("Conflict: %1$@ %2$@", "--list-locales", "--filter")),
        ("--verify --market de", UsageError("Conflict: %1$@ %2$@", "--verify", "--market")),
        ("--judge FILE --explain", UsageError("Conflict: %1$@ %2$@", "--judge", "--explain")),
        ("--judge FILE --offset 3", UsageError("Conflict: %1$@ %2$@", "--judge", "--offset")),
        ("--batch --fresh", UsageError("Conflict: %1$@ %2$@", "--batch", "--fresh")),
        ("--batch --columns brand", UsageError("Conflict: %1$@ %2$@", "--batch", "--columns")),
        ("--no-recent rose", UsageError("OptionNeeds: %1$@ %2$@", "--no-recent", "--interactive")),
        ("--buckets 3 rose", UsageError("OptionNeeds: %1$@ %2$@", "--buckets", "--facets")),
        ("--sums rose", UsageError("OptionNeeds: %1$@ %2$@", "--sums", "--facets")),
        ("-i --batch", UsageError("Conflict: %1$@ %2$@", "--interactive", "--batch")),
        ("--no-cache --rebuild", UsageError("Conflict: %1$@ %2$@", "--no-cache", "--rebuild")),
        ("--no-cache --read-indexes", UsageError("Conflict: %1$@ %2$@", "--no-cache", "--read-indexes")),
        ("--no-cache --cache dir", UsageError("Conflict: %1$@ %2$@", "--no-cache", "--cache")),
    ])
    func everyMistakeHasItsMessage(words: String, error: UsageError) throws {
        #expect(throws: error) { try options(words) }
    }

    @Test(arguments: [
        "--list-scopes --filter a=b --price 1..2 --market de", "--judge FILE --sort title --filter a=b",
        "--batch --limit 3 --buckets 3 --sums", "--mcp --sums", "--pick=id --no-recent --columns brand",
        "-i --fresh --explain", "--facets price --buckets 3 rose", "--ranges price:10 --sums rose",
        "--at-most 2 rose",
    ])
    func optionsAreTakenWhereTheyMeanSomething(words: String) throws {
        _ = try options(words)
    }

    /// All front ends give the same results.
    @Test(arguments: [
        ("x", Relaxation.Policy.auto), ("--format json x", .auto), ("--format jsonl x", .auto),
        ("--batch", .auto), ("--format json --relax never x", .never), ("--relax never x", .never),
        ("--batch --relax always", .always), ("-i", .auto), ("-i rosen", .auto), ("-i --relax never", .never),
    ]) func similarWordsAreLookedForAsTheFormSays(words: String, relax: Relaxation.Policy) throws {
        #expect(try request(words).relax == relax)
    }

    @Test(arguments: ["--unknown", "--limit", "-c", "--price", "--reverse=1", "-x"])
    func whatIsNoOptionIsRefused(words: String) {
        #expect(throws: (any Error).self) { try options(words) }
    }

    // MARK: Locales

    @Test func theCommandLineGoesBeforeTheEnvironment() throws {
        let environment = ["LANGUAGE": "it:fr", "LANG": "sv_SE.UTF-8"]
        func preferred(_ named: String?) throws -> [String] {
            try OptionValue.preferredLocales(named, environment: environment).map(\.identifier)
        }
        #expect(try preferred(nil) == ["it", "fr"])
        #expect(try preferred("de_DE") == ["de_DE"])
        #expect(throws: UsageError("UnknownLocale: %@", "xx_YY")) { try preferred("xx_YY") }
        #expect(throws: UsageError("UnknownLocale: %@", "")) { try preferred("") }
    }

    @Test func withoutAWishTheProgramSpeaksEnglish() throws {
        for environment in [[:], ["LANG": "C"], ["LANG": ""], ["LANGUAGE": "de", "LC_ALL": "POSIX"]] {
            #expect(
                try OptionValue.preferredLocales(nil, environment: environment) == [Self.english])
        }
    }
}
