// Pseudolocalized texts still work in the program.

import Localization
import Testing
import TranslationTools

@Suite struct PseudoLocalizerTests {
    private let accented = PseudoLocalizer(.accented)
    private let rightToLeft = PseudoLocalizer(.rightToLeft)

    @Test(arguments: [
        ("Save", "[Šåṽé ~one]"), ("%ld items, 100%%", "[%ld îţéɱš, 100%% ~one t]"), ("", ""), ("  ", "  "),
        ("<b>Hi</b> %1$@", "[<b>Ĥî</b> %1$@ ~one]"), ("\nTwo\nlines\n", "\n[Ţŵö\nļîñéš ~one]\n"),
    ])
    func textsAreLongerAndAccented(text: String, expected: String) {
        #expect(accented.text(FormatString(text)) == expected)
    }

    @Test(arguments: [
        "Save", "%1$@ of %2$ld files", "See https://example.org/a?b=%20c now", "<a href=\"x\">%@</a>",
        "%name%d", "%1$#@files@ in %2$#@folders@", "100%% of it", "50% of", "%", "a %", "<", "a < b > c",
        "😀 é",
    ])
    func specifiersTagsAndURLsStay(text: String) {
        for localizer in [accented, rightToLeft] {
            let changed = FormatString(localizer.text(FormatString(text)))
            let source = FormatString(text)
            #expect(changed.specifiers.map(\.source) == source.specifiers.map(\.source))
            #expect(changed.substitutions.map(\.source) == source.substitutions.map(\.source))
            #expect(changed.source.contains("%%") == text.contains("%%"))
            if text.contains("https") { #expect(changed.source.contains("https://example.org/a?b=%20c")) }
            if text.contains("href") { #expect(changed.source.contains("<a href=\"x\">")) }
        }
    }

    @Test(arguments: ["%(model)s", "{user}", "{{ count }}", "${name}", "%{a}", "%1", "&amp;", "<b>", "%n%"])
    func placeholdersOfAllSyntaxesStay(placeholder: String) {
        #expect(accented.text(FormatString("Hi \(placeholder) now")).hasPrefix("[Ĥî \(placeholder) ñöŵ ~one"))
    }

    @Test(arguments: [
        ("lisp-format", "Hi ~D", "[Ĥî ~D =one]"), ("scheme-format", "Hi ~a", "[Ĥî ~a =one]"),
        ("sh-format", "Hi $name", "[Ĥî $name ~one]"),
    ])
    func placeholdersOfAFlagStayAndNoneIsAdded(flag: String, text: String, expected: String) {
        let message = accented.message(Message(key: "k", text: text), flags: [flag])
        #expect(message.text?.source == expected)
    }

    @Test(arguments: [
        ("{g, select, male{He} other{They}} said", "[{g, select, male{Ĥé} other{Ţĥéý}} šåîð"),
        ("{n, plural, one {# file} other {# files}}", "[{n, plural, one {# ƒîļé} other {# ƒîļéš}}"),
        ("On {d, date, short} or", "[Öñ {d, date, short} öŕ"),
        ("Go to $t(b)", "[Ĝö ţö $t(b)"), ("^[%lld file](inflect: true)", "[^[%lld ƒîļé](inflect: true)"),
    ])
    func whatIsNoTextOfAMessageStays(text: String, expected: String) {
        #expect(accented.text(FormatString(text)).hasPrefix(expected))
    }

    @Test func wordsRunFromRightToLeft() {
        #expect(
            rightToLeft.text("Save %@ now") == "\u{202E}Save\u{202C} \u{2066}%@\u{2069} \u{202E}now\u{202C}")
    }

    @Test func messagesGetTheFormsOfTheLocale() {
        let message = Message(key: "n", plural: [.one: "%ld file", .other: "%ld files"])
        #expect(accented.message(message).plural[.one]?.source.hasPrefix("[%ld ƒîļé") == true)
        let arabic = rightToLeft.message(message, for: LocaleIdentifier("ar_XB")!)
        #expect(arabic.plural.count == 6)
    }

    @Test func partsOfATextHaveNoBrackets() {
        let message = Message(
            key: "n", text: "%1$#@files@",
            substitutions: ["files": [.other: FormatString("%arg files", isSubstitution: true)]])
        let changed = accented.message(message)
        #expect(changed.substitutions["files"]?[.other]?.source == "%arg ƒîļéš")
        #expect(changed.text?.source.hasPrefix("[%1$#@files@ ~") == true)
    }
}
