// Checks that a search at the terminal continues after its index proves damaged.

import TestSupport
import Testing

@Suite struct DamagedIndexTests {
    /// Damages the only index of a user so that a search notices it, but opening does not.
    private func spoilIndex(of user: TerminalUser) throws {
        let cache = user.home + "/cache/lsearch"
        let index = cache + "/" + (try #require(names(inFolder: cache).first))
        let segment = try #require(names(inFolder: index).first { $0.hasSuffix(".segment") })
        var damaged = try bytes(of: index + "/" + segment)
        // Everything but the frame.
        for place in 64..<damaged.count - 4_096 where place % 512 == 0 { damaged[place] ^= 0xFF }
        try makeFile(index + "/" + segment, damaged)
    }

    @Test func itIsBuiltAnewAndTheSearchGoesOn() throws {
        try TerminalUser.ofShop { user in
            try user.search { terminal in
                try terminal.waitUntil("all are found") { $0.label == " 5 Treffer gefunden" }
                try terminal.send("C-c")
                #expect(try terminal.waitForEnd() == 0)
            }
            try spoilIndex(of: user)
            try user.shell { terminal in
                try terminal.type("search; echo status $?\n")
                try terminal.waitUntil("the search is there") { $0.bottom.hasPrefix(" F1 Hilfe") }
                try terminal.type("torte")
                let screen = try terminal.waitUntil("one is found") {
                    $0.label == " 1 Treffer gefunden" && $0.contains("Geburtstagstorte")
                }
                #expect(screen.field == " Suche: torte")
                #expect(screen.bottom.hasPrefix(" F1 Hilfe"))
                try terminal.send("C-c")
                // The message is on the normal screen and remains there.
                let shell = try terminal.waitUntil("the shell is back") { $0.lines.contains("status 0") }
                // Lines may end anywhere, because the path is long.
                let words = shell.lines.joined().split(separator: " ").joined()
                #expect(words.contains("shop.jsonl:derIndexistbeschädigt"))
            }
            // The index is whole again.
            try user.search("-l de --fresh") { terminal in
                try terminal.waitUntil("all are found") { $0.label == " 5 Treffer gefunden" }
                try terminal.send("C-c")
                #expect(try terminal.waitForEnd() == 0)
                #expect(try !terminal.capture().contains("shop.jsonl"))
            }
        }
    }
}
