// Plural and device dictionaries as Xcode and plutil write them.

import Localization
import Testing
import TranslationTools

@Suite struct StringsdictTests {
    private let english: LocaleIdentifier
    private let german: LocaleIdentifier

    init() throws {
        english = try #require(LocaleIdentifier("en"))
        german = try #require(LocaleIdentifier("de"))
    }

    private func read(_ members: String) -> (messages: [Message], findings: [ExchangeDiagnostic]) {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict>
            \(members)
            </dict></plist>
            """
        let read = Stringsdict.read(
            Array(text.utf8), name: "Localizable", sourceLocale: english, locale: german)
        return (read.tables.flatMap(\.units).compactMap(\.translation), read.findings)
    }

    private func write(_ messages: [Message], _ locale: String = "de") throws -> (
        text: String, findings: [ExchangeDiagnostic]
    ) {
        let table = TranslationTable(
            name: "Localizable", sourceLocale: english, locale: LocaleIdentifier(locale),
            units: messages.map { TranslationUnit(key: $0.key, translation: $0) })
        let written = Stringsdict.write(table)
        return (String(decoding: written.bytes, as: UTF8.self), written.findings)
    }

    private func variable(_ name: String, _ type: String, _ forms: KeyValuePairs<String, String>) -> String {
        "<key>\(name)</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>"
            + "<key>NSStringFormatValueTypeKey</key><string>\(type)</string>"
            + forms.map { "<key>\($0.key)</key><string>\($0.value)</string>" }.joined() + "</dict>"
    }

    private func entry(_ key: String, _ format: String, _ variables: String) -> String {
        "<key>\(key)</key><dict><key>NSStringLocalizedFormatKey</key><string>\(format)</string>\(variables)</dict>"
    }

    @Test func pluralsAreRead() {
        let read = read(
            entry("days", "%#@value@", variable("value", "ld", ["one": "%ld Tag", "other": "%ld Tage"]))
                + entry(
                    "hours", "%#@hours@", variable("hours", "d", ["zero": "keine", "other": "%d Stunden"]))
                + entry("of", "%2$#@value@", variable("value", "lu", ["other": "%1$@: %2$lu"])))
        #expect(
            read.messages == [
                Message(key: "days", plural: [.one: "%ld Tag", .other: "%ld Tage"]),
                Message(key: "hours", plural: [.zero: "keine", .other: "%d Stunden"]),
                Message(key: "of", plural: [.other: "%1$@: %2$lu"]),
            ])
        #expect(read.findings.map(\.facts) == [["hours", "hours"]])
        #expect(read.findings.map(\.messageKey) == ["Stringsdict.VariableNotKept"])
        #expect(read.findings.first?.severity == .note)
    }

    @Test func severalCountsAreSubstitutions() throws {
        let read = read(
            entry(
                "both", "%1$#@files@ in %2$#@folders@",
                variable("files", "ld", ["one": "%1$ld Datei", "other": "%1$ld Dateien"])
                    + variable("folders", "lld", ["other": "Ordnern"])))
        let message = try #require(read.messages.first)
        #expect(message.text == "%1$#@files@ in %2$#@folders@")
        #expect(message.substitutions["files"]?[.one]?.source == "%1$ld Datei")
        #expect(message.substitutions["folders"]?[.other]?.source == "Ordnern")
        // No text shows that folders are counted in long long.
        #expect(read.findings.map(\.facts) == [["both", "lld"]])
    }

    @Test func deviceTextsAreReadWithOtherAsTheText() {
        let read = read(
            "<key>tap</key><dict><key>NSStringDeviceSpecificRuleType</key><dict><key>mac</key><string>Klick</string>"
                + "<key>other</key><string>Tipp</string></dict></dict>")
        #expect(read.messages == [Message(key: "tap", text: "Tipp", devices: ["mac": "Klick"])])
        #expect(read.findings == [])
    }

    @Test func textsForWidthsAreReadByTheWidestAndKept() throws {
        let list = """
            <plist version="1.0"><dict><key>k</key><dict><key>NSStringVariableWidthRuleType</key><dict>
            <key>20</key><string>Short</string><key>100</key><string>Much longer</string></dict></dict></dict></plist>
            """
        var read = Stringsdict.read(Array(list.utf8), name: "a", sourceLocale: english, locale: german)
        #expect(read.findings == [])
        #expect(read.tables[0].units.map(\.translation) == [Message(key: "k", text: "Much longer")])
        let same = Stringsdict.update(Array(list.utf8), with: read.tables[0])
        #expect(same.bytes == Array(list.utf8) && same.findings == [])
        read.tables[0].units[0].translation = Message(key: "k", text: "Other")
        let changed = Stringsdict.update(Array(list.utf8), with: read.tables[0])
        #expect(changed.bytes == Array(list.utf8))
        #expect(changed.findings.map(\.messageKey) == ["Stringsdict.VariableWidth"])
    }

    @Test(arguments: [
        (
            "<key>k</key><dict><key>NSStringVariableWidthRuleType</key><dict/></dict>",
            "Stringsdict.UnexpectedValue"
        ),
        ("<key>k</key><integer>3</integer>", "Stringsdict.UnexpectedValue"),
        ("<key>k</key><dict><key>v</key><dict/></dict>", "Stringsdict.MissingOther"),
        ("<key>k</key><dict/>", "Stringsdict.UnexpectedValue"),
        (
            "<key>k</key><dict><key>NSStringDeviceSpecificRuleType</key><dict><key>mac</key><dict/></dict></dict>",
            "Stringsdict.UnexpectedValue"
        ),
        (
            "<key>k</key><dict><key>v</key><dict><key>NSStringFormatSpecTypeKey</key><string>Odd</string></dict></dict>",
            "Stringsdict.UnknownRule"
        ),
        ("<key>k</key>", "Stringsdict.UnexpectedValue"),
    ])
    func whatMessagesCannotHoldIsRefusedAndAllElseIsRead(entry: String, key: String) {
        let good = self.entry("good", "%#@value@", variable("value", "ld", ["other": "%ld"]))
        let read = read(good + "\n" + entry)
        #expect(read.messages.map(\.key) == ["good"])
        #expect(read.findings.map(\.messageKey) == [key])
        #expect(read.findings.first?.position?.line == 5)
    }

    @Test(arguments: ["<plist><array/></plist>", "<dict/>", "<plist/>"])
    func otherDocumentsAreRefused(text: String) {
        let read = Stringsdict.read(Array(text.utf8), name: "a", sourceLocale: english, locale: german)
        #expect(read.findings.map(\.messageKey) == ["Stringsdict.UnexpectedDocument"])
    }

    @Test func pluralsAreWrittenAsXcodeExpectsThem() throws {
        let written = try write([
            Message(key: "plain", text: "Kein Plural"),
            Message(key: "of", text: "%2$ld", plural: [.one: "%1$@ & %2$d", .other: "%1$@ & %2$d"]),
        ])
        #expect(
            written.text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
                <plist version="1.0">
                <dict>
                \t<key>of</key>
                \t<dict>
                \t\t<key>NSStringLocalizedFormatKey</key>
                \t\t<string>%2$#@value@</string>
                \t\t<key>value</key>
                \t\t<dict>
                \t\t\t<key>NSStringFormatSpecTypeKey</key>
                \t\t\t<string>NSStringPluralRuleType</string>
                \t\t\t<key>NSStringFormatValueTypeKey</key>
                \t\t\t<string>d</string>
                \t\t\t<key>one</key>
                \t\t\t<string>%1$@ &amp; %2$d</string>
                \t\t\t<key>other</key>
                \t\t\t<string>%1$@ &amp; %2$d</string>
                \t\t</dict>
                \t</dict>
                </dict>
                </plist>

                """)
        #expect(written.findings == [])
    }

    @Test func otherIsTakenFromManyWhereItIsForFractionsOnly() throws {
        let message = Message(key: "n", plural: [.one: "%ld plik", .many: "%ld plików"])
        let polish = try write([message], "pl")
        #expect(polish.text.contains("<key>other</key>\n\t\t\t<string>%ld plików</string>"))
        #expect(polish.findings.map(\.messageKey) == ["Stringsdict.OtherFromMany"])
        let german = try write([message])
        #expect(german.findings.map(\.messageKey) == ["Stringsdict.MissingOther"])
        #expect(!german.text.contains("plik"))
    }

    @Test func theCountedArgumentIsSpelledOut() throws {
        let written = try write([
            Message(
                key: "both", text: "%1$#@files@, %2$#@folders@",
                substitutions: [
                    "files": [.other: FormatString("%arg of %%arg", isSubstitution: true)],
                    "folders": [.other: FormatString("%arg %2$lld", isSubstitution: true)],
                ])
        ])
        #expect(written.text.contains("<string>%1$ld of %%arg</string>"))
        #expect(written.text.contains("<string>%2$lld %2$lld</string>"))
        #expect(written.findings.map(\.facts) == [["both", "files"], ["both", "folders"]])
    }

    @Test func whatPropertyListsCannotHoldIsRefused() throws {
        let written = try write([
            Message(key: "a", plural: [.other: "\u{1}"]),
            Message(key: "b", plural: [.other: "x"], devices: ["mac": "y"]),
            Message(key: "c", text: "%#@NSStringX@", substitutions: ["NSStringX": [.other: "x"]]),
            Message(key: "d", substitutions: ["x": [.other: "x"]]),
        ])
        #expect(
            written.findings.map(\.messageKey) == [
                "Stringsdict.CharacterNotAllowed", "Stringsdict.MixedVariations", "Stringsdict.ReservedName",
                "Stringsdict.MissingText",
            ])
        #expect(!written.text.contains("<key>"))
    }

    // MARK: Existing files

    private func update(_ old: String, _ messages: [Message]) throws -> String {
        let table = TranslationTable(
            name: "Localizable", sourceLocale: english, locale: german,
            units: messages.map { TranslationUnit(key: $0.key, translation: $0) })
        let updated = Stringsdict.update(Array(old.utf8), with: table)
        return String(decoding: try #require(updated.bytes), as: UTF8.self)
    }

    /// A file in a layout that people use: other indentation, comments, names of variables, and another
    /// order.
    private let laidOut = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">
          <dict>
            <!-- how many -->
            <key>days</key>
            <dict>
              <key>NSStringLocalizedFormatKey</key>
              <string>%#@days@</string>
              <key>days</key>
              <dict>
                <key>NSStringFormatValueTypeKey</key>
                <string>d</string>
                <key>NSStringFormatSpecTypeKey</key>
                <string>NSStringPluralRuleType</string>
                <key>other</key>
                <string>%d Tage</string>
                <key>one</key>
                <string>ein &#84;ag</string>
              </dict>
            </dict>

            <key>own</key>
            <dict>
              <key>NSStringLocalizedFormatKey</key>
              <string>%#@n@</string>
              <key>n</key>
              <dict>
                <key>NSStringFormatSpecTypeKey</key>
                <string>NSStringPluralRuleType</string>
                <key>NSStringFormatValueTypeKey</key>
                <string>u</string>
                <key>other</key>
                <string>viele</string>
              </dict>
            </dict>
          </dict>
        </plist>

        """

    @Test func aFileThatSaysTheSameStaysAsItIs() throws {
        for old in [laidOut, laidOut.replacing("\n", with: "\r\n")] {
            let days = Message(key: "days", plural: [.one: "ein Tag", .other: "%d Tage"])
            #expect(try update(old, [days]) == old)
        }
    }

    @Test func changedFormsKeepVariablesOrderAndComments() throws {
        let updated = try update(
            laidOut,
            [
                Message(key: "days", plural: [.one: "1 Tag", .other: "%d Tage"]),
                Message(key: "own", plural: [.other: "sehr viele"]),
            ])
        #expect(
            updated
                == laidOut.replacing("ein &#84;ag", with: "1 Tag").replacing(">viele<", with: ">sehr viele<"))
    }

    @Test func newMessagesAndFormsAreLaidOutAsTheOthers() throws {
        let messages = [
            Message(key: "days", plural: [.zero: "keine", .other: "%d Tage"]),
            Message(key: "weeks", plural: [.other: "%ld Wochen"]),
        ]
        let updated = try update(laidOut, messages)
        let expected = laidOut.replacing(
            """
                    <key>one</key>
                    <string>ein &#84;ag</string>

            """,
            with: """
                        <key>zero</key>
                        <string>keine</string>

                """
        ).replacing(
            "\n  </dict>\n</plist>",
            with: """

                    <key>weeks</key>
                    <dict>
                      <key>NSStringLocalizedFormatKey</key>
                      <string>%#@value@</string>
                      <key>value</key>
                      <dict>
                        <key>NSStringFormatSpecTypeKey</key>
                        <string>NSStringPluralRuleType</string>
                        <key>NSStringFormatValueTypeKey</key>
                        <string>ld</string>
                        <key>other</key>
                        <string>%ld Wochen</string>
                      </dict>
                    </dict>
                  </dict>
                </plist>
                """)
        #expect(updated == expected)
        #expect(try update(updated, messages) == updated)
        let lines = laidOut.replacing("\n", with: "\r\n")
        #expect(try update(lines, messages) == expected.replacing("\n", with: "\r\n"))
    }

    @Test func aFileThatCannotBeReadIsNotReplaced() {
        let table = TranslationTable(name: "a", sourceLocale: english, locale: german, units: [])
        for old in ["", "<plist><dict>", "<plist><array/></plist>", "<resources/>"] {
            let updated = Stringsdict.update(Array(old.utf8), with: table)
            #expect(updated.bytes == nil && !updated.findings.isEmpty, "\(old)")
        }
    }
}
