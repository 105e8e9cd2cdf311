// What a search found.

/// A place in a text that a word of the query matched.
public struct Match: Hashable, Sendable {
    /// The field, or `year` or `price`.
    public var field: FieldName
    /// Which of the field's texts it is; 0 but for fields of several texts (keywords).
    public var text: Int
    /// Where: half-open, in Unicode scalars of the text. The whole value for `year` and `price`.
    public var range: Range<Int>

    /// A place in a text.
    public init(field: FieldName, text: Int = 0, range: Range<Int>) {
        self.field = field
        self.text = text
        self.range = range
    }
}

/// Why a word of the query counts as found in a record.
public struct WordExplanation: Hashable, Sendable {
    /// By which rule word and text are held equal.
    public enum Rule: Hashable, Sendable {
        /// Spelled exactly as typed.
        case exact
        /// By the locale's standard collation alone.
        case standardCollation
        /// By the locale's search collation alone.
        case searchCollation
        /// By both.
        case bothCollations
        /// The same letters but for what the locale holds apart, see ``Relaxation/letters``.
        case letters
        /// Another word for the same, see ``Relaxation/forms``.
        case forms
        /// A typing error, see ``Relaxation/typos``.
        case typos
    }

    /// One place at which the word stands.
    public struct Place: Hashable, Sendable {
        /// The field, the text's locale, and how the word lies in it.
        public var field: FieldName
        /// The locale of the text.
        public var locale: LocaleIdentifier
        /// How the word lies in the text.
        public var match: MatchClass
        /// By which rule.
        public var rule: Rule
        /// The part of the text that matched.
        public var matchedText: String
    }

    /// The word as typed.
    public var word: String
    /// The best place in each field and locale, best first.
    public var places: [Place]
    /// Numeric fields whose value the word is.
    public var numbers: [FieldName]
}

/// A record that matches, as it is shown.
public struct Hit: Hashable, Sendable {
    /// A text as shown: a field in the first locale of the chain that has it.
    public struct Text: Hashable, Sendable {
        /// The field.
        public var field: FieldName
        /// The locale it is shown in.
        public var locale: LocaleIdentifier
        /// Its values; one but for fields of several texts (keywords).
        public var values: [String]
    }

    /// The record's id.
    public var id: String
    /// The catalog's id.
    public var catalog: String
    /// The id of the record's scope.
    public var scope: String?
    /// The locale of the text that matched best, of the title where nothing was searched for.
    public var locale: LocaleIdentifier
    /// What the record is called: its title field's text in the chain, else in the catalog's default locale, else in
    /// the locale whose name comes first; its id where it has none.
    public var title: Text
    /// All texts of the record in the locales of the chain: fields in the catalog's order, then others.
    public var texts: [Text]
    /// The record's year.
    public var year: Int?
    /// The record's price.
    public var price: Price?
    /// Members that the search does not use.
    public var additionalMembers: [Record.Member]
    /// All places that match, in the order of the texts; they do not overlap. Places in the year and the price
    /// cover the number's own spelling and are for the front end to find in what it shows.
    public var matches: [Match]
    /// Why it stands where it stands.
    public var rank: Rank
    /// Why each word counts as found, in the order typed.
    public var explanation: [WordExplanation]
    /// The fields that `Rank.fieldPosition` counts.
    public var rankedFields: [FieldName]
}

/// What a search found.
public struct SearchResults: Hashable, Sendable {
    /// A scope with the number of matches in it.
    public struct ScopeCount: Hashable, Sendable {
        /// The scope's id; `all` for everything.
        public var id: String
        /// What users see; `nil` where the catalogs say nothing.
        public var label: Label?
        /// How many records match in it, whatever scope was asked for.
        public var count: Int
    }

    /// How many records match.
    public var total: Int
    /// All scopes, `all` first, with their counts.
    public var scopes: [ScopeCount]
    /// The page asked for.
    public var hits: [Hit]
    /// Words of the query that were not looked for, having neither letters nor digits.
    public var ignoredWords: [String]
    /// What was looked for instead of words that were typed; `nil` where all that was found matches strictly.
    public var relaxation: AppliedRelaxation?

    /// The id that stands for everything.
    public static let allScopes = "all"
}

/// Which records match, for whoever keeps the records elsewhere.
public struct MatchedRecords: Hashable, Sendable {
    /// What names a record.
    public struct Reference: Hashable, Sendable {
        /// The catalog's id.
        public var catalog: String
        /// The record's id.
        public var id: String
    }

    /// How many records match.
    public var total: Int
    /// All scopes, `all` first, with their counts.
    public var scopes: [SearchResults.ScopeCount]
    /// The records of the page asked for.
    public var records: [Reference]
    /// Words of the query that were not looked for, having neither letters nor digits.
    public var ignoredWords: [String]
    /// What was looked for instead of words that were typed; `nil` where all that was found matches strictly.
    public var relaxation: AppliedRelaxation?
}
