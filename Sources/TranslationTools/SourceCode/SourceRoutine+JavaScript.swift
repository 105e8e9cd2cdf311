// The functions and elements of JavaScript's translation libraries.

extension SourceRoutine {
    /// Those that every file may call: of i18next and Vue I18n, FormatJS, browsers' extensions, and
    /// gettext's.
    static let javaScript: [SourceRoutine] =
        ["$t", "$tc", "$te", "$tm", "i18n.t", "i18n.tc", "i18next.t", "global.t"].map(translating)
        + ["formatMessage", "$formatMessage", "FormattedMessage", "FormattedHTMLMessage"].map {
            described($0)
        }
        + [
            element("Trans", key: "i18nKey", value: "defaults"),
            element("Translate", key: "i18nKey", value: "defaults"),
            element("i18n-t", key: "keypath"), element("I18nT", key: "keypath"),
            element("i18n", key: "path"),
            SourceRoutine("i18n.getMessage", in: .any),
            SourceRoutine("gettext", in: .any), SourceRoutine("__", in: .any),
            SourceRoutine("ngettext", plural: .position(2), in: .any),
            SourceRoutine("_n", plural: .position(2), in: .any),
        ]
        + ["pgettext", "npgettext"].map { name in
            var routine = SourceRoutine(
                name, key: .position(2), plural: name == "npgettext" ? .position(3) : nil, in: .any)
            routine.hasContext = true
            return routine
        }
        + ["_x", "_nx"].map { name in
            var routine = SourceRoutine(name, plural: name == "_nx" ? .position(2) : nil, in: .any)
            routine.hasContext = true
            return routine
        }

    /// A function as `t` of i18next: `t("key", "Text")`,
    /// `t("key", { defaultValue: "Text", ns: "table", context: "male" })`.
    static func translating(_ name: String) -> SourceRoutine {
        var routine = SourceRoutine(name, table: .label("ns"), in: .any)
        routine.value = [.label("defaultValue"), .position(2)]
        routine.context = .label("context")
        return routine
    }

    /// What takes a message of FormatJS:
    /// `formatMessage({ id: "key", defaultMessage: "Text", description: "…" })`.
    static func described(_ name: String) -> SourceRoutine {
        SourceRoutine(
            name, key: .label("id"), value: .label("defaultMessage"), comment: .label("description"), in: .any
        )
    }

    private static func element(_ name: String, key: String, value: String? = nil) -> SourceRoutine {
        var routine = SourceRoutine(
            name, key: .label(key), table: .label("ns"), value: value.map { .label($0) }, in: .any)
        routine.context = .label("context")
        return routine
    }
}
