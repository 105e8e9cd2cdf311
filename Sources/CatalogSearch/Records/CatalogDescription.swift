// What is known of a catalog as a whole: its name, its fields, its scopes.

/// What to call something before a user.
public enum Label: Hashable, Sendable {
    /// A key of the program's own texts, to be looked up by whoever shows it; itself where there is none.
    case key(String)
    /// The wording in several locales.
    case texts([LocaleIdentifier: String])
}

/// What a catalog says about itself, by its sidecar file or by default.
public struct CatalogDescription: Hashable, Sendable {
    /// A group of records that can be searched alone.
    public struct Scope: Hashable, Sendable {
        /// The id that records name as their type.
        public var id: String
        /// What users see; the id where `nil`.
        public var label: Label?

        /// A scope.
        public init(id: String, label: Label? = nil) {
            self.id = id
            self.label = label
        }
    }

    /// Words for the same, each of which may be looked for instead of another one.
    public struct Synonyms: Hashable, Sendable {
        /// The locale of the words; `nil` for words of all locales.
        public var locale: LocaleIdentifier?
        /// The words; what has white space is several words, which are looked for together.
        public var words: [String]

        /// Words for the same.
        public init(locale: LocaleIdentifier? = nil, words: [String]) {
            self.locale = locale
            self.words = words
        }
    }

    /// The catalog's id: its file's name without the extension.
    public var id: String
    /// What users see; the id where `nil`.
    public var label: Label?
    /// The locale of texts that name none.
    public var defaultLocale: LocaleIdentifier
    /// The fields that are searched, in their order of rank.
    public var fields: [FieldName]
    /// The field by which a record is called and sorted.
    public var titleField: FieldName
    /// Scopes in the order in which they are shown; those that only records name come behind, by id.
    public var scopes: [Scope]
    /// Words for the same: what relaxed searches take for one another, see ``Relaxation/forms``.
    public var synonyms: [Synonyms]

    /// A catalog that says nothing about itself, and whatever is given beside.
    public init(
        id: String, label: Label? = nil, defaultLocale: LocaleIdentifier = LocaleIdentifier.english,
        fields: [FieldName] = FieldName.standard, titleField: FieldName? = nil, scopes: [Scope] = [],
        synonyms: [Synonyms] = []
    ) {
        self.id = id
        self.label = label
        self.defaultLocale = defaultLocale
        self.fields = fields
        self.titleField = titleField ?? (fields.contains(.title) ? .title : fields.first ?? .title)
        self.scopes = scopes
        self.synonyms = synonyms
    }
}
