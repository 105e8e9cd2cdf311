// A project with everything that formats store in different ways.

internal import Localization
internal import TranslationTools

/// Plural forms, states, comments, an order of its own, escapes, entities, tags, long texts,
/// and equal texts under several keys.
enum ExchangedTexts {
    static let project = LocalizationProject(
        sourceLocale: .english,
        files: [("en", english), ("de", german)].map { name, text in
            LocalizationFile(
                path: "\(name).lproj/Localizable.strings", table: "Localizable",
                locale: LocaleIdentifier(name)!, bytes: Array(text.utf8))
        })

    /// The keys of the messages that files of a format have no place for: several counts, and texts for
    /// devices.
    static func unsupported(by format: any TranslationFormat) -> Set<String> {
        // Keys are names there.
        if format.name == "fluent" { return ["s", "tap", "Zoom:", "A key with spaces"] }
        return ["android", "i18next", "formatjs", "arb", "properties", "resx", "qt"].contains(format.name)
            ? ["s", "tap"] : []
    }

    private static let english = #"""
        "Zoom:" = "Zoom in by:";

        /* Shown in the menu
           File: menu.c:12
           max-length: 40 */
        "zoom" = "Zoom";

        "Open" = "Open";

        "open.again" = "Open";

        /* Flag: no-c-format */
        "rate" = "100% of it";

        "both" = "%1$@ of %2$@";

        "escapes" = "One \"quoted\" \\ path\n\tand 'single'  two spaces ";

        "at" = "@home? 'yes'";

        "entities" = "R&D &amp; <b>more</b> &lt;i&gt;";

        "link" = "See <a href='https://example.com/?a=1&amp;b=2'>help</a><br/>or <i>ask</i>";

        "long" = "A long text, which is longer than a line of a file for translators usually is, so that programs fold it into several lines of their own length.";

        "new" = "New";

        "copied" = "Copied";

        "n|==|plural.one" = "%ld file";
        "n|==|plural.other" = "%ld files";

        "m|==|plural.one" = "%ld day";
        "m|==|plural.other" = "%ld days";

        "s" = "%#@files@ in %#@folders@";
        "s|==|substitutions.files.plural.one" = "%ld file";
        "s|==|substitutions.files.plural.other" = "%ld files";
        "s|==|substitutions.folders.plural.one" = "%ld folder";
        "s|==|substitutions.folders.plural.other" = "%ld folders";

        "tap" = "Tap";
        "tap|==|device.mac" = "Click";

        "A key with spaces" = "A key with spaces";
        """#

    private static let german = #"""
        "Zoom:" = "Vergrößern um:";

        /* Shown in the menu
           File: menu.c:12
           max-length: 40
           Translator: as in the system */
        "zoom" = "Vergrößern";

        "Open" = "Öffnen";

        /* Flag: fuzzy
           Previous: "Open it again" */
        "open.again" = "Aufmachen";

        /* Flag: no-c-format */
        "rate" = "100% davon";

        "both" = "%2$@, davon %1$@";

        "escapes" = "Ein \"zitierter\" \\ Pfad\n\tund 'einzeln'  zwei Leerzeichen ";

        "at" = "@daheim? 'ja'";

        "entities" = "F&E &amp; <b>mehr</b> &lt;i&gt;";

        /* Flag: fuzzy */
        "link" = "Siehe <a href='https://example.com/?a=1&amp;b=2'>Hilfe</a><br/>oder <i>frag</i>";

        "long" = "Ein langer Text, der länger ist als eine Zeile in einer Datei für Übersetzer gewöhnlich ist, so dass Programme ihn in mehrere Zeilen ihrer eigenen Länge falten.";

        /* Flag: untranslated */
        "copied" = "Copied";

        "n|==|plural.one" = "%ld Datei";
        "n|==|plural.other" = "%ld Dateien";

        /* Flag: fuzzy */
        "m|==|plural.one" = "%ld Tag";
        "m|==|plural.other" = "%ld Tage";

        "s" = "%#@files@ in %#@folders@";
        "s|==|substitutions.files.plural.one" = "%ld Datei";
        "s|==|substitutions.files.plural.other" = "%ld Dateien";
        "s|==|substitutions.folders.plural.one" = "%ld Ordner";
        "s|==|substitutions.folders.plural.other" = "%ld Ordnern";

        "tap" = "Tippen";
        "tap|==|device.mac" = "Klicken";

        "A key with spaces" = "Ein Schlüssel mit Leerzeichen";

        /* Flag: fuzzy */
        "gone" = "Fort";
        """#
}
