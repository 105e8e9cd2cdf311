// What is left of a placeholder in a translation is found, and told from text.

import Testing

@testable import TranslationTools

@Suite struct DamagedPlaceholderTests {
    @Test(arguments: [
        // White space within it, or digits and signs of another script.
        ("%d", "% d kartu", "% d"), ("%1$s", "Open %1 $s now", "%1 $s"), ("%1$s", "%1$ s", "%1$ s"),
        ("%1$@", "%1 $ @", "%1 $ @"), ("${user}", "für $ {user}", "$ {user}"),
        ("%(name)s", "%(name) s fehlt", "%(name) s"), ("%1$s", "%١$s", "%١$s"), ("%ld", "％ld", "％ld"),
        // A lost sign, or signs in another order.
        ("%1$d", "1$d lun", "1$d"), ("{name}", "Hallo {name. Ihr", "{name"), ("{name}", "name}.", "name}"),
        ("%(name)s", "(name)s", "(name)s"), ("%@", "@% x", "@%"), ("%2$@", "%1$@ und %2@.", "%2@"),
        ("%s", "את s% כאן", "s%"),
    ])
    func aDamagedPlaceholderIsFound(model: String, text: String, spelling: String) {
        #expect(DamagedPlaceholder.spelling(of: model, in: text) == spelling)
    }

    @Test(arguments: [
        ("%s", "% ms"), ("%s", "50 % s vami"), ("%d", "100%%d"), ("%d", "% de la"), ("%d", "50% d’oro"),
        ("{name}", "{names"), ("%s", "ss%"), ("%d", "%d x"), ("%d", "a\n%\nd"), ("%ld", "ld"), ("%s", ""),
        ("%", "%"), ("%1$@", "%2$@"), ("%1$d", "%1$@ x"),
        ("%2$@", "%1$@ de %@"),
    ])
    func otherTextIsNone(model: String, text: String) {
        #expect(DamagedPlaceholder.spelling(of: model, in: text) == nil)
    }
}
