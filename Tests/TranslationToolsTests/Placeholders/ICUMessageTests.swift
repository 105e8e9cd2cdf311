// MessageFormat as a syntax tree, its faults, and the findings of checks.

import Localization
import Testing

@testable import TranslationTools

@Suite struct ICUMessageTests {
    /// The tree in brackets: text in quotes, `#`, arguments with their format and branches.
    private static func outline(_ message: ICUMessage, _ text: String) -> String {
        let bytes = Array(text.utf8)
        return message.parts.map { part in
            switch part {
            case .text(let range): "'" + String(decoding: bytes[range], as: UTF8.self) + "'"
            case .number: "#"
            case .argument(let argument):
                switch argument.format {
                case .plain: "<\(argument.name)>"
                case .formatter(let type, let style):
                    "<\(argument.name):\(type)\(style.map { "/" + $0 } ?? "")>"
                case .choice(let choice):
                    "<\(argument.name):\(choice.kind.rawValue)\(choice.offset.map { "-" + $0 } ?? "")"
                        + choice.branches.map { " \($0.selector)[\(outline($0.message, text))]" }.joined()
                        + ">"
                }
            }
        }.joined()
    }

    /// From ICU's user guide, FormatJS's documentation and ICU's own tests of apostrophes.
    @Test(arguments: [
        ("Hello, {name}!", "'Hello, '<name>'!'"),
        ("{0} of {1, number, #,##0.0}", "<0>' of '<1:number/ #,##0.0>"),
        ("{d, date, ::yMMMd} {t,time}", "<d:date/ ::yMMMd>' '<t:time>"),
        (
            "{n, plural, =0{none} one{# file} other{# files}}",
            "<n:plural =0['none'] one[#' file'] other[#' files']>"
        ),
        (
            "{n, plural, offset:1 one {{a} and #} other {#}}",
            "<n:plural-1 one[<a>' and '#] other[#]>"
        ),
        ("{n, selectordinal, two {#nd} other {#th}}", "<n:selectordinal two[#'nd'] other[#'th']>"),
        (
            "{g, select, female {{n, plural, one {#} other {her #}}} other {#}}",
            "<g:select female[<n:plural one[#] other['her '#]>] other['#']>"
        ),
        ("I don't '{know}' it''s", "'I don't '{know}' it''s'"), ("'{''}'", "''{''}''"),
        ("{n, plural, other {'#' # '{x}'}}", "<n:plural other[''#' '#' '{x}'']>"),
        (
            "{\u{200F}n\u{200E}, plural\u{200F},\u{2028}\u{200E}one\u{200E}{#} other\u{85}{##}\u{2029}}",
            "<n:plural one[#] other[##]>"
        ),
        ("{größe}", "<größe>"), ("# {a}", "'# '<a>"),
    ])
    func aMessageIsATree(text: String, expected: String) throws {
        #expect(Self.outline(try ICUMessage(text), text) == expected)
    }

    @Test(arguments: [
        ("{a", ICUMessage.Fault.Kind.brace, 0), ("a}", .brace, 1), ("{}", .argument, 0),
        ("{a b}", .argument, 0),
        ("{a, nmber}", .type, 4), ("{a, plural}", .argument, 4), ("{a, plural, one {x}}", .missingOther, 4),
        ("{a, plural, sone {x} other {y}}", .selector, 12), ("{a, plural, one x other {y}}", .brace, 12),
        ("{a, select, x {1} x {2} other {3}}", .selector, 18),
        ("{a, plural, offset:x other {y}}", .selector, 12),
        ("{a, plural, other {x}", .brace, 0),
    ])
    func aFaultHasAKindAndAPlace(text: String, kind: ICUMessage.Fault.Kind, place: Int) {
        let fault = #expect(throws: ICUMessage.Fault.self) { try ICUMessage(text) }
        #expect(fault?.kind == kind)
        #expect(fault?.range.lowerBound == place)
    }

    @Test func levelsAreBounded() {
        let text = String(repeating: "{a, select, other {", count: 100_000)
        #expect(throws: ICUMessage.Fault.self) { try ICUMessage(text) }
    }

    @Test(arguments: [
        ("{n, plural, one {1 {x}} other {# {x}}}", 2), ("{n, plural, =0 {a} other {#}}", 2),
        ("{n, plural, =1 {a} other {#}}", nil), ("{n, plural, offset:1 other {#}}", nil),
        ("x {n, plural, other {#}}", nil), ("{n, select, other {a}}", nil),
        ("{n, plural, other {{m, plural, other {#}}}}", nil),
    ])
    func onlyAPluralAloneHasForms(text: String, count: Int?) {
        #expect(ICUPlural(text, in: nil)?.forms.count == count)
    }

    /// The findings of checks about a translation, with their facts.
    private static func findings(_ source: String, _ translation: String, _ locale: String) throws -> [String]
    {
        func file(_ text: String, _ locale: String) throws -> LocalizationFile {
            let text = text.replacing("\"", with: "\\\"")
            let place = TranslationFileSource(
                project: LocalizationProject(sourceLocale: LocaleIdentifier("en")!, files: []),
                path: "locales/\(locale).json")
            let bytes = Array("{\"k\": \"\(text)\"}".utf8)
            return try #require(LocalizationFile.files(of: bytes, JSONTextFormat.i18next, from: place)?.first)
        }
        let project = LocalizationProject(
            sourceLocale: LocaleIdentifier("en")!,
            files: [try file(source, "en"), try file(translation, locale)])
        return CheckRunner(project: project).findings().filter { $0.severity > .note }.map(\.messageKey)
    }

    @Test(arguments: [
        ("You have {n, plural, one {# file} other {# files}}", "Du hast {n} Dateien", "de", true),
        ("You have {n, plural, one {# file} other {# files}}", "{n}個のファイルがあります", "ja", false),
        ("You have {n, plural, one {# file} other {# files}}", "Deine Dateien: {n}", "de", false),
        ("You have {n, plural, one {# file} other {# files}}", "Deine Dateien ({n})", "de", false),
        (
            "You have {n, plural, one {# file} other {# files}}",
            "Du hast {n, plural, one {# Datei} other {# Dateien}}", "de", false
        ),
        (
            "{n, plural, one {# file} other {# files}} in {m, plural, one {# folder} other {# folders}}",
            "{n, plural, one {# Datei} other {# Dateien}} in {m, number} Ordnern", "de", true
        ),
        ("The {n, selectordinal, one {#st} other {#th}} time", "Zum {n}. Mal", "de", false),
        ("You have {n, plural, other {# files}}", "Du hast {n} Dateien", "de", false),
    ])
    func aNumberThatIsOnlyShownLacksItsForms(
        source: String, translation: String, locale: String, isFound: Bool
    ) throws {
        let found = try Self.findings(source, translation, locale)
        #expect(found.contains("missing-plural.argument") == isFound, "\(found)")
    }

    /// Words of forms depend on the number; a number alone does not.
    @Test(
        arguments: [
            (
                "{n, plural, =-1 {all} other {#}} deep", "{n, plural, =-1 {wszystko} other {#}} w głąb", "pl",
                []
            ),
            (
                "{n, plural, =-1 {all} other {# levels}} deep",
                "{n, plural, =-1 {wszystko} other {# poziomów}}",
                "pl", ["missing-plural-category"]
            ),
            (
                "{n, plural, one {A file} other {Files}}", "Les {n, plural, one {fichier} other {fichiers}}",
                "fr", []
            ),
        ] as [(String, String, String, [String])])
    func onlyWordsNeedForms(source: String, translation: String, locale: String, expected: [String]) throws {
        let found = try Self.findings(source, translation, locale)
        #expect(Set(found.filter { $0.hasPrefix("missing-plural") }) == Set(expected))
    }

    private static let source =
        "{g, select, female {{n, plural, one {# of her files in {d}} other {# of her files in {d}}}} "
        + "other {{n, plural, one {# file in {d}} other {# files in {d}}}}}"

    @Test(arguments: [
        (
            "{g, select, female {{n, plural, one {# jej plik w {d}} few {#{d}} many {#{d}} other {#{d}}}} "
                + "other {{n, plural, one {# plik w {d}} few {#{d}} many {#{d}} other {#{d}}}}}", []
        ),
        (
            "{g, select, female {{n, plural, one {#{d}} few {#{d}} other {#{d}}}} "
                + "other {{n, plural, one {#{d}} few {#{d}} many {#{d}} other {#{d}}}}}",
            ["missing-plural-category"]
        ),
        (
            "{g, select, other {{n, plural, one {#{d}} few {#} many {#{d}} other {#{d}}}}}",
            ["missing-argument.branch"]
        ),
        (
            "{g, select, other {{n, plural, one {#{d} other {#}}}",
            ["invalid-format.messageformat"]
        ),
        ("{g, select, other {{d}}}", ["missing-argument"]),
    ])
    func branchesAreCheckedWhereverTheyAre(translation: String, expected: [String]) throws {
        #expect(try Self.findings(Self.source, translation, "pl") == expected)
    }

    @Test func exactNumbersAndOrdinalsCountForThemselves() throws {
        let exact = "{n, plural, =1 {one} other {#}} {m}"
        #expect(try Self.findings(exact, exact, "de") == [])
        let ordinal = "{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} {m}"
        #expect(try Self.findings(ordinal, "{n, selectordinal, other {#.}} {m}", "de") == [])
        #expect(
            try Self.findings(ordinal, "{n, selectordinal, other {#}} {m}", "it") == [
                "missing-plural-category"
            ])
    }

    /// An argument of the same type may be shown in another format.
    @Test(arguments: [
        ("{n, plural, one {#} other {#}} {m}", "{n, selectordinal, one {#} other {#}} {m}", true),
        ("{n, plural, offset:1 one {#} other {#}} {m}", "{n, plural, one {#} other {#}} {m}", true),
        ("{n, plural, one {#} other {#}}", "{n, selectordinal, one {#} other {#}}", true),
        ("{n, plural, other {#}} {d, date, short}", "{n, plural, other {#}} {d, time, short}", true),
        ("{n, plural, other {#}} {d, date, short}", "{n, plural, other {#}} {d, date, long}", false),
        ("{n, plural, one {#} other {#}} {m}", "{n, plural, one {# e} other {#}} {m}", false),
    ])
    func argumentsAreUsedAsInTheSource(source: String, translation: String, isFound: Bool) throws {
        #expect(try Self.findings(source, translation, "de").contains("argument-type.use") == isFound)
    }
}
