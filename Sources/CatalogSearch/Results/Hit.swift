// A record that a search found, with everything that is shown of it.

/// A record that matches, as shown to users.
public struct Hit: Hashable, Sendable {
    /// A text as shown: a field in the first locale of the chain that has it.
    public struct Text: Hashable, Sendable {
        public var field: FieldName
        /// The locale of the values.
        public var locale: LocaleIdentifier
        /// The values; one, except for fields with several texts (keywords).
        public var values: [String]
    }

    /// The values of an attribute as shown.
    public struct Attribute: Hashable, Sendable {
        /// A value with its label.
        public struct Value: Hashable, Sendable {
            public var value: AttributeValue
            /// A text value's label: in the first locale of the chain that has one, else in the catalog's
            /// default locale, else its id. `nil` for values of other types, which front ends format.
            public var label: String?
            /// The nodes of a path, from the root to the value itself; empty for other values.
            public var path: [Node] = []
        }

        /// A node of a path.
        public struct Node: Hashable, Sendable {
            /// The value that stands for the node: `Home > Kitchen`.
            public var id: String
            /// The node's own label.
            public var label: String
        }

        public var name: AttributeName
        /// The values, in the record's order; at least one.
        public var values: [Value]
    }

    /// The matching records of a group, see ``CatalogDescription/group``.
    public struct Variants: Hashable, Sendable {
        /// The number of matches of the group in the requested scope, at least 1.
        public var count: Int
        /// Their ids, that of the hit among them, in the order of their bytes; the
        /// first ``Hit/maximumVariantCount``.
        public var ids: [String]
    }

    /// A preference, and what it multiplies the score of the record by.
    public struct AppliedPreference: Hashable, Sendable {
        public var preference: Preference
        /// The factor of the record: 1 where the preference says nothing about it.
        public var factor: Double
        /// The query's word for the kind of thing that is preferred; `nil` if the preference is declared.
        public var kind: String?
    }

    /// The maximum number of variants that a hit lists.
    public static let maximumVariantCount = 100

    /// The maximum number of matches that a hit lists.
    public static let maximumMatchCount = 100

    /// The record's id.
    public var id: String
    /// The catalog's id.
    public var catalog: String
    /// The id of the record's scope.
    public var scope: String?
    /// The locale of the text that matched best; that of the title if the query was empty.
    public var locale: LocaleIdentifier
    /// The same if all locales of the chain were searched (``MatchedLocales/any``) and a text matched: a
    /// front end that shows another text can say where the match is. Else `nil`.
    public var matchedLocale: LocaleIdentifier?
    /// The title: the title field's text in the first locale of the chain that has one, else in the catalog's
    /// default locale, else in the locale whose name comes first. The id if the record has no title.
    public var title: String { titleText.values.first ?? id }
    /// The title with its field and locale, and all values if the title field has several.
    public var titleText: Text
    /// All texts of the record in the locales of the chain: fields in the catalog's order, then others.
    public var texts: [Text]
    /// The record's year.
    public var year: Int?
    /// The record's price in the currency and for the market of the request.
    public var price: Price?
    /// The currency of the request, if the record has no price in it.
    public var unpricedCurrency: String?
    /// The values of the attributes that the catalog declares, in the order declared,
    /// without those that the record lacks.
    public var attributes: [Hit.Attribute]
    /// The record's members that the search does not use.
    public var additionalMembers: [CatalogRecord.Member]
    /// The matches in the order of the texts, without overlaps; the first ``maximumMatchCount`` of them.
    /// Matches of the year and the price cover the number's own spelling; the front end finds it in what it
    /// shows.
    public var matches: [Hit.Match]
    /// The number of all matches, also of those that ``matches`` leaves out.
    public var matchCount: Int
    /// Why the record has its position in the results.
    public var rank: Rank
    /// Why each word matched, in the order typed.
    public var explanation: [WordExplanation]
    /// The preferences of the catalog and of the request, with what each multiplies the score by;
    /// empty if hits are not explained.
    public var preferences: [Hit.AppliedPreference] = []
    /// What was learned from readers' choices multiplies the score by; `nil` if nothing was learned of the
    /// catalog, or hits are not explained.
    public var learnedFactor: Double?
    /// The records that are found as this hit; `nil` if the hit is a single record of no group.
    public var variants: Hit.Variants?
    /// All records of its group, whether they match or not; `nil` as ``variants``.
    public var group: Hit.Group?
    /// The rule that moved the hit to its place; `nil` if none did.
    public var placement: Hit.Placement?
    /// How similar its vector is to that of the request; `nil` if words alone found it.
    public var similarity: Hit.Similarity?
    /// The distance in metres from the first place by which the request orders, see ``SortKey/origin``; `nil`
    /// if it orders by none, or the record has no place.
    public var distance: Double?
}

extension Hit {
    /// A part of a text that a word of the query matched.
    public struct Match: Hashable, Sendable {
        /// The field, or `year` or `price`. A match of `id` is in the hit's id, one of `scope` or `catalog`
        /// in the label of the hit's scope or catalog, as its reader sees it.
        public var field: FieldName
        /// The index of the text among the field's texts; 0 except for fields with several texts (keywords).
        public var text: Int
        /// The position: half-open, in Unicode scalars of the text. The whole value for `year` and `price`.
        public var range: Range<Int>
        /// Whether the text contains a word as typed; `false` if only similar words match in it. A front end
        /// that shows one text prefers such a text.
        public var isTyped: Bool

        /// A part of a text.
        public init(field: FieldName, text: Int = 0, range: Range<Int>, isTyped: Bool = true) {
            self.field = field
            self.text = text
            self.range = range
            self.isTyped = isTyped
        }
    }
}
