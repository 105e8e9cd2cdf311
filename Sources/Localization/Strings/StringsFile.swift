// The syntax tree of a `.strings` file, which loses nothing: neither a comment nor an invalid byte.

/// A piece of a `.strings` file. The elements of a file cover its bytes from the first to the last.
public struct StringsElement: Sendable, Hashable {
    /// What the piece is.
    public enum Kind: Sendable, Hashable {
        /// U+FEFF, at the beginning or astray.
        case byteOrderMark
        /// White space and line breaks.
        case whitespace
        /// One comment, its signs included; of a `//` comment without the line break.
        case comment
        /// The entry of that index in `StringsFile.entries`.
        case entry(Int)
        /// The `{` around all entries that old-style property lists have.
        case openingBrace
        /// The `}` around all entries.
        case closingBrace
        /// Something that could not be read; a diagnostic says why.
        case unreadable
    }

    /// What it is.
    public let kind: Kind
    /// Its bytes in the file.
    public let byteRange: Range<Int>
}

/// A `.strings` file: its entries, everything between them, and what is wrong with it.
///
/// Any bytes can be read. Law: `StringsFile(bytes).serialized() == bytes`.
public struct StringsFile: Sendable {
    /// The file's encoding.
    public let encoding: TextEncoding
    /// Whether the file begins with a byte order mark.
    public let hasByteOrderMark: Bool
    /// All pieces of the file in order; each begins where the one before it ends.
    public let elements: [StringsElement]
    /// The entries in the file's order, duplicates included.
    public let entries: [StringsEntry]
    /// What was found while reading, by position.
    public let diagnostics: [StringsDiagnostic]
    let source: [UInt8]
    private let lastIndex: [String: Int]

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: the file's contents.
    ///   - encoding: the encoding where it is known from elsewhere; by default the first bytes tell.
    public init(_ bytes: [UInt8], encoding: TextEncoding? = nil) {
        var parser = StringsParser(bytes, encoding: encoding)
        parser.parse()
        source = bytes
        self.encoding = parser.decoded.encoding
        hasByteOrderMark = parser.decoded.hasByteOrderMark
        elements = parser.elements
        entries = parser.entries
        lastIndex = parser.lastIndex
        diagnostics = parser.sortedDiagnostics
    }

    /// Reads a text, as if it stood in a file in UTF-8.
    public init(text: String) { self.init(Array(text.utf8), encoding: .utf8) }

    /// The entry that readers find under a key: the last one. Keys are compared by canonical equivalence.
    public subscript(key: String) -> StringsEntry? { lastIndex[key].map { entries[$0] } }

    /// The index of the entry that readers find under a key.
    func lastEntryIndex(forKey key: String) -> Int? { lastIndex[key] }

    /// The keys in the order of their last entries.
    public var keys: [String] { lastIndex.sorted { $0.value < $1.value }.map(\.key) }

    /// The file's bytes, put together from its elements.
    public func serialized() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.count)
        for element in elements { bytes += source[element.byteRange] }
        return bytes
    }

    /// The text of a range of bytes, as it stands in the file.
    ///
    /// - Parameter byteRange: a range of an element or a part of an entry; it must not split a character.
    public func sourceText(in byteRange: Range<Int>) -> String {
        String(decoding: DecodedText(Array(source[byteRange]), as: encoding).utf8, as: UTF8.self)
    }
}
