// A catalog's name, fields and scopes.

/// A name for users.
public enum LocalizedLabel: Hashable, Sendable {
    /// A key of the program's own texts; shown as it is where the program has no such text.
    case key(String)
    /// The name in several locales.
    case texts([LocaleIdentifier: String])
}

/// What a catalog declares about itself, by its sidecar file or by default.
public struct CatalogDescription: Hashable, Sendable {
    /// A group of records that can be searched alone.
    public struct Scope: Hashable, Sendable {
        /// The id that records give as their type.
        public var id: String
        /// The name for users; the id where `nil`.
        public var label: LocalizedLabel?

        public init(id: String, label: LocalizedLabel? = nil) {
            self.id = id
            self.label = label
        }
    }

    /// Words with the same meaning; relaxed searches replace each by the others.
    public struct Synonyms: Hashable, Sendable {
        /// The locale of the words; `nil` for words of all locales.
        public var locale: LocaleIdentifier?
        /// The words; an entry with white space is several words, which must be next to each other.
        public var words: [String]
        /// The words for which these are searched for too, but not the other way round; `nil` if
        /// all words stand for each other.
        public var from: [String]?

        /// Words with the same meaning.
        ///
        /// - Parameter from: the words that stand for these, but not the other way
        ///   round; `nil` for these themselves.
        public init(locale: LocaleIdentifier? = nil, words: [String], from: [String]? = nil) {
            self.locale = locale
            self.words = words
            self.from = from
        }

        /// The words that synonyms are searched for.
        var replaced: [String] { from ?? words }
    }

    /// The catalog's id: the name of its file without the extension.
    public var id: String
    /// The name for users; the id where `nil`.
    public var label: LocalizedLabel?
    /// The locale of texts that do not name one.
    public var defaultLocale: LocaleIdentifier
    /// The searched fields, in their order of rank; besides those of texts also `id`, and `scope` and
    /// `catalog`, the labels of a record's scope and of the catalog.
    public var fields: [FieldName]
    /// How much a match in a field counts, ``weightRange``; other fields have a
    /// default that depends on their name.
    public var weights: [FieldName: Int]
    /// The field with a record's title, by which records are also sorted.
    public var titleField: FieldName
    /// Scopes in the order shown; scopes that only records name follow, by id.
    public var scopes: [Scope]
    /// Synonyms for relaxed searches, see ``Relaxation/Kind/forms``.
    public var synonyms: [Synonyms]
    /// What records can be filtered, counted and sorted by, besides ``AttributeName/builtIn``, in the
    /// order shown. Their names are unique.
    public var attributes: [Attribute]
    /// The declared attribute that groups records, such as the product that they are variants of: a text or a
    /// number, with at most one value for each record. Records with the same value are found as one hit, see
    /// ``SearchRequest/isGrouped``.
    public var group: AttributeName?
    /// Which records can be bought: of the matches of a group, the best one for which this
    /// holds is shown, if there is one.
    public var available: Filter?
    /// The most hits of a page with the same value of an attribute; `nil` for any number.
    public var spread: Spread?
    /// What multiplies the scores of its records, at most ``Preference/maximumCount``; more are not used.
    public var preferences: [Preference] = []
    /// What was learned from readers' choices; it multiplies scores besides ``preferences``.
    public var learned = LearnedPopularity()
    /// Rules for a shop's own order. The first one that names a record decides about it.
    public var rules: [SearchRule] = []
    /// The currency of prices that name none, such as `EUR`; without it they cannot be used.
    public var currency: String?
    /// What the columns and members of files and requests mean, where they are called otherwise:
    /// `["name": "title"]`, or `["name_de": "title[de]", "preis": "price[EUR]"]`.
    public var columns: [String: String] = [:]
    /// Whether descriptions and summaries may be HTML. If so, the text that a reader sees is searched and
    /// shown.
    public var readsHTML = true

    /// The description of a catalog; what is not given has its default.
    public init(
        id: String, label: LocalizedLabel? = nil, defaultLocale: LocaleIdentifier = LocaleIdentifier.english,
        fields: [FieldName] = FieldName.standard, titleField: FieldName? = nil, scopes: [Scope] = [],
        synonyms: [Synonyms] = [], weights: [FieldName: Int] = [:], attributes: [Attribute] = [],
        group: AttributeName? = nil
    ) {
        self.id = id
        self.label = label
        self.defaultLocale = defaultLocale
        self.fields = fields
        self.titleField =
            titleField
            ?? (fields.contains(.title) ? .title : fields.first { !FieldName.labels.contains($0) } ?? .title)
        self.scopes = scopes
        self.synonyms = synonyms
        self.weights = weights
        self.attributes = attributes
        self.group = group
    }
}

extension CatalogDescription {
    /// The fields whose texts begin or end with what the thing is, see ``TextHead``, and ids, which may be a
    /// name with a version. Keywords name anything, and descriptions are sentences.
    var headedFields: [FieldName] {
        fields.filter {
            ($0.hasLocale || $0 == .id) && $0 != .keywords && $0 != .description && $0.headed == nil
        }
        .withoutDuplicates
    }
}
