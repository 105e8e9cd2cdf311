// The attributes that all catalogs of messages declare, so that translators can filter: language, state,
// table, plural forms.

internal import CatalogSearch

/// The attributes of messages.
enum MessageAttributes {
    /// The languages of a message's translations.
    static let locale: AttributeName = "locale"
    /// The states of a message, by ``State``.
    static let state: AttributeName = "state"
    /// The table of a message in a folder of tables.
    static let table: AttributeName = "table"
    /// Further parts of a message, by ``Part``.
    static let has: AttributeName = "has"

    enum State: String {
        /// The message is translated into all languages of its table.
        case translated
        case untranslated
        case fuzzy
        case obsolete
    }

    /// A part that a message may have.
    enum Part: String {
        case plural
        case comment
    }

    /// The declarations; a sidecar may replace them.
    static let declared: [CatalogDescription.Attribute] = [
        .init(locale, .text, isMany: true, label: .key("ColumnLocale"), isSearched: false),
        .init(
            state, .text, isMany: true, label: .key("AttributeState"),
            values: [
                value(State.translated, "StateTranslated"), value(State.untranslated, "StateUntranslated"),
                value(State.fuzzy, "StateFuzzy"), value(State.obsolete, "StateObsolete"),
            ], isSearched: false),
        .init(table, .text, label: .key("AttributeTable"), isSearched: false),
        .init(
            has, .text, isMany: true, label: .key("AttributeHas"),
            values: [value(Part.plural, "HasPlural"), value(Part.comment, "HasComment")],
            isSearched: false),
    ]

    private static func value(
        _ id: some RawRepresentable<String>, _ key: String
    ) -> CatalogDescription.Attribute.Value { .init(id: id.rawValue, label: .key(key)) }
}

extension CatalogRecord {
    /// Adds values of an attribute.
    mutating func append(_ name: AttributeName, _ values: [String]) {
        attributes += values.map { Attribute(name, .text($0)) }
    }

    /// Adds the parts that a message has.
    mutating func append(hasPlural: Bool, hasComment: Bool) {
        if hasPlural { append(MessageAttributes.has, [MessageAttributes.Part.plural.rawValue]) }
        if hasComment { append(MessageAttributes.has, [MessageAttributes.Part.comment.rawValue]) }
    }
}
