// Checks input from a real terminal, and output without colors.

import Testing

@Suite struct TerminalInputTests {
    @Test func aPasteBringsItsLinesAsOneText() throws {
        try TerminalUser.ofShop { user in
            try user.search { terminal in
                try terminal.waitUntil("all are found") { $0.label == " 5 Treffer gefunden" }
                try terminal.paste("ring\nmit\nÖse")
                try terminal.waitUntil("the paste is in the field") { $0.field == " Suche: ring mit Öse" }
                try terminal.waitUntil("the ring is found") { $0.label == " 1 Treffer gefunden" }
            }
        }
    }

    @Test(arguments: [("Öse", "Ring mit Öse"), ("o\u{308}lgema\u{308}lde", "Ölgemälde"), ("バラ👩‍👧", nil)])
    func charactersOfManyBytesArriveByteForByte(text: String, title: String?) throws {
        try TerminalUser.ofShop { user in
            try user.search { terminal in
                try terminal.waitUntil("all are found") { $0.label == " 5 Treffer gefunden" }
                try terminal.send(bytes: text.utf8)
                let label = title == nil ? " Keine Treffer gefunden" : " 1 Treffer gefunden"
                let found = try terminal.waitUntil("it was looked for") {
                    $0.label == label
                        && Array($0.field.unicodeScalars) == Array(" Suche: \(text)".unicodeScalars)
                }
                if let title { #expect(found.contains(title)) }
            }
        }
    }

    @Test func clicksChoose() throws {
        try TerminalUser.ofShop { user in
            try user.search { terminal in
                let screen = try terminal.waitUntil("all are found") { $0.label == " 5 Treffer gefunden" }
                #expect(screen.scopes == " [Alle (5)] Geburtstage (2)  Hochzeiten (2)")
                try terminal.click(row: 2, column: 30)
                let scoped = try terminal.waitUntil("the scope is chosen") {
                    $0.scopes.contains("[Hochzeiten (2)]") && $0.label == " 2 Treffer gefunden"
                }
                let row = try #require(scoped.lines.firstIndex { $0.contains("Ring mit Öse") })
                try terminal.click(row: row, column: 4)
                try terminal.waitUntil("the row is chosen") { $0.chosen?.contains("Ring mit Öse") == true }
                try terminal.click(row: row, column: 4)
                try terminal.waitUntil("the record is open") { $0.lines[0] == " Ring mit Öse" }
                // A click on a hint works like its key.
                try terminal.click(row: 23, column: 1)
                try terminal.waitUntil("the results are back") { $0.label == " 2 Treffer gefunden" }
            }
        }
    }

    @Test func controlYCopiesTheIdentifier() throws {
        try TerminalUser.ofShop { user in
            try user.search { terminal in
                try terminal.type("qqq")
                try terminal.waitUntil("none is found") { $0.label == " Keine Treffer gefunden" }
                try terminal.send("C-y")
                try terminal.waitUntil("the missing selection is shown") {
                    $0.bottom == " Kein Ergebnis ausgewählt."
                }
                #expect(try terminal.copied() == nil)
                try terminal.send("C-u")
                try terminal.type("torte")
                try terminal.waitUntil("one is found") { $0.label == " 1 Treffer gefunden" }
                try terminal.send("C-y")
                try terminal.waitUntil("the copied ID is shown") { $0.bottom == " Kopiert: torte" }
                try user.waitUntil("it is copied") { try terminal.copied() == "torte" }
            }
        }
    }

    @Test func whatFitsIsEmphasized() throws {
        try TerminalUser.ofShop { user in
            try user.search { terminal in
                try terminal.type("torte")
                try terminal.waitUntil("one is found") { $0.label == " 1 Treffer gefunden" }
                let row = try #require(
                    try terminal.captureStyled().lines.first { $0.contains("Geburtstags") })
                let parts = row.split(separator: "torte", maxSplits: 1).map(String.init)
                #expect(parts.count == 2)
                #expect(parts[0].hasSuffix("m"))
                #expect(parts[0].contains("Geburtstags\u{1B}["))
                #expect(parts[1].hasPrefix("\u{1B}["))
            }
        }
    }

    @Test func withoutColorsThereAreNone() throws {
        try TerminalUser.ofShop { user in
            try user.search("-l de", environment: ["NO_COLOR": "1"]) { terminal in
                try terminal.type("torte")
                try terminal.waitUntil("one is found") { $0.label == " 1 Treffer gefunden" }
                try terminal.send("Down")
                try terminal.waitUntil("it is chosen") { $0.chosen?.hasPrefix("▸ Geburtstagstorte") == true }
                #expect(!(try terminal.captureStyled().contains("\u{1B}[")))
            }
        }
    }
}
