// Checks lists of catalogs, scopes and locales, help and version.

import TestSupport
import Testing

@Suite struct ListingTests {
    @Test func catalogsAreListedWithTheirNamesAndSizes() throws {
        let run = try searchShop("-l de --list-catalogs")
        #expect(run.status == 0)
        #expect(run.lines.count == 2)
        #expect(run.lines[0] == "ID    Name   Einträge  Datei")
        #expect(run.lines[1].hasPrefix("shop  Laden         5  /"))
        let list = try searchShop("-l de --list-catalogs --format json").json.elements
        #expect(list.map(\.names) == [["id", "label", "count", "file", "locales"]])
        #expect(list[0]["label"] == "Laden")
        #expect(list[0]["count"] == 5)
        #expect(list[0]["locales"] == ["de", "en"])
    }

    @Test func scopesAreListedInTheOrderOfTheirCatalogs() throws {
        let run = try searchShop("-l de --list-scopes")
        #expect(
            run.lines == [
                "ID         Name         Einträge",
                "all        Alle                5",
                "birthdays  Geburtstage         2",
                "weddings   Hochzeiten          2",
            ])
        let list = try searchShop("-l en --list-scopes --format jsonl").jsonLines
        #expect(list.map { $0["label"] } == ["All", "Birthdays", "Marriages"])
        #expect(list.map { $0["count"] } == [5, 2, 2])
    }

    @Test func localesAreListedWithTheirNames() throws {
        let list = try searchShop("-l de --list-locales --format json").json.elements
        #expect(list.map { $0["id"] } == ["de", "en"])
        #expect(list.map { $0["label"] } == ["Deutsch", "Englisch"])
        #expect(list.map { $0["count"] } == [5, 4])
    }

    @Test func countsAreWrittenAsInTheLocale() throws {
        let records = (0..<1_234).map { "{\"id\":\($0)}\n" }.joined()
        try withFiles(["a.jsonl": records]) { (folder) throws in
            for (locale, count) in [("de", "1.234"), ("en", "1,234"), ("ar", "١٬٢٣٤")] {
                #expect(try lsearch("-l \(locale) --list-scopes -c \(folder)").output.contains(count))
            }
        }
    }

    @Test func theSamplesSpeakNineteenLanguages() throws {
        #expect(try lsearch("--list-locales --format jsonl").lines.count == 19)
    }

    @Test func helpIsGivenInTheUsersLanguage() throws {
        let german = try lsearch("--help", environment: ["LANG": "de_DE.UTF-8"])
        #expect(german.status == 0)
        #expect(german.errors == "")
        #expect(german.output.contains("--localizations <DIR>"))
        #expect(german.output.contains("Durchsucht Kataloge in der eigenen Sprache."))
        let help = try lsearch("--help")
        #expect(help.output.contains("Searches catalogs in your language."))
        #expect(german.output != help.output)
        #expect(try lsearch("--help --locale de").output == german.output)
        #expect(try lsearch("--help --locale=de").output == german.output)
    }

    @Test func everyOptionHasAHelpText() throws {
        let help = try lsearch("--help", environment: ["COLUMNS": "1000"]).output
        for option in [
            "locale", "chain", "catalog", "scope", "sort", "reverse", "price", "year", "limit", "offset",
            "relax", "explain", "format", "color", "interactive", "batch", "list-catalogs", "list-scopes",
            "list-locales", "localizations", "cache", "no-cache", "read-indexes", "rebuild", "verify",
            "strict", "version", "help",
        ] {
            #expect(help.contains("--" + option), "\(option)")
        }
    }

    @Test func theVersionIsOneLine() throws {
        let run = try lsearch("--version")
        #expect(run.status == 0)
        #expect(run.lines.count == 1)
        #expect(run.output.first?.isNumber == true)
        // With another option, the argument library answers.
        #expect(try lsearch("--no-config --version").output == run.output)
    }

    @Test(arguments: ["bash", "zsh", "fish"]) func completionsAreMadeForEachShell(shell: String) throws {
        let run = try lsearch("--generate-completion-script \(shell)")
        #expect(run.status == 0)
        #expect(run.output.contains("list-catalogs"))
    }
}
