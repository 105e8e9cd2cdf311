// Findings of reading and writing gettext's files.

public import Localization

/// A finding about a message on its way to or from gettext.
public struct GettextDiagnostic: LocalizationDiagnostic {
    public enum Kind: Sendable, Hashable {
        /// A text with U+0000, which ends a text for gettext; the entry was left out.
        case nullCharacter
        /// U+0004 where MO files part context and text; the entry was left out of the MO file.
        case contextSeparator
        /// An empty `msgid` without a context is the header; the message was left out.
        case emptyIdentifier
        /// Two messages with the same context and `msgid`; the first one was written.
        case conflictingKeys(table: String)
        /// A translation lacks a form that the locale has; the one that readers see instead was written.
        case missingForm(PluralCategory)
        /// The translation is an empty text, which gettext takes for a missing one.
        case emptyTranslation
        /// The message counts as untranslated, and its translation, which differs
        /// from the source, was left out.
        case untranslatedText
        /// The file's rule gives integers of one category different forms: two numbers, and their forms from
        /// 0. The forms keep their texts under the categories that most of their numbers have.
        case ambiguousForms(PluralCategory, first: UInt64, form: Int, second: UInt64, otherForm: Int)
        /// The file's rule cannot be used: all messages with plural forms are left out. Without a rule the
        /// forms are taken for those of the language, one after the other.
        case unusableForms
        /// A form that no integer of the locale takes; it was left out.
        case unusedForm(index: Int)
        /// The source text of several keys, and no context tells which; the entry was left out.
        case ambiguousSource(first: String, second: String)
        /// Neither key nor source text of the source language; the entry is taken as it is.
        case unknownMessage
        /// The part is there already; the first one counts.
        case duplicatePart
        /// An obsolete entry of a message that the file also has as a living one; it was left out.
        case supersededMessage
        /// Bytes that are no text in the file's encoding.
        case damagedText
    }

    public let kind: Kind
    /// The message's key, or what the file has in its place. For findings about a file, its locale.
    public let key: String
    /// Its position, if it was read from a PO file.
    public let position: SourcePosition?

    init(_ kind: Kind, key: String, position: SourcePosition? = nil) {
        self.kind = kind
        self.key = key
        self.position = position
    }

    /// How much it matters.
    public var severity: Severity {
        switch kind {
        case .emptyTranslation, .unknownMessage, .supersededMessage: .note
        case .missingForm, .untranslatedText, .unusedForm, .ambiguousForms: .warning
        default: .error
        }
    }

    /// `Gettext.` and the kind.
    public var messageKey: String { naming.name.rawValue }

    /// The key, then the kind's facts.
    public var arguments: [any FormatArgument] { [key] + naming.facts }

    /// The keys of all texts; the compiler checks that findings use no other.
    package enum MessageKey: String, CaseIterable {
        case nullCharacter = "Gettext.NullCharacter"
        case contextSeparator = "Gettext.ContextSeparator"
        case emptyIdentifier = "Gettext.EmptyIdentifier"
        case conflictingKeys = "Gettext.ConflictingKeys"
        case missingForm = "Gettext.MissingForm"
        case emptyTranslation = "Gettext.EmptyTranslation"
        case untranslatedText = "Gettext.UntranslatedText"
        case ambiguousForms = "Gettext.AmbiguousForms"
        case unusableForms = "Gettext.UnusableForms"
        case unusedForm = "Gettext.UnusedForm"
        case ambiguousSource = "Gettext.AmbiguousSource"
        case unknownMessage = "Gettext.UnknownMessage"
        case duplicatePart = "Gettext.DuplicatePart"
        case supersededMessage = "Gettext.SupersededMessage"
        case damagedText = "Gettext.DamagedText"
    }

    private var naming: (name: MessageKey, facts: [any FormatArgument]) {
        switch kind {
        case .nullCharacter: (.nullCharacter, [])
        case .contextSeparator: (.contextSeparator, [])
        case .emptyIdentifier: (.emptyIdentifier, [])
        case .conflictingKeys(let table): (.conflictingKeys, [table])
        case .missingForm(let category): (.missingForm, [category.rawValue])
        case .emptyTranslation: (.emptyTranslation, [])
        case .untranslatedText: (.untranslatedText, [])
        case .ambiguousForms(let category, let first, let form, let second, let otherForm):
            (.ambiguousForms, [category.rawValue, first, form, second, otherForm])
        case .unusableForms: (.unusableForms, [])
        case .unusedForm(let index): (.unusedForm, [index])
        case .ambiguousSource(let first, let second): (.ambiguousSource, [first, second])
        case .unknownMessage: (.unknownMessage, [])
        case .duplicatePart: (.duplicatePart, [])
        case .supersededMessage: (.supersededMessage, [])
        case .damagedText: (.damagedText, [])
        }
    }
}
