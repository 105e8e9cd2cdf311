// The findings of the `.strings` parser: each kind with its facts.

/// A finding of the `.strings` parser.
public struct StringsDiagnostic: LocalizationDiagnostic {
    public enum Kind: Sendable, Hashable {
        case emptyFile
        /// UTF-16 without a byte order mark. Apple's reader loses a character of it.
        case utf16WithoutByteOrderMark
        /// Two byte order marks at the beginning, often because a tool added one.
        case doubledByteOrderMark
        /// A byte order mark inside the file, often because files were joined.
        case strayByteOrderMark
        /// A doubly encoded byte order mark, which reads `ï»¿`.
        case doublyEncodedByteOrderMark
        /// Bytes that are invalid in the file's encoding; at most eight of them are listed.
        case invalidSequence(bytes: [UInt8], encoding: TextEncoding)
        /// A doubly encoded text, and its probable original.
        case mojibake(text: String, repaired: String)
        /// The file is a compiled property list: `binary` or `XML`.
        case propertyList(format: String)
        /// `/*` without `*/`; the comment ends with its line.
        case unterminatedComment
        /// A line of a comment begins with `/*`, so a `*/` before it is probably missing.
        case commentInsideComment
        /// Text that is neither a key nor a comment; the parser continued after it.
        case unexpectedText(String)
        /// No `=` after a key.
        case missingEqualsSign(key: String)
        /// No value after `=`.
        case missingValue(key: String)
        /// No `;` after an entry.
        case missingSemicolon(key: String)
        /// A string without a closing quote; it ends with its line.
        case missingQuote(text: String)
        /// An unescaped quote inside a string; the string ends with its line.
        case unescapedQuote(key: String)
        /// A dictionary, array or data without its closing bracket.
        case unterminatedValue(key: String)
        /// A dictionary, array or data, which is kept as written but is not a text.
        case structuredValue(key: String, form: StringsEntry.StructuredForm)
        /// A duplicate key; the last entry is used.
        case duplicateKey(key: String, firstLine: Int)
        /// `{` without `}`.
        case missingClosingBrace
        /// Text after the closing `}`.
        case textAfterClosingBrace
        /// A backslash before a character that is not an escape.
        case unknownEscape(String)
        /// `\u`, which GNUstep reads as `\U`, and Apple as `u`.
        case lowercaseUnicodeEscape(String)
        /// `\U` without a hexadecimal digit.
        case unicodeEscapeWithoutDigits
        /// One half of a surrogate pair.
        case unpairedSurrogate(String)
        /// An octal escape without a character in the NeXTSTEP character set.
        case undefinedOctalEscape(String)
        /// A construct that readers interpret differently.
        case portability(Portability)
        /// So many more findings, the most serious one of this severity. They are not listed.
        case furtherFindings(Int, Severity)
    }

    /// A construct that Apple, GNUstep and GNU gettext read differently.
    public enum Portability: String, Sendable, Hashable, CaseIterable {
        /// `'text'`: GNUstep and GNU gettext accept only double quotes.
        case singleQuotes = "SingleQuotes"
        /// `key;`: Apple reads the key as the value, GNU gettext an empty text.
        case impliedValue = "ImpliedValue"
        /// `text;` without quotes: GNU gettext reads on to the next white space.
        case unquotedText = "UnquotedText"
        /// `\Ud83d\Ude00`: GNU gettext's reader stops at surrogate pairs.
        case escapedSurrogatePair = "EscapedSurrogatePair"
        /// UTF-8 beyond ASCII without a byte order mark: GNU gettext's reader assumes ISO-8859-1.
        case noByteOrderMark = "NoByteOrderMark"
        /// UTF-32, which GNU gettext's reader does not support.
        case utf32 = "UTF32"
        /// An octal escape beyond ASCII: readers disagree on the character set.
        case octalEscape = "OctalEscape"
    }

    public let kind: Kind
    /// Where the problem is.
    public let place: SourcePosition

    /// Describes a finding.
    package init(kind: Kind, place: SourcePosition) {
        self.kind = kind
        self.place = place
    }

    /// Where the problem is; never `nil` here.
    public var position: SourcePosition? { place }

    /// How serious the finding is.
    public var severity: Severity {
        switch kind {
        case .furtherFindings(_, let severity): severity
        case .emptyFile, .structuredValue, .portability: .note
        case .utf16WithoutByteOrderMark, .doubledByteOrderMark, .strayByteOrderMark, .mojibake,
            .commentInsideComment, .unknownEscape, .lowercaseUnicodeEscape, .unicodeEscapeWithoutDigits,
            .undefinedOctalEscape:
            .warning
        case .doublyEncodedByteOrderMark, .invalidSequence, .propertyList, .unterminatedComment,
            .unexpectedText, .missingEqualsSign, .missingValue, .missingSemicolon, .missingQuote,
            .unescapedQuote, .unterminatedValue, .duplicateKey, .missingClosingBrace, .textAfterClosingBrace,
            .unpairedSurrogate:
            .error
        }
    }

    /// `Strings.` and the kind, or the key of ``FurtherFindings``.
    public var messageKey: String {
        if case .furtherFindings = kind { FurtherFindings.messageKey } else { "Strings." + naming.name }
    }

    /// The kind's facts.
    public var arguments: [any FormatArgument] { naming.facts }

    private var naming: (name: String, facts: [any FormatArgument]) {
        switch kind {
        case .emptyFile: ("EmptyFile", [])
        case .utf16WithoutByteOrderMark: ("UTF16WithoutByteOrderMark", [])
        case .doubledByteOrderMark: ("DoubledByteOrderMark", [])
        case .strayByteOrderMark: ("StrayByteOrderMark", [])
        case .doublyEncodedByteOrderMark: ("DoublyEncodedByteOrderMark", [])
        case .invalidSequence(let bytes, let encoding):
            ("InvalidSequence", [Self.hexadecimal(bytes), encoding.rawValue])
        case .mojibake(let text, let repaired): ("Mojibake", [text, repaired])
        case .propertyList(let format): ("PropertyList", [format])
        case .unterminatedComment: ("UnterminatedComment", [])
        case .commentInsideComment: ("CommentInsideComment", [])
        case .unexpectedText(let text): ("UnexpectedText", [text])
        case .missingEqualsSign(let key): ("MissingEqualsSign", [key])
        case .missingValue(let key): ("MissingValue", [key])
        case .missingSemicolon(let key): ("MissingSemicolon", [key])
        case .missingQuote(let text): ("MissingQuote", [text])
        case .unescapedQuote(let key): ("UnescapedQuote", [key])
        case .unterminatedValue(let key): ("UnterminatedValue", [key])
        case .structuredValue(let key, _): ("StructuredValue", [key])
        case .duplicateKey(let key, let firstLine): ("DuplicateKey", [key, firstLine])
        case .missingClosingBrace: ("MissingClosingBrace", [])
        case .textAfterClosingBrace: ("TextAfterClosingBrace", [])
        case .unknownEscape(let escape): ("UnknownEscape", [escape])
        case .lowercaseUnicodeEscape(let escape): ("LowercaseUnicodeEscape", [escape])
        case .unicodeEscapeWithoutDigits: ("UnicodeEscapeWithoutDigits", [])
        case .unpairedSurrogate(let escape): ("UnpairedSurrogate", [escape])
        case .undefinedOctalEscape(let escape): ("UndefinedOctalEscape", [escape])
        case .portability(let construct): ("Portability." + construct.rawValue, [])
        case .furtherFindings(let count, _): ("FurtherFindings", [count])
        }
    }

    static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: " ")
    }
}
