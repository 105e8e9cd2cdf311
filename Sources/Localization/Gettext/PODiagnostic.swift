// The findings of the PO reader: each kind with its facts.

/// A finding in a PO file.
public struct PODiagnostic: LocalizationDiagnostic {
    public enum Kind: Sendable, Hashable {
        /// A byte order mark, which GNU gettext reads as text.
        case byteOrderMark
        /// UTF-16 or UTF-32, which other readers of PO files do not support.
        case wideEncoding(TextEncoding)
        /// The header names an unknown encoding; the file was read as UTF-8.
        case unknownCharset(String)
        /// Bytes that are invalid in the file's encoding; at most eight of them are listed.
        case invalidSequence(bytes: [UInt8], charset: String)
        /// No header.
        case missingHeader
        /// Messages with plural forms, but no `Plural-Forms` in the header.
        case missingPluralForms
        /// `Plural-Forms` that cannot be used.
        case invalidPluralForms(PluralForms.Failure)
        /// Text that is not a keyword, a string or a comment.
        case unexpectedText(String)
        /// A string without a closing quote on its line.
        case unterminatedString(String)
        /// A backslash before a character that is not an escape.
        case invalidEscape(String)
        /// U+0000, which ends a text for programs in C.
        case nullCharacter
        /// A keyword without a string.
        case missingString(keyword: String)
        /// A keyword that occurs twice in the entry.
        case repeatedKeyword(String)
        /// A translation or context without `msgid`; the entry is dropped.
        case missingIdentifier
        /// `msgid` without `msgstr`.
        case missingTranslation(identifier: String)
        /// `msgid_plural` with a plain `msgstr`.
        case translationWithoutIndex(identifier: String)
        /// `msgstr[0]` without `msgid_plural`.
        case indexWithoutPlural(identifier: String)
        /// `msgstr[2]` where another number is expected, or a number that occurs twice.
        case indexOutOfOrder(index: Int, expected: Int)
        /// More or fewer forms than `nplurals` says.
        case wrongFormCount(identifier: String, found: Int, expected: Int)
        /// Some forms are translated, and some are not.
        case emptyForm(identifier: String, index: Int)
        /// A second entry for the same message; the first one is used.
        case duplicateEntry(identifier: String, firstLine: Int)
        /// A second entry for the same message, and one of the two is obsolete: msgfmt refuses such a file.
        case duplicateObsoleteEntry(identifier: String, firstLine: Int)
        /// Only one of the original and the translation begins with a line break.
        case leadingLineBreak(identifier: String)
        /// Only one of the original and the translation ends with a line break.
        case trailingLineBreak(identifier: String)
        /// Comments at the end of the file, without an entry.
        case commentWithoutEntry
        /// So many more findings, the most serious one of this severity. They are not listed.
        case furtherFindings(Int, Severity)
    }

    public let kind: Kind
    /// Where the problem is.
    public let place: SourcePosition

    /// Where the problem is; never `nil` here.
    public var position: SourcePosition? { place }

    /// How serious the finding is.
    public var severity: Severity {
        switch kind {
        case .furtherFindings(_, let severity): severity
        case .commentWithoutEntry: .note
        case .missingHeader, .nullCharacter, .emptyForm, .leadingLineBreak,
            .trailingLineBreak, .duplicateObsoleteEntry:
            .warning
        default: .error
        }
    }

    /// `PO.` and the kind, or the key of ``FurtherFindings``.
    public var messageKey: String {
        if case .furtherFindings = kind { FurtherFindings.messageKey } else { "PO." + naming.name }
    }

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
        case .duplicateObsoleteEntry(let identifier, let line):
            ("DuplicateObsoleteEntry", [identifier, line])
        case .leadingLineBreak(let identifier): ("LeadingLineBreak", [identifier])
        case .trailingLineBreak(let identifier): ("TrailingLineBreak", [identifier])
        case .commentWithoutEntry: ("CommentWithoutEntry", [])
        case .furtherFindings(let count, _): ("FurtherFindings", [count])
        }
    }
}

extension PluralForms.Failure {
    /// The last parts of the message key, and the facts.
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
