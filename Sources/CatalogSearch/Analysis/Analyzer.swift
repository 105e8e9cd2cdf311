// The analyzer of a locale: from a text to what is compared.
//
// One derived table does the work of character filters (invisible characters, quotation marks) and
// of the token filter (folding), see `FoldingTableBuilder`; the tokenizer is `WordSegmenter`.
// Documents and queries use the same value.

internal import ICU

extension Analyzer {
    /// A word of a text.
    public struct Token: Hashable, Sendable {
        /// The word's position in the source text: half-open, in Unicode scalars. Filters never change it.
        public let range: Range<Int>
        /// The word folded by the locale's standard collation.
        public let standard: String
        /// The word folded by the locale's search collation.
        public let search: String
    }
}

/// Cuts and folds the texts of one locale.
public struct Analyzer: Sendable {
    /// The locale whose rules apply.
    public let locale: LocaleIdentifier
    package let folding: Folding

    /// The analyzer of a locale.
    ///
    /// - Throws: `ICUError` where ICU lacks data or memory. Locales that ICU does not know get the root's
    ///   rules.
    public init(_ locale: LocaleIdentifier) throws(ICUError) {
        self.locale = locale
        folding = try Folding(locale)
    }

    /// Derives what the analyzers of some locales need, in parallel on all cores, so that the first search in
    /// these locales does not wait for it.
    ///
    /// - Throws: `ICUError` where ICU lacks data or memory.
    public static func prepare(_ locales: [LocaleIdentifier]) async throws {
        try await Folding.derive(locales)
    }

    /// The words of a text, in order. Invariant: ranges are within the text, ascend and do not overlap.
    ///
    /// - Throws: `ICUError` where ICU lacks data or memory.
    public func tokens(in text: String) throws(ICUError) -> [Token] {
        let segmenter = WordSegmenter(locale)
        var text = text
        var tokens: [Token] = []
        text.withUTF8 { bytes in
            var bounds: [Int32] = []
            segmenter.wordBounds(of: bytes, into: &bounds)
            var scalars = 0
            var counted = 0
            func scalarOffset(of offset: Int32) -> Int {
                scalars += bytes[counted..<Int(offset)].scalarCount
                counted = Int(offset)
                return scalars
            }
            for index in stride(from: 0, to: bounds.count, by: 2) {
                let word = String(decoding: bytes[Int(bounds[index])..<Int(bounds[index + 1])], as: UTF8.self)
                tokens.append(
                    Token(
                        range: scalarOffset(of: bounds[index])..<scalarOffset(of: bounds[index + 1]),
                        standard: String(decoding: folding.standard.folded(word), as: UTF8.self),
                        search: String(decoding: folding.search.folded(word), as: UTF8.self)))
            }
        }
        return tokens
    }
}

extension Sequence<UInt8> {
    /// The number of scalars that begin in a piece of UTF-8.
    @inline(__always)
    var scalarCount: Int {
        withContiguousStorageIfAvailable(scalarsBeginning(in:))
            ?? reduce(0) { $0 + ($1 & 0xC0 != 0x80 ? 1 : 0) }
    }
}

/// Not generic, and without checks for overflow, so that the processor counts many bytes at a time: matches
/// in long texts need this for each spelling.
private func scalarsBeginning(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var count = 0
    for byte in bytes { count &+= byte & 0xC0 != 0x80 ? 1 : 0 }
    return count
}
