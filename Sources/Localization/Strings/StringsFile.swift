// The lossless syntax tree of a `.strings` file, which keeps comments and invalid bytes too.

internal import Support

/// A `.strings` file: its entries, everything between them, and its diagnostics.
///
/// Any bytes can be read. Invariant: `StringsFile(bytes).serialized() == bytes`.
public struct StringsFile: Sendable {
    public let encoding: TextEncoding
    /// Whether the file begins with a byte order mark.
    public let hasByteOrderMark: Bool
    /// All pieces of the file in order; each begins where the one before it ends.
    public let elements: StringsElements
    /// The entries in the file's order, including duplicates.
    public let entries: [StringsEntry]
    /// The findings of the parser, in order of position.
    public let diagnostics: [StringsDiagnostic]
    /// The file's bytes.
    package let source: [UInt8]
    /// Made at the first search for a key: most files are only read.
    private let lastIndex: Lazy<KeyIndex>
    /// Whether any key has more than one entry.
    let hasDuplicates: Bool

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: the file's contents.
    ///   - encoding: the encoding, if known; by default it is detected from the first bytes.
    public init(_ bytes: [UInt8], encoding: TextEncoding? = nil) {
        var parser = StringsParser(bytes, encoding: encoding)
        parser.parse()
        source = bytes
        self.encoding = parser.decoded.encoding
        hasByteOrderMark = parser.decoded.hasByteOrderMark
        elements = parser.elements
        entries = parser.entries
        hasDuplicates = parser.hasDuplicates
        lastIndex = Lazy { [entries = parser.entries] in
            KeyIndex(count: entries.count) { entries[$0].key }
        }
        diagnostics = parser.sortedDiagnostics
    }

    /// Reads a text as if from a file in UTF-8.
    public init(text: String) { self.init(Array(text.utf8), encoding: .utf8) }

    /// The entry that readers find for a key, which is the last one. Keys are
    /// compared by canonical equivalence.
    public subscript(key: String) -> StringsEntry? { lastEntryIndex(forKey: key).map { entries[$0] } }

    /// The index of the entry that readers find for a key.
    func lastEntryIndex(forKey key: String) -> Int? {
        lastIndex.value.number(of: key) { entries[$0].key }
    }

    /// The keys in the order of their last entries.
    public var keys: [String] {
        entries.indices.compactMap { index in
            let key = entries[index].key
            return !hasDuplicates || lastEntryIndex(forKey: key) == index ? key : nil
        }
    }

    /// The file's bytes, assembled from its elements.
    public func serialized() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.count)
        for element in elements { bytes += source[element.byteRange] }
        return bytes
    }

    /// The text of a range of bytes, as written in the file.
    ///
    /// - Parameter byteRange: a range of an element or a part of an entry; it must not split a character.
    public func sourceText(in byteRange: Range<Int>) -> String {
        String(decoding: DecodedText(Array(source[byteRange]), as: encoding).utf8, as: UTF8.self)
    }
}
