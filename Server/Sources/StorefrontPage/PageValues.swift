// The values that the templates of all pages have. `Page/README.md` documents each name.

internal import CatalogSearch
internal import Localization
internal import Mustache

/// The values of a page by their names in the template.
struct PageValues: MustacheParent {
    var members: [String: TemplateValue] = [:]
    let words: PageMessages
    let frame: PageFrame
    /// The search of this page, which its links change. Empty after a problem.
    let address: PageAddress

    /// Sets the values of the head and the header.
    init(_ frame: PageFrame, _ address: PageAddress, _ languages: [LanguageOption]) {
        self.frame = frame
        self.address = address
        words = PageMessages(frame)
        members["lang"] = .text(words.shownLocale.languageTag)
        members["direction"] = words.isRightToLeft ? "rtl" : "ltr"
        members["locale"] = .text(frame.locale.identifier)
        members["query"] = .text(address.query)
        let own = LanguageOption.nearest(to: frame.locale, in: languages)
        members["languages"] = .list(
            languages.map { language in
                .object([
                    "code": .text(language.locale.identifier), "tag": .text(language.tag),
                    "name": .text(language.name), "selected": .flag(language.locale == own?.locale),
                ])
            })
        members["searchFields"] = fields { $0 != "q" && $0 != "offset" }
        members["homeHref"] = .text(address.home.text)
        setCurrencies()
    }

    func child(named name: String) -> Any? { name == "text" ? words : members[name] }

    /// The hidden fields of a form that changes the search: the parameters that the form keeps.
    func fields(keeping isKept: (String) -> Bool) -> TemplateValue {
        .list(
            address.parameters.filter { isKept($0.name) }.map { parameter in
                .object(["name": .text(parameter.name), "value": .text(parameter.value)])
            })
    }

    // MARK: Search engines and previews

    /// A page as search engines and previews of links describe it.
    struct Description {
        var title: String
        var text: String
        /// The type of Open Graph.
        var type = "website"
        /// The path and parameters without the locale.
        var path: String
        var image: WebAddress?
        /// The locales of the content; `nil` for all that readers can choose.
        var locales: Set<String>?
        /// The locale of the content for this reader.
        var shown: LocaleIdentifier?
        /// Whether search engines should list the page.
        var isListed = true
    }

    mutating func setHead(_ description: Description, _ languages: [LanguageOption]) {
        let name = words.text("PageTitle")
        let title = description.title.isEmpty ? name : "\(description.title) · \(name)"
        func address(_ locale: LocaleIdentifier?) -> TemplateValue {
            guard let locale else { return .text(frame.site + description.path) }
            let separator = description.path.contains("?") ? "&" : "?"
            return .text("\(frame.site)\(description.path)\(separator)locale=\(locale.identifier)")
        }
        // A page that falls back to another language has that language's address as its canonical one.
        let canonical =
            frame.namesLocale
            ? description.shown.flatMap { LanguageOption.nearest(to: $0, in: languages)?.locale } : nil
        let alternates =
            description.locales.map { locales in
                Set(
                    locales.compactMap(LocaleIdentifier.init).compactMap {
                        LanguageOption.nearest(to: $0, in: languages)?.locale
                    })
            } ?? Set(languages.map(\.locale))
        members["title"] = .text(title)
        members["description"] = .text(description.text.isEmpty ? name : description.text)
        members["unlisted"] = .flag(!description.isListed)
        members["canonical"] = address(canonical)
        members["alternates"] = .list(
            languages.filter { alternates.contains($0.locale) }.map {
                .object(["tag": .text($0.tag), "href": address($0.locale)])
            }
                + [.object(["tag": "x-default", "href": address(nil)])])
        var social: [(String, TemplateValue)] = [
            ("og:title", .text(title)), ("og:description", members["description"] ?? ""),
            ("og:type", .text(description.type)), ("og:url", address(canonical)),
            ("og:site_name", .text(name)), ("og:locale", .text(frame.locale.identifier)),
        ]
        if let image = description.image {
            social.append(("og:image", .text(image.absolute(at: frame.site))))
        }
        members["social"] = .list(social.map { .object(["property": .text($0.0), "content": $0.1]) })
    }

    // MARK: Products

    /// The picture of a record, or the first letter of its title instead.
    func picture(_ image: ProductImage?, title: String) -> [String: TemplateValue] {
        if let address = image?.address { return ["imageSource": .text(address.text)] }
        return ["initial": .text(title.first { $0.isLetter || $0.isNumber }.map { $0.uppercased() } ?? "")]
    }

    /// The message for an availability.
    func availability(_ availability: Availability?) -> TemplateValue? {
        guard let availability, let name = availability.name else { return nil }
        return .object([
            "label": .text(words.text("Availability" + name)), "orderable": .flag(availability.isOrderable),
        ])
    }
}

extension String {
    /// The text without white space at its ends.
    var trimmed: String {
        let isSpace: (Character) -> Bool = \.isWhitespace
        guard let first = firstIndex(where: { !isSpace($0) }), let last = lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(self[first...last])
    }

    /// The first characters, with an ellipsis if there are more: what search engines show of a description.
    func beginning(_ count: Int) -> String {
        guard let end = index(startIndex, offsetBy: count, limitedBy: endIndex), end < endIndex else {
            return self
        }
        return String(self[..<end]).trimmed + "…"
    }
}
