// Checks screens in windows of any size and in all scripts, and changes of the size.

import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@Suite struct WindowTests {
    /// A search in a language, and the expected texts on its screen.
    struct Case: CustomTestStringConvertible, Sendable {
        let language: String
        /// The query, which finds a rose.
        let typed: String
        let field: String
        let label: String
        let title: String
        /// The start of the first scope.
        let scope: String
        /// The start of the bottom line.
        let hint: String

        var testDescription: String { language }
    }

    static let cases = [
        Case(
            language: "de", typed: "Rosenstrauß", field: "Suche:", label: "2 Treffer gefunden",
            title: "Rosenstrauß", scope: "[Alle (", hint: "F1 Hilfe"),
        Case(
            language: "ar", typed: "وردة", field: "بحث:", label: "تم العثور على ١٩ عنصرًا",
            title: "وردة حمراء",
            scope: "[الكل (", hint: "F1 مساعدة"),
        Case(
            language: "ja", typed: "バラ", field: "検索：", label: "6件のアイテムが見つかりました", title: "赤いバラ",
            scope: "[すべて（", hint: "F1 ヘルプ"),
        Case(
            language: "th", typed: "กุหลาบ", field: "ค้นหา:", label: "พบ 4 รายการ", title: "กุหลาบแดง",
            scope: "[ทั้งหมด (", hint: "F1 วิธีใช้"),
    ]

    /// Writes a screen for documentation if the variable `LSEARCH_CAPTURES` names a folder.
    private func keep(_ screen: Screenshot, _ name: String) throws {
        guard let folder = getenv("LSEARCH_CAPTURES").map({ String(cString: $0) }), !folder.isEmpty else {
            return
        }
        if !exists(folder) { try? makeFolder(folder) }
        try makeFile("\(folder)/\(name).txt", screen.lines.joined(separator: "\n") + "\n")
    }

    @Test(arguments: cases, [(80, 24), (40, 10), (200, 60)])
    func everyWindowShowsWhatCounts(test: Case, size: (columns: Int, rows: Int)) throws {
        let (columns, rows) = size
        try TerminalUser.ofSamples { user in
            try user.search("-l \(test.language)", columns: columns, rows: rows) { terminal in
                try terminal.waitUntil("all are found") {
                    $0.label.contains("228") || $0.label.contains("٢٢٨")
                }
                try keep(terminal.capture(), "\(test.language)-\(columns)x\(rows)-all")
                try terminal.type(test.typed)
                let screen = try terminal.waitUntil("it is found") {
                    // tmux drops marks before the first character of a line in Arabic.
                    $0.label.contains(test.label) && $0.results.contains { $0.contains(test.title) }
                }
                try keep(screen, "\(test.language)-\(columns)x\(rows)-found")
                #expect(screen.lines.count == rows)
                #expect(screen.field.contains(test.field))
                #expect(screen.field.hasSuffix(test.typed))
                #expect(screen.scopes.hasPrefix(" " + test.scope))
                #expect(screen.bottom.hasPrefix(" " + test.hint))
                #expect(screen.lines[0].contains("lsearch") == (rows >= 14))
                try terminal.waitUntil("the cursor stands behind what was typed") { _ in
                    try terminal.format("#{cursor_y} #{cursor_x}")
                        == "\(rows >= 14 ? 1 : 0) \(width(of: screen.field))"
                }
                try terminal.send("Down", "Enter")
                let record = try terminal.waitUntil("the record is open") { $0.bottom.hasPrefix(" Esc ") }
                try keep(record, "\(test.language)-\(columns)x\(rows)-record")
                #expect(record.lines.contains { $0.contains("· \(test.language)") } || rows < 14)
            }
        }
    }

    /// The width of a text in columns: 2 for wide East Asian characters, 0 for marks.
    private func width(of text: String) -> Int {
        text.unicodeScalars.reduce(0) { columns, scalar in
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format: columns
            default: columns + (0x1100...0x115F ~= scalar.value || 0x2E80...0xFF60 ~= scalar.value ? 2 : 1)
            }
        }
    }

    /// The column where a text begins.
    private func width(of line: String, before text: String) -> Int {
        width(of: line.split(separator: text, maxSplits: 1).first.map(String.init) ?? "")
    }

    @Test func columnsLineUpBelowEachOther() throws {
        let records = """
            {"id":"a","title":{"de":"Schlu\u{308}ssel"},"year":2001,"price":{"amount":"5.00","currency":"EUR"}}
            {"id":"b","title":{"de":"Schlüssel 鍵 한국"},"year":2002,"price":{"amount":"15.00","currency":"EUR"}}
            {"id":"c","title":{"de":"Schlüssel กุญแจ"},"year":2003,"price":{"amount":"125.00","currency":"EUR"}}

            """
        try TerminalUser.ofShop { user in
            try makeFile(user.home + "/shop/shop.jsonl", records)
            try user.search { terminal in
                try terminal.type("schlu\u{308}ssel")
                let screen = try terminal.waitUntil("all are found") { $0.label == " 3 Treffer gefunden" }
                let heading = try #require(screen.results.first)
                let rows = screen.results.filter { $0.contains("Schl") }
                #expect(rows.count == 3)
                for row in rows {
                    #expect(width(of: row, before: " 200") == width(of: heading, before: " Jahr"), "\(row)")
                    // Prices are at the right margin.
                    #expect(width(of: row) == 79, "\(row)")
                }
                try terminal.waitUntil("the cursor stands behind what was typed") { _ in
                    try terminal.format("#{cursor_x}") == "\(" Suche: schlüssel".count)"
                }
            }
        }
    }

    @Test func aWindowThatChangesItsSizeIsDrawnAnew() throws {
        try TerminalUser.ofShop { user in
            try user.search { terminal in
                try terminal.type("geburtstag")
                let before = try terminal.waitUntil("words are suggested") {
                    $0.label == " 3 Treffer gefunden" && $0.suggestions.contains("1 ")
                }
                for (columns, rows) in [(120, 40), (40, 10), (5, 2), (60, 7), (1, 1), (200, 60)] {
                    try terminal.resize(columns: columns, rows: rows)
                    let screen = try terminal.waitUntil("\(columns)x\(rows) is drawn") { screen in
                        switch (columns, rows) {
                        case (5, 2): screen.lines == ["Fens…", ""]
                        case (1, 1): screen.lines == ["…"]
                        case (_, 7): screen.field == " Suche: geburtstag" && screen.bottom.hasPrefix(" F1")
                        default:
                            screen.label.hasPrefix(" 3 Treffer gefunden") && screen.bottom.hasPrefix(" F1")
                                && screen.contains("Karte zum Geburtstag")
                        }
                    }
                    #expect(screen.lines.count == rows)
                    #expect(screen.lines.count { $0.contains("geburtstag") } <= 2)
                }
                try terminal.resize(columns: 80, rows: 24)
                try terminal.waitUntil("it looks as before") { $0 == before }
            }
        }
    }

    @Test func controlLRepairsTheScreen() throws {
        try TerminalUser.ofShop { user in
            try user.search { terminal in
                try terminal.type("ring")
                let before = try terminal.waitUntil("one is found, and a scope is suggested") {
                    $0.label == " 1 Treffer gefunden" && $0.suggestions.contains("1 in Hochzeiten (1)")
                }
                // Another program writes to the same terminal.
                try makeFile(terminal.format("#{pane_tty}"), "\u{1B}[3;1Hgarbage\u{1B}[10;20Hmore of it")
                try terminal.waitUntil("it is there") { $0.contains("garbage") && $0.contains("more of it") }
                try terminal.send("C-l")
                try terminal.waitUntil("it is gone") { $0 == before }
            }
        }
    }
}
