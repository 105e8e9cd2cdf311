// What the parser of `.strings` files can find: each kind with its facts.

/// A finding of the `.strings` parser.
public struct StringsDiagnostic: LocalizationDiagnostic {
    /// What was found.
    public enum Kind: Sendable, Hashable {
        /// The file has no bytes at all.
        case emptyFile
        /// UTF-16 without a byte order mark; Apple's reader loses a character of it.
        case utf16WithoutByteOrderMark
        /// Two byte order marks at the beginning, as when a tool adds one unasked.
        case doubledByteOrderMark
        /// A byte order mark inside the file, as when files were joined.
        case strayByteOrderMark
        /// A byte order mark that was encoded twice and now reads `ï»¿`.
        case doublyEncodedByteOrderMark
        /// Bytes that are no text in the file's encoding; at most eight of them are listed.
        case invalidSequence(bytes: [UInt8], encoding: TextEncoding)
        /// A text that was encoded twice, and what it seems to have been.
        case mojibake(text: String, repaired: String)
        /// The file is a compiled property list: `binary` or `XML`.
        case propertyList(format: String)
        /// `/*` without `*/`; the comment is taken to end with its line.
        case unterminatedComment
        /// A line of a comment begins with `/*`: the comment before it was probably never closed.
        case commentInsideComment
        /// Something that is neither a key nor a comment; the parser went on behind it.
        case unexpectedText(String)
        /// No `=` behind a key.
        case missingEqualsSign(key: String)
        /// No value behind `=`.
        case missingValue(key: String)
        /// No `;` behind an entry.
        case missingSemicolon(key: String)
        /// A string that is not closed; it is taken to end with its line.
        case missingQuote(text: String)
        /// A quote inside a string that is not escaped; the string is taken to end with its line.
        case unescapedQuote(key: String)
        /// A dictionary, array or data whose closing sign is missing.
        case unterminatedValue(key: String)
        /// A dictionary, array or data: kept as it is, and no text.
        case structuredValue(key: String, form: StringsEntry.StructuredForm)
        /// A key that the file has already; the last one wins.
        case duplicateKey(key: String, firstLine: Int)
        /// `{` without `}`.
        case missingClosingBrace
        /// Something behind the closing `}`.
        case textAfterClosingBrace
        /// A backslash before a character that needs none.
        case unknownEscape(String)
        /// `\u`, which GNUstep reads as `\U` and Apple as `u`.
        case lowercaseUnicodeEscape(String)
        /// `\U` without a hexadecimal digit.
        case unicodeEscapeWithoutDigits
        /// One half of a surrogate pair.
        case unpairedSurrogate(String)
        /// An octal escape without a character in the NeXTSTEP character set.
        case undefinedOctalEscape(String)
        /// Something that readers take differently.
        case portability(Portability)
    }

    /// A construct that Apple, GNUstep and GNU gettext read differently.
    public enum Portability: String, Sendable, Hashable, CaseIterable {
        /// `'text'`: GNUstep and GNU gettext take double quotes only.
        case singleQuotes = "SingleQuotes"
        /// `key;`: the key itself for Apple, an empty text for GNU gettext.
        case impliedValue = "ImpliedValue"
        /// `text;` without quotes: GNU gettext reads on to the next white space.
        case unquotedText = "UnquotedText"
        /// `\Ud83d\Ude00`: GNU gettext's reader stops at surrogate pairs.
        case escapedSurrogatePair = "EscapedSurrogatePair"
        /// UTF-8 beyond ASCII without a byte order mark: GNU gettext's reader takes it for ISO-8859-1.
        case noByteOrderMark = "NoByteOrderMark"
        /// UTF-32, which GNU gettext's reader does not know.
        case utf32 = "UTF32"
        /// An octal escape beyond ASCII: readers disagree on the character set.
        case octalEscape = "OctalEscape"
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

    /// `Strings.` and the kind.
    public var messageKey: String { "Strings." + naming.name }

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
        }
    }

    static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: " ")
    }
}
