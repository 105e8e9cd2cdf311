// What a project decides about its PO files, and what the clock and the people
// around it have to say for the header.

/// How tables are written as PO files.
public struct GettextOptions: Sendable, Hashable {
    /// When an entry says its key in a context.
    public enum Contexts: String, Sendable, Hashable, CaseIterable {
        /// In every entry.
        case always
        /// Not where the key is its own source text and no other key shares that text.
        case needed
    }

    /// What `msgid` contains.
    public enum Identifiers: String, Sendable, Hashable, CaseIterable {
        /// The source text; the key is in the context.
        case source
        /// The key, without a context: for programs that call `gettext("NoItemsFoundTitle")`.
        case key
    }

    /// When an entry says its key in a context.
    public var contexts = Contexts.always
    /// Whether messages of several tables in one file with the same key and text are told apart by their
    /// tables. A note gives the key of each. MO files have no notes.
    public var tellsTablesApart = true
    /// Whether an existing file keeps what only translators know, rather than being replaced.
    public var updates = false
    /// What `msgid` contains.
    public var identifiers = Identifiers.source
    /// `Project-Id-Version`: the project's name and version.
    public var project: String
    /// `Report-Msgid-Bugs-To`: where mistakes in the source texts are reported, an address or a URL.
    public var bugAddress = ""
    /// `POT-Creation-Date`, as `2024-05-01 12:00+0000`; `nil` leaves the field out.
    public var creationDate: String?
    /// `PO-Revision-Date`, in the same form; by default the creation date.
    public var revisionDate: String?
    /// `Last-Translator`, as `Name <address>`.
    public var lastTranslator = ""
    /// `Language-Team`; by default the language's English name.
    public var languageTeam: String?
    /// `X-Generator`.
    public var generator = "lstrings"
    /// A comment above the header; `nil` for none.
    public var headerComment: String?

    /// The locales that are called by their own identifiers, because gettext's
    /// names for them are those of others.
    var identified: Set<LocaleIdentifier> = []

    /// Options with decent defaults.
    public init(project: String, creationDate: String? = nil) {
        self.project = project
        self.creationDate = creationDate
    }

    /// The header of a file in a locale; `nil` for a template.
    func header(for locale: LocaleIdentifier?) -> GettextHeader {
        var fields: [(name: String, value: String)] = [
            ("Project-Id-Version", project), ("Report-Msgid-Bugs-To", bugAddress),
        ]
        if let creationDate { fields.append(("POT-Creation-Date", creationDate)) }
        guard let locale else {
            fields += [
                ("PO-Revision-Date", "YEAR-MO-DA HO:MI+ZONE"),
                ("Last-Translator", "FULL NAME <EMAIL@ADDRESS>"),
                ("Language-Team", "LANGUAGE <LL@li.org>"), ("Language", ""),
            ]
            return Self.completed(fields, plural: "nplurals=INTEGER; plural=EXPRESSION;", generator)
        }
        if let date = revisionDate ?? creationDate { fields.append(("PO-Revision-Date", date)) }
        let team = languageTeam ?? locale.base.displayName(in: LocaleIdentifier.english)
        fields += [
            ("Last-Translator", lastTranslator), ("Language-Team", team), ("Language", name(of: locale)),
        ]
        return Self.completed(fields, plural: PluralFormsDerivation.forms(for: locale).field, generator)
    }

    /// The name of a locale in the header and in paths.
    func name(of locale: LocaleIdentifier) -> String {
        identified.contains(locale) ? locale.identifier : locale.gettextName
    }

    /// Options for files of all these locales beside each other: `zh_CN` and `zh_Hans` have one name in
    /// gettext.
    func naming(_ locales: [LocaleIdentifier]) -> GettextOptions {
        var options = self
        for (name, named) in Dictionary(grouping: Set(locales), by: \.gettextName) where named.count > 1 {
            options.identified.formUnion(named.filter { $0.identifier != name })
        }
        return options
    }

    private static func completed(
        _ fields: [(name: String, value: String)], plural: String, _ generator: String
    ) -> GettextHeader {
        let all =
            fields + [
                ("MIME-Version", "1.0"), ("Content-Type", "text/plain; charset=UTF-8"),
                ("Content-Transfer-Encoding", "8bit"), ("Plural-Forms", plural), ("X-Generator", generator),
            ]
        return GettextHeader(fields: all.map { GettextHeader.Field(name: $0.name, value: $0.value) })
    }
}

extension LocaleIdentifier {
    /// The locale as gettext names it in the field `Language` and in folders: `zh_CN` for `zh_Hans`,
    /// `sr@latin` for `sr_Latn` (GNU gettext manual, "Locale Names").
    public var gettextName: String {
        func name(_ region: String?) -> String { region.map { language + "_" + $0 } ?? language }
        guard let script else { return name(region) + (variants.first.map { "@" + $0 } ?? "") }
        // A region says which Chinese script it is. A modifier says other scripts,
        // unless they are the usual one.
        if language == "zh", let region = region ?? withLikelyRegion?.region { return name(region) }
        if LocaleIdentifier(name(region))?.likelyScript == script { return name(region) }
        let modifiers = [
            "Latn": "latin", "Cyrl": "cyrillic", "Arab": "arabic", "Deva": "devanagari",
        ]
        return name(region) + "@" + (modifiers[script] ?? script.lowercased())
    }
}
