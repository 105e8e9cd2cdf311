// Tests of checks on messages of MessageFormat 2.

import Localization
import Testing

@testable import TranslationTools

@Suite struct MessageFormat2Tests {
    static let files = """
        .input {$count :number}
        .match $count
        one {{{$count} file of {$owner}}}
        *   {{{$count} files of {$owner}}}
        """

    /// The codes of findings about a translation of a text into Polish, with their facts.
    static func codes(_ source: String, _ translation: String, _ flags: String = "") -> [String] {
        let comment = flags.isEmpty ? nil : "Flag: \(flags)"
        let pair = MessagePair(
            message: Message(key: "k", text: translation, comment: comment),
            source: Message(key: "k", text: source, comment: comment),
            isSource: false, locale: LocaleIdentifier("pl")!, counting: .of(LocaleIdentifier("pl")!),
            syntax: nil)
        let checks: [any MessageCheck] = [
            InvalidFormatCheck(), MissingArgumentCheck(), ExtraArgumentCheck(), ArgumentTypeCheck(),
            MissingPluralCategoryCheck(), RepeatedArgumentCheck(),
        ]
        return checks.flatMap { check in
            check.problems(in: pair).map { problem in
                let facts = problem.facts.map(\.plainText).joined(separator: " | ")
                return "\(check.identifier)\(problem.variant.map { "." + $0 } ?? ""): \(facts)"
            }
        }
    }

    @Test(arguments: [
        (".input {$n :number} .match $n one {{a}} * {{b}}", true), ("\n .local $x = {1} {{a}}", true),
        (".match $x * {{a}}", true), ("Hello {$name}", true), ("{$n :integer}", true), ("{42 :number}", true),
        ("Hello {name}", false), ("{{name}}", false), ("{{count, number}}", false), ("${name}", false),
        ("{n, plural, one {a} other {b}}", false), (".matching {a}", false), ("{$t('x')}", false),
        ("plain", false), ("{ 50% :-) }", false), ("Price: {price} :", false),
    ])
    func messagesAreKnownByTheirTexts(text: String, isMessage: Bool) {
        #expect(MessageFormat2.isMessage(text) == isMessage)
    }

    @Test func soundTranslationsAreQuiet() {
        let polish = """
            .input {$count :number}
            .match $count
            one  {{{$count} plik użytkownika {$owner}}}
            few  {{{$count} pliki użytkownika {$owner}}}
            many {{{$count} plików użytkownika {$owner}}}
            *    {{{$count} pliku użytkownika {$owner}}}
            """
        #expect(Self.codes(Self.files, polish) == [])
        #expect(
            Self.codes("Hello {$name}, {$when :date length=long}", "{$when :date length=short}: {$name}")
                == [])
    }

    @Test func mistakesAreFound() {
        let plural =
            ".input {$count :number} .match $count one {{{$count} plik {$owner}}} * {{{$count} plików {$owner}}}"
        let missing = Self.codes(Self.files, plural)
        #expect(missing.count == 2 && missing.allSatisfy { $0.hasPrefix("missing-plural-category: ") })
        #expect(missing.first?.contains("few") == true && missing.last?.contains("many") == true)
        #expect(Self.codes("Hello {$name}", "Witaj").first?.hasPrefix("missing-argument") == true)
        #expect(
            Self.codes("Hello {$name}", "Witaj {$name} {$nam}").first?.hasPrefix("extra-argument") == true)
        #expect(Self.codes("At {$time :time}", "O {$time :number}").first?.hasPrefix("argument-type") == true)
        #expect(
            Self.codes("See {#a}this{/a} {$x}", "Zob. {#a}to {$x}").first?.hasPrefix("missing-argument")
                == true)
        // One variant lacks an argument that all variants of the source show.
        let lacking = Self.files.replacing(" file of {$owner}", with: " plik")
        #expect(Self.codes(Self.files, lacking).contains { $0.hasPrefix("missing-argument") })
    }

    @Test(arguments: [
        ("Hello {$name", "Hello {$name | syntax-error | 1 | 13"),
        ("{$name} {$name x=1}", "x=1} | syntax-error"),
        (".input {$name :string}\n.match $name\na {{b}}", "missing-fallback-variant"),
        (".local $name = {$name} {{x}}", "duplicate-declaration"),
    ])
    func errorsOfTranslationsHaveTheirNameAndPlace(translation: String, fact: String) {
        let found = Self.codes("Hello {$name}", translation)
        #expect(found.first?.hasPrefix("invalid-format.messageformat2: ") == true, "\(found)")
        #expect(found.first?.contains(fact) == true, "\(found)")
    }

    @Test func errorsHaveLineAndColumn() {
        let found = Self.codes("Hello {$name}", ".input {$name :string}\n.match $name\n* {{größe {$name }}")
        #expect(found == ["invalid-format.messageformat2: } | syntax-error | 3 | 19"])
    }

    @Test func wordsThatTheSourceDoesNotHaveAreFound() {
        let source = ".input {$who :string} .match $who female {{She}} * {{They}}"
        let found = Self.codes(source, ".input {$who :string} .match $who kobieta {{Ona}} * {{Oni}}")
        #expect(found == ["invalid-format.selector: kobieta | female"])
    }

    @Test func ordinalsAndSeveralSelectorsAreCounted() {
        let places =
            ".input {$n :number select=ordinal} .match $n one {{{$n}st}} two {{{$n}nd}} few {{{$n}rd}} * {{{$n}th}}"
        #expect(Self.codes(places, ".input {$n :number select=ordinal} .match $n * {{{$n}.}}") == [])
        let source = ".input {$a :number} .input {$b :string} .match $a $b one x {{1}} * x {{2}} * * {{3}}"
        let polish =
            ".input {$a :number} .input {$b :string} .match $a $b one x {{1}} few x {{2}} * x {{5}} * * {{3}}"
        let found = Self.codes(source, polish)
        #expect(found.count == 1 && found.first?.contains("many") == true)
        // Exact numbers are not categories.
        #expect(
            Self.codes("{$n}", ".input {$n :number select=exact} .match $n 1 {{{$n}}} * {{{$n} x}}") == [])
    }

    @Test func flagsChooseTheSyntax() {
        #expect(
            Self.codes("Save", "Zapisz {", "messageformat2-format").first?.contains("syntax-error") == true)
        #expect(Self.codes("Save", "Zapisz {") == [])
    }

    @Test func sourcesWithErrorsAreFound() {
        let message = Message(key: "k", text: ".input {$n :number} .match $n one {{a}}")
        let pair = MessagePair(
            message: message, source: nil, isSource: true, locale: .english, counting: .of(.english),
            syntax: nil)
        let facts = InvalidFormatCheck().problems(in: pair).map { $0.facts.map(\.plainText) }
        #expect(facts.map { $0.dropFirst().first } == ["missing-fallback-variant"])
    }

    @Test func onlyPatternsArePseudolocalized() throws {
        let text = PseudoLocalizer(.accented).text(FormatString(Self.files))
        let message = try MessageFormat2(text)
        #expect(message.faults == [] && message.argumentNames == ["count", "owner"])
        #expect(text.hasPrefix(".input {$count :number}\n.match $count\none {{[{$count} "))
        #expect(PseudoLocalizer(.accented).text(FormatString("Hi {$name}!")).hasPrefix("["))
    }

    @Test func proseIsTheTextOfPatterns() {
        let prose = PlaceholderSyntax.prose(of: Self.files, [.messageFormat2])
        #expect(prose.split(separator: " ") == ["file", "of", "files", "of"])
    }
}
