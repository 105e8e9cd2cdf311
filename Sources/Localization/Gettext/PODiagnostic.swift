// What the reader of PO files can find: each kind with its facts.

/// A finding in a PO file.
public struct PODiagnostic: LocalizationDiagnostic {
    /// What was found.
    public enum Kind: Sendable, Hashable {
        /// A byte order mark, which GNU gettext takes for text.
        case byteOrderMark
        /// UTF-16 or UTF-32, which no other reader of PO files knows.
        case wideEncoding(TextEncoding)
        /// The header names an encoding that is not known; the file was read as UTF-8.
        case unknownCharset(String)
        /// Bytes that are no text in the file's encoding; at most eight of them are listed.
        case invalidSequence(bytes: [UInt8], charset: String)
        /// No header.
        case missingHeader
        /// Messages with plural forms, and no `Plural-Forms` in the header.
        case missingPluralForms
        /// `Plural-Forms` that cannot be used.
        case invalidPluralForms(PluralForms.Failure)
        /// Something that is neither a keyword nor a string nor a comment.
        case unexpectedText(String)
        /// A string that is not closed on its line.
        case unterminatedString(String)
        /// A backslash before something that needs none.
        case invalidEscape(String)
        /// U+0000, which ends a text for programs in C.
        case nullCharacter
        /// A keyword without a string.
        case missingString(keyword: String)
        /// A keyword that the entry has already.
        case repeatedKeyword(String)
        /// A translation or context without `msgid`: the entry cannot be kept.
        case missingIdentifier
        /// `msgid` without `msgstr`.
        case missingTranslation(identifier: String)
        /// `msgid_plural` with a plain `msgstr`.
        case translationWithoutIndex(identifier: String)
        /// `msgstr[0]` without `msgid_plural`.
        case indexWithoutPlural(identifier: String)
        /// `msgstr[2]` where another number should stand, or one that is there already.
        case indexOutOfOrder(index: Int, expected: Int)
        /// More or fewer forms than `nplurals` says.
        case wrongFormCount(identifier: String, found: Int, expected: Int)
        /// Some forms are translated, and some are not.
        case emptyForm(identifier: String, index: Int)
        /// An entry that the file has already; the first one counts.
        case duplicateEntry(identifier: String, firstLine: Int)
        /// One of original and translation begins with a line break, the other does not.
        case leadingLineBreak(identifier: String)
        /// One of original and translation ends with a line break, the other does not.
        case trailingLineBreak(identifier: String)
        /// Comments at the end, which belong to no entry.
        case commentWithoutEntry
    }

    /// What was found.
    public let kind: Kind
    /// Where.
    public let place: SourcePosition

    /// Where it is; never `nil` here.
    public var position: SourcePosition? { place }

    /// How much it matters.
    public var severity: Severity {
        switch kind {
        case .commentWithoutEntry: .note
        case .byteOrderMark, .missingHeader, .nullCharacter, .emptyForm: .warning
        default: .error
        }
    }

    /// `PO.` and the kind.
    public var messageKey: String { "PO." + naming.name }

    /// The kind's facts.
    public var arguments: [any FormatArgument] { naming.facts }

    private var naming: (name: String, facts: [any FormatArgument]) {
        switch kind {
        case .byteOrderMark: ("ByteOrderMark", [])
        case .wideEncoding(let encoding): ("WideEncoding", [encoding.rawValue])
        case .unknownCharset(let name): ("UnknownCharset", [name])
        case .invalidSequence(let bytes, let charset):
            ("InvalidSequence", [StringsDiagnostic.hexadecimal(bytes), charset])
        case .missingHeader: ("MissingHeader", [])
        case .missingPluralForms: ("MissingPluralForms", [])
        case .invalidPluralForms(let failure): failure.naming
        case .unexpectedText(let text): ("UnexpectedText", [text])
        case .unterminatedString(let text): ("UnterminatedString", [text])
        case .invalidEscape(let escape): ("InvalidEscape", [escape])
        case .nullCharacter: ("NullCharacter", [])
        case .missingString(let keyword): ("MissingString", [keyword])
        case .repeatedKeyword(let keyword): ("RepeatedKeyword", [keyword])
        case .missingIdentifier: ("MissingIdentifier", [])
        case .missingTranslation(let identifier): ("MissingTranslation", [identifier])
        case .translationWithoutIndex(let identifier): ("TranslationWithoutIndex", [identifier])
        case .indexWithoutPlural(let identifier): ("IndexWithoutPlural", [identifier])
        case .indexOutOfOrder(let index, let expected): ("IndexOutOfOrder", [index, expected])
        case .wrongFormCount(let identifier, let found, let expected):
            ("WrongFormCount", [identifier, found, expected])
        case .emptyForm(let identifier, let index): ("EmptyForm", [identifier, index])
        case .duplicateEntry(let identifier, let line): ("DuplicateEntry", [identifier, line])
        case .leadingLineBreak(let identifier): ("LeadingLineBreak", [identifier])
        case .trailingLineBreak(let identifier): ("TrailingLineBreak", [identifier])
        case .commentWithoutEntry: ("CommentWithoutEntry", [])
        }
    }
}

extension PluralForms.Failure {
    /// The last parts of the message's key, and its facts.
    fileprivate var naming: (name: String, facts: [any FormatArgument]) {
        switch self {
        case .invalidCount: ("PluralForms.InvalidCount", [])
        case .missingExpression: ("PluralForms.MissingExpression", [])
        case .expression(.unexpectedText(let offset)): ("PluralForms.UnexpectedText", [offset + 1])
        case .expression(.tooComplex): ("PluralForms.TooComplex", [])
        case .expression(.numberTooLarge(let offset)): ("PluralForms.NumberTooLarge", [offset + 1])
        case .expression(.divisionByZero): ("PluralForms.DivisionByZero", [])
        case .indexOutOfRange(let index, let number): ("PluralForms.IndexOutOfRange", [index, number])
        }
    }
}
