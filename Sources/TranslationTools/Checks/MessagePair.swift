// What checks of messages and texts look at: a translation beside its source.

public import Localization
internal import Support

/// The parts of a message, so that a check runs only on messages that may concern it.
public struct MessageTraits: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt8
    /// Makes a set of its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Every message.
    public static let any = MessageTraits(rawValue: 1)
    /// Plural forms or substitutions.
    public static let plurals = MessageTraits(rawValue: 2)
    /// Specifiers, substitutions, or something that looks like one.
    public static let formats = MessageTraits(rawValue: 4)
    /// A comment that says how far the translation is, or how long it may be.
    public static let annotations = MessageTraits(rawValue: 8)

    /// Looks at a message.
    public init(_ message: Message) {
        var traits = MessageTraits.any
        if let comment = message.comment {
            // Most comments are read once, and say nothing to programs.
            if comment.containsASCII("Flag", "max-length", "max-size") {
                traits.insert(.annotations)
                // The placeholders of some syntaxes are words.
                if message.hasPlaceholderFlags { traits.insert(.formats) }
            }
        }
        if !message.hasVariations {
            if let text = message.text, text.hasFormat || CommonPlaceholders.mayBe(in: text) {
                traits.insert(.formats)
                if text.source.containsASCII("plural,", "selectordinal,", "plural ,")
                    || text.source.containsASCII("->") || text.source.containsASCII(".match")
                {
                    traits.insert(.plurals)
                }
            }
        } else {
            if !message.plural.isEmpty || !message.substitutions.isEmpty || !message.devicePlurals.isEmpty {
                traits.insert(.plurals)
            }
            if message.containsForm(where: { $0.hasFormat || CommonPlaceholders.mayBe(in: $0) }) {
                traits.insert(.formats)
            }
        }
        self = traits
    }
}

extension Message {
    /// The text that a translation's form translates.
    func form(nearest variation: VariationKey.Variation?) -> FormatString? {
        switch variation {
        case nil: common ?? plural[.other] ?? plural[.one]
        case .plural(let category):
            plural[category] ?? plural[.other] ?? text
                ?? (devicePlurals[Self.otherDevice]?[category] ?? devicePlurals[Self.otherDevice]?[.other])
        case .substitution(let name, let category):
            substitutions[name]?[category] ?? substitutions[name]?[.other]
        case .device(let name): devices[name] ?? common ?? plural[.other]
        case .devicePlural(let name, let category):
            (devicePlurals[name] ?? devicePlurals[Self.otherDevice]).flatMap { $0[category] ?? $0[.other] }
                ?? plural[category] ?? plural[.other] ?? common
        case .alternative(let number): alternatives[number] ?? alternatives[1] ?? text
        }
    }

    /// The text for every device without one of its own, where numbers change nothing about it.
    private var common: FormatString? { text ?? devices[Self.otherDevice] }
}

/// A message beside the same one in the source locale.
public struct MessagePair: Sendable {
    public let message: Message
    /// The message in the source locale; `nil` where `message` is that, or where the source does not have it.
    public let source: Message?
    /// Whether the message's file is in the source locale.
    public let isSource: Bool
    public let locale: LocaleIdentifier
    /// How the locale counts.
    public let counting: PluralCoverage
    /// Whether GNU msgfmt compiles the message, whose texts are formats of C.
    let isCompiledByGettext: Bool
    /// Whether the message is of a template, or translates one: xgettext(1) flags the texts that are formats.
    let isOfTemplate: Bool
    /// The syntaxes of the placeholders in the texts.
    let placeholders: ChosenSyntaxes
    /// What the message does with its source's arguments, by syntax; those in which there
    /// is something to say about that.
    let comparisons: [FormatComparison]
    /// Whether any text of the message is no sound format.
    let hasFormatProblems: Bool

    /// Puts messages side by side.
    init(
        message: Message, source: Message?, isSource: Bool, locale: LocaleIdentifier,
        counting: PluralCoverage,
        isCompiledByGettext: Bool = false, isOfTemplate: Bool = false,
        syntax: PlaceholderSyntax? = .objectiveC
    ) {
        self.isCompiledByGettext = isCompiledByGettext
        self.isOfTemplate = isOfTemplate
        self.message = message
        self.source = source
        self.isSource = isSource
        self.locale = locale
        self.counting = counting
        hasFormatProblems = message.containsForm { $0.hasProblems }
        let chosen = ChosenSyntaxes(
            flags: Self.flags(of: message, source), format: syntax,
            source: source ?? (isSource ? message : nil))
        placeholders = chosen
        comparisons =
            source.map { source in
                FormatComparison.all(
                    message, source: source, chosen, isCompiledByGettext: isCompiledByGettext)
            } ?? []
    }

    /// The flags of a message and of its source, whose comment it often repeats.
    private static func flags(of message: Message, _ source: Message?) -> [String] {
        let own = message.placeholderFlags
        guard let source, source.comment != message.comment else { return own }
        return own + source.placeholderFlags
    }

    /// The text of the source that a form translates.
    func counterpart(of variation: VariationKey.Variation?) -> FormatString? {
        source?.form(nearest: variation)
    }
}

/// A text beside the source text that it translates.
public struct TextPair: Sendable {
    public let text: String
    /// What can be seen in it.
    public let traits: TextTraits
    /// The source text; `nil` in the source locale, and where there is none.
    public let source: String?
    /// The traits of the source text; empty where there is none.
    public let sourceTraits: TextTraits
    public let locale: LocaleIdentifier
    /// The locale of the source text; `nil` where there is none.
    public let sourceLocale: LocaleIdentifier?
    /// Whether the text's file has bytes that could not be decoded: U+FFFD replaces them.
    public let hasInvalidBytes: Bool
    let placeholders: [PlaceholderSyntax]
    /// Whether the text is in one of gettext's files.
    let isCompiledByGettext: Bool
    /// Whether readers see the lines of the text as they are in the file.
    var showsLines = true
    /// The key of the text's message; `nil` where it is not known.
    var key: String?
    /// Which form of the message the text is; `nil` for a plain text.
    var variation: VariationKey.Variation?
    /// What the comment of the text's message says; `nil` where there is none.
    var comment: String?
    /// How long the texts of the file are beside their source texts; `nil` where that is not known.
    var lengthRatio: Lazy<Double?>?
    /// Whether the text stands inside another one, as that of a substitution does: its
    /// edges are none of the whole text's.
    var isFragment = false

    /// Puts texts side by side.
    public init(
        text: String, source: String?, locale: LocaleIdentifier, sourceLocale: LocaleIdentifier? = nil,
        hasInvalidBytes: Bool = false
    ) {
        self.init(
            text: text, source: source, locale: locale, sourceLocale: sourceLocale,
            hasInvalidBytes: hasInvalidBytes, placeholders: PlaceholderSyntax.usual,
            isCompiledByGettext: false)
    }

    init(
        text: String, source: String?, locale: LocaleIdentifier, sourceLocale: LocaleIdentifier?,
        hasInvalidBytes: Bool, placeholders: [PlaceholderSyntax], isCompiledByGettext: Bool
    ) {
        self.placeholders = placeholders
        self.isCompiledByGettext = isCompiledByGettext
        self.text = text
        traits = TextTraits(text)
        self.source = source
        sourceTraits = source.map(TextTraits.init) ?? []
        self.locale = locale
        self.sourceLocale = sourceLocale
        self.hasInvalidBytes = hasInvalidBytes
    }

    /// Whether the text may choose among others.
    var choosesBranches: Bool {
        placeholders.count == 1 && placeholders[0].isMessageFormat
            || placeholders.contains(.fluent) && text.containsASCII("->")
            || placeholders == [.messageFormat2] && text.containsASCII(".match")
    }

    /// The text without its placeholders, each a space: what is said to people.
    var prose: String { PlaceholderSyntax.prose(of: text, placeholders) }
}
