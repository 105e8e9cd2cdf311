// Checks the configuration file, tables for pipes, lines, and completions of values, with the built program.

import TestSupport
import Testing

@Suite struct ConfigurationTests {
    /// Runs the program for a user with a configuration file, who searches the shop.
    private func run(_ configuration: String, _ words: String, input: String = "") throws -> ProgramRun {
        try withFiles([
            "config/lsearch/config": configuration, "shop/shop.jsonl": Shop.records,
            "shop/shop.catalog.json": Shop.sidecar,
        ]) { (folder) throws in
            try lsearch(
                words,
                environment: [
                    "XDG_CONFIG_HOME": folder + "/config", "LSEARCH_CATALOGS": folder + "/shop",
                    "XDG_CACHE_HOME": folder + "/cache",
                ], input: input)
        }
    }

    @Test func theFileHoldsOptions() throws {
        let configuration = "# mine\n--locale de\n--limit 1\n--columns year\n"
        #expect(try run(configuration, "ring").lines[0] == "1 Treffer gefunden")
        #expect(try run(configuration, "-l en ring").lines[0] == "1 item found")
        #expect(try run(configuration, "--no-config wedding").lines[0] == "1 item found")
        #expect(try run(configuration, "--format jsonl").lines.count == 1)
    }

    @Test(arguments: [
        ("--locale de\n--bogus 1\n", ":2: die Option „--bogus“ gibt es nicht"), ("\n--limit many\n", ":2: "),
        ("--interactive", ":1: --interactive "),
    ])
    func wrongLinesAreNamed(configuration: String, message: String) throws {
        let run = try run(configuration, "ring")
        #expect(run.status == 2 && run.output == "")
        #expect(run.errors.contains("/config/lsearch/config" + message), "\(run.errors)")
    }

    @Test func tablesForPipesHaveOneResultALine() throws {
        let run = try run("", "-l de --format tsv geburtstag")
        #expect(
            run.lines == [
                "id\tcatalog\tscope\tlocale\ttitle\tyear\tprice\tcurrency",
                "karte\tshop\tbirthdays\tde\tKarte zum Geburtstag\t1999\t3.5\tEUR",
                "torte\tshop\tbirthdays\tde\tGeburtstagstorte\t2001\t20.00\tEUR",
                "ring\tshop\tweddings\tde\tRing mit Öse\t2010\t199.99\tEUR",
            ])
        #expect(try self.run("", "--format csv nothing --relax never").status == 1)
    }

    @Test func linesAreFoundByTheRulesOfTheLocale() throws {
        let found = try run("", "-l de --lines apfel", input: "Äpfel\nBirnen\n\nApfelkuchen\n")
        #expect(found.status == 0 && Set(found.lines) == ["Äpfel", "Apfelkuchen"])
        #expect(try run("", "--lines kiwi --relax never", input: "a\n").status == 1)
        #expect(try run("", "--lines=/nowhere/at/all a").status == 2)
    }

    /// zsh rejects a command whose further words are described twice.
    @Test func zshGetsOneDescriptionOfWords() throws {
        let script = try lsearch("--generate-completion-script zsh")
        #expect(script.status == 0 && script.output.contains("'*:WORD:'"))
        #expect(!script.output.contains("->arg'"))
    }

    @Test func valuesAreCompleted() throws {
        func values(_ option: String, _ typed: String = "") throws -> [String] {
            try run("", "---completion -- \(option) 2 \(typed.count) lsearch \(option) \(typed)").lines
        }
        #expect(try values("--scope") == ["all", "birthdays", "weddings"])
        #expect(try values("--currency") == ["EUR"])
        #expect(try values("--columns", "year,").contains("year,price"))
        #expect(try !values("--columns", "year,").contains("year,year"))
        #expect(try values("--sort").starts(with: ["relevance", "title", "price", "year"]))
        #expect(try values("--locale").contains("ja"))
    }
}
