// `lstrings` with messages of MessageFormat 2 in several formats, and with Fluent in Firefox's layout.

import TestSupport
import Testing

@Suite struct LstringsMessageFormatTests {
    /// The findings of a check, one per line.
    private func findings(_ files: [String: String]) throws -> [String] {
        try withFiles(files) { (folder) throws in
            try lstrings("check .", in: folder).lines.filter { $0.hasSuffix("]") }
        }
    }

    /// A source text and its translation into Polish in files of each format.
    private func projects(_ source: String, _ translation: String) -> [String: [String: String]] {
        [
            "json": [
                "locales/en.json": "{\"k\": \"\(source)\"}", "locales/pl.json": "{\"k\": \"\(translation)\"}",
            ],
            "formatjs": [
                "lang/en.json": "{\"k\": {\"defaultMessage\": \"\(source)\"}}",
                "lang/pl.json": "{\"k\": {\"defaultMessage\": \"\(translation)\"}}",
            ],
            "arb": [
                "l10n/app_en.arb": "{\"@@locale\": \"en\", \"k\": \"\(source)\"}",
                "l10n/app_pl.arb": "{\"@@locale\": \"pl\", \"k\": \"\(translation)\"}",
            ],
            "properties": [
                "messages.properties": "k = \(source)\n", "messages_pl.properties": "k = \(translation)\n",
            ],
            "po": [
                "po/pl.po": """
                msgid ""
                msgstr "Language: pl\\nContent-Type: text/plain; charset=UTF-8\\n"

                msgid "\(source)"
                msgstr "\(translation)"

                """
            ],
            "xliff": [
                "pl.xliff": """
                <xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
                  <file original="a" source-language="en" target-language="pl" datatype="plaintext"><body>
                    <trans-unit id="k"><source>\(source)</source><target>\(translation)</target></trans-unit>
                  </body></file>
                </xliff>
                """
            ],
        ]
    }

    @Test func messageFormat2IsCheckedInEachFormat() throws {
        let source = ".input {$n :number} .match $n one {{{$n} file}} * {{{$n} files}}"
        let right =
            ".input {$n :number} .match $n one {{{$n} plik}} few {{{$n} pliki}} many {{{$n} plików}} * {{{$n} pliku}}"
        for (name, files) in projects(source, right) {
            #expect(try findings(files) == [], "\(name)")
        }
        let lacking = right.replacing(" few {{{$n} pliki}}", with: "")
        for (name, files) in projects(source, lacking) {
            let found = try findings(files)
            #expect(found.count == 1 && found[0].hasSuffix("[missing-plural-category]"), "\(name): \(found)")
        }
        let broken = right.replacing("* {{", with: "* {")
        for (name, files) in projects(source, broken) {
            let found = try findings(files)
            #expect(
                found.contains { $0.contains("syntax-error") && $0.hasSuffix("[invalid-format]") },
                "\(name): \(found)")
        }
        for (name, files) in projects("Hello {$name}", "Witaj {$nmae}") {
            let found = try findings(files)
            #expect(found.contains { $0.hasSuffix("[extra-argument]") }, "\(name): \(found)")
        }
    }

    @Test func firefoxsModulesAreCompared() throws {
        let files = [
            "browser/locales/en-US/browser/menu.ftl": "open = Open { $name }\nclose = Close\n",
            "browser/locales/en-US/app.ftl": "app = App\n",
            "de/browser/browser/menu.ftl": "open = Öffnen\n", "de/browser/app.ftl": "app = Anwendung\n",
        ]
        try withFiles(files) { (folder) throws in
            let found = try lstrings("check .", in: folder).lines.filter { $0.hasSuffix("]") }
            #expect(
                found.count == 2 && found.allSatisfy { $0.hasPrefix("de/browser/browser/menu.ftl:") },
                "\(found)")
            #expect(
                Set(found.compactMap { $0.split(separator: "[").last }) == [
                    "missing-argument]", "missing-key]",
                ])
            #expect(try lstrings("stats .", in: folder).lines.contains { $0.contains("de") })
        }
    }
}
