// One message of a PO file, with everything from its comments.

/// An entry of a PO file (GNU gettext manual, "The Format of PO Files").
public struct POEntry: Sendable, Hashable {
    /// The context (`msgctxt`), if any.
    public var context: String?
    /// The original text (`msgid`).
    public var identifier: String
    /// The original plural (`msgid_plural`), if the message has plural forms.
    public var plural: String?
    /// The translation, or one for each plural form; empty texts if untranslated.
    public var translations: [String]
    /// The translators' comments (`# `), one element per line.
    public var translatorComments: [String] = []
    /// The comments extracted from the program's sources (`#.`), one element per line.
    public var extractedComments: [String] = []
    /// Where the text is used (`#:`), as `file:line`.
    public var references: [String] = []
    /// The flags (`#,`) except `fuzzy`, as written: `objc-format`, `range: 0..10`.
    public var flags: [String] = []
    /// Whether the flags have a line `#=` apart from `fuzzy`, as GNU gettext 1.0 reads it.
    public var hasLineOfStickyFlags = false
    /// Whether the translation needs review (`#, fuzzy`).
    public var isFuzzy = false
    /// Whether the program no longer uses the message (`#~`).
    public var isObsolete = false
    /// The context that the translation was made for (`#| msgctxt`).
    public var previousContext: String?
    /// The original text that the translation was made for (`#| msgid`).
    public var previousIdentifier: String?
    /// The original plural that the translation was made for (`#| msgid_plural`).
    public var previousPlural: String?
    /// Where the entry's first keyword is; `nil` if the entry was not read from a file.
    public var position: SourcePosition?
    /// Where `msgid` is; `nil` if the entry was not read from a file.
    public var identifierPosition: SourcePosition?
    /// Where each `msgstr` is, in the order of `translations`; empty if the entry was not read from a file.
    public var translationPositions: [SourcePosition] {
        get { firstTranslationPosition.map { [$0] + otherTranslationPositions } ?? [] }
        set {
            firstTranslationPosition = newValue.first
            otherTranslationPositions = Array(newValue.dropFirst())
        }
    }
    /// Most entries have one translation, and need no array for its place.
    private var firstTranslationPosition: SourcePosition?
    private var otherTranslationPositions: [SourcePosition] = []

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
