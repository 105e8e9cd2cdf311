// The HTML of the page for translators. What is in messages comes from others, and is nowhere part of the
// HTML.

internal import JSON
internal import Localization
internal import Support
internal import XML

/// A page with the messages of some tables in one locale.
struct TranslatorPage {
    private let texts: TranslatorPageTexts
    private let locale: LocaleIdentifier
    private let data: [UInt8]

    /// - Returns: `nil` where there are no tables.
    init?(_ tables: [TranslationTable], _ options: TranslatorPageOptions) {
        guard let locale = tables.first?.locale else { return nil }
        self.locale = locale
        texts = options.texts(locale)
        data = TranslatorPageData(tables, locale, options).json(texts)
    }

    /// The policy lets only this script and this style work, and nothing be loaded from or sent anywhere.
    private static let policy = [
        "default-src 'none'", "script-src 'sha256-\(scriptHash)'", "style-src 'sha256-\(styleHash)'",
        "img-src data:", "base-uri 'none'", "form-action 'none'", "require-trusted-types-for 'script'",
    ].joined(separator: "; ")

    /// The page in UTF-8.
    var bytes: [UInt8] {
        let title = texts[.title].replacing("%@", with: locale.displayName(in: texts.locale))
        let direction = texts.locale.isRightToLeft ? "rtl" : "ltr"
        let language = texts.locale.base.languageTag
        let filters = ["all", "missing", "review", "remarks", "changed"].map { name in
            let text = name.prefix(1).uppercased() + name.dropFirst()
            let checked = name == "all" ? " checked" : ""
            return """
                <label><input type="radio" name="filter" value="\(name)"\(checked)> <span data-text="\(text)"></span>
                (<span id="count-\(name)"></span>)</label>
                """
        }.joined(separator: "\n")
        let head = """
            <!DOCTYPE html>
            <html lang="\(language)" dir="\(direction)">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="no-referrer">
            <title>\(XMLText.escaped(title))</title>
            <style>\(Self.style)</style>
            </head>
            <body>
            <noscript><p>\(XMLText.escaped(texts[.noScript]))</p></noscript>
            <main id="page" hidden>
            <h1>\(XMLText.escaped(title))</h1>
            <label><span id="progress-words"></span> <progress id="progress" value="0"></progress></label>
            <div id="tools" role="search">
            <div class="row">
            <label for="search" data-text="Search"></label> <input type="search" id="search" autocomplete="off">
            <button type="button" id="save" class="main" data-text="Save" aria-keyshortcuts="Control+S"></button>
            <button type="button" id="open" data-text="Open"></button>
            <input type="file" id="file" accept=".json,application/json" hidden>
            </div>
            <fieldset id="filters"><legend data-text="Show"></legend>
            \(filters)
            </fieldset>
            </div>
            <p id="status" role="status"></p>
            <p id="shown" role="status"></p>
            <div id="list"></div>
            <p id="nothing" data-text="Nothing" hidden></p>
            <button type="button" id="more" data-text="More" hidden></button>
            </main>
            \(Self.dataStart)
            """
        let tail = "</script>\n<script>\(Self.script)</script>\n</body>\n</html>\n"
        return Array(head.utf8) + data + Array(tail.utf8)
    }

    /// What is before the data in a page.
    static let dataStart = "<script type=\"application/json\" id=\"data\">"
}
