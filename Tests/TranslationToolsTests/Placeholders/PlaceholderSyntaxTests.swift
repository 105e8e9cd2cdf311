// Every placeholder syntax finds a translation that breaks a placeholder, and accepts one that keeps it.

import Localization
import Testing

@testable import TranslationTools

@Suite struct PlaceholderSyntaxTests {
    /// A flag with a source text, a translation that GNU msgfmt rejects (or Weblate, if msgfmt does not know
    /// the syntax), and one that it accepts.
    struct Case: Sendable, CustomTestStringConvertible {
        let flag: String
        let source: String
        let wrong: String
        let right: String
        var testDescription: String { "\(flag): \(wrong)" }

        init(_ flag: String, _ source: String, wrong: String, right: String) {
            (self.flag, self.source, self.wrong, self.right) = (flag, source, wrong, right)
        }
    }

    static let cases: [Case] = [
        Case("c-format", "%d files in %s", wrong: "%s Dateien in %d", right: "%2$s: %1$d"),
        Case("c-format", "%ld bytes", wrong: "%d Byte", right: "%ld Byte"),
        Case("c-format", "%d", wrong: "%u", right: "%i"),
        Case("c-format", "%<PRId64> B", wrong: "%s B", right: "B: %<PRId64>"),
        Case(
            "c-format", "at %s in %<PRIuMAX>", wrong: "%2$<PRIuMAX>", right: "%2$-5<PRIuMAX>: %1$s"),
        Case("c-format", "%S", wrong: "%s", right: "%1$S"),
        Case("c-format", "%C %lf", wrong: "%c %lf", right: "%lc %f"),
        Case("c-format", "%ls", wrong: "%s", right: "%S"),
        Case("perl-format", "%vd", wrong: "%d", right: "%vd."),
        Case("ruby-format", "%s", wrong: "%d", right: "%1$s"),
        Case("javascript-format", "%j", wrong: "%s", right: "%1$j"),
        Case("elisp-format", "%S", wrong: "%s", right: "%1$S"),
        Case("librep-format", "%s", wrong: "%c", right: "%s"),
        Case("scheme-format", "~a of ~d", wrong: "~d von ~a", right: "~s: ~d"),
        Case("lisp-format", "~A of ~D", wrong: "~D von ~A", right: "~A: ~D"),
        Case("boost-format", "%s of %d", wrong: "%d von %s", right: "%2$d: %1%"),
        Case("boost-format", "%*d", wrong: "%d", right: "%*d."),
        Case("java-format", "{0}", wrong: "{0,date}", right: "''{0}''"),
        Case("java-format", "{0,number} {0}", wrong: "{0}", right: "{0} {0,number}"),
        Case("java-printf-format", "%s", wrong: "%<s", right: "%1$s"),
        Case("csharp-format", "{0} {1}", wrong: "{0}", right: "{1}, {0}"),
        Case("qt-plural-format", "%n", wrong: "x", right: "%Ln"),
        Case("ycp-format", "%1 %%", wrong: "%1 %", right: "%% %1"),
        Case("python-brace-format", "{a.b} {c[0]}", wrong: "{c} {a}", right: "{c[0]} {a.b}"),
        Case("python-brace-format", "{a:d} {b}", wrong: "{a} {b}", right: "{b} {a:d}"),
        Case("python-brace-format", "{0:.2f}", wrong: "{0:.1f}", right: "({0:.2f})"),
        Case("python-brace-format", "{a:%Y} {b:,}", wrong: "{b:,", right: "{b} {a:%d}"),
        Case("laravel-format", "Hi :name", wrong: "Hallo :nom", right: "10:30 :NAME"),
        Case(
            "i18next-interpolation", "On {{date, datetime}}", wrong: "{{dat, datetime}}",
            right: "{{date, datetime}}"),
        Case("c-format", "%d%%", wrong: "%d %", right: "%d %%"),
        Case("objc-format", "%@: %d", wrong: "%d: %@", right: "%2$d: %1$@"),
        Case("java-printf-format", "%1$s in %2$d", wrong: "%1$s", right: "%2$d: %1$s%n"),
        Case("java-printf-format", "%s", wrong: "%tY", right: "%-10s"),
        Case("python-format", "Hi %(name)s", wrong: "Hallo %(nom)s", right: "%(name)s, hallo"),
        Case("python-format", "%(n)d", wrong: "%(n)s", right: "%(n)5d"),
        Case("python-format", "%s %s", wrong: "%s", right: "%s, %s"),
        Case("python-format", "%(n)s %%", wrong: "%(n)s %", right: "%% %(n)s"),
        Case("python-brace-format", "{0} {name!r:>10}", wrong: "{0} {nmae}", right: "{name} {0}"),
        Case("python-brace-format", "{a}", wrong: "{a", right: "{{}} {a}"),
        Case("perl-format", "%1$s %2$ld", wrong: "%1$s %2$s", right: "%2$ld %1$s"),
        Case("perl-brace-format", "Hi {name}", wrong: "Hallo {nom}", right: "{name} {x}"),
        Case("php-format", "%1$s of %2$d", wrong: "%2$s von %1$d", right: "%2$d: %1$'x10s"),
        Case("ruby-format", "%<a>d %{b}", wrong: "%<a>s", right: "%{b} %<a>i"),
        Case("javascript-format", "%s: %d", wrong: "%s: %f", right: "%2$d: %1$s"),
        Case("lua-format", "%s of %d", wrong: "%d von %s", right: "%s: %5d"),
        Case("awk-format", "%s of %d", wrong: "%d von %s", right: "%2$d %1$s"),
        Case("tcl-format", "%s of %d", wrong: "%s", right: "%2$d %1$s"),
        Case("tcl-format", "%s: %*i", wrong: "%1$s: %3$*i", right: "%2$*i: %1$s"),
        Case("go-format", "%s of %d", wrong: "%d von %s", right: "%[2]d: %[1]s"),
        Case("sh-format", "Hi $name", wrong: "Hallo $nom", right: "${name}!"),
        Case("sh-format", "Hi $name", wrong: "Hallo $1", right: "$name"),
        Case("sh-printf-format", "%s %d", wrong: "%s", right: "%2$d %1$s"),
        Case("elisp-format", "%s of %d", wrong: "%s", right: "%2$d %1$s"),
        Case("object-pascal-format", "%s of %d", wrong: "%s", right: "%1:d %0:s"),
        Case("gfc-internal-format", "%s at %L", wrong: "%s", right: "%2$L %1$s"),
        Case("gcc-internal-format", "%qs is %<x%>", wrong: "%qd", right: "%<x%>: %qs"),
        Case("csharp-format", "{0} of {1:N2}", wrong: "{0", right: "{1} {0,-5}"),
        Case("rust-format", "Hi {name}", wrong: "Hallo {nom}", right: "{name:>5}"),
        Case("c++-format", "{} {}", wrong: "{}", right: "{1} {0}"),
        Case("java-format", "{0} in {1}", wrong: "{0} '{1}'", right: "{1} ''{0}''"),
        Case("java-format", "{0} in {1}", wrong: "{1,number} ''{0}''", right: "{1}: {0}"),
        Case("java-format", "{0}", wrong: "{0", right: "{0}"),
        Case("qt-format", "%1 of %L2", wrong: "%1", right: "%2: %1 100%"),
        Case("kde-format", "%1 of %2", wrong: "%1 von %3", right: "%2 hat %1"),
        Case("boost-format", "%1% of %2%", wrong: "%1%", right: "%2%: %1%"),
        Case("boost-format", "%|1$s|", wrong: "%|1$", right: "%1$s"),
        Case("scheme-format", "~a of ~d", wrong: "~a", right: "~a: ~d~%"),
        Case(
            "icu-message-format", "{n, plural, one {# file in {d}} other {# files in {d}}}",
            wrong: "{n, plural, one {# Datei} other {# Dateien in {d}}}",
            right: "{n, plural, one {# Datei in {d}} other {In {d}: #}}"),
        Case("icu-message-format", "{n} {d, date}", wrong: "{n}", right: "{d, date, short} {n}"),
        Case("i18next-interpolation", "Hi {{ name }}", wrong: "Hallo {{nom}}", right: "{{name}}!"),
        Case("vue-format", "Hi {name} @:link", wrong: "Hallo {name}", right: "@:link {name}"),
        Case("es-format", "Hi ${name}", wrong: "Hallo ${nom}", right: "${ name }!"),
        Case("percent-placeholders", "Hi %name%", wrong: "Hallo %nom%", right: "%name%!"),
        Case("c-format", "%d%n", wrong: "%d", right: "%1$d%2$n"),
        Case("objc-format", "%d files", wrong: "Dateien", right: "%i Dateien"),
        Case("objc-format", "%d%% of it", wrong: "%d % davon", right: "%d %% davon"),
        Case("php-format", "%.2f", wrong: "%.f", right: "%.1f"),
        Case("gcc-internal-format", "%qD: %m", wrong: "%qE: %m", right: "%m: %D"),
        Case("gcc-internal-format", "%qD: %m", wrong: "%qD", right: "%m: %qD"),
        Case("smalltalk-format", "%1 %%", wrong: "%1 %", right: "%% %1"),
        Case("object-pascal-format", "%0:s of %1:d", wrong: "%1:s von %0:d", right: "%1:d: %0:s"),
        Case("boost-format", "%1$s", wrong: "%$s", right: "%1%"),
        Case("boost-format", "%1$d", wrong: "%1$s", right: "%1%: %1$d"),
        Case("csharp-format", "{0,5}", wrong: "{0,}", right: "{0, -5 }"),
        Case("perl-format", "%vd", wrong: "%v d", right: "%+vd"),
        Case("scheme-format", "~{~a: ~d~} ~a", wrong: "~{~a~} ~a", right: "~{~s: ~d~}~%~a"),
        Case("lisp-format", "~(~a~)", wrong: "~(~a", right: "~a"),
        Case("placeholders:NAME:$URL$", "NAME at $URL$", wrong: "Name: $URL$", right: "$URL$: NAME"),
    ]

    @Test(arguments: cases)
    func aBrokenPlaceholderIsFound(case mistake: Case) {
        let found = findings(mistake, mistake.wrong)
        #expect(!found.isEmpty)
        #expect(found.allSatisfy(Self.checks.contains))
    }

    @Test(arguments: cases)
    func keptPlaceholdersAreQuiet(case mistake: Case) {
        #expect(findings(mistake, mistake.right) == [])
    }

    /// A placeholder that cannot be parsed in the source is text, in the translation, too.
    @Test(arguments: [
        "c-format", "python-format", "java-format", "sh-format", "boost-format", "csharp-format",
    ])
    func aSourceThatIsNoFormatIsText(flag: String) {
        let text = "100% of {x and $1 %"
        #expect(findings(Case(flag, text, wrong: "", right: ""), "%d %s {0} {1} $name") == [])
    }

    /// GNU msgfmt compares nothing with a source that omits an argument before another one, or shows one in
    /// two ways.
    @Test(arguments: [
        ("c-format", "the %2$d", "das"), ("objc-format", "the %2$d", "das %1$@"),
        ("java-printf-format", "%1$s, %.2f", "%1$s"), ("perl-format", "%1$s, %5.2f", "%5.2f"),
        ("javascript-format", "%f of %2$d", "%2$d"), ("elisp-format", "%d of %1$s", "%1$s"),
        ("kde-format", "the %3", "das"), ("object-pascal-format", "%0:s of %d", "%0:s"),
        ("gfc-internal-format", "the %2$s", "das"), ("objc-format", "%1$d of %1$@", "%1$@"),
    ])
    func aSourceThatFitsNoArgumentsIsText(flag: String, source: String, translation: String) {
        #expect(findings(Case(flag, source, wrong: "", right: ""), translation) == [])
    }

    /// A program passes all arguments up to the last one that a .NET text shows.
    @Test func anEarlierArgumentMayBeShown() {
        #expect(findings(Case("csharp-format", "{1}", wrong: "", right: ""), "{0} {1}") == [])
    }

    @Test func noFlagMeansText() {
        #expect(findings(Case("no-c-format", "Use %d", wrong: "", right: ""), "Nimm %s") == [])
    }

    @Test func withoutAFlagTheTextsTell() {
        func found(_ source: String, _ translation: String) -> [String] {
            findings(Case("", source, wrong: "", right: ""), translation)
        }
        #expect(found("Hi {name}", "Hallo {nmae}") == ["extra-argument"])
        #expect(found("Hi ${user.name}", "Hallo") == ["missing-argument"])
        #expect(found("Hi %name%", "Hallo %nom%") == ["extra-argument"])
        #expect(found("At {{date, datetime}}", "{{dat, datetime}}") == ["extra-argument"])
        #expect(found("%lld% of it", "%lld% davon") == [])
        #expect(found("{n, plural, one {# x} other {# y}}", "{n, plural, one {# x}}") == ["invalid-format"])
        #expect(
            found("{n, plural, one {# x} other {# y}}", "{n, plural, one {# Ding} other {# Dinge}}") == [])
        #expect(
            found("{n, plural, one {# x} other {# y}}", "{n, plural, other {# Dinge}}") == [
                "missing-plural-category"
            ])
        #expect(found("Hi %(name)s", "Hallo %(nom)s") == ["extra-argument"])
        // Braces that are not placeholders.
        #expect(found("Use \\textbf{word}", "Nimm \\textbf{Wort}") == [])
        #expect(found("a {thing or two} b", "a {Ding oder zwei} b") == [])
        #expect(found("[a-z]{2}", "[a-z]{3}") == [])
        // No regular expression has a number in braces there.
        #expect(found("{0} of {1}", "{0} von?{1}") == [])
        #expect(found("{0} + {1}", "{0}+{1}") == [])
        // The source has no placeholder.
        #expect(found("Type a name", "{Name} eingeben") == [])
    }

    /// Addresses contain percent signs that are not specifiers.
    @Test(arguments: [
        ("See https://example.org/a%20dog", "Siehe https://example.org/a"),
        ("Go to https://example.org/caf%C3%A9", "https://example.org/kaffee"),
        ("a", "https://example.org/%D0%BF%D0%BE"), ("mailto:a@b.org?body=%0D%0A", "mailto:a@b.org"),
        ("<a href=\"/wiki/Caf%c3%a9\">x</a>", "<a href=\"/wiki/Kaffee\">x</a>"),
    ])
    func percentEncodingIsNoSpecifier(source: String, translation: String) {
        let found = findings(Case("", source, wrong: "", right: ""), translation)
        #expect(found.filter(Self.checks.contains) == [])
    }

    @Test(arguments: ["https://example.org/%d/%@", "%02d:%02d", "https://example.org/%02d", "%d/%20d"])
    func specifiersInAddressesAreSpecifiers(text: String) {
        #expect(!FormatString(text).specifiers.isEmpty)
    }

    // The limit is generous: a machine may be busy with other work. Cubic time would take hours.
    @Test(.timeLimit(.minutes(30))) func hostileTextsCostLittle() {
        for unit in ["%", "{", "%(", "${", "{{", "%[", "{a,plural,other{", "~", "%|", "'", "https://a%20"] {
            let text = String(repeating: unit, count: 4_000)
            for syntax in PlaceholderSyntax.all + [.common] {
                #expect(syntax.ranges(in: text).allSatisfy { $0.upperBound <= text.utf8.count })
            }
            _ = ICUMessage.selects(text)
        }
    }

    private static let checks: Set<String> = [
        "missing-argument", "extra-argument", "argument-type", "argument-order", "argument-width",
        "invalid-format",
        "stray-percent", "brackets",
    ]

    private func findings(_ mistake: Case, _ translation: String) -> [String] {
        GettextFiles.findings(
            "#, \(mistake.flag)\nmsgid \(quoted(mistake.source))\nmsgstr \(quoted(translation))\n"
        ).map(\.check).sorted()
    }

    private func quoted(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped)\""
    }
}

/// Checks gettext's files.
enum GettextFiles {
    /// The findings about a file with a header and some entries.
    static func findings(
        _ entries: String, locale: String = "de", rule: String = "nplurals=2; plural=n != 1;",
        options: CheckOptions = CheckOptions()
    ) -> [Finding] {
        let header = "msgid \"\"\nmsgstr \"Language: \(locale)\\nPlural-Forms: \(rule)\\n\"\n\n"
        let source = TranslationFileSource(
            project: LocalizationProject(sourceLocale: .english, files: []), path: "\(locale).po")
        let files = LocalizationFile.files(of: Array((header + entries).utf8), POFormat(), from: source) ?? []
        let project = LocalizationProject(sourceLocale: .english, files: files)
        return CheckRunner(project: project, options: options).findings().filter { $0.severity > .note }
    }
}
