// Small languages within texts: plural rules of gettext, and placeholders.

import FuzzRunner
import Localization
import TranslationTools

enum TextTargets {
    static let all = [pluralForms, format]

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
        law(
            FormatString(pseudo).specifiers.map(\.source) == format.specifiers.map(\.source),
            "pseudo-localization keeps placeholders")
    }
}
