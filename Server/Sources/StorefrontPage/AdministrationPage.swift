// The page for operators: values in, HTML out.

public import Localization
internal import Mustache

/// A value of the template of the page for operators.
public enum AdministrationValue: Sendable {
    /// A text, which is escaped.
    case text(String)
    /// Whether a section is shown.
    case flag(Bool)
    /// The elements of a repeated section.
    case list([AdministrationValue])
    /// The members of a section.
    case object([String: AdministrationValue])

    var templateValue: TemplateValue {
        switch self {
        case .text(let text): .text(text)
        case .flag(let flag): .flag(flag)
        case .list(let list): .list(list.map(\.templateValue))
        case .object(let members): .object(members.mapValues(\.templateValue))
        }
    }
}

extension PageRenderer {
    /// The HTML of the page for operators.
    ///
    /// - Parameters:
    ///   - values: the values of `administration.mustache`, besides those of its language.
    ///   - locale: the reader's locale.
    ///   - written: the locale of the messages.
    public func administration(
        _ values: [String: AdministrationValue], locale: LocaleIdentifier, written: LocaleIdentifier
    ) -> String {
        var members = values.mapValues(\.templateValue)
        members["lang"] = .text(written.base.languageTag)
        members["direction"] = written.isRightToLeft ? "rtl" : "ltr"
        let own = LanguageOption.nearest(to: locale, in: languages)
        members["languages"] = .list(
            languages.map { language in
                .object([
                    "code": .text(language.locale.identifier), "tag": .text(language.tag),
                    "name": .text(language.name), "selected": .flag(language.locale == own?.locale),
                ])
            })
        return library.render(TemplateValue.object(members), withTemplate: "administration/administration")
            ?? ""
    }
}
