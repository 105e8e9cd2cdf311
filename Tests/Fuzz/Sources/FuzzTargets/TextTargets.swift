// Small languages within texts: plural rules of gettext, and placeholders.

import FuzzRunner
import Localization
import TranslationTools

enum TextTargets {
    static let all = [pluralForms, format, messageFormat2, formatJS]

    private static let locale = LocaleIdentifier("pl")!

    private static let pluralForms = FuzzTarget(
        "plural-forms", limit: 512,
        seeds: "nplurals=2; plural=n != 1;",
        "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"
    ) { bytes in
        guard let forms = try? PluralForms(String(decoding: bytes, as: UTF8.self)) else { return }
        for number in [0, 1, 2, 5, 11, 21, 1_000_000] as [UInt64] { _ = try? forms.index(for: number) }
        _ = try? PluralMapping(forms, locale: locale)
    }

    private static let format = FuzzTarget(
        "format", limit: 512, seeds: "%1$@ has %2$-8.3ld %% %#@a@ %s", "%@ %d %5.2f %lld %x %c"
    ) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        let format = FormatString(text)
        _ = MessageFormatter(locale).format(format, 1, "a", 2.5)
        let pseudo = PseudoLocalizer(.accented).text(format)
        invariant(
            FormatString(pseudo).specifiers.map(\.source) == format.specifiers.map(\.source),
            "pseudo-localization keeps placeholders")
    }

    private static let messageFormat2 = FuzzTarget(
        "messageformat2", limit: 1_024,
        seeds:
            ".input {$n :number select=ordinal}\n.match $n\n0 {{none}}\none {{{$n} file}}\n* {{{$n} files}}",
        ".local $d = {|2006-01-02T15:04:06Z| :datetime dateLength=long timeZone=UTC} {{{#b u:id=x}at{/b} {$d @a=1}}}",
        "{$n :number minimumFractionDigits=2 signDisplay=always} {0.5e-3 :percent} {1 :offset add=$n} {#br/} \\{",
        "{5 :currency currency=EUR fractionDigits=1} {$t :string u:dir=rtl} {1 :integer maximumSignificantDigits=2}"
    ) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        _ = PseudoLocalizer(.accented).text(FormatString(text))
        let shown = MessageFormat2Formatter(locale).format(text, ["n": 3, "t": "a"])
        guard let message = try? MessageFormat2(text) else {
            invariant(shown.faults.map(\.kind) == [.syntaxError], "a syntax error is the only one")
            return
        }
        let length = text.utf8.count
        invariant(
            (message.faults + shown.faults).allSatisfy {
                $0.range.lowerBound >= 0 && $0.range.upperBound <= length
            },
            "errors are in the text")
        invariant(message.faults.isEmpty || shown.faults == message.faults, "an invalid message is not shown")
    }

    private static let formatJS = FuzzTarget(
        "formatjs", limit: 1_024,
        seeds:
            #"{"a": "{n, plural, offset:1 =0 {none} one {# file} other {'#' {n, number, ::.00} {d, date}}}"}"#,
        #"{"a": [{"type": 6, "value": "n", "options": {"other": {"value": [{"type": 7}]}}, "offset": 0}]}"#
    ) { bytes in
        let file = FormatJSFile(bytes)
        let catalog = MessageCatalog(locale: locale, messages: file.messages)
        let localizer = Localizer(chain: [locale], tables: [locale: ["Localizable": catalog]])
        for message in file.messages { _ = localizer(message.key, named: ["n": 3, "d": "2006-01-02"]) }
    }
}
