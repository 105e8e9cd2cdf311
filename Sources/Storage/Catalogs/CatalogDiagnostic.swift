// What was wrong with a catalog, where, and which message tells it?

/// Something in a catalog's files that its owner should know: a value, put into words by whoever shows it.
public struct CatalogDiagnostic: Hashable, Sendable {
    /// Whether something is lost.
    public enum Severity: Hashable, Sendable {
        /// An item, a setting or a file is left out.
        case error
        /// Everything is used, or what is not has its place elsewhere.
        case warning
    }

    /// What a member should have been.
    public enum ExpectedType: String, Hashable, Sendable {
        /// A text.
        case text = "TypeText"
        /// A number.
        case number = "TypeNumber"
        /// A whole number.
        case integer = "TypeInteger"
        /// An object.
        case object = "TypeObject"
        /// A text, or an object with a text for each locale.
        case localizedText = "TypeLocalizedText"
        /// An object with a text or a list of texts for each locale.
        case localizedTexts = "TypeLocalizedTexts"
        /// An object with amount and currency.
        case price = "TypePrice"
        /// A list.
        case list = "TypeList"
    }

    /// What is wrong, with the facts that the message needs.
    public enum Kind: Hashable, Sendable {
        /// There is no such file or folder.
        case missing
        /// The operating system refuses, for this reason.
        case unreadable(reason: String)
        /// A folder without catalogs.
        case folderEmpty
        /// The file's name tells no format.
        case unknownFormat
        /// A catalog without items.
        case empty
        /// Two files would give catalogs of the same id.
        case nameTwice(id: String)
        /// A file that is only read as a whole is too large for that.
        case tooLarge(bytes: Int, limit: Int)

        /// Broken JSON, in the words of the parser.
        case invalidJSON(reason: String)
        /// An item that is no object.
        case notObject
        /// A byte, counted in its line from 1, that is not UTF-8.
        case invalidUTF8(byte: Int)
        /// A `\u` escape that stands for half a character.
        case unpairedSurrogate
        /// An item of too many bytes.
        case tooLong(bytes: Int, limit: Int)
        /// An item without id.
        case noIdentifier
        /// An item with the id of one before it.
        case duplicateIdentifier(id: String, firstLine: Int)
        /// A member that is something else than it should be.
        case wrongType(member: String, expected: ExpectedType)
        /// A text that is no decimal number.
        case invalidNumber(member: String, text: String)
        /// A text under a key that is no locale.
        case invalidLocale(member: String, key: String)

        /// A table without a heading that names the ids' column.
        case noHeader
        /// A heading that names a column twice.
        case columnTwice(name: String)
        /// A row with more or fewer fields than the heading.
        case fieldCount(Int, header: Int)
        /// A quotation mark that is never closed.
        case quoteOpen
        /// Text between a closing quotation mark and the next separator.
        case textAfterQuote

        /// What a reader of translations found: the key and the arguments of its message in `Diagnostics.strings`.
        case finding(key: String, arguments: [Argument], severity: Severity)

        /// A sidecar with broken JSON, in the words of the parser.
        case sidecarInvalid(reason: String)
        /// A setting that is something else than it should be.
        case sidecarWrongType(member: String, expected: ExpectedType)
    }

    /// Something that a message tells in its own place.
    public enum Argument: Hashable, Sendable {
        /// Text out of the file or from the system.
        case text(String)
        /// A number.
        case integer(Int)
        /// The key of another message, which stands in for its text.
        case message(String)
    }

    /// The file, as it was asked for.
    public let file: String
    /// The line, from 1: that on which the item begins or the wrong byte stands; `nil` for the file as a whole.
    public let line: Int?
    /// The byte in the line, from 1, where the JSON breaks; `nil` where that is not known or says nothing.
    public let column: Int?
    /// What is wrong.
    public let kind: Kind

    /// A diagnostic.
    public init(file: String, line: Int? = nil, column: Int? = nil, kind: Kind) {
        self.file = file
        self.line = line
        self.column = column
        self.kind = kind
    }

    /// Whether something is lost.
    public var severity: Severity {
        switch kind {
        case .empty, .folderEmpty, .invalidLocale: .warning
        case .finding(_, _, let severity): severity
        default: .error
        }
    }
}

extension CatalogDiagnostic {
    /// The name of the table that has the message: `Errors`, or `Diagnostics` for findings in translations.
    public var messageTable: String { if case .finding = kind { "Diagnostics" } else { "Errors" } }

    /// The key of the message that tells this, in `messageTable`.
    public var messageKey: String { message.key }

    /// What the message tells, in the order of its placeholders.
    public var arguments: [Argument] { message.arguments }

    private var message: (key: String, arguments: [Argument]) {
        switch kind {
        case .missing: ("CatalogMissing", [])
        case .unreadable(let reason): ("CatalogUnreadable: %@", [.text(reason)])
        case .folderEmpty: ("CatalogFolderEmpty", [])
        case .unknownFormat: ("CatalogFormatUnknown", [])
        case .empty: ("CatalogEmpty", [])
        case .nameTwice(let id): ("CatalogNameTwice: %@", [.text(id)])
        case .tooLarge(let bytes, let limit):
            ("CatalogTooLarge: %1$ld %2$ld", [.integer(bytes), .integer(limit)])
        case .invalidJSON(let reason): ("RecordInvalidJSON: %@", [.text(reason)])
        case .notObject: ("RecordNotObject", [])
        case .invalidUTF8(let byte): ("RecordInvalidUTF8: %ld", [.integer(byte)])
        case .unpairedSurrogate: ("RecordUnpairedSurrogate", [])
        case .tooLong(let bytes, let limit):
            ("RecordTooLong: %1$ld %2$ld", [.integer(bytes), .integer(limit)])
        case .noIdentifier: ("RecordNoIdentifier", [])
        case .duplicateIdentifier(let id, let line):
            ("RecordDuplicateIdentifier: %1$@ %2$ld", [.text(id), .integer(line)])
        case .wrongType(let member, let expected):
            ("RecordWrongType: %1$@ %2$@", [.text(member), .message(expected.rawValue)])
        case .invalidNumber(let member, let text):
            ("RecordInvalidNumber: %1$@ %2$@", [.text(member), .text(text)])
        case .invalidLocale(let member, let key):
            ("RecordInvalidLocale: %1$@ %2$@", [.text(member), .text(key)])
        case .noHeader: ("TableNoHeader", [])
        case .columnTwice(let name): ("TableColumnTwice: %@", [.text(name)])
        case .fieldCount(let count, let header):
            ("TableFieldCount: %1$ld %2$ld", [.integer(count), .integer(header)])
        case .quoteOpen: ("TableQuoteOpen", [])
        case .textAfterQuote: ("TableTextAfterQuote", [])
        case .finding(let key, let arguments, _): (key, arguments)
        case .sidecarInvalid(let reason): ("SidecarInvalid: %@", [.text(reason)])
        case .sidecarWrongType(let member, let expected):
            ("SidecarWrongType: %1$@ %2$@", [.text(member), .message(expected.rawValue)])
        }
    }

    /// What the operating system said about a file.
    init(_ error: FileError, file: String) {
        self.init(file: file, kind: error.isMissing ? .missing : .unreadable(reason: error.message))
    }
}
