// Checks typing, selecting and switching in a search at the terminal.

import Testing

@Suite struct TypingTests {
    @Test func typingNarrowsAndDeletingWidens() throws {
        try TerminalUser.ofShop { user in
            try user.search { terminal in
                try terminal.waitUntil("all records are found") { $0.label == " 5 Treffer gefunden" }
                try terminal.type("geburtstag")
                let found = try terminal.waitUntil("three are found") { $0.label == " 3 Treffer gefunden" }
                #expect(found.field == " Suche: geburtstag")
                #expect(found.scopes == " [Alle (3)] Geburtstage (2)  Hochzeiten (1)")
                #expect(found.contains("Ring mit Öse"))
                #expect(!found.contains("Ölgemälde"))
                try terminal.type("sto")
                let one = try terminal.waitUntil("one is found") {
                    $0.contains("Geburtstagstorte") && !$0.contains("Öse")
                }
                #expect(one.label == " 1 Treffer gefunden")
                try terminal.send("BSpace", "BSpace", "BSpace")
                try terminal.waitUntil("three are found again") { $0.label == " 3 Treffer gefunden" }
                try terminal.send("C-u")
                try terminal.waitUntil("all are found again") { $0.label == " 5 Treffer gefunden" }
            }
        }
    }

    @Test func countsTakeThePluralFormOfTheLanguage() throws {
        try TerminalUser.ofShop { user in
            try user.search("-l en") { terminal in
                try terminal.waitUntil("five") { $0.label == " 5 items found" }
                try terminal.type("oil")
                try terminal.waitUntil("one") { $0.label == " 1 item found" }
                try terminal.type("qqq")
                try terminal.waitUntil("none") { $0.label == " No items found" }
            }
            try user.search("-l pl --fresh") { terminal in
                try terminal.waitUntil("five") { $0.label == " Znaleziono 5 pozycji" }
                try terminal.type("birthday")
                try terminal.waitUntil("two") { $0.label == " Znaleziono 2 pozycje" }
            }
        }
    }

    @Test func suggestionsAreShownAndTaken() throws {
        try TerminalUser.ofShop { user in
            try user.search { terminal in
                try terminal.type("gebur")
                let screen = try terminal.waitUntil("words are suggested") { $0.suggestions.contains("1 ") }
                #expect(screen.suggestions.hasPrefix(" Vorschläge:  1 Geburtstag"))
                let word = try #require(
                    screen.suggestions.split(separator: " ").drop { $0 != "1" }.dropFirst().first)
                try terminal.send("M-1")
                try terminal.waitUntil("the suggestion is in the field") {
                    $0.field.hasPrefix(" Suche: \(word)")
                }
                try terminal.send("C-u")
                try terminal.waitUntil("the field is empty") { $0.label == " 5 Treffer gefunden" }
                try terminal.type("geburtstag")
                try terminal.waitUntil("a scope is suggested") {
                    $0.suggestions.contains("2 in Geburtstage (2)")
                }
                try terminal.send("M-2")
                try terminal.waitUntil("the scope is chosen") { $0.scopes.contains("[Geburtstage (2)]") }
            }
        }
    }

    @Test func aRowIsChosenOpenedAndLeft() throws {
        try TerminalUser.ofShop { user in
            try user.search { terminal in
                try terminal.type("geburtstag")
                let before = try terminal.waitUntil("three are found") { $0.label == " 3 Treffer gefunden" }
                #expect(before.chosen?.hasPrefix("▸ Karte zum Geburtstag") == true)
                try terminal.send("Down")
                try terminal.waitUntil("the second row is chosen") {
                    $0.chosen?.hasPrefix("▸ Geburtstagstorte") == true
                }
                try terminal.send("Up")
                try terminal.waitUntil("the first row is chosen") {
                    $0.chosen?.hasPrefix("▸ Karte zum Geburtstag") == true
                }
                try terminal.send("Down", "Enter")
                let record = try terminal.waitUntil("the record is open") {
                    $0.lines[0] == " Geburtstagstorte"
                }
                #expect(record.contains("ID: torte · Katalog: Laden · Bereich: Geburtstage · Jahr: 2001"))
                #expect(record.contains("Englisch · en"))
                #expect(record.contains("Birthday Cake"))
                #expect(record.contains("Mit Kerzen"))
                #expect(record.bottom.hasPrefix(" Esc zurück"))
                try terminal.send("Right")
                try terminal.waitUntil("the next record is open") { $0.lines[0] == " Ring mit Öse" }
                try terminal.send("Escape")
                let after = try terminal.waitUntil("the results are back") {
                    $0.label == " 3 Treffer gefunden"
                }
                #expect(after.chosen?.hasPrefix("▸ Ring mit Öse") == true)
            }
        }
    }

    @Test func tabSwitchesTheScope() throws {
        try TerminalUser.ofShop { user in
            try user.search { terminal in
                try terminal.type("geburtstag")
                try terminal.waitUntil("three are found") { $0.label == " 3 Treffer gefunden" }
                try terminal.send("Tab")
                let scoped = try terminal.waitUntil("two are found") { $0.label == " 2 Treffer gefunden" }
                #expect(scoped.scopes == "  Alle (3) [Geburtstage (2)] Hochzeiten (1)")
                #expect(!scoped.contains("Ring mit Öse"))
                try terminal.send("Tab")
                let next = try terminal.waitUntil("one is found") { $0.label == " 1 Treffer gefunden" }
                #expect(next.scopes == "  Alle (3)  Geburtstage (2) [Hochzeiten (1)]")
                #expect(next.contains("Ring mit Öse"))
                try terminal.send("BTab")
                try terminal.waitUntil("the scope before is back") { $0.scopes.contains("[Geburtstage (2)]") }
            }
        }
    }

    @Test func aFilterThatIsTypedBecomesAToken() throws {
        try TerminalUser.ofShop { user in
            try user.search { terminal in
                try terminal.type("year:2001..2005 ")
                let filtered = try terminal.waitUntil("one is found") { $0.label == " 1 Treffer gefunden" }
                #expect(filtered.field == " Suche: ‹Jahr: 2001–2005›")
                #expect(filtered.contains("Geburtstagstorte"))
                try terminal.send("BSpace")
                try terminal.waitUntil("all are found again") { $0.label == " 5 Treffer gefunden" }
                try terminal.type("preis:..5 karte")
                let cheap = try terminal.waitUntil("the card is found") { $0.label == " 1 Treffer gefunden" }
                #expect(cheap.field.hasPrefix(" Suche: ‹Preis: bis 5"))
                #expect(cheap.field.hasSuffix("karte"))
                #expect(cheap.contains("Karte zum Geburtstag"))
            }
        }
    }

    @Test func aTypoSaysWhatWasSearchedInstead() throws {
        try TerminalUser.ofShop { user in
            try user.search { terminal in
                try terminal.type("geburtstga")
                let screen = try terminal.waitUntil("three are found") { $0.label == " 3 Treffer gefunden" }
                let note = try #require(screen.results.first)
                #expect(note.hasPrefix(" Keine exakten Treffer. Ähnlich: "))
                #expect(note.hasSuffix("statt „geburtstga“"))
                try terminal.waitUntil("it is suggested") { $0.suggestions.contains("Meinten Sie ") }
            }
        }
    }

    @Test func theLanguageSwitchesEverythingAtOnce() throws {
        try TerminalUser.ofShop { user in
            try user.search { terminal in
                let german = try terminal.waitUntil("all are found") { $0.label == " 5 Treffer gefunden" }
                #expect(german.lines[0].hasSuffix("Deutsch"))
                #expect(german.contains("Titel"))
                #expect(german.contains("199,99\u{A0}€"))
                #expect(german.bottom.contains("beenden"))
                try terminal.send("F2")
                try terminal.waitUntil("the languages are there") { $0.contains("▸ Deutsch") }
                try terminal.type("engl")
                try terminal.waitUntil("English is chosen") {
                    $0.contains("▸ English") && !$0.contains("Türkçe")
                }
                try terminal.send("Enter")
                let english = try terminal.waitUntil("the results are English") {
                    $0.label == " 5 items found" && $0.contains("Birthday Cake")
                }
                #expect(english.lines[0].hasPrefix(" lsearch · Shop"))
                #expect(english.lines[0].hasSuffix("English"))
                #expect(english.field == " Search: type what you are looking for")
                #expect(english.scopes == " [All (5)] Birthdays (2)  Marriages (2)")
                #expect(
                    english.results.first?.split(separator: " ") == [
                        "Title", "Catalog", "Scope", "Year", "Price",
                    ])
                #expect(english.contains("€199.99"))
                #expect(english.contains("Ofen [de]"))
                #expect(english.bottom.hasPrefix(" F1 help  ^C quit"))
                for german in ["Treffer", "Suche", "Hochzeiten", "Geburtstag", "beenden", "Deutsch", ",99"] {
                    #expect(!english.contains(german))
                }
                try terminal.type("wedding")
                try terminal.waitUntil("English is searched") {
                    $0.label == " 1 item found" && $0.contains("Wedding Ring")
                }
            }
        }
    }

    @Test func keysAreExplained() throws {
        try TerminalUser.ofShop { user in
            try user.search { terminal in
                try terminal.send("F1")
                let keys = try terminal.waitUntil("the keys are there") { $0.contains("F2  ^G") }
                #expect(keys.contains("scope:birthdays year:2001..2005 price:..20"))
                try terminal.send("Escape")
                try terminal.waitUntil("the results are back") { $0.label == " 5 Treffer gefunden" }
            }
        }
    }

    @Test func controlCQuits() throws {
        try TerminalUser.ofShop { user in
            try user.search { terminal in
                try terminal.send("C-c")
                #expect(try terminal.waitForEnd() == 0)
                #expect(user.searches.isEmpty)
            }
        }
    }
}
