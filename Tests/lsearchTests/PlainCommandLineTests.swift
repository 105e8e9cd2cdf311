// Is what is taken apart without the argument library understood as the library understands it?

import ArgumentParser
import Localization
import ProgramSupport
import Testing

@testable import lsearch

@Suite struct PlainCommandLineTests {
    /// All that a command line says, in words that can be compared.
    private func said(_ arguments: SearchArguments) -> String {
        func list(_ parts: Any...) -> String { parts.map { "\($0)" }.joined(separator: " | ") }
        return list(
            arguments.words, arguments.locale as Any, arguments.chain as Any, arguments.catalog,
            arguments.scope as Any, arguments.sort as Any, arguments.reverse, arguments.price as Any,
            arguments.year as Any, arguments.limit as Any, arguments.offset as Any, arguments.relax as Any,
            arguments.explain, arguments.format as Any, arguments.color as Any, arguments.interactive,
            arguments.batch, arguments.listCatalogs, arguments.listScopes, arguments.listLocales,
            arguments.localizations as Any, arguments.cache as Any, arguments.noCache, arguments.rebuild,
            arguments.strict)
    }

    @Test(arguments: [
        "rose", "rote rose", "-l de rose", "--locale de rose", "--locale=de rose", "rose -n 5 rot",
        "-c a -c b --catalog d --catalog=e x", "-s all x", "--price 1..2 --year 2001 x", "--price=1.. x",
        "-i", "--batch", "--list-catalogs --format json", "--chain de,en --sort title --reverse --limit 0 x",
        "--offset 3 --relax never --explain --color auto x", "--list-scopes", "--list-locales --strict",
        "--localizations a --cache b --rebuild x", "--no-cache x", "x help", "--locale=a=b x",
    ])
    func plainCommandLinesMeanTheSame(line: String) throws {
        let words = line.split(separator: " ").map(String.init)
        let plain = try #require(SearchArguments(plain: words))
        #expect(said(plain) == said(try SearchArguments.parse(words)))
    }

    @Test(arguments: [
        "", "help", "--help", "-h rose", "--version", "-lde rose", "-n5 rose", "-- -x", "- x", "-x",
        "--unknown",
        "--locale", "--locale --batch", "--locale= x", "-l de -l en x", "--reverse --reverse x",
        "--reverse=1 x", "--limit -1 x", "--year ..-5 x -", "--generate-completion-script bash", "-ic x",
        "--price -5..2 x", "-l=de x",
    ])
    func whateverIsNotPlainIsLeftToTheLibrary(line: String) {
        #expect(SearchArguments(plain: line.split(separator: " ").map(String.init)) == nil)
    }

    /// Every option that the library knows is either taken apart here, or left to it as a whole.
    @Test func everyOptionOfTheLibraryMeansTheSame() throws {
        let usage = SearchArguments.helpMessage(columns: 10_000)
        let names = usage.matches(of: /--[a-z-]+/).map { String($0.output) }
        #expect(names.count > 20)
        for name in names {
            for words in [[name, "x"], [name, "1", "x"], [name]] {
                guard let plain = SearchArguments(plain: words) else { continue }
                #expect(said(plain) == said(try SearchArguments.parse(words)), "\(words)")
            }
        }
        for name in SearchArguments.optionNames + SearchArguments.flagNames { #expect(names.contains(name)) }
    }
}
