// Searches of lines know the operators of fzf.

import ArgumentParser
import CatalogSearch
import Testing

@testable import lsearch

@Suite struct LineQueryTests {
    @Test(arguments: [
        ("swift !app", "swift -app"), ("!^docs", "-docs"), ("!.md$", "-.md"), ("^src .swift$", "src .swift"),
        ("'exact", "exact"), ("a | b", "a | b"), ("rock'n'roll", "rock'n'roll"), ("yahoo!", "yahoo!"),
        ("!", "!"), ("^", "^"), ("$HOME", "$HOME"), ("", ""), ("a  !b ", "a  -b "),
        // What is quoted is meant as it stands.
        (#""is !a b$" !c"#, #""is !a b$" -c"#),
    ])
    func operatorsAreThoseOfThisSearch(typed: String, meant: String) {
        #expect(LineQuery.translated(typed, .operators) == meant)
        #expect(LineQuery.translated(typed, .plain) == typed)
    }

    @Test func onlyQueriesOfLinesAreTranslated() throws {
        func query(_ words: String...) throws -> String {
            let arguments = try SearchArguments.parse(SearchArguments.completed(words))
            return try SearchOptions(arguments, preferredLocales: [LocaleIdentifier("en")!]).search.query
        }
        #expect(try query("--lines=f", "!app") == "-app")
        #expect(try query("!app") == "!app")
        #expect(try query("--lines=f", "--pick", "-q", "!app") == "!app")
    }
}
