// Checks the messages without a usable terminal.

import Testing

@Suite struct NoTerminalTests {
    private static let german = ["LANG": "de_DE.UTF-8", "TERM": "xterm"]

    @Test(arguments: ["--interactive", "-i", "-i torte"]) func withoutATerminalItIsRefused(words: String)
        throws
    {
        let run = try searchShop(words, environment: ["TERM": "xterm"])
        #expect(run.status == 2)
        #expect(run.output == "")
        #expect(
            run.errors
                == "lsearch: --interactive needs a terminal for input and output; omit it, or remove the redirection\n"
        )
    }

    @Test func aTerminalForOutputAloneIsNotEnough() throws {
        let run = try searchShop("-i", environment: Self.german, output: .terminal(columns: 80))
        #expect(run.status == 2)
        #expect(run.output == "")
        #expect(
            run.errors
                == "lsearch: --interactive erfordert ein Terminal für Ein- und Ausgabe; Option weglassen oder Umleitung entfernen\n"
        )
    }

    @Test func aTerminalForInputAloneIsNotEnough() throws {
        try TerminalUser.ofShop { user in
            try user.shell { terminal in
                try terminal.type("search >out; echo status $?\n")
                let screen = try terminal.waitUntil("it is refused") { $0.lines.contains("status 2") }
                #expect(
                    screen.contains("lsearch: --interactive erfordert ein Terminal für Ein- und Ausgabe;"))
            }
        }
    }

    @Test(arguments: ["dumb", "unknown", ""]) func aTerminalThatKnowsNoCodesIsRefused(kind: String) throws {
        try TerminalUser.ofShop { user in
            try user.shell { terminal in
                try terminal.type("TERM=\(kind) search; echo status $?\n")
                let screen = try terminal.waitUntil("it is refused") { $0.lines.contains("status 2") }
                #expect(
                    screen.contains(
                        "lsearch: --interactive funktioniert nicht auf einem Terminal vom Typ „\(kind)“;"))
            }
        }
    }
}
