// Findings about files that are exchanged with others: what could not be read, and what of a table a format
// cannot represent. Everything that a format loses is named here.

public import Localization

/// A finding about reading or writing a file of another format than `.strings` and gettext's.
public struct ExchangeDiagnostic: LocalizationDiagnostic {
    /// What was found; the raw value is the message key.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The XML is not well-formed. Facts: the parser's words, in English.
        case xmlNotWellFormed = "XML.NotWellFormed"
        /// The XML refers to an entity. Facts: its name.
        case xmlEntityReference = "XML.EntityReference"
        /// The XML is in another encoding than UTF-8 or UTF-16. Facts: the encoding.
        case xmlUnsupportedEncoding = "XML.UnsupportedEncoding"
        /// The file is larger than the caller allows. Facts: the limit in bytes.
        case xmlTooLarge = "XML.TooLarge"
        /// An element has too many attributes, or the file declares too many namespaces. Facts: the limit.
        case xmlTooManyAttributes = "XML.TooManyAttributes"

        /// The document is of another kind. Facts: the outermost element, the one that the format has.
        case xmlUnexpectedDocument = "XML.UnexpectedDocument"

        /// Bytes that are not UTF-8.
        case textEncoding = "Text.Encoding"
        /// A key is there twice; the last one counts. Facts: key.
        case duplicateKey = "Text.DuplicateKey"
        /// A name is there twice; the first one counts. Facts: the name.
        case duplicateName = "Text.DuplicateName"
        /// A sign that is missing. Facts: the sign.
        case signMissing = "Text.SignMissing"
        /// A key that programs or the format do not accept; it is left out. Facts: its beginning.
        case keyNotAllowed = "Text.KeyNotAllowed"
        /// A text without a name; it is left out.
        case missingName = "Text.MissingName"
        /// A backslash that begins no escape, or half of a surrogate pair. Facts: the signs.
        case textEscape = "Text.Escape"
        /// Translations of messages that the source no longer has, which a format has no place for.
        /// Facts: how many, the first key.
        case obsoleteLeftOut = "Text.ObsoleteLeftOut"
        /// Texts of MessageFormat with plurals that are no forms of the whole text: several counts, an offset,
        /// numbers of their own, ordinals; they are written as they are. Facts: their number, the key of one.
        case pluralsWithinTexts = "Text.PluralsWithinTexts"
        /// Several counts, texts for devices, or forms that the file cannot have; the
        /// message is left out. Facts: key.
        case textUnsupported = "Text.Unsupported"

        /// The document is not XLIFF. Facts: the outermost element.
        case xliffUnexpectedDocument = "XLIFF.UnexpectedDocument"
        /// An XLIFF of another version than 1.x and 2.x. Facts: the version.
        case xliffUnsupportedVersion = "XLIFF.UnsupportedVersion"
        /// An invalid locale; its file is left out. Facts: the locale as spelled.
        case xliffInvalidLocale = "XLIFF.InvalidLocale"
        /// A unit without an identifier; it is left out.
        case xliffMissingIdentifier = "XLIFF.MissingIdentifier"
        /// A unit whose identifier was there before; it is left out. Facts: the identifier.
        case xliffDuplicateUnit = "XLIFF.DuplicateUnit"
        /// An element in a text that represents something outside it; the message is
        /// left out. Facts: key, element.
        case xliffInlineElement = "XLIFF.InlineElement"
        /// A state that XLIFF does not have; taken for one to be reviewed. Facts: key, state.
        case xliffUnknownState = "XLIFF.UnknownState"
        /// A unit of a `.stringsdict` that is no plural rule; it is left out. Facts: the identifier.
        case xliffUnmappedUnit = "XLIFF.UnmappedUnit"
        /// A character that XML cannot represent; the message is left out. Facts: key, character.
        case xliffCharacterNotAllowed = "XLIFF.CharacterNotAllowed"
        /// A key that reads as a form of another message; the message is left out. Facts: key.
        case xliffAmbiguousKey = "XLIFF.AmbiguousKey"

        /// The document is not a property list with a dictionary.
        case stringsdictUnexpectedDocument = "Stringsdict.UnexpectedDocument"
        /// A key is there twice; the last one counts. Facts: key.
        case stringsdictDuplicateKey = "Stringsdict.DuplicateKey"
        /// A value is not of the type it must have; the message is left out. Facts: key, name of the value.
        case stringsdictUnexpectedValue = "Stringsdict.UnexpectedValue"
        /// Another text for a message with texts for widths, which stay as they are. Facts: key.
        case stringsdictVariableWidth = "Stringsdict.VariableWidth"
        /// Device texts together with plural forms; the message is left out. Facts: key.
        case stringsdictMixedVariations = "Stringsdict.MixedVariations"
        /// A rule of a kind other than plurals; the message is left out. Facts: key, the rule.
        case stringsdictUnknownRule = "Stringsdict.UnknownRule"
        /// Plural forms without `other`; the message is left out. Facts: key.
        case stringsdictMissingOther = "Stringsdict.MissingOther"
        /// Plural forms without `other`, for which `many` was taken. Facts: key.
        case stringsdictOtherFromMany = "Stringsdict.OtherFromMany"
        /// The type of a count, which the texts do not show. Facts: key, type.
        case stringsdictValueTypeNotKept = "Stringsdict.ValueTypeNotKept"
        /// The name of a plural rule, which plural forms do not have. Facts: key, name.
        case stringsdictVariableNotKept = "Stringsdict.VariableNotKept"
        /// `%arg`, which a `.stringsdict` does not have, was written as a specifier. Facts: key,
        /// substitution.
        case stringsdictArgumentSpelledOut = "Stringsdict.ArgumentSpelledOut"
        /// A substitution bears a name that means something else there; the message
        /// is left out. Facts: key, name.
        case stringsdictReservedName = "Stringsdict.ReservedName"
        /// Substitutions without a text that refers to them; the message is left out. Facts: key.
        case stringsdictMissingText = "Stringsdict.MissingText"
        /// A text that is one substitution and nothing else reads as plural forms. Facts: key, substitution.
        case stringsdictBecomesPlural = "Stringsdict.BecomesPlural"
        /// A character that XML cannot represent; the message is left out. Facts: key, character.
        case stringsdictCharacterNotAllowed = "Stringsdict.CharacterNotAllowed"

        /// The document is not a file of Android's resources. Facts: the outermost element.
        case androidUnexpectedDocument = "Android.UnexpectedDocument"
        /// A form for a quantity that there is not; it is left out. Facts: the name, the quantity.
        case androidUnknownQuantity = "Android.UnknownQuantity"
        /// A name that resources cannot have; aapt refuses the file. Facts: the name.
        case androidInvalidName = "Android.InvalidName"
        /// An apostrophe without a backslash outside quotes, which aapt refuses. Facts: key.
        case androidApostrophe = "Android.Apostrophe"
        /// `\u` without four hexadecimal digits, which aapt refuses. Facts: key.
        case androidEscape = "Android.Escape"
        /// Several counts, or texts for devices, which Android's resources do not have; left out. Facts: key.
        case androidUnsupported = "Android.Unsupported"

        /// The file is not JSON. Facts: the parser's words, in English.
        case stringCatalogInvalidJSON = "StringCatalog.InvalidJSON"
        /// The file is JSON, but not a string catalog. Facts: the member that is missing or wrong.
        case stringCatalogUnexpectedDocument = "StringCatalog.UnexpectedDocument"
        /// An invalid locale; its texts are left out. Facts: key, the locale as spelled.
        case stringCatalogInvalidLocale = "StringCatalog.InvalidLocale"
        /// A key is there twice; the last one counts. Facts: key.
        case stringCatalogDuplicateKey = "StringCatalog.DuplicateKey"
        /// A value is not of the type it must have; the texts of the locale are left out. Facts: key, member.
        case stringCatalogUnexpectedValue = "StringCatalog.UnexpectedValue"
        /// A text beside variations, or variations of two kinds; left out. Facts: key, locale.
        case stringCatalogMixedVariations = "StringCatalog.MixedVariations"
        /// Variations within variations; left out. Facts: key, locale.
        case stringCatalogNestedVariations = "StringCatalog.NestedVariations"
        /// A state that string catalogs do not have; taken for one to be reviewed. Facts: key, state.
        case stringCatalogUnknownState = "StringCatalog.UnknownState"
        /// The plain text beside plural forms has no place. Facts: key, locale.
        case stringCatalogPlainTextLeftOut = "StringCatalog.PlainTextLeftOut"
        /// Something about a message that has no place on the other side. Facts: key, its name.
        case stringCatalogNotKept = "StringCatalog.NotKept"
        /// `%arg` and the specifier become one. Facts: key, substitution.
        case stringCatalogArgumentSpelledOut = "StringCatalog.ArgumentSpelledOut"
        /// A catalog contains one table; another one is left out. Facts: the other table's name.
        case stringCatalogOtherTable = "StringCatalog.OtherTable"

        /// Something that JSON does not have at its place; it is skipped. Facts: the signs.
        case jsonNotAllowed = "JSON.NotAllowed"
        /// A backslash that begins no escape, or half of a surrogate pair. Facts: the signs.
        case jsonEscape = "JSON.Escape"
        /// A control character in a string. Facts: its code point.
        case jsonControlCharacter = "JSON.ControlCharacter"
        /// Objects below too many others; they are left out. Facts: the most levels.
        case jsonTooDeep = "JSON.TooDeep"
        /// The document is no object with texts.
        case jsonUnexpectedDocument = "JSON.UnexpectedDocument"
        /// A text is where an object would have to be, or the other way round; the
        /// message is left out. Facts: key.
        case jsonKeyConflict = "JSON.KeyConflict"
        /// A name that a text of a browser's extension shows, and its message does not define. Facts: key, the
        /// name as it is shown.
        case jsonUndefinedPlaceholder = "JSON.UndefinedPlaceholder"

        /// A line that is no part of a message, a term or a comment. Facts: its beginning.
        case fluentEntry = "Fluent.Entry"
        /// A message, a term, an attribute or a variant without a text; the message is left out.
        case fluentMissingValue = "Fluent.MissingValue"
        /// Not exactly one variant is the default; the message is left out.
        case fluentDefaultVariant = "Fluent.DefaultVariant"
        /// Something that cannot be in braces there; the message is left out. Facts: its beginning.
        case fluentExpression = "Fluent.Expression"
        /// A closing brace without an opening one; the message is left out.
        case fluentBrace = "Fluent.Brace"
        /// Braces within too many others; the message is left out. Facts: the most levels.
        case fluentTooDeep = "Fluent.TooDeep"

        /// A page for translators as it was handed out, without what was changed in it.
        case pageHandedOut = "TranslatorPage.HandedOut"
        /// An entry that no page for translators saves; it is left out. Facts: key.
        case pageInvalidEntry = "TranslatorPage.InvalidEntry"
    }

    public let kind: Kind
    /// The facts that `kind` lists, in their order.
    public let facts: [String]
    /// Where in the file that was read; `nil` for findings about a table that was written.
    public let position: SourcePosition?

    /// A finding.
    init(_ kind: Kind, _ facts: String..., at position: SourcePosition? = nil) {
        self.init(kind, facts, at: position)
    }

    /// A finding.
    init(_ kind: Kind, _ facts: [String], at position: SourcePosition?) {
        self.kind = kind
        self.facts = facts
        self.position = position
    }

    /// How much it matters: `error` where something was left out.
    public var severity: Severity {
        switch kind {
        case .stringsdictOtherFromMany, .stringsdictValueTypeNotKept,
            .stringsdictVariableNotKept, .stringsdictArgumentSpelledOut, .stringsdictBecomesPlural,
            .stringCatalogPlainTextLeftOut,
            .stringCatalogNotKept, .stringCatalogArgumentSpelledOut, .pageHandedOut:
            .note
        case .obsoleteLeftOut, .xliffUnknownState, .stringsdictDuplicateKey, .stringCatalogUnknownState,
            .stringCatalogDuplicateKey, .pluralsWithinTexts:
            .warning
        default: .error
        }
    }

    /// The kind's raw value.
    public var messageKey: String { kind.rawValue }

    public var arguments: [any FormatArgument] { facts }
}
