// Checks the options of the configuration file.

import ArgumentParser
import CatalogSearch
import Localization
import ProgramSupport
import Testing

@testable import lsearch

@Suite struct ConfigurationFileTests {
    private func file(_ text: String) -> ConfigurationFile { ConfigurationFile(path: "config", text) }

    @Test func linesAreOptionsWithTheirValues() {
        let lines = file(
            "# comment\n\n--locale de\n  --filter =  a = 'b'  \n-n 3\n--reverse\r\n--sort=title\n"
        ).lines
        #expect(
            lines.map(\.words) == [
                ["--locale=de"], ["--filter=a = 'b'"], ["-n", "3"], ["--reverse"], ["--sort=title"],
            ])
        #expect(lines.map(\.number) == [3, 4, 5, 6, 7])
    }

    @Test func theCommandLineHasTheLastWord() throws {
        let file = file("--locale de\n--catalog a\n--height 40%\n--format json\n--limit 3")
        #expect(file.words(for: ["rose"]) == ["--locale=de", "--catalog=a", "--format=json", "--limit=3"])
        #expect(file.words(for: ["-c", "b"]) == ["--locale=de", "--format=json", "--limit=3"])
        #expect(file.words(for: ["--pick"]) == ["--locale=de", "--catalog=a", "--height=40%", "--limit=3"])
        let words = file.words(for: ["-n", "5"]) + ["-n", "5"]
        let options = try SearchOptions(SearchArguments.parse(words), preferredLocales: [.english])
        #expect(options.search.limit == 5)
    }

    @Test func linesCountOnlyInModesThatUseThem() throws {
        let file = file("--locale de\n--filter a=b\n-n 3\n--buckets 5\n--no-recent")
        #expect(file.firstWrongLine([.english]) == nil)
        #expect(file.words(for: ["rose"]) == ["--locale=de", "--filter=a=b", "-n", "3"])
        #expect(file.words(for: ["rose", "--facets=c"]).contains("--buckets=5"))
        #expect(file.words(for: ["--list-scopes"]) == ["--locale=de", "--filter=a=b"])
        #expect(file.words(for: ["--verify"]) == ["--locale=de"])
        #expect(file.words(for: ["mcp"]) == ["--locale=de", "--filter=a=b", "-n", "3", "--buckets=5"])
        #expect(file.words(for: ["-i"]) == ["--locale=de", "--filter=a=b", "-n", "3", "--no-recent"])
    }

    @Test(arguments: [("--bogus", 1), ("--limit 1\nlocale de", 2), ("--locale", 1), ("--reverse yes", 1)])
    func unknownOptionsAreFound(text: String, line: Int) {
        let fault = #expect(throws: ConfigurationFile.Fault.self) { try file(text).check(for: "lsearch") }
        #expect(fault?.line == line)
    }

    @Test(arguments: [
        ("--limit x", "InvalidCount: %1$@ %2$@"), ("--height x", "InvalidHeight: %1$@ %2$@"),
        ("--interactive", "NotConfigurable: %@"), ("--pick", "NotConfigurable: %@"),
        ("--query x", "NotConfigurable: %@"),
    ])
    func wrongValuesAreFound(text: String, key: String) throws {
        let file = file("--locale de\n" + text)
        try file.check(for: "lsearch")
        let found = try #require(file.firstWrongLine([.english]))
        #expect(found.number == 2 && found.error.message.key == key)
    }
}
