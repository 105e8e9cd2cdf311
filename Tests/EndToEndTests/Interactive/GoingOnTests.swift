// Checks when a search continues where its user left it.

import TestSupport
import Testing

@Suite struct GoingOnTests {
    /// Ends the search as a user does.
    private func quit(_ terminal: TmuxTerminal) throws {
        try terminal.send("C-c")
        #expect(try terminal.waitForEnd() == 0)
    }

    /// Searches for wedding rings in English, and chooses one.
    private func leaveSearch(_ user: TerminalUser) throws {
        try user.search("") { terminal in
            try terminal.send("F2")
            try terminal.waitUntil("the languages are there") { $0.contains("▸ English") }
            try terminal.type("deutsch")
            try terminal.waitUntil("German is chosen") { $0.contains("▸ Deutsch") && !$0.contains("English") }
            try terminal.send("Enter")
            try terminal.waitUntil("the results are German") { $0.label == " 5 Treffer gefunden" }
            try terminal.type("geburtstag")
            try terminal.waitUntil("three are found") { $0.label == " 3 Treffer gefunden" }
            try terminal.send("Tab")
            try terminal.waitUntil("two are found") { $0.label == " 2 Treffer gefunden" }
            try terminal.send("Down", "Down")
            try terminal.waitUntil("the second row is chosen") {
                $0.chosen?.hasPrefix("▸ Geburtstagstorte") == true
            }
            try quit(terminal)
        }
    }

    @Test func textScopeLanguageAndRowAreThereAgain() throws {
        try TerminalUser.ofShop { user in
            try leaveSearch(user)
            try user.search("") { terminal in
                let screen = try terminal.waitUntil("it goes on") { $0.label == " 2 Treffer gefunden" }
                #expect(screen.field == " Suche: geburtstag")
                #expect(screen.scopes == "  Alle (3) [Geburtstage (2)] Hochzeiten (1)")
                #expect(screen.chosen?.hasPrefix("▸ Geburtstagstorte") == true)
                #expect(screen.lines[0].hasSuffix("Deutsch"))
                #expect(screen.bottom.hasPrefix(" F1 Hilfe"))
            }
        }
    }

    @Test(arguments: [
        ("--fresh", " 5 items found", " Search: type what you are looking for", "Birthday Cake"),
        ("wedding", " 1 item found", " Search: wedding", "Wedding Ring"),
        ("--scope weddings", " 2 items found", " Search: type what you are looking for", "Oil Painting"),
    ])
    func aNewSearchBeginsWhereItIsRequested(words: String, label: String, field: String, first: String) throws
    {
        try TerminalUser.ofShop { user in
            try leaveSearch(user)
            try user.search(words) { terminal in
                let screen = try terminal.waitUntil("a fresh search is shown") { $0.label == label }
                #expect(screen.field == field)
                #expect(screen.chosen?.hasPrefix("▸ \(first)") == true)
            }
        }
    }

    @Test func aLanguageOnTheCommandLineIsMeant() throws {
        try TerminalUser.ofShop { user in
            try leaveSearch(user)
            try user.search("-l en") { terminal in
                let screen = try terminal.waitUntil("it is English") {
                    $0.lines[0].hasSuffix("English") && $0.scopes.contains("[Birthdays (")
                }
                #expect(screen.field == " Search: geburtstag")
            }
        }
    }

    @Test func searchesThatWereMadeAreSuggestedAtTheNextStart() throws {
        try TerminalUser.ofShop { user in
            try user.search { terminal in
                try terminal.type("torte")
                try terminal.waitUntil("one is found") { $0.label == " 1 Treffer gefunden" }
                try terminal.send("Down", "Enter")
                try terminal.waitUntil("the record is open") { $0.lines[0] == " Geburtstagstorte" }
                try quit(terminal)
            }
            try user.search("-l de --fresh") { terminal in
                try terminal.waitUntil("it is suggested") { $0.suggestions == " Vorschläge:  1 torte" }
                try terminal.send("M-1")
                try terminal.waitUntil("it is searched again") { $0.label == " 1 Treffer gefunden" }
                try quit(terminal)
            }
        }
    }

    @Test func nothingIsRememberedWhereThatIsNotWanted() throws {
        try TerminalUser.ofShop { user in
            try user.search("-l de --no-recent") { terminal in
                try terminal.type("torte")
                try terminal.waitUntil("one is found") { $0.label == " 1 Treffer gefunden" }
                try terminal.send("Down", "Enter")
                try terminal.waitUntil("the record is open") { $0.lines[0] == " Geburtstagstorte" }
                try quit(terminal)
            }
            #expect(!exists(user.stateFolder + "/recent.json"))
            try user.search("-l de --fresh") { terminal in
                let screen = try terminal.waitUntil("all are found") { $0.label == " 5 Treffer gefunden" }
                #expect(screen.suggestions == "")
            }
        }
    }
}
