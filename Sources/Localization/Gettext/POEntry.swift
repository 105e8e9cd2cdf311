// One message of a PO file, with all that its comments say.

/// An entry of a PO file (GNU gettext manual, "The Format of PO Files").
public struct POEntry: Sendable, Hashable {
    /// The context (`msgctxt`), if any.
    public var context: String?
    /// The original text (`msgid`).
    public var identifier: String
    /// The original plural (`msgid_plural`), if the message counts.
    public var plural: String?
    /// The translation, or one for each plural form; empty texts where there is none.
    public var translations: [String]
    /// What translators say (`# `), by lines.
    public var translatorComments: [String] = []
    /// What the program's sources say (`#.`), by lines.
    public var extractedComments: [String] = []
    /// Where the text is used (`#:`), as `file:line`.
    public var references: [String] = []
    /// The flags (`#,`) but for `fuzzy`, as written: `objc-format`, `range: 0..10`.
    public var flags: [String] = []
    /// Whether somebody should look at the translation (`#, fuzzy`).
    public var isFuzzy = false
    /// Whether the program has no such message any more (`#~`).
    public var isObsolete = false
    /// The context that the translation was made for (`#| msgctxt`).
    public var previousContext: String?
    /// The original text that the translation was made for (`#| msgid`).
    public var previousIdentifier: String?
    /// The original plural that the translation was made for (`#| msgid_plural`).
    public var previousPlural: String?
    /// Where the entry's first keyword stands; `nil` for entries that were not read from a file.
    public var position: SourcePosition?

    /// An entry without comments.
    public init(
        context: String? = nil, identifier: String, plural: String? = nil, translations: [String] = []
    ) {
        self.context = context
        self.identifier = identifier
        self.plural = plural
        self.translations = translations
    }

    /// Whether any form has a translation.
    public var isTranslated: Bool { translations.contains { !$0.isEmpty } }

    /// Whether this is the header: the empty message without a context.
    public var isHeader: Bool { context == nil && identifier.utf8.isEmpty && !isObsolete }
}
